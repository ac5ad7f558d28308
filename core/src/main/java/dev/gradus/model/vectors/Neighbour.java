package dev.gradus.model.vectors;

/** A word that was found near to a query, and the cosine of the angle between them. */
public record Neighbour(int id, float similarity) {}

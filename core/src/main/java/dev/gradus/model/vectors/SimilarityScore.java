package dev.gradus.model.vectors;

/** How well similarities agree with those that people gave; pairs with an unknown word do not count. */
public record SimilarityScore(double spearman, int pairs, int outOfVocabulary) {}

package dev.gradus.metrics;

/** One line of the run log: what one rank's own part of a step cost, before the ranks were added up. */
public record RankReading(int rank, long step, double loss, double accuracy, double seconds) {}

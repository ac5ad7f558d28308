package dev.gradus.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Scores one sort of model. Holds the options of {@code evaluate} that only this sort has. */
interface Scorer {

    /** Figures by name for JSON, and the same for people. */
    record Score(Map<String, Object> figures, String text) {}

    /** Whether what stands there is of this sort. */
    boolean accepts(Path path);

    /** What this sort is, for messages. */
    String takes();

    /** Those of its options that were given. */
    List<String> options();

    Score score(Path path) throws IOException, JobFileException;
}

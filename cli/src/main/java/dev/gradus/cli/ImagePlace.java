package dev.gradus.cli;

import java.io.IOException;
import java.time.Duration;

/** A place that a published set of images can be had from. */
interface ImagePlace {

    /** What it is called in messages. */
    String name();

    /** Hands over the files of the set in the form in which they are kept. Failures say why, but not where. */
    void fetch(Duration deadline, TarEntries.Sink sink) throws IOException;
}

package dev.gradus.data.text;

/** Takes the words of a text in turn. */
interface WordSink {

    /**
     * A word as UTF-8. The bytes belong to the caller, and at least {@link Tokenizer#SLACK} more of the array follow
     * the last one.
     */
    void word(byte[] bytes, int from, int length);

    /** The end of a line. */
    void line();
}

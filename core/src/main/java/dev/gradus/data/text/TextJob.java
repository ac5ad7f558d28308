package dev.gradus.data.text;

import java.util.List;

/** What every pass over a text needs to know. */
record TextJob(List<TextFile> files, String tokenizerName, Cutter cutter, int threads) {

    /** A new tokeniser, for one thread. */
    Tokenizer tokenizer() {
        return Tokenizer.of(tokenizerName);
    }
}

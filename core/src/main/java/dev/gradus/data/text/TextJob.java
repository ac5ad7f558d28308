package dev.gradus.data.text;

import dev.gradus.data.DataException;
import dev.gradus.data.files.FilePass;
import dev.gradus.data.files.SourceFile;
import java.util.List;
import java.util.function.Supplier;

/** What every pass over a text needs to know. */
record TextJob(List<SourceFile> files, String tokenizerName, WordCutter cutter, int threads) {

    /** A new tokeniser, for one thread. */
    Tokenizer tokenizer() {
        return Tokenizer.of(tokenizerName);
    }

    /** Works through the text and returns the workers, one a thread. */
    <W extends FilePass.Worker> List<W> pass(Supplier<W> maker) throws DataException {
        return FilePass.run(files, cutter.between(tokenizer()), threads, maker);
    }
}

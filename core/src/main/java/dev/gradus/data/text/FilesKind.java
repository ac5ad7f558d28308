package dev.gradus.data.text;

import dev.gradus.data.DataException;
import dev.gradus.job.Job;
import dev.gradus.job.Key;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** Texts in files, plain or packed by gzip. */
public final class FilesKind implements TextKind {

    private final Consumer<String> notes;

    /** Tells what was encoded again on standard error. */
    public FilesKind() {
        this(line -> System.err.println("gradus: " + line));
    }

    FilesKind(Consumer<String> notes) {
        this.notes = notes;
    }

    @Override
    public String name() {
        return "text";
    }

    @Override
    public String summary() {
        return "words of a text in UTF-8: a file, a folder or a pattern; plain or packed by gzip";
    }

    @Override
    public List<Key<?>> keys() {
        return TextKeys.all();
    }

    @Override
    public Corpus open(Job job, Path cache) throws DataException {
        int threads = Runtime.getRuntime().availableProcessors();
        return CorpusCache.open(TextSettings.of(job), cache, threads, notes);
    }
}

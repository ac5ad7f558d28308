package dev.gradus.data.text;

import dev.gradus.data.DataException;
import dev.gradus.data.files.BuildLock;
import dev.gradus.data.files.Digest;
import dev.gradus.data.files.SourceFile;
import dev.gradus.data.files.SourceFiles;
import dev.gradus.metrics.WriteFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A folder of encoded corpora. Each is encoded once and then used again, by any number of processes, until its text or
 * settings change. Its name says path and settings; that it fits the text is known by its fingerprint, which also has
 * sizes and times of the files.
 */
public final class CorpusCache {

    /** How long another process may take to encode the same corpus; a terabyte takes less. */
    private static final Duration PATIENCE = Duration.ofHours(2);

    private final TextSettings settings;
    private final Consumer<String> notes;
    private final Duration patience;
    private final Path tokens;
    private final Path vocabulary;
    private final Path lock;

    private CorpusCache(TextSettings settings, Path folder, Consumer<String> notes, Duration patience) {
        this.settings = settings;
        this.notes = notes;
        this.patience = patience;
        String name = "corpus-"
                + Digest.of(absolute(settings.path()) + "\n" + absolute(settings.vocabulary()) + "\n"
                                + settings.reading())
                        .substring(0, 16);
        this.tokens = folder.resolve(name + ".tokens");
        this.vocabulary = folder.resolve(name + ".vocabulary");
        this.lock = folder.resolve(name + ".lock");
    }

    /**
     * The corpus of a text, from the folder if it is there, else encoded into it by that many threads. The folder is
     * made if need be. Why something is encoded again is told to {@code notes}, in a line.
     */
    public static Corpus open(TextSettings settings, Path folder, int threads, Consumer<String> notes)
            throws DataException {
        return open(settings, folder, threads, notes, PATIENCE);
    }

    static Corpus open(TextSettings settings, Path folder, int threads, Consumer<String> notes, Duration patience)
            throws DataException {
        List<SourceFile> files = TextFiles.find(settings.path(), Gutenberg.Cut.of(settings.gutenberg()));
        TextJob job = new TextJob(files, settings.tokenizer(), WordCutter.USUAL, threads);
        return new CorpusCache(settings, folder, notes, patience).open(job);
    }

    private Corpus open(TextJob job) throws DataException {
        byte @Nullable [] given =
                settings.vocabulary().isEmpty() ? null : VocabularyFile.bytes(Path.of(settings.vocabulary()));
        String fingerprint = fingerprint(job.files(), given);
        // Without the lock first: whoever only reads need not be able to write.
        if (Files.exists(tokens)) {
            try {
                return reuse(fingerprint);
            } catch (DataException e) {
                notes.accept(e.getMessage() + "; encoding the text again");
            }
        }
        createFolder();
        return BuildLock.hold(new BuildLock.Wait(lock, "encoding the corpus", patience), () -> {
            Corpus made = madeMeanwhile(fingerprint);
            return made == null ? build(job, fingerprint, given) : made;
        });
    }

    private Corpus reuse(String fingerprint) throws DataException {
        return EncodedCorpus.open(tokens, fingerprint, VocabularyFile.read(vocabulary));
    }

    private @Nullable Corpus madeMeanwhile(String fingerprint) {
        if (!Files.exists(tokens)) {
            return null;
        }
        try {
            return reuse(fingerprint);
        } catch (DataException e) {
            return null; // as it was before we had the lock, which was told
        }
    }

    private Corpus build(TextJob job, String fingerprint, byte @Nullable [] given) throws DataException {
        Vocabulary chosen = given == null ? countAndEncode(job, fingerprint) : encode(job, fingerprint, given);
        SourceFiles.requireUnchanged(job.files());
        return EncodedCorpus.open(tokens, fingerprint, chosen);
    }

    private Vocabulary encode(TextJob job, String fingerprint, byte[] given) throws DataException {
        Vocabulary chosen = VocabularyFile.parse(Path.of(settings.vocabulary()), given);
        VocabularyFile.write(vocabulary, chosen);
        CorpusEncoder.encode(job, settings.sentences(), chosen, fingerprint, tokens);
        return chosen;
    }

    /** Reads the text once if it can be kept in memory between the two, else twice. */
    private Vocabulary countAndEncode(TextJob job, String fingerprint) throws DataException {
        NumberedText text = NumberedText.of(job);
        Vocabulary chosen = choose(text.counts());
        VocabularyFile.write(vocabulary, chosen);
        if (text.kept()) {
            CorpusEncoder.encode(text, settings.sentences(), chosen, fingerprint, tokens);
        } else {
            CorpusEncoder.encode(job, settings.sentences(), chosen, fingerprint, tokens);
        }
        return chosen;
    }

    private Vocabulary choose(WordCounts counts) throws DataException {
        if (counts.words() == 0) {
            throw new DataException(
                    "text has no words: data.path=" + settings.path() + ", data.tokenizer=" + settings.tokenizer());
        }
        return new VocabularyChoice(settings.minCount(), settings.maxWords()).choose(counts);
    }

    private String fingerprint(List<SourceFile> files, byte @Nullable [] given) {
        StringBuilder text = new StringBuilder("text 1\n").append(settings.reading());
        text.append("vocabulary=").append(given == null ? "" : Digest.of(given)).append('\n');
        for (SourceFile file : files) {
            text.append(absolute(file.path().toString()))
                    .append('\t')
                    .append(file.size())
                    .append('\t')
                    .append(file.modifiedMillis())
                    .append('\n');
        }
        return Digest.of(text.toString());
    }

    private void createFolder() throws DataException {
        Path folder = tokens.toAbsolutePath().getParent();
        try {
            if (folder != null) {
                Files.createDirectories(folder);
            }
        } catch (IOException e) {
            throw new DataException("cannot create folder: folder=" + folder + ", " + WriteFailure.reason(e), e);
        }
    }

    private static String absolute(String path) {
        try {
            return path.isEmpty()
                    ? ""
                    : Path.of(path).toAbsolutePath().normalize().toString();
        } catch (InvalidPathException e) {
            return path; // a pattern, on some systems
        }
    }
}

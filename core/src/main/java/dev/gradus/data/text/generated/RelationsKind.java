package dev.gradus.data.text.generated;

import dev.gradus.data.DataException;
import dev.gradus.data.DataKeys;
import dev.gradus.data.text.Corpus;
import dev.gradus.data.text.HeldCorpus;
import dev.gradus.data.text.TextKind;
import dev.gradus.job.Job;
import dev.gradus.job.Key;
import java.nio.file.Path;
import java.util.List;

/** The generated text with planted relations, for which nothing is downloaded. */
public final class RelationsKind implements TextKind {

    public static final Key<Long> WORDS =
            Key.whole("data.words", 3_000_000, 1, 1_000_000_000_000L, "words of a generated text");

    public static final Key<Long> VOCABULARY_SIZE =
            Key.whole("data.vocabularySize", 5_000, 2_000, 300_000, "different words of a generated text");

    @Override
    public String name() {
        return "relations";
    }

    @Override
    public String summary() {
        return "generated text with planted relations: countries and capitals, singular and plural, and so on";
    }

    @Override
    public List<Key<?>> keys() {
        return List.of(WORDS, VOCABULARY_SIZE, DataKeys.SEED);
    }

    @Override
    public Corpus open(Job job, Path cache) throws DataException {
        return HeldCorpus.hold(generate(job));
    }

    /** The text itself, which makes every token when it is read. */
    public RelationsCorpus generate(Job job) {
        return new RelationsCorpus(job.get(WORDS), job.integer(VOCABULARY_SIZE), job.get(DataKeys.SEED));
    }
}

package dev.gradus.model.word2vec;

import dev.gradus.data.text.TextBlock;
import dev.gradus.data.text.Vocabulary;
import dev.gradus.job.Job;
import dev.gradus.job.Key;
import dev.gradus.math.Kernels;
import dev.gradus.model.TableModel;
import dev.gradus.model.TextModelKind;
import java.util.List;

/** The model kind {@code cbow}. */
public final class CbowKind implements TextModelKind {

    @Override
    public String name() {
        return Word2vec.CBOW;
    }

    @Override
    public String summary() {
        return "word vectors, learnt by predicting a word from all its neighbours together";
    }

    @Override
    public List<Key<?>> keys() {
        return Word2vecKeys.all();
    }

    @Override
    public TableModel<TextBlock> create(Job job, Vocabulary vocabulary, long seed, Kernels kernels) {
        return Word2vec.of(name(), Word2vecSettings.of(job), vocabulary, seed, kernels);
    }
}

package dev.gradus.model;

import dev.gradus.data.DataKind;
import dev.gradus.data.text.TextBlock;
import dev.gradus.data.text.TextKind;
import dev.gradus.data.text.Vocabulary;
import dev.gradus.job.Job;
import dev.gradus.math.Kernels;
import java.util.List;

/** A kind of model that learns from text. */
public interface TextModelKind extends ModelKind {

    @Override
    default List<Class<? extends DataKind>> data() {
        return List.of(TextKind.class);
    }

    /** Builds the model for those words, or refuses with a JobException. The seed is that of every random choice. */
    TableModel<TextBlock> create(Job job, Vocabulary vocabulary, long seed, Kernels kernels);
}

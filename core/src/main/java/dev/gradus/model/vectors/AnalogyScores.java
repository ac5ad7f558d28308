package dev.gradus.model.vectors;

import java.util.List;
import java.util.function.Predicate;

/** How many analogy questions a model answered, section by section. */
public record AnalogyScores(List<Section> sections) {

    /** The score of a section; questions with a word out of the vocabulary are neither asked nor wrong. */
    public record Section(String name, boolean syntactic, int questions, int correct, int outOfVocabulary) {

        /** Correct answers out of the questions asked; NaN if there were none. */
        public double accuracy() {
            return (double) correct / questions;
        }
    }

    public AnalogyScores {
        sections = List.copyOf(sections);
    }

    /** All sections as one. */
    public Section total() {
        return sum("total", section -> true);
    }

    /** The sections about what words mean, as one. */
    public Section semantic() {
        return sum("semantic", section -> !section.syntactic());
    }

    /** The sections about grammar, as one. */
    public Section syntactic() {
        return sum("syntactic", Section::syntactic);
    }

    private Section sum(String name, Predicate<Section> which) {
        int questions = 0;
        int correct = 0;
        int outOfVocabulary = 0;
        for (Section section : sections) {
            if (which.test(section)) {
                questions += section.questions();
                correct += section.correct();
                outOfVocabulary += section.outOfVocabulary();
            }
        }
        return new Section(name, name.equals("syntactic"), questions, correct, outOfVocabulary);
    }
}

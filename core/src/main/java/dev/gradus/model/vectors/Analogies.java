package dev.gradus.model.vectors;

import dev.gradus.data.DataException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Questions of the form <em>a is to b as c is to which d?</em> in sections, as in the public file of word2vec. */
public record Analogies(List<Section> sections) {

    /** One question with its answer. */
    public record Question(String a, String b, String c, String d) {}

    /** Questions of one kind; those about grammar have names that start with {@code gram}. */
    public record Section(String name, List<Question> questions) {

        public Section {
            questions = List.copyOf(questions);
        }

        public boolean syntactic() {
            return name.startsWith("gram");
        }
    }

    public Analogies {
        sections = List.copyOf(sections);
    }

    /** Reads a file: {@code : name} starts a section, every other line has four words. */
    public static Analogies read(Path file) throws DataException {
        return parse(TestLines.read(file), file.toString());
    }

    /** Reads lines; {@code source} stands for them in messages. */
    public static Analogies parse(List<String> lines, String source) throws DataException {
        List<Section> sections = new ArrayList<>();
        String name = "questions";
        List<Question> questions = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.startsWith(":")) {
                close(sections, name, questions);
                name = line.substring(1).strip();
                questions = new ArrayList<>();
            } else if (!line.isEmpty()) {
                questions.add(question(line, source, i + 1));
            }
        }
        close(sections, name, questions);
        if (sections.isEmpty()) {
            throw new DataException("no analogy questions: file=" + source + ", lines=" + lines.size());
        }
        return new Analogies(sections);
    }

    private static void close(List<Section> sections, String name, List<Question> questions) {
        if (!questions.isEmpty()) {
            sections.add(new Section(name, questions));
        }
    }

    private static Question question(String line, String source, int number) throws DataException {
        String[] words = line.split("\\s+", -1);
        if (words.length != 4) {
            throw new DataException("bad analogy question: file=" + source + ", line=" + number + ", words="
                    + words.length + "; expected four words, or ': name' for a section");
        }
        return new Question(words[0], words[1], words[2], words[3]);
    }
}

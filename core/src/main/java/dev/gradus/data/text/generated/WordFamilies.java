package dev.gradus.data.text.generated;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The words between which the generated text plants relations, and common words. Read from a resource. */
record WordFamilies(List<Family> families, List<String> common) {

    private static final String RESOURCE = "relations.txt";

    /** Rows of words that belong together, one word for each role, and relations between roles. */
    record Family(List<List<String>> rows, List<Relation> relations) {

        int roles() {
            return rows.get(0).size();
        }

        /** The questions of a relation: every row against every other. */
        List<String> questions(Relation relation) {
            List<String> questions = new ArrayList<>();
            for (List<String> row : rows) {
                for (List<String> other : rows) {
                    if (row != other) {
                        questions.add(String.join(
                                " ",
                                row.get(relation.from()),
                                row.get(relation.to()),
                                other.get(relation.from()),
                                other.get(relation.to())));
                    }
                }
            }
            return questions;
        }
    }

    /** A relation from one role to another, which makes a section of questions. */
    record Relation(String section, int from, int to) {}

    static WordFamilies load() {
        List<Family> families = new ArrayList<>();
        List<String> common = new ArrayList<>();
        for (String line : lines()) {
            List<String> fields = List.of(line.substring(2).split(" ", -1));
            switch (line.charAt(0)) {
                case '#' -> {}
                case ':' -> families.add(new Family(new ArrayList<>(), new ArrayList<>()));
                case '>' ->
                    last(families)
                            .relations()
                            .add(new Relation(
                                    fields.get(0), Integer.parseInt(fields.get(1)), Integer.parseInt(fields.get(2))));
                case '=' -> common.addAll(fields);
                default -> last(families).rows().add(List.of(line.split(" ", -1)));
            }
        }
        return new WordFamilies(List.copyOf(families), List.copyOf(common));
    }

    private static Family last(List<Family> families) {
        return families.get(families.size() - 1);
    }

    private static List<String> lines() {
        InputStream in = WordFamilies.class.getResourceAsStream(RESOURCE);
        if (in == null) {
            throw new IllegalStateException("resource is missing: name=" + RESOURCE);
        }
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return reader.lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

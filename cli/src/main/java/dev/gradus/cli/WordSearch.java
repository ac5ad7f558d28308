package dev.gradus.cli;

import dev.gradus.data.DataException;
import dev.gradus.formats.WordVectorsFile;
import dev.gradus.math.Kernels;
import dev.gradus.model.vectors.Neighbour;
import dev.gradus.model.vectors.Neighbours;
import dev.gradus.model.vectors.Spelling;
import dev.gradus.model.vectors.WordVectors;
import dev.gradus.report.Figures;
import dev.gradus.report.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Words near to sums of words, for the commands that ask for them. */
final class WordSearch {

    private static final int MOST_SUGGESTIONS = 5;

    private final WordVectors vectors;
    private final int top;

    private WordSearch(WordVectors vectors, int top) {
        this.vectors = vectors;
        this.top = top;
    }

    static WordSearch open(Path model, int top) throws IOException, JobFileException {
        if (top < 1) {
            throw new JobFileException("bad value: --top=" + top + "; expected 1 or more");
        }
        if (!WordVectorsFile.isOne(model)) {
            throw new DataException("no vectors of words found: model=" + model
                    + "; name the folder of a word2vec run, its model folder, or a word2vec file");
        }
        return new WordSearch(WordVectorsFile.load(model), top);
    }

    /** The numbers of the words; one that is not listed is refused with near spellings. */
    List<Integer> ids(List<String> words) throws DataException {
        List<Integer> ids = new ArrayList<>();
        for (String word : words) {
            int id = vectors.vocabulary().id(word);
            if (id < 0) {
                throw new DataException("word is not in the vocabulary: word=" + word + ", words=" + vectors.size()
                        + Spelling.didYouMean(word, vectors.vocabulary(), MOST_SUGGESTIONS));
            }
            ids.add(id);
        }
        return ids;
    }

    /** For each word the nearest others. */
    List<List<Neighbour>> nearest(List<Integer> ids) {
        int width = vectors.dimension();
        float[] queries = new float[ids.size() * width];
        for (int i = 0; i < ids.size(); i++) {
            vectors.addUnitInto(queries, i * width, ids.get(i), 1);
        }
        List<List<Neighbour>> found = search(queries, ids.size(), 1);
        List<List<Neighbour>> nearest = new ArrayList<>();
        for (int i = 0; i < ids.size(); i++) {
            nearest.add(without(found.get(i), List.of(ids.get(i))));
        }
        return nearest;
    }

    /** The words nearest to {@code b - a + c} other than these. */
    List<Neighbour> analogous(int a, int b, int c) {
        float[] query = new float[vectors.dimension()];
        vectors.addUnitInto(query, 0, b, 1);
        vectors.addUnitInto(query, 0, a, -1);
        vectors.addUnitInto(query, 0, c, 1);
        Neighbours.normalize(query, 0, query.length);
        return without(search(query, 1, 3).get(0), List.of(a, b, c));
    }

    private List<List<Neighbour>> search(float[] queries, int count, int excluded) {
        int wanted = (int) Math.min(vectors.size(), (long) top + excluded);
        return vectors.neighbours(vectors.size(), Kernels.choose(Kernels.AUTO)).nearest(queries, count, wanted);
    }

    private List<Neighbour> without(List<Neighbour> found, List<Integer> excluded) {
        return found.stream()
                .filter(neighbour -> !excluded.contains(neighbour.id()))
                .limit(top)
                .toList();
    }

    /** The neighbours as JSON has them. */
    List<Object> figures(List<Neighbour> neighbours) {
        List<Object> figures = new ArrayList<>();
        for (Neighbour neighbour : neighbours) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("word", vectors.vocabulary().word(neighbour.id()));
            entry.put("similarity", neighbour.similarity());
            figures.add(entry);
        }
        return figures;
    }

    /** The neighbours in one line, each with its similarity. */
    String line(List<Neighbour> neighbours) {
        return neighbours.stream()
                .map(neighbour -> JobFileException.oneLine(vectors.vocabulary().word(neighbour.id())) + " "
                        + Figures.fixed(neighbour.similarity(), 2))
                .collect(Collectors.joining(", "));
    }

    /** The neighbours as a table under a heading. */
    String table(String heading, List<Neighbour> neighbours) {
        Table table = new Table(List.of(JobFileException.oneLine(heading), "similarity"));
        for (Neighbour neighbour : neighbours) {
            String word = JobFileException.oneLine(vectors.vocabulary().word(neighbour.id()));
            table.add(List.of(word, Figures.fixed(neighbour.similarity(), 4)));
        }
        return table.text();
    }
}

package dev.gradus.model.vectors;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The best of what it was offered: the highest similarities, and of equal ones the lowest ids. A heap with the worst of
 * them on top. Used by one thread.
 */
final class Best {

    private final int[] ids;
    private final float[] similarities;
    private int size;

    Best(int capacity) {
        this.ids = new int[capacity];
        this.similarities = new float[capacity];
    }

    /** Offers the similarities of the words {@code first} to {@code first + count}; {@code at} is where they start. */
    void offerAll(float[] offered, int at, int first, int count) {
        for (int i = 0; i < count; i++) {
            if (size < ids.length || offered[at + i] >= similarities[0]) {
                offer(first + i, offered[at + i]);
            }
        }
    }

    void offerAll(Best other) {
        for (int i = 0; i < other.size; i++) {
            offer(other.ids[i], other.similarities[i]);
        }
    }

    void offer(int id, float similarity) {
        if (Float.isNaN(similarity) || ids.length == 0) {
            return;
        }
        if (size < ids.length) {
            put(size++, id, similarity);
            rise(size - 1);
        } else if (worse(similarities[0], ids[0], similarity, id)) {
            put(0, id, similarity);
            sink();
        }
    }

    /** What is held, the best first. Empties the heap. */
    List<Neighbour> take() {
        List<Neighbour> taken = new ArrayList<>(size);
        while (size > 0) {
            taken.add(new Neighbour(ids[0], similarities[0]));
            size--;
            put(0, ids[size], similarities[size]);
            sink();
        }
        Collections.reverse(taken);
        return taken;
    }

    private void rise(int at) {
        for (int parent = (at - 1) / 2; at > 0 && worse(at, parent); parent = (at - 1) / 2) {
            swap(at, parent);
            at = parent;
        }
    }

    private void sink() {
        int at = 0;
        for (int child = 1; child < size; child = 2 * at + 1) {
            int worst = child + 1 < size && worse(child + 1, child) ? child + 1 : child;
            if (!worse(worst, at)) {
                return;
            }
            swap(at, worst);
            at = worst;
        }
    }

    private boolean worse(int i, int j) {
        return worse(similarities[i], ids[i], similarities[j], ids[j]);
    }

    private static boolean worse(float similarity, int id, float other, int otherId) {
        return similarity < other || (similarity == other && id > otherId);
    }

    private void swap(int i, int j) {
        int id = ids[i];
        float similarity = similarities[i];
        put(i, ids[j], similarities[j]);
        put(j, id, similarity);
    }

    private void put(int at, int id, float similarity) {
        ids[at] = id;
        similarities[at] = similarity;
    }
}

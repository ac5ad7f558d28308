package dev.gradus.exchange;

import java.util.Arrays;

/**
 * The touched rows of a matrix: their ids, ascending, and their values, one row after the other. A row that is not here
 * counts as not there, which is less than zero: adding it to {@code -0.0} leaves {@code -0.0}. Grows as rows are added
 * and keeps its memory when it is cleared. Owned by one rank.
 */
public final class SparseRows {

    private static final int FIRST_CAPACITY = 16;

    private final int rows;
    private final int width;
    private int[] ids = {};
    private float[] values = {};
    private int count;

    /** Whether ids ascend and none is there twice. */
    private boolean merged = true;

    /** Rows of a matrix of {@code rows} rows with {@code width} floats each. */
    public SparseRows(int rows, int width) {
        if (rows < 0 || width < 1) {
            throw new IllegalArgumentException("matrix has no shape: rows=" + rows + ", width=" + width);
        }
        this.rows = rows;
        this.width = width;
    }

    /** Rows of the matrix, touched or not. */
    public int rows() {
        return rows;
    }

    public int width() {
        return width;
    }

    /** How many rows are here. */
    public int count() {
        return count;
    }

    /** The ids of the rows; only the first {@link #count} count. Replaced when rows are added. */
    public int[] ids() {
        return ids;
    }

    /** The values of the rows in the order of {@link #ids}, {@link #width} each. Replaced when rows are added. */
    public float[] values() {
        return values;
    }

    public void clear() {
        count = 0;
        merged = true;
    }

    /** Adds a row; one that is here already is added to it by the next {@link #merge}. */
    public void add(int id, float[] row, int at) {
        grow(1);
        note(id);
        System.arraycopy(row, at, values, count * width, width);
        count++;
    }

    /** Adds a row of one float. */
    public void add(int id, float value) {
        if (width != 1) {
            throw new IllegalArgumentException("one float does not fill a row: width=" + width);
        }
        grow(1);
        note(id);
        values[count++] = value;
    }

    private void note(int id) {
        if (id < 0 || id >= rows) {
            throw new IllegalArgumentException("row outside the matrix: row=" + id + ", rows=" + rows);
        }
        merged &= count == 0 || ids[count - 1] < id;
        ids[count] = id;
    }

    /** Makes room for so many rows more. */
    public void grow(int more) {
        long needed = (long) count + more;
        if (needed * width > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException(
                    "rows do not fit an array: rows=" + needed + ", width=" + width + "; exchange fewer at a time");
        }
        if (needed > ids.length || needed * width > values.length) {
            long wanted = Math.max(needed, Math.max(FIRST_CAPACITY, ids.length + (ids.length >> 1)));
            int capacity = (int) Math.min(wanted, (Integer.MAX_VALUE - 8) / width);
            ids = Arrays.copyOf(ids, capacity);
            values = Arrays.copyOf(values, capacity * width);
        }
    }

    /** Sorts the rows by id and adds up those of the same id, in the order in which they came. */
    public void merge() {
        if (merged) {
            return;
        }
        long[] order = new long[count];
        for (int i = 0; i < count; i++) {
            order[i] = ((long) ids[i] << 32) | i; // the place too, so that equal ids stay in order
        }
        Arrays.sort(order);
        SparseRows sorted = new SparseRows(rows, width);
        sorted.grow(count);
        for (long key : order) {
            sorted.addInOrder((int) (key >>> 32), values, (int) key * width);
        }
        swap(sorted);
    }

    /** Adds a row whose id is no smaller than the last. */
    private void addInOrder(int id, float[] row, int at) {
        if (count > 0 && ids[count - 1] == id) {
            addInto(values, (count - 1) * width, row, at);
        } else {
            ids[count] = id;
            copy(values, count * width, row, at);
            count++;
        }
    }

    /** The place of the first row whose id is {@code id} or more; the rows must be merged. */
    public int place(int id) {
        int found = Arrays.binarySearch(ids, 0, count, id);
        return found >= 0 ? found : -found - 1;
    }

    /** Replaces these rows by the sum of two: {@code a + b} where both have a row, else the row that is there. */
    public void sum(SparseRows a, SparseRows b) {
        a.merge();
        b.merge();
        clear();
        grow(Math.addExact(a.count, b.count));
        int i = 0;
        int j = 0;
        while (i < a.count && j < b.count) {
            int ofA = a.ids[i];
            int ofB = b.ids[j];
            ids[count] = Math.min(ofA, ofB);
            if (ofA <= ofB) {
                copy(values, count * width, a.values, i++ * width);
                if (ofA == ofB) {
                    addInto(values, count * width, b.values, j++ * width);
                }
            } else {
                copy(values, count * width, b.values, j++ * width);
            }
            count++;
        }
        append(a, i, a.count);
        append(b, j, b.count);
    }

    /** Adds the rows in places {@code from} to {@code to} of another part of the matrix, behind those here. */
    public void append(SparseRows other, int from, int to) {
        boolean behind = count == 0 || from == to || ids[count - 1] < other.ids[from];
        boolean stillMerged = merged && other.merged && behind;
        int start = extend(to - from);
        System.arraycopy(other.ids, from, ids, start, to - from);
        System.arraycopy(other.values, from * width, values, start * width, (to - from) * width);
        merged = stillMerged;
    }

    /**
     * Makes {@code more} rows behind those here and returns the place of the first, for filling in {@link #ids} and
     * {@link #values}. The ids must ascend and be larger than those here.
     */
    public int extend(int more) {
        grow(more);
        count += more;
        return count - more;
    }

    /**
     * Adds up all terms into the first, in tree order: neighbours first, then neighbours of those sums, and so on. The
     * other terms are used up.
     */
    public static void treeSum(SparseRows[] terms) {
        SparseRows spare = new SparseRows(terms[0].rows, terms[0].width);
        for (int stride = 1; stride < terms.length; stride *= 2) {
            for (int i = 0; i + stride < terms.length; i += 2 * stride) {
                spare.sum(terms[i], terms[i + stride]);
                terms[i].swap(spare);
            }
        }
        terms[0].merge();
    }

    /** Trades rows and memory with another part of the same matrix. */
    public void swap(SparseRows other) {
        if (other.rows != rows || other.width != width) {
            throw new IllegalArgumentException("parts of different matrices: rows=" + rows + " and " + other.rows
                    + ", width=" + width + " and " + other.width);
        }
        int[] otherIds = other.ids;
        float[] otherValues = other.values;
        int otherCount = other.count;
        boolean otherMerged = other.merged;
        other.ids = ids;
        other.values = values;
        other.count = count;
        other.merged = merged;
        ids = otherIds;
        values = otherValues;
        count = otherCount;
        merged = otherMerged;
    }

    // Loops rather than calls, because rows of one float are common and a call would cost more than the row.
    private void copy(float[] to, int at, float[] from, int fromAt) {
        for (int i = 0; i < width; i++) {
            to[at + i] = from[fromAt + i];
        }
    }

    private void addInto(float[] to, int at, float[] from, int fromAt) {
        for (int i = 0; i < width; i++) {
            to[at + i] += from[fromAt + i];
        }
    }
}

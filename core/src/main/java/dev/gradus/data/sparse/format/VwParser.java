package dev.gradus.data.sparse.format;

import dev.gradus.data.sparse.SparseBlock;

/**
 * Rows of the text of Vowpal Wabbit: {@code label [importance] ['tag] |space[:scale] feature[:value] ... |space ...}. A
 * feature is the hash of its name, with the hash of its namespace as the seed; a name of digits alone is that number
 * plus the hash of the namespace, and a feature without a name counts from that hash on, both as Vowpal Wabbit has it.
 */
final class VwParser implements RowParser {

    private final int mask;
    private final int seed;
    private final Decimal decimal = new Decimal();
    private int space;
    private int unnamed;
    private double scale;

    VwParser(int bits, int seed) {
        this.mask = (int) ((1L << bits) - 1);
        this.seed = seed;
    }

    @Override
    public int parse(byte[] bytes, int from, SparseBlock into) throws BadRowException {
        int at = Labels.skipBlanks(bytes, from);
        if (bytes[at] == '\n') {
            return at + 1;
        }
        if (bytes[at] == '|' || bytes[at] == '\'') {
            throw BadRowException.found("no label", bytes, at, "-1, 0 or 1");
        }
        double number = decimal.read(bytes, at);
        if (bytes[decimal.end()] == '|') {
            throw BadRowException.found("no label", bytes, at, "a blank between label and |, or it is a tag");
        }
        float label = Labels.of(number, bytes, at, decimal.end());
        at = Labels.skipBlanks(bytes, decimal.end());
        float weight = 1;
        if (bytes[at] != '\'' && bytes[at] != '|' && !isTag(bytes, at)) {
            weight = importance(bytes, at);
            at = Labels.skipBlanks(bytes, decimal.end());
        }
        at = bytes[at] == '|' ? at : tag(bytes, at);
        while (bytes[at] == '|') {
            at = features(bytes, namespace(bytes, at + 1), into);
        }
        into.endRow(label, weight);
        return at + 1;
    }

    @Override
    public long space() {
        return mask + 1L;
    }

    private float importance(byte[] bytes, int at) throws BadRowException {
        float weight = (float) decimal.read(bytes, at);
        if (!(weight >= 0) || !Float.isFinite(weight) || !endsWord(bytes[decimal.end()])) {
            throw BadRowException.found("bad importance", bytes, at, "a number of at least 0, a 'tag or |");
        }
        return weight;
    }

    /** A word that touches the bar is a tag, whatever it looks like. */
    private static boolean isTag(byte[] bytes, int from) {
        int at = from;
        while (!endsWord(bytes[at])) {
            at++;
        }
        return at > from && bytes[at] == '|';
    }

    private static int tag(byte[] bytes, int from) throws BadRowException {
        int at = from;
        if (bytes[from] == '\'' || isTag(bytes, from)) {
            while (!endsWord(bytes[at])) {
                at++;
            }
            at = Labels.skipBlanks(bytes, at);
        }
        if (bytes[at] != '|') {
            throw BadRowException.found("no features", bytes, at, "|");
        }
        return at;
    }

    private int namespace(byte[] bytes, int from) throws BadRowException {
        int at = from;
        while (!endsName(bytes[at])) {
            at++;
        }
        scale = 1;
        unnamed = 0;
        if (at == from) {
            space = seed == 0 ? 0 : Murmur3.hash(bytes, from, 0, seed);
        } else {
            space = hash(bytes, from, at, seed);
        }
        if (bytes[at] == ':') {
            scale = number("bad scale", bytes, at + 1);
            at = decimal.end();
        }
        return at;
    }

    private int features(byte[] bytes, int from, SparseBlock into) throws BadRowException {
        int at = Labels.skipBlanks(bytes, from);
        while (bytes[at] != '|' && bytes[at] != '\n') {
            int name = at;
            while (!endsName(bytes[at])) {
                at++;
            }
            int id = at == name ? space + unnamed++ : hash(bytes, name, at, space);
            double value = scale;
            if (bytes[at] == ':') {
                value *= number("bad value", bytes, at + 1);
                at = decimal.end();
            }
            if (!Float.isFinite((float) value)) {
                throw BadRowException.found("bad value", bytes, name, "a finite number when it is scaled");
            }
            into.add(id & mask, (float) value);
            at = Labels.skipBlanks(bytes, at);
        }
        return at;
    }

    private double number(String what, byte[] bytes, int at) throws BadRowException {
        double number = decimal.read(bytes, at);
        if (!Float.isFinite((float) number) || !endsWord(bytes[decimal.end()])) {
            throw BadRowException.found(what, bytes, at, "a finite number");
        }
        return number;
    }

    private static int hash(byte[] bytes, int from, int to, int seed) {
        int number = 0;
        for (int at = from; at < to; at++) {
            int digit = bytes[at] - '0';
            if (digit < 0 || digit > 9) {
                return Murmur3.hash(bytes, from, to - from, seed);
            }
            number = number * 10 + digit; // may overflow: only the lowest bits count
        }
        return number + seed;
    }

    private static boolean endsWord(byte next) {
        return next == ' ' || next == '\t' || next == '\n' || next == '\r' || next == '|';
    }

    private static boolean endsName(byte next) {
        return next == ':' || endsWord(next);
    }
}

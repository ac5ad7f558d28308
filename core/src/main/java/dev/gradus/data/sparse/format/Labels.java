package dev.gradus.data.sparse.format;

/** What formats write for the two classes. */
final class Labels {

    private Labels() {}

    /** 0 or 1 for a label of -1, 0 or 1 that ended at {@code end} and began at {@code at}. */
    static float of(double label, byte[] bytes, int at, int end) throws BadRowException {
        boolean ends = bytes[end] == ' ' || bytes[end] == '\t' || bytes[end] == '\n' || bytes[end] == '\r';
        if (!ends || !(label == 1 || label == 0 || label == -1)) {
            throw BadRowException.found("bad label", bytes, at, "-1, 0 or 1");
        }
        return label == 1 ? 1 : 0;
    }

    /** Nothing but blanks stands in the line from here on. */
    static int skipBlanks(byte[] bytes, int from) {
        int at = from;
        while (bytes[at] == ' ' || bytes[at] == '\t' || bytes[at] == '\r') {
            at++;
        }
        return at;
    }
}

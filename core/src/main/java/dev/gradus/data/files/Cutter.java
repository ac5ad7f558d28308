package dev.gradus.data.files;

/** Decides where a file is cut into pieces, so that every thread that sees the bytes around a border agrees. */
public interface Cutter {

    /** No cut can be told from the bytes that are known. */
    int UNKNOWN = -1;

    /** How far apart borders are. */
    int pieceBytes();

    /** How many bytes after a border are looked at first. */
    int look();

    /** How many bytes after a border are looked at before there is a cut in any case. */
    int mostLook();

    /**
     * The cut for a border: the border itself or a place behind it. Never before the cut of an earlier border.
     *
     * @param border with one byte before it that is known
     * @param limit the end of the bytes that may be looked at; {@link #UNKNOWN} is an answer only if it is less than
     *     {@link #mostLook} after the border, and the file does not end there
     * @param ends whether the file ends at the limit
     */
    int cut(byte[] bytes, int border, int limit, boolean ends);
}

package dev.gradus.formats;

import dev.gradus.data.DataException;
import dev.gradus.data.files.Cutter;
import dev.gradus.data.files.FilePass;
import dev.gradus.data.files.Piece;
import dev.gradus.data.files.SourceFile;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.List;

/**
 * Finds out whether files of columns can be cut wherever a line feed stands: no byte is a quote, in which a line feed
 * could stand, none is a lone carriage return, which ends a line that nobody would count, and no line is too long.
 */
final class CutCheck implements FilePass.Worker {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHS = 0x8080808080808080L;

    private boolean failed;

    private CutCheck() {}

    /** Reads plain files once, far faster than their rows are read; packed ones are not cut. */
    static boolean passes(List<SourceFile> files, Cutter cutter, int threads) throws DataException {
        return files.stream().noneMatch(SourceFile::packed)
                && FilePass.run(files, cutter, threads, CutCheck::new).stream().noneMatch(check -> check.failed);
    }

    @Override
    public void work(Piece piece) {
        if (piece.length() == 0) {
            return; // the line that it would begin in was left to the piece before
        }
        // A piece as long as that may be one line, which is for a reader that knows what to say of it.
        failed = failed
                || piece.length() >= ColumnLines.MOST_BYTES
                || piece.startsInLine()
                || piece.endsInLine()
                || hasQuoteOrLoneReturn(piece.bytes(), piece.from(), piece.to());
    }

    private static boolean hasQuoteOrLoneReturn(byte[] bytes, int from, int to) {
        int at = from;
        for (; at + Long.BYTES <= to; at += Long.BYTES) {
            long word = (long) LONGS.get(bytes, at);
            if ((has(word, '"') | has(word, '\r')) != 0 && isAny(bytes, at, at + Long.BYTES, to)) {
                return true;
            }
        }
        return isAny(bytes, at, to, to);
    }

    /** Not 0 if any byte of the word is this one. */
    private static long has(long word, char wanted) {
        long differences = word ^ (ONES * wanted);
        return (differences - ONES) & ~differences & HIGHS;
    }

    private static boolean isAny(byte[] bytes, int from, int to, int end) {
        for (int at = from; at < to; at++) {
            if (bytes[at] == '"' || (bytes[at] == '\r' && (at + 1 == end || bytes[at + 1] != '\n'))) {
                return true;
            }
        }
        return false;
    }
}

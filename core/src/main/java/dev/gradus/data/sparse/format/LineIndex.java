package dev.gradus.data.sparse.format;

import dev.gradus.data.DataException;
import dev.gradus.data.files.Cutter;
import dev.gradus.data.files.Digest;
import dev.gradus.data.files.FileMemo;
import dev.gradus.data.files.FilePass;
import dev.gradus.data.files.Piece;
import dev.gradus.data.files.SourceFile;
import dev.gradus.data.files.SourceFiles;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the lines of plain files begin, each of which is a row, so that any row can be read where it stands: a place
 * for every {@value #GROUP_ROWS} of them. Immutable.
 */
final class LineIndex {

    /** Of which blocks of rows have a multiple, as most do; then nothing is read that is not wanted. */
    static final int GROUP_ROWS = 20;

    private static final FileMemo<Scanned> MEMO = new FileMemo<>();

    /** The lines of some files, or why they are not suited. */
    private record Scanned(@Nullable LineIndex lines, String unsuited) {}

    /** Consecutive lines of a file, and where every {@link #GROUP_ROWS}th of them begins. */
    static final class Part {

        private final Bytes bytes;
        private final int rows;
        private final int[] groups;

        /** Takes over where groups of rows begin, counted from the first byte. */
        Part(Bytes bytes, int rows, int[] groups) {
            this.bytes = bytes;
            this.rows = rows;
            this.groups = groups;
        }

        SourceFile file() {
            return bytes.file();
        }

        /** Where it begins in its file. */
        long offset() {
            return bytes.offset();
        }

        int rows() {
            return rows;
        }

        /** Where a group of rows begins; for that behind the last, where the part ends. */
        int begin(int group) {
            return group < groups.length ? groups[group] : bytes.length();
        }
    }

    /** The bytes of a part, and their checksum. */
    record Bytes(Piece.Place place, SourceFile file, long offset, int length, int crc) {}

    private final Part[] parts;

    /** Which row each part begins with; and behind them how many there are. */
    private final long[] starts;

    private final long space;

    private LineIndex(List<Part> parts, long space) {
        this.parts = parts.toArray(new Part[0]);
        this.space = space;
        this.starts = new long[parts.size() + 1];
        for (int i = 0; i < this.parts.length; i++) {
            starts[i + 1] = starts[i] + this.parts[i].rows();
        }
    }

    /**
     * Looks through plain files with several threads, unless this process has done that before; refuses those that may
     * have lines which are no rows by an {@link UnsuitedException}.
     */
    static LineIndex of(List<SourceFile> files, LineFormat format, int threads) throws DataException {
        Scanned scanned = MEMO.get(files, format.name() + "\n" + format.settings(), () -> {
            try {
                return new Scanned(scan(files, format, RowReader.CUTTER, threads), "");
            } catch (UnsuitedException e) {
                return new Scanned(null, String.valueOf(e.getMessage()));
            }
        });
        if (scanned.lines() == null) {
            throw new UnsuitedException(scanned.unsuited());
        }
        return scanned.lines();
    }

    static LineIndex scan(List<SourceFile> files, LineFormat format, Cutter cutter, int threads) throws DataException {
        List<LineScan> scans = FilePass.run(
                files, cutter, threads, () -> new LineScan(format.looks().get()));
        SourceFiles.requireUnchanged(files);
        List<Part> parts = new ArrayList<>();
        scans.forEach(scan -> parts.addAll(scan.parts()));
        parts.sort(Comparator.comparing(part -> part.bytes.place()));
        return new LineIndex(
                parts, scans.stream().mapToLong(LineScan::space).max().orElseThrow());
    }

    long rows() {
        return starts[parts.length];
    }

    /** A number that all features are less than. */
    long space() {
        return space;
    }

    Part part(int number) {
        return parts[number];
    }

    /** The row that a part begins with. */
    long start(int number) {
        return starts[number];
    }

    /** The part that has a row. */
    int partOf(long row) {
        int found = Arrays.binarySearch(starts, row);
        return found < 0 ? -found - 2 : found;
    }

    /** The line of its file, from 1, that a part begins with. */
    long line(int number) {
        int first = number;
        while (first > 0 && fileOf(first - 1) == fileOf(number)) {
            first--;
        }
        return starts[number] - starts[first] + 1;
    }

    private int fileOf(int number) {
        return parts[number].bytes.place().file();
    }

    /** Equal for equal lines in equal files. */
    String fingerprint() {
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES + 3 * Integer.BYTES * parts.length);
        bytes.putLong(space);
        for (Part part : parts) {
            bytes.putInt(part.bytes.place().file()).putInt(part.rows()).putInt(part.bytes.crc());
        }
        return Digest.of(bytes.array()).substring(0, 16);
    }
}

package dev.gradus.data.sparse.format;

import dev.gradus.data.DataException;
import dev.gradus.data.files.Piece;
import dev.gradus.data.files.SourceFile;
import dev.gradus.data.files.SourceFiles;
import dev.gradus.data.sparse.SparseBlock;
import dev.gradus.data.sparse.SparseSource;
import dev.gradus.data.sparse.cache.FrequentFeatures;
import dev.gradus.data.sparse.cache.RowCoder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows that are parsed whenever they are read, out of files whose lines are known. */
final class TextRows implements SparseSource {

    /** Rows that are read at once at least, if the part has them. */
    private static final int AHEAD_ROWS = 60;

    private final LineIndex lines;
    private final LineFormat format;
    private final FrequentFeatures frequent;
    private final long space;

    /** Guarded by itself. */
    private final List<Cursor> cursors = new ArrayList<>();

    /** Rows of some lines; all of their features are less than {@code space}. */
    TextRows(LineIndex lines, LineFormat format, FrequentFeatures frequent, long space) {
        this.lines = lines;
        this.format = format;
        this.frequent = frequent;
        this.space = space;
    }

    @Override
    public long rows() {
        return lines.rows();
    }

    @Override
    public Reader reader() {
        Cursor cursor = new Cursor();
        synchronized (cursors) {
            cursors.add(cursor);
        }
        return cursor;
    }

    /** Nobody may read any more. */
    @Override
    public void close() {
        synchronized (cursors) {
            cursors.forEach(Cursor::close);
        }
    }

    /** Some lines of one part, of which those before {@code row} have been read. */
    private final class Cursor implements Reader {

        private final RowParser parser = format.parsers().get();
        private final RowCoder coder = new RowCoder(frequent);
        private final SparseBlock parsed = new SparseBlock();
        private byte[] bytes = new byte[0];
        private @Nullable FileChannel channel;
        private @Nullable SourceFile open;

        private int part = -1;
        private int row;
        private int endRow;
        private int at;
        private int end;

        @Override
        public void read(long from, long to, SparseBlock into) throws DataException {
            if (from < 0 || to < from || to > rows()) {
                throw new IllegalArgumentException("no such rows: from=" + from + ", to=" + to + ", rows=" + rows());
            }
            parsed.clear();
            for (long next = from; next < to; ) {
                int number = partOf(next);
                int first = (int) (next - lines.start(number));
                int last = (int)
                        Math.min(to - lines.start(number), lines.part(number).rows());
                seek(number, first, last);
                next += parse(Math.min(last, endRow));
            }
            coder.append(parsed, into);
        }

        private int partOf(long number) {
            boolean here = part >= 0 && number >= lines.start(part) && number < lines.start(part + 1);
            return here ? part : lines.partOf(number);
        }

        /** Makes {@code first} the next row, and has at least one of those up to {@code last}. */
        private void seek(int number, int first, int last) throws DataException {
            if (number != part || first < row || first >= endRow) {
                int least = Math.min(lines.part(number).rows(), first + AHEAD_ROWS);
                load(number, first / LineIndex.GROUP_ROWS, Math.max(last, least));
            }
            for (; row < first; row++) {
                while (bytes[at] != '\n') {
                    at++;
                }
                at++;
            }
        }

        private void load(int number, int group, int last) throws DataException {
            LineIndex.Part loaded = lines.part(number);
            if (number != part) { // once for every 1 MiB, and lines that another file has there may be rows too
                SourceFiles.requireUnchanged(List.of(loaded.file()));
            }
            part = -1; // or a failure would leave the rows of one part with the number of another
            int groups = (last + LineIndex.GROUP_ROWS - 1) / LineIndex.GROUP_ROWS;
            int from = loaded.begin(group);
            int length = loaded.begin(groups) - from;
            if (bytes.length < length + Piece.SLACK) {
                bytes = new byte[length + (length >> 1) + Piece.SLACK];
            }
            copy(loaded, from, length);
            bytes[length] = '\n'; // so that parsers need not look where they end
            part = number;
            row = group * LineIndex.GROUP_ROWS;
            endRow = Math.min(loaded.rows(), groups * LineIndex.GROUP_ROWS);
            at = 0;
            end = length;
        }

        private void copy(LineIndex.Part from, int offset, int length) throws DataException {
            ByteBuffer buffer = ByteBuffer.wrap(bytes, 0, length);
            try {
                FileChannel file = channel(from.file());
                while (buffer.hasRemaining()) {
                    if (file.read(buffer, from.offset() + offset + buffer.position()) < 0) {
                        throw changed(from.file());
                    }
                }
            } catch (IOException e) {
                throw from.file().unreadable(e);
            }
        }

        private FileChannel channel(SourceFile file) throws IOException {
            if (channel == null || !file.equals(open)) {
                close();
                channel = FileChannel.open(file.path());
                open = file;
            }
            return channel;
        }

        private void close() {
            try {
                if (channel != null) {
                    channel.close();
                }
            } catch (IOException e) {
                // Nothing was written, so nothing can be lost.
            }
            channel = null;
        }

        /** Parses rows up to one and returns how many. */
        private int parse(int to) throws DataException {
            int before = parsed.rows();
            int from = row;
            int line = at;
            try {
                for (; row < to && at < end; row++) {
                    line = at;
                    at = parser.parse(bytes, at, parsed);
                }
            } catch (BadRowException e) {
                throw bad(e, line);
            }
            if (row < to || parsed.rows() - before != to - from || parser.space() > space) {
                throw changed(lines.part(part).file());
            }
            return to - from;
        }

        private DataException bad(BadRowException e, int line) {
            String place = lines.part(part).file().path() + ":" + (lines.line(part) + row);
            part = -1; // the row that is open is half parsed
            return new DataException(place + ":" + (e.index() - line + 1) + ": " + e.getMessage());
        }
    }

    private static DataException changed(SourceFile file) {
        return new DataException(
                "file changed while it was read: file=" + file.path() + "; start again when it is complete");
    }
}

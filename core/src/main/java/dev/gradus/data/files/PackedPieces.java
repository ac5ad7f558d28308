package dev.gradus.data.files;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The pieces of a packed file: whoever asks first unpacks the next one while others work on theirs. The bytes from just
 * before the next border on are kept in a window.
 */
final class PackedPieces implements PieceReader {

    private final SourceFile file;
    private final Cutter cutter;
    private final ReentrantLock lock = new ReentrantLock();

    private byte[] window = new byte[0];
    private int filled;
    private long offset;
    private long number;
    private boolean ended;
    private volatile boolean done;
    private @Nullable InputStream stream;

    PackedPieces(SourceFile file, Cutter cutter) {
        this.file = file;
        this.cutter = cutter;
    }

    @Override
    public Answer next(Piece piece, int fileNumber, boolean patient) throws IOException {
        if (done) {
            return Answer.END;
        }
        if (patient) {
            lock.lock();
        } else if (!lock.tryLock()) {
            return Answer.BUSY;
        }
        try {
            return read(piece, fileNumber);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() throws IOException {
        lock.lock();
        try {
            done = true;
            window = new byte[0];
            if (stream != null) {
                stream.close();
                stream = null;
            }
        } finally {
            lock.unlock();
        }
    }

    private Answer read(Piece piece, int fileNumber) throws IOException {
        if (done) {
            return Answer.END;
        }
        int border = number == 0 ? 0 : 1;
        int following = border + cutter.pieceBytes();
        for (int look = cutter.look(); ; look *= PlainPieces.LOOK_GROWTH) {
            int capped = Math.min(look, cutter.mostLook());
            // One more than is needed, to know whether the file ends there.
            fill(open(), following + capped + 1);
            if (border >= filled) {
                close();
                return Answer.END;
            }
            int from = number == 0 ? 0 : cut(border, capped);
            int to = following >= filled ? filled : cut(following, capped);
            if (from != Cutter.UNKNOWN && to != Cutter.UNKNOWN) {
                hand(piece, from, to);
                piece.set(new Piece.Place(fileNumber, number), ended && to == filled);
                number++;
                slide(Math.min(following - 1, filled));
                return Answer.READ;
            }
        }
    }

    private void hand(Piece piece, int from, int to) {
        System.arraycopy(window, 0, piece.room(filled), 0, filled);
        piece.set(file, offset, from, to);
    }

    private InputStream open() throws IOException {
        if (stream == null) {
            stream = file.open();
            stream.skipNBytes(file.from());
            offset = file.from();
        }
        return stream;
    }

    private void fill(InputStream from, int length) throws IOException {
        long left = file.to() - offset;
        int wanted = (int) Math.min(length, left);
        if (wanted > window.length) {
            window = Arrays.copyOf(window, wanted);
        }
        try {
            while (!ended && filled < wanted) {
                int read = from.read(window, filled, wanted - filled);
                ended = read < 0;
                filled += Math.max(0, read);
            }
        } catch (IOException e) {
            throw new IOException(ReadFailure.reason(e) + ", unpacked=" + (offset + filled), e);
        }
        ended |= filled == left;
    }

    private int cut(int border, int look) {
        int limit = (int) Math.min(filled, border + (long) look);
        return cutter.cut(window, border, limit, ended && limit == filled);
    }

    private void slide(int by) {
        System.arraycopy(window, by, window, 0, filled - by);
        filled -= by;
        offset += by;
    }
}

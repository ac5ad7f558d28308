package dev.gradus.data.files;

import dev.gradus.data.DataException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.concurrent.atomic.AtomicLong;

/** The pieces of a plain file: each is read by itself from its place in the file. */
final class PlainPieces implements PieceReader {

    /** By how much further is looked when a line does not end. */
    static final int LOOK_GROWTH = 4;

    private final SourceFile file;
    private final Cutter cutter;
    private final AtomicLong next = new AtomicLong();

    PlainPieces(SourceFile file, Cutter cutter) {
        this.file = file;
        this.cutter = cutter;
    }

    @Override
    public Answer next(Piece piece, int fileNumber, boolean patient) throws IOException {
        long number = next.getAndIncrement();
        long border = file.from() + number * cutter.pieceBytes();
        if (border >= file.to()) {
            next.decrementAndGet(); // asked again and again, the number must not grow
            return Answer.END;
        }
        Piece.Place place = new Piece.Place(fileNumber, number);
        piece.set(place, false); // known even if reading fails
        read(piece, border, number == 0);
        piece.set(place, piece.offset(piece.to()) == file.to());
        return Answer.READ;
    }

    @Override
    public void close() {}

    private void read(Piece piece, long border, boolean first) throws IOException {
        // Longer lines are read again from their piece's start, since they are rare.
        for (int look = cutter.look(); !read(piece, border, first, look); look *= LOOK_GROWTH) {}
    }

    /** False if a cut cannot be told from so few bytes after the borders. */
    private boolean read(Piece piece, long border, boolean first, int look) throws IOException {
        int capped = Math.min(look, cutter.mostLook());
        long offset = first ? border : border - 1;
        long following = border + cutter.pieceBytes();
        int length = (int) (Math.min(file.to(), following + capped) - offset);
        byte[] bytes = piece.room(length);
        fill(bytes, length, offset);
        int from = first ? 0 : cut(bytes, (int) (border - offset), offset, length, capped);
        int to = following >= file.to() ? length : cut(bytes, (int) (following - offset), offset, length, capped);
        piece.set(file, offset, from, to);
        return from != Cutter.UNKNOWN && to != Cutter.UNKNOWN;
    }

    private int cut(byte[] bytes, int border, long offset, int length, int look) {
        int limit = (int) Math.min(length, border + (long) look);
        return cutter.cut(bytes, border, limit, offset + limit == file.to());
    }

    /** Opens the file for every piece: files may be many, and a piece takes a thousand times as long. */
    private void fill(byte[] bytes, int length, long offset) throws IOException {
        try (FileChannel channel = FileChannel.open(file.path())) {
            ByteBuffer buffer = ByteBuffer.wrap(bytes, 0, length);
            while (buffer.hasRemaining()) {
                if (channel.read(buffer, offset + buffer.position()) < 0) {
                    throw new DataException("file became shorter while it was read: file=" + file.path() + ", size="
                            + file.size() + ", now=" + channel.size());
                }
            }
        }
    }
}

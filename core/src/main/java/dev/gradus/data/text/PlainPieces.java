package dev.gradus.data.text;

import dev.gradus.data.DataException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.concurrent.atomic.AtomicLong;

/** The pieces of a plain file: each is read by itself from its place in the file. */
final class PlainPieces implements PieceReader {

    private final TextFile file;
    private final Cutter cutter;
    private final Tokenizer tokenizer;
    private final AtomicLong next = new AtomicLong();

    PlainPieces(TextFile file, Cutter cutter, Tokenizer tokenizer) {
        this.file = file;
        this.cutter = cutter;
        this.tokenizer = tokenizer;
    }

    @Override
    public Answer next(Piece piece, int fileNumber, boolean patient) throws IOException {
        long number = next.getAndIncrement();
        long border = file.from() + number * cutter.pieceBytes();
        if (border >= file.to()) {
            next.decrementAndGet(); // asked again and again, the number must not grow
            return Answer.END;
        }
        piece.set(new Piece.Place(fileNumber, number));
        read(piece, border, number == 0);
        return Answer.READ;
    }

    @Override
    public void close() {}

    private void read(Piece piece, long border, boolean first) throws IOException {
        long offset = first ? border : border - 1;
        int start = (int) (border - offset);
        long following = border + cutter.pieceBytes();
        int length = (int) (Math.min(file.to(), following + cutter.reach()) - offset);
        byte[] bytes = piece.room(length);
        fill(bytes, length, offset);
        int from = first ? 0 : cut(bytes, start, offset, length);
        int to = following >= file.to() ? length : cut(bytes, (int) (following - offset), offset, length);
        piece.set(file, offset, from, to);
    }

    private int cut(byte[] bytes, int border, long offset, int length) {
        int limit = (int) Math.min(length, border + (long) cutter.reach());
        return cutter.cut(bytes, border, limit, offset + limit == file.to(), tokenizer);
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

package dev.gradus.cli;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;

/** Reads the files of an archive packed by tar and gzip, one after the other. Nothing is written anywhere. */
final class TarEntries {

    private static final int BLOCK = 512;
    private static final int NAME_BYTES = 100;
    private static final int SIZE_AT = 124;
    private static final int SIZE_DIGITS = 11;
    private static final int TYPE_AT = 156;
    private static final int OCTAL = 8;

    /** Takes a file. */
    interface Sink {
        void file(String name, byte[] bytes) throws IOException;
    }

    private TarEntries() {}

    /** Hands all files to the sink, by their names without folders. One of more than so many bytes is an error. */
    static void read(byte[] archive, int mostBytes, Sink sink) throws IOException {
        try (BufferedInputStream in =
                new BufferedInputStream(new GZIPInputStream(new ByteArrayInputStream(archive)), 1 << 16)) {
            byte[] head = in.readNBytes(BLOCK);
            while (head.length == BLOCK && head[0] != 0) {
                long size = size(head);
                if (size < 0 || size > mostBytes) {
                    throw new IOException("a file of the archive has another length than expected: bytes=" + size);
                }
                byte[] bytes = in.readNBytes((int) size);
                if (bytes.length != size) {
                    throw new EOFException("the archive ends too early");
                }
                if (head[TYPE_AT] == '0' || head[TYPE_AT] == 0) {
                    sink.file(name(head), bytes);
                }
                in.skipNBytes(-size & (BLOCK - 1));
                head = in.readNBytes(BLOCK);
            }
        }
    }

    private static String name(byte[] head) {
        int end = 0;
        while (end < NAME_BYTES && head[end] != 0) {
            end++;
        }
        String path = new String(head, 0, end, StandardCharsets.UTF_8);
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private static long size(byte[] head) throws IOException {
        String digits = new String(head, SIZE_AT, SIZE_DIGITS, StandardCharsets.US_ASCII).strip();
        try {
            return digits.isEmpty() ? 0 : Long.parseLong(digits, OCTAL);
        } catch (NumberFormatException e) {
            throw new IOException("not an archive of tar", e);
        }
    }
}

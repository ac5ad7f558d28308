package dev.gradus.data.text;

import dev.gradus.data.DataException;
import dev.gradus.data.files.SourceFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the book between the header and the footer that Project Gutenberg puts around it. The line that ends the header
 * is looked for in the first 64 KiB of a file, the one that begins the footer in its last 64 KiB.
 */
public final class Gutenberg {

    /** Whether header and footer are cut. */
    enum Cut {
        /** Where they are. */
        AUTO,
        /** Always; a file without them is refused. */
        TRUE,
        /** Never. */
        FALSE;

        static Cut of(String name) {
            return valueOf(name.toUpperCase(Locale.ROOT));
        }
    }

    private static final int WINDOW_BYTES = 1 << 16;

    /**
     * The end of a header. A long title may run on to a second and third line before the closing stars. Books of before
     * 2001 have the end of the small print instead.
     */
    private static final Pattern START = Pattern.compile(
            "^(?:\u00EF\u00BB\u00BF)?[ \\t]*\\*{3} ?START OF (?:THE|THIS)\\b[^\\n]{0,40}?PROJECT GUTENBERG"
                    + "(?:(?:[^*\\n]*\\n){0,2}[^*\\n]*\\*{3}[^\\n]*|[^\\n]*)(?:\\n|\\z)"
                    + "|^\\*END ?\\*? ?THE SMALL PRINT![^\\n]*(?:\\n|\\z)",
            Pattern.MULTILINE | Pattern.CASE_INSENSITIVE);

    private static final Pattern END = Pattern.compile(
            "^[ \\t]*\\*{3} ?END OF (?:THE|THIS)\\b[^\\n]{0,40}?PROJECT GUTENBERG"
                    + "|^End of (?:the |this )?Project Gutenberg",
            Pattern.MULTILINE | Pattern.CASE_INSENSITIVE);

    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private Gutenberg() {}

    /** The book in a text; the whole text if it has no header. */
    public static byte[] body(byte[] text) {
        int from = afterHeader(text, text.length);
        if (from < 0) {
            return text.clone();
        }
        int window = Math.max(from, text.length - WINDOW_BYTES);
        int end = footer(Arrays.copyOfRange(text, window, text.length));
        return Arrays.copyOfRange(text, from, end < 0 ? text.length : window + end);
    }

    /** A file from the end of its header to its footer; and in any case without a mark of byte order. */
    static SourceFile cut(SourceFile file, Cut cut) throws DataException {
        try {
            byte[] head = head(file);
            int from = cut == Cut.FALSE ? -1 : afterHeader(head, head.length);
            if (from >= 0) {
                return file.with(from, end(file, from));
            }
            if (cut == Cut.TRUE) {
                throw new DataException("no header of Project Gutenberg: file=" + file.path()
                        + ", data.gutenberg=true; write auto if not every file has one");
            }
            boolean marked = Arrays.equals(Arrays.copyOf(head, BYTE_ORDER_MARK.length), BYTE_ORDER_MARK);
            return marked ? file.with(BYTE_ORDER_MARK.length, file.to()) : file;
        } catch (IOException e) {
            throw file.unreadable(e);
        }
    }

    private static byte[] head(SourceFile file) throws IOException {
        try (InputStream stream = file.open()) {
            return stream.readNBytes(WINDOW_BYTES);
        }
    }

    private static long end(SourceFile file, long from) throws IOException {
        if (file.packed()) {
            return endOfPacked(file, from);
        }
        long window = Math.max(from, file.size() - WINDOW_BYTES);
        ByteBuffer tail = ByteBuffer.allocate((int) (file.size() - window));
        try (FileChannel channel = FileChannel.open(file.path())) {
            while (tail.hasRemaining() && channel.read(tail, window + tail.position()) >= 0) {}
        }
        int end = footer(Arrays.copyOf(tail.array(), tail.position()));
        return end < 0 ? file.to() : window + end;
    }

    /** Unpacks the whole file, to learn where it ends. Books are short, and other packed files do not come here. */
    private static long endOfPacked(SourceFile file, long from) throws IOException {
        byte[] tail = new byte[2 * WINDOW_BYTES];
        int length = 0;
        long window = from;
        try (InputStream stream = file.open()) {
            stream.skipNBytes(from);
            for (int read; (read = stream.readNBytes(tail, length, WINDOW_BYTES)) > 0; ) {
                length += read;
                int spare = Math.max(0, length - WINDOW_BYTES);
                System.arraycopy(tail, spare, tail, 0, length - spare);
                length -= spare;
                window += spare;
            }
        }
        int end = footer(Arrays.copyOf(tail, length));
        return window + (end < 0 ? length : end);
    }

    /** Where the text goes on after its header; -1 if it has none. */
    private static int afterHeader(byte[] text, int length) {
        Matcher matcher = START.matcher(latin(text, Math.min(length, WINDOW_BYTES)));
        return matcher.find() ? matcher.end() : -1;
    }

    private static int footer(byte[] tail) {
        Matcher matcher = END.matcher(latin(tail, tail.length));
        return matcher.find() ? matcher.start() : -1;
    }

    /** One character a byte, so that places in the text are places in the file. */
    private static String latin(byte[] text, int length) {
        return new String(text, 0, length, StandardCharsets.ISO_8859_1);
    }
}

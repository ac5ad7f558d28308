package dev.gradus.formats;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;

/** What the first bytes of a file of columns tell: how many of them are a mark of byte order, and what separates. */
record FileHead(int markBytes, char separator) {

    private static final int MARK_BYTES = 3;

    static FileHead of(byte[] head, ColumnSettings settings) {
        char given = settings.separator();
        return new FileHead(
                startsWithMark(head) ? MARK_BYTES : 0, given == ColumnSettings.GUESSED ? guessSeparator(head) : given);
    }

    /** All bytes of a file without its mark, given those at its head and a stream of the others. */
    InputStream behindMark(byte[] head, InputStream others) {
        return new SequenceInputStream(new ByteArrayInputStream(head, markBytes, head.length - markBytes), others);
    }

    /** Reads lines of bytes that are taken as characters of their own. */
    CsvReader<CsvLine> reader(ColumnLines lines, InputStream stream) {
        return CsvReader.builder()
                .fieldSeparator(separator)
                .allowUnclosedQuote(false)
                .maxBufferSize(ColumnLines.MOST_BYTES)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE) // a row of another width is a bad row
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .build(lines, new InputStreamReader(stream, StandardCharsets.ISO_8859_1));
    }

    private static boolean startsWithMark(byte[] head) {
        return head.length >= MARK_BYTES && head[0] == (byte) 0xEF && head[1] == (byte) 0xBB && head[2] == (byte) 0xBF;
    }

    /** Tab if the first line has more of them than commas, not counting those in quotes; else comma. */
    private static char guessSeparator(byte[] head) {
        int tabs = 0;
        int commas = 0;
        boolean quoted = false;
        for (int at = 0; at < head.length && (quoted || head[at] != '\n' || tabs + commas == 0); at++) {
            quoted ^= head[at] == '"';
            tabs += !quoted && head[at] == '\t' ? 1 : 0;
            commas += !quoted && head[at] == ',' ? 1 : 0;
        }
        return tabs > commas ? '\t' : ',';
    }
}

package dev.gradus.data.sparse.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.gradus.data.files.Piece;
import dev.gradus.data.sparse.SparseBlock;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Any line of any text is refused, or is a row whose features are in their space and whose values are finite. */
class RowParserFuzz {

    static Stream<byte[]> seeds() {
        String criteo = "1" + "\t5".repeat(13) + "\t68fd1e64".repeat(26) + "\n0" + "\t".repeat(39) + "\n";
        return Stream.of(
                        "+1 1:0.693 2:3.178e-2 14:1 # a comment\n-1\n0 33762578:1\r\n",
                        "1 2.5 tag|user age:30 x |item:0.5 y 17\n-1 |a b\n",
                        criteo)
                .map(text -> text.getBytes(UTF_8));
    }

    @MethodSource("seeds")
    @FuzzTest
    void aLineIsRefusedOrIsARow(byte[] input) {
        List<RowParser> parsers = List.of(
                new LibsvmParser(1),
                new LibsvmParser(0),
                new VwParser(18, 0),
                new VwParser(31, -7),
                new CriteoParser(false, 24, 0),
                new CriteoParser(true, 31, 1));
        for (RowParser parser : parsers) {
            parse(parser, input);
        }
    }

    private static void parse(RowParser parser, byte[] input) {
        byte[] bytes = Arrays.copyOf(input, input.length + Piece.SLACK);
        bytes[input.length] = '\n';
        SparseBlock block = new SparseBlock();
        for (int at = 0; at < input.length; ) {
            int next;
            try {
                next = parser.parse(bytes, at, block);
            } catch (BadRowException e) {
                block.dropOpenRow();
                next = lineEnd(bytes, at);
            }
            if (next != lineEnd(bytes, at)) {
                throw new AssertionError("not the next line: " + next + ", " + parser.getClass());
            }
            at = next;
        }
        check(parser, block);
    }

    private static int lineEnd(byte[] bytes, int from) {
        int at = from;
        while (bytes[at] != '\n') {
            at++;
        }
        return at + 1;
    }

    private static void check(RowParser parser, SparseBlock block) {
        if (block.entries() != block.starts()[block.rows()]) {
            throw new AssertionError("entries without a row: " + block.entries());
        }
        for (int i = 0; i < block.entries(); i++) {
            if (block.features()[i] < 0 || block.features()[i] >= parser.space()) {
                throw new AssertionError("feature outside its space: " + block.features()[i] + ", " + parser.space());
            }
            if (!Float.isFinite(block.values()[i])) {
                throw new AssertionError("not a number: " + block.values()[i]);
            }
        }
        for (int row = 0; row < block.rows(); row++) {
            if (block.labels()[row] != 0 && block.labels()[row] != 1) {
                throw new AssertionError("no label: " + block.labels()[row]);
            }
        }
    }
}

package dev.gradus.data.sparse.format;

import dev.gradus.data.files.Piece;
import dev.gradus.data.sparse.SparseBlock;
import dev.gradus.data.sparse.cache.RowCase;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Short forms of what tests of parsers do. */
final class Lines {

    private Lines() {}

    /** The rows of some lines. */
    static List<RowCase> parse(RowParser parser, String text) throws BadRowException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        byte[] roomy = Arrays.copyOf(bytes, bytes.length + Piece.SLACK);
        roomy[bytes.length] = '\n';
        SparseBlock block = new SparseBlock();
        for (int at = 0; at < bytes.length; ) {
            at = parser.parse(roomy, at, block);
        }
        return RowCase.of(block);
    }
}

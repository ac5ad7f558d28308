package dev.gradus.exchange.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.SparseRows;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RowIdsTest {

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 100).mapToObj(SplittableRandom::new);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void idsAreReadAsTheyWereWritten(SplittableRandom random) throws Exception {
        int rows = (int) Math.pow(2, 31 * random.nextDouble());
        TreeSet<Integer> ids = new TreeSet<>();
        for (int i = random.nextInt(200); i > 0; i--) {
            ids.add(random.nextInt(rows));
        }
        SparseRows sparse = rows(rows, ids.stream().mapToInt(Integer::intValue).toArray());
        RowChunk chunk = RowChunk.sparse(random.nextInt(rows), rows);
        int from = sparse.place(chunk.from());

        RowPiece piece = RowPiece.of(1, sparse, chunk);
        float[] message = new float[3 + (int) RowIds.mostFloats(piece.count())];
        int end = RowIds.write(sparse, from, sparse.count(), chunk.from(), message, 3);
        int[] read = new int[piece.count()];
        RowIds.read(piece, chunk, message, 3, read, 0);

        assertThat(end - 3).isEqualTo(piece.idFloats());
        assertThat(read).containsExactly(Arrays.copyOfRange(sparse.ids(), from, sparse.count()));
    }

    @Test
    void theHighestAndTheLowestIdsSurvive() throws Exception {
        SparseRows sparse = rows(Integer.MAX_VALUE, 0, 127, 128 + 128, 1 << 29, Integer.MAX_VALUE - 1);
        RowChunk all = RowChunk.sparse(0, Integer.MAX_VALUE);
        RowPiece piece = RowPiece.of(1, sparse, all);
        float[] message = new float[piece.idFloats()];
        RowIds.write(sparse, 0, 5, 0, message, 0);

        int[] read = new int[5];
        RowIds.read(piece, all, message, 0, read, 0);

        assertThat(read).containsExactly(0, 127, 256, 1 << 29, Integer.MAX_VALUE - 1);
    }

    @Test
    void neighboursTakeAByteEach() {
        SparseRows sparse = rows(1000, 500, 501, 502, 503, 504);

        assertThat(RowIds.floats(sparse, 0, 4, 500)).isEqualTo(1);
        assertThat(RowIds.floats(sparse, 0, 5, 500)).isEqualTo(2);
        assertThat(RowIds.floats(sparse, 0, 3, 0)).isEqualTo(1);
        assertThat(RowIds.floats(sparse, 0, 0, 0)).isZero();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void bitsThatMakeNoSenseAreRefusedAndNeverLeaveTheChunk(SplittableRandom random) {
        RowChunk chunk = RowChunk.sparse(10, 10 + random.nextInt(1000));
        RowPiece piece = new RowPiece(7, random.nextInt(20), random.nextInt(20));
        float[] message = new float[20];
        for (int i = 0; i < message.length; i++) {
            message[i] = Float.intBitsToFloat(random.nextInt());
        }
        int[] ids = new int[20];

        try {
            RowIds.read(piece, chunk, message, 0, ids, 0);
        } catch (ExchangeException e) {
            assertThat(e.peer()).isEqualTo(7);
            assertThat(e).hasMessageStartingWith("rank 7 sent rows that cannot be: rows=");
            return;
        }
        assertThat(Arrays.copyOf(ids, piece.count())).isSorted().doesNotHaveDuplicates();
        assertThat(Arrays.stream(ids, 0, piece.count())).allMatch(id -> id >= chunk.from() && id < chunk.to());
    }

    @Test
    void aPieceThatCannotBeIsRefusedBeforeItIsReceived() {
        RowChunk chunk = RowChunk.sparse(10, 20);

        for (int[] wrong : new int[][] {{11, 2}, {-1, 0}, {4, 6}, {4, -1}}) {
            float[] message = {Float.intBitsToFloat(wrong[0]), Float.intBitsToFloat(wrong[1])};
            assertThatThrownBy(() -> RowPiece.read(3, message, 0, chunk))
                    .isInstanceOf(ExchangeException.class)
                    .hasMessage("rank 3 sent rows that cannot be: rows=" + wrong[0] + ", idFloats=" + wrong[1]
                            + ", they do not fit rows 10 to 20");
        }
    }

    private static SparseRows rows(int rows, int... ids) {
        SparseRows sparse = new SparseRows(rows, 1);
        for (int id : ids) {
            sparse.add(id, 1f);
        }
        return sparse;
    }
}

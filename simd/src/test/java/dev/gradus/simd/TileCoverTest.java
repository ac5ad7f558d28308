package dev.gradus.simd;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TileCoverTest {

    @Test
    void piecesFollowEachOtherAndReachTheEnd() {
        for (int side = 1; side < 70; side++) {
            TileCover cover = TileCover.of(side);
            int at = 0;
            for (int piece = 0; piece < cover.pieces(); piece++) {
                assertThat(cover.from(piece)).isEqualTo(at);
                at += cover.outputs(piece);
            }

            assertThat(at).isEqualTo(cover.outputs()).isGreaterThanOrEqualTo(side);
            assertThat(cover.points()).isEqualTo(cover.outputs() + 2 * cover.pieces());
        }
    }

    @Test
    void noSideThatPiecesFillExactlyIsExceeded() {
        assertThat(TileCover.of(13)).isEqualTo(new TileCover(1, 3));
        assertThat(TileCover.of(16)).isEqualTo(new TileCover(4, 0));
        assertThat(TileCover.of(6)).isEqualTo(new TileCover(0, 2));
        assertThat(TileCover.of(5)).isEqualTo(new TileCover(0, 2));
        for (int side = 6; side < 70; side++) {
            assertThat(TileCover.of(side).outputs()).isEqualTo(side);
        }
    }

    @Test
    void onlyPiecesOfFourHaveTheLastPoint() {
        assertThat(TileCover.of(13).piecesWith(4)).isEqualTo(4);
        assertThat(TileCover.of(13).piecesWith(5)).isEqualTo(1);
    }
}

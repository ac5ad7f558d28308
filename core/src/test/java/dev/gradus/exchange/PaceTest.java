package dev.gradus.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.metrics.Traffic;
import org.junit.jupiter.api.Test;

class PaceTest {

    private static Traffic moved(long sent, long received) {
        return new Traffic(sent, received, 0, 0);
    }

    @Test
    void bytesTakeAsLongAsOverTheSlowerLink() {
        Pace pace = new Pace(1e9, 100, Traffic.NONE);

        assertThat(pace.owed(100, moved(70, 20))).isEqualTo(70);
        assertThat(pace.owed(170, moved(70, 20))).isZero();
        assertThat(pace.owed(200, moved(75, 60))).isEqualTo(10);
    }

    @Test
    void whatIsStillOnItsWayDelaysWhatFollows() {
        Pace pace = new Pace(1e9, 0, Traffic.NONE);

        assertThat(pace.owed(0, moved(50, 0))).isEqualTo(50);
        assertThat(pace.owed(20, moved(90, 0))).isEqualTo(70);
    }

    @Test
    void bytesMayHaveMovedSinceTheLastLookButNotWhileNothingDid() {
        Pace pace = new Pace(1e9, 0, Traffic.NONE);

        assertThat(pace.owed(1000, moved(600, 0))).isZero();
        pace.idleUntil(2000);
        assertThat(pace.owed(2100, moved(1200, 0))).isEqualTo(500);
    }

    @Test
    void whatMovedBeforeIsNotCounted() {
        Pace pace = new Pace(1e9, 0, moved(1000, 500));

        assertThat(pace.owed(0, moved(1000, 520))).isEqualTo(20);
    }

    @Test
    void aLinkWithoutSpeedIsRefused() {
        assertThatThrownBy(() -> new Pace(0, 0, Traffic.NONE))
                .hasMessage("link never gets anything across: bytes a second=0.0");
    }

    @Test
    void aRestEndsWhenALookFindsThatAllIsOver() {
        assertThatThrownBy(() -> Pace.rest(Long.MAX_VALUE / 2, () -> {
                    throw new ExchangeException(3, "rank 3 is lost");
                }))
                .hasMessage("rank 3 is lost");
    }
}

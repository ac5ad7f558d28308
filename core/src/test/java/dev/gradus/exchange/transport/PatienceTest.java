package dev.gradus.exchange.transport;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PatienceTest {

    private final Patience patience = Patience.amongRanks(1, false);
    private final int most = patience.spins();

    @Test
    void spinsForAFewTurnsOnlyAfterAPeerThatCameWhenItWasLetRun() {
        waitFor(most + 1);

        assertThat(patience.spins()).isLessThan(most / 10);
    }

    @Test
    void spinsLongerAgainWhenAPeerComesWhileItSpins() {
        waitFor(most + 1);
        int few = patience.spins();

        waitFor(few / 2);
        assertThat(patience.spins()).isEqualTo(2 * few);

        for (int i = 0; i < 10; i++) {
            waitFor(few / 2);
        }
        assertThat(patience.spins()).isEqualTo(most);
    }

    /** It computes, on a core of its own: letting others run has not brought it. */
    @Test
    void spinsAsLongAsBeforeAfterAPeerThatTookItsTime() {
        waitFor(most + 1);

        waitFor(patience.spins() + 100);

        assertThat(patience.spins()).isEqualTo(most);
    }

    /** Whoever finds its peer there learns nothing of where that runs. */
    @Test
    void noWaitChangesNothing() {
        waitFor(most + 1);
        int few = patience.spins();

        waitFor(0);

        assertThat(patience.spins()).isEqualTo(few);
    }

    @Test
    void learnsNothingWhereALookIsASystemCall() {
        Patience calls = Patience.amongRanks(1, true);
        int spins = calls.spins();
        for (int turn = 0; turn <= spins; turn++) {
            calls.pause();
        }

        calls.reset();

        assertThat(calls.spins()).isEqualTo(spins);
    }

    private void waitFor(int turns) {
        for (int turn = 0; turn < turns; turn++) {
            patience.pause();
        }
        patience.reset();
    }
}

package dev.gradus.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a rule remembers on shards can be pulled, and put back elsewhere. */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class RuleStateTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final int ROWS = 700;
    private static final int WIDTH = 3;

    private static ServerRule rule(String kind) {
        return new ServerRule(kind, ServerRule.Constants.USUAL, 0.001, 0.01, true);
    }

    private static void push(ServerLink link, SplittableRandom random, int step) throws Exception {
        float[] gradients = new float[ROWS * WIDTH];
        for (int i = 0; i < gradients.length; i++) {
            gradients[i] = (float) random.nextDouble(-1, 1);
        }
        link.push(new PushBatch(step, 2, 0.1).addRange(0, 0, ROWS, gradients, 0));
        link.drain();
    }

    private static float[] weights(ServerLink link) throws Exception {
        float[] weights = new float[ROWS * WIDTH];
        link.pullAll(0, 0, ROWS).await(weights, 0);
        return weights;
    }

    @ParameterizedTest
    @CsvSource({"sgd, 0", "momentum, 1", "nesterov, 1", "adagrad, 1", "ftrl, 2", "adam, 2"})
    void aTableThatIsPutBackOnOtherShardsGoesOnAsTheFirstDoes(String kind, int numbers) throws Exception {
        TableSpec spec = new TableSpec("t", ROWS, WIDTH, RowInit.zero(), rule(kind));
        try (LocalServers first = LocalServers.start(2, 1, TIMEOUT);
                ServerLink from = first.link(0);
                LocalServers second = LocalServers.start(3, 1, TIMEOUT);
                ServerLink to = second.link(0)) {
            from.open(List.of(spec), Terms.async());
            to.open(List.of(spec), Terms.async());
            push(from, new SplittableRandom(1), 0);

            to.set(0, 0, ROWS, weights(from), 0);
            for (int index = 0; index < numbers; index++) {
                float[] state = new float[ROWS * WIDTH];
                from.pullState(0, index, 0, ROWS).await(state, 0);
                assertThat(state).isNotEqualTo(new float[ROWS * WIDTH]);
                to.setState(0, index, 0, ROWS, state, 0);
            }
            push(from, new SplittableRandom(2), 1);
            push(to, new SplittableRandom(2), 1);

            assertThat(weights(to)).isEqualTo(weights(from));
        }
    }

    @Test
    void partsOfATableArePulledAndSetWhereTheyAre() throws Exception {
        TableSpec spec = new TableSpec("t", ROWS, WIDTH, RowInit.zero(), rule("adagrad"));
        try (LocalServers servers = LocalServers.start(2, 1, TIMEOUT);
                ServerLink link = servers.link(0)) {
            link.open(List.of(spec), Terms.async());

            link.setState(0, 0, 10, 2, new float[] {0, 1, 2, 3, 4, 5, 6}, 1);
            float[] pulled = new float[4 * WIDTH];
            link.pullState(0, 0, 9, 13).await(pulled, 0);

            assertThat(pulled).containsExactly(0, 0, 0, 1, 2, 3, 4, 5, 6, 0, 0, 0);
        }
    }

    @Test
    void aNumberThatTheRuleDoesNotRememberIsRefused() throws Exception {
        TableSpec spec = new TableSpec("t", ROWS, WIDTH, RowInit.zero(), rule("momentum"));
        try (LocalServers servers = LocalServers.start(1, 1, TIMEOUT);
                ServerLink link = servers.link(0)) {
            link.open(List.of(spec), Terms.async());

            assertThatThrownBy(() -> link.pullState(0, 1, 0, 1))
                    .hasMessage("rule remembers no such number: table=t, rule=momentum, index=1");
        }
    }
}

package dev.gradus.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.checkpoint.Checkpoint;
import dev.gradus.checkpoint.CheckpointStore;
import dev.gradus.checkpoint.Place;
import dev.gradus.model.Layout;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AttemptCheckpointsTest {

    private static Checkpoint at(long step) {
        Place place = new Place(step, 0, (int) step, 10 * step, 1000, 0.5, 0.9, step / 10.0, "plain", "");
        return new Checkpoint(place, "{}", LAYOUT, new float[LAYOUT.size()], List.of());
    }

    private static final Layout LAYOUT = new Layout(List.of(new Layout.Block("weights", 0, List.of(3))));

    /** Keeps what it is given, in order. */
    private record Kept(@Nullable Checkpoint start, List<Checkpoint> stored) implements CheckpointStore {

        @Override
        public void store(Checkpoint checkpoint) {
            stored.add(checkpoint);
        }
    }

    @Test
    void anAttemptGoesOnFromTheNewestCheckpointOfThoseBefore() throws IOException {
        Checkpoint given = at(5);
        Kept kept = new Kept(given, new ArrayList<>());
        AttemptCheckpoints checkpoints = new AttemptCheckpoints(kept, true);

        CheckpointStore first = checkpoints.next();
        assertThat(first.start()).isSameAs(given);
        assertThat(checkpoints.next().start()).isSameAs(given);
        CheckpointStore third = checkpoints.next();
        Checkpoint newest = at(9);
        third.store(at(7));
        third.store(newest);

        assertThat(third.start()).isSameAs(given);
        assertThat(checkpoints.next().start()).isSameAs(newest);
        assertThat(kept.stored()).hasSize(2);
    }

    @Test
    void anAttemptThatIsOverStoresNothing() {
        Kept kept = new Kept(null, new ArrayList<>());
        AttemptCheckpoints checkpoints = new AttemptCheckpoints(kept, true);
        CheckpointStore first = checkpoints.next();
        CheckpointStore second = checkpoints.next();

        assertThatThrownBy(() -> first.store(at(7)))
                .isInstanceOf(IOException.class)
                .hasMessage("checkpoint comes too late: attempt=1, now=2, step=7");
        assertThat(kept.stored()).isEmpty();
        assertThat(second.start()).isNull();
    }

    @Test
    void aRunThatCannotGoOnBeginsAnewButStillStores() throws IOException {
        Kept kept = new Kept(null, new ArrayList<>());
        AttemptCheckpoints checkpoints = new AttemptCheckpoints(kept, false);

        checkpoints.next().store(at(7));

        assertThat(checkpoints.next().start()).isNull();
        assertThat(kept.stored()).hasSize(1);
    }
}

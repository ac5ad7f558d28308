package dev.gradus.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.checkpoint.Checkpoint;
import dev.gradus.checkpoint.CheckpointStore;
import dev.gradus.checkpoint.Checkpoints;
import dev.gradus.checkpoint.Place;
import dev.gradus.exchange.rendezvous.Message;
import dev.gradus.model.Layout;
import dev.gradus.train.RunFailedException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class CheckpointInboxTest {

    private static final Duration LONG = Duration.ofSeconds(30);

    private final Queue<Checkpoint> stored = new ConcurrentLinkedQueue<>();
    private final List<Message> answers = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(ints = {1, 1_000, 1_048_576, 3_000_000})
    void aCheckpointOfAnySizeArrivesInPieces(int parameters) throws Exception {
        Checkpoint checkpoint = checkpoint(parameters);

        Queue<Message> pieces = pieces(checkpoint);
        long count = pieces.size();
        Checkpoint received = CheckpointMessages.receive(pieces::remove, checkpoint.bytes(), "rank 0");

        assertThat(count).isEqualTo((checkpoint.bytes() - 1) / CheckpointMessages.PIECE_BYTES + 1);
        assertThat(Checkpoints.bytes(received)).isEqualTo(Checkpoints.bytes(checkpoint));
    }

    @Test
    void whatIsCompleteIsStoredAndAnswered() throws Exception {
        Checkpoint checkpoint = Checkpoints.random(new SplittableRandom(1), 7);
        try (CheckpointInbox inbox = new CheckpointInbox(store(stored::add), answers::add)) {
            inbox.announce(checkpoint.bytes());
            for (Message piece : pieces(checkpoint)) {
                inbox.take(piece);
            }
            while (answers.isEmpty()) {
                inbox.check();
                Thread.onSpinWait();
            }
        }

        assertThat(answers).extracting(Message::type).containsExactly(Message.Type.STORED);
        assertThat(stored).singleElement().extracting(Checkpoint::place).isEqualTo(checkpoint.place());
    }

    @Test
    void whatWasDamagedOnTheWayIsNotStored() throws Exception {
        Checkpoint checkpoint = Checkpoints.random(new SplittableRandom(2), 7);
        byte[] bytes = Checkpoints.bytes(checkpoint);
        bytes[bytes.length - 40] ^= 1;

        try (CheckpointInbox inbox = new CheckpointInbox(store(stored::add), answers::add)) {
            inbox.announce(bytes.length);
            inbox.take(new Message(Message.Type.CHECKPOINT, bytes));

            assertThatThrownBy(() -> inbox.finish(LONG))
                    .isInstanceOf(RunFailedException.class)
                    .hasMessageContaining("checkpoint is damaged: from=rank 0");
        }
        assertThat(stored).isEmpty();
        assertThat(answers).isEmpty();
    }

    @Test
    void aStoreThatCannotWriteEndsTheRunWithItsReason() throws Exception {
        Checkpoint checkpoint = Checkpoints.random(new SplittableRandom(3), 7);
        Storing full = taken -> {
            throw new IOException("checkpoint cannot be written: file=x");
        };

        try (CheckpointInbox inbox = new CheckpointInbox(store(full), answers::add)) {
            inbox.announce(checkpoint.bytes());
            inbox.take(new Message(Message.Type.CHECKPOINT, Checkpoints.bytes(checkpoint)));

            assertThatThrownBy(() -> inbox.finish(LONG))
                    .isInstanceOf(RunFailedException.class)
                    .hasMessage("checkpoint cannot be written: file=x");
        }
    }

    @Test
    void piecesThatNobodyAnnouncedAreRefused() throws Exception {
        try (CheckpointInbox inbox = new CheckpointInbox(store(stored::add), answers::add)) {
            assertThatThrownBy(() -> inbox.take(new Message(Message.Type.CHECKPOINT, new byte[1])))
                    .hasMessage("more of a checkpoint than announced: bytes=1, of=0");
        }
        try (CheckpointInbox inbox = new CheckpointInbox(store(stored::add), answers::add)) {
            inbox.announce(10);

            assertThatThrownBy(() -> inbox.announce(10)).hasMessageContaining("announced out of turn");
            assertThatThrownBy(() -> inbox.take(new Message(Message.Type.CHECKPOINT, new byte[0])))
                    .isInstanceOf(IOException.class);
            assertThatThrownBy(() -> inbox.take(new Message(Message.Type.CHECKPOINT, new byte[11])))
                    .hasMessage("more of a checkpoint than announced: bytes=11, of=10");
        }
    }

    /** Does something with what is to be stored. */
    private interface Storing {

        void store(Checkpoint checkpoint) throws IOException;
    }

    private static CheckpointStore store(Storing storing) {
        return new CheckpointStore() {
            @Override
            public @Nullable Checkpoint start() {
                return null;
            }

            @Override
            public void store(Checkpoint checkpoint) throws IOException {
                storing.store(checkpoint);
            }
        };
    }

    private static Queue<Message> pieces(Checkpoint checkpoint) throws IOException {
        Queue<Message> pieces = new ArrayDeque<>();
        CheckpointMessages.send(checkpoint, pieces::add);
        return pieces;
    }

    private static Checkpoint checkpoint(int parameters) {
        Layout layout = new Layout(List.of(new Layout.Block("weights", 0, List.of(parameters))));
        float[] values = new float[parameters];
        for (int i = 0; i < parameters; i++) {
            values[i] = i;
        }
        return new Checkpoint(Place.START, "{}", layout, values, List.of());
    }
}

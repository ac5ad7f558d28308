package dev.gradus.launch;

import dev.gradus.checkpoint.Checkpoint;
import dev.gradus.checkpoint.CheckpointStore;
import dev.gradus.exchange.rendezvous.Member;
import dev.gradus.exchange.rendezvous.Message;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The store of a rank in a process of its own: whatever it stores goes to the launcher, which owns the run folder. */
final class MemberCheckpoints implements CheckpointStore {

    private static final Duration TICK = Duration.ofMillis(100);

    private final Member member;
    private final @Nullable Checkpoint start;

    private MemberCheckpoints(Member member, @Nullable Checkpoint start) {
        this.member = member;
        this.start = start;
    }

    /** Receives what the launcher has the run go on from, if anything. To be called before the member connects. */
    static MemberCheckpoints receive(Member member) throws IOException {
        long bytes = member.checkpointBytes();
        return new MemberCheckpoints(
                member,
                bytes == 0
                        ? null
                        : CheckpointMessages.receive(
                                () -> member.expect(Message.Type.CHECKPOINT), bytes, "the launcher"));
    }

    @Override
    public @Nullable Checkpoint start() {
        return start;
    }

    /**
     * Sends the checkpoint and waits until the launcher has stored it. A slow disk is no failure, so the wait ends with
     * the answer or with the run.
     */
    @Override
    public void store(Checkpoint checkpoint) throws IOException {
        member.say(News.checkpoint(checkpoint.bytes()));
        CheckpointMessages.send(checkpoint, member::say);
        while (!member.heard(Message.Type.STORED, TICK)) {
            Member.Ending ending = member.ending();
            if (ending != null) {
                throw new IOException("checkpoint was not stored: " + ending.reason());
            }
        }
    }
}

package dev.gradus.server;

import dev.gradus.exchange.transport.SharedFile;
import dev.gradus.exchange.transport.SharedMemory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a shard and its workers come to share the shard's tables: each worker says on opening them which machine it is
 * on; if all are on that of the shard, they are told of a file and say whether they have mapped it. Only if all have,
 * it is used. Then the file has no name any more, so nothing is left behind. Guarded by the lock of the shard.
 */
final class ShardSharing {

    private final SharedRows.Owner owner;
    private final Map<Integer, Asker> askers = new LinkedHashMap<>();
    private @Nullable SharedFile file;
    private @Nullable SharedRows rows;

    private record Asker(ShardConnection from, int tag, boolean mapped) {}

    ShardSharing(SharedRows.Owner owner) {
        this.owner = owner;
    }

    /** A number for this machine, 0 if it has no memory to share. Equal on two machines only by rare accident. */
    static int machine() {
        String name = SharedMemory.machine();
        return name.isEmpty() ? 0 : name.hashCode() | 1;
    }

    /**
     * Whether workers on such machines can share tables under those terms; {@code apart} if some are not threads of the
     * shard's process. One alone shares with its shard, too: it need not send itself messages.
     */
    static boolean isPossible(List<Integer> machines, boolean apart, Terms terms) {
        int here = machine();
        return here != 0
                && (apart || machines.size() == 1)
                && machines.stream().allMatch(machine -> machine == here)
                && terms.consistency() == Consistency.ASYNC
                && !terms.bf16();
    }

    /** Makes memory for tables and returns where it is; empty if there is none, or not so much. */
    String offer(List<TableSpec> specs) {
        drop();
        int bytes = SharedRows.bytes(specs, owner);
        if (bytes < 0) {
            return "";
        }
        try {
            SharedFile made = SharedFile.create(bytes);
            file = made;
            rows = new SharedRows(made.memory(), specs, owner);
            rows.begin();
            return made.path().toString();
        } catch (IOException e) {
            return ""; // no room there: messages serve as well
        }
    }

    /** A worker has mapped it, or could not. */
    void mapped(ShardConnection from, int tag, ByteBuffer payload) {
        askers.put(from.rank(), new Asker(from, tag, payload.hasRemaining() && payload.get() == 1));
    }

    void lost(int rank) {
        askers.remove(rank);
    }

    boolean isComplete(int live) {
        return !askers.isEmpty() && askers.size() >= live;
    }

    /** Answers all workers, and returns the memory if they are to use it. */
    @Nullable
    SharedRows finish() {
        List<Asker> all = new ArrayList<>(askers.values());
        askers.clear();
        SharedRows made = rows;
        boolean used = made != null && all.stream().allMatch(Asker::mapped);
        drop();
        for (Asker asker : all) {
            asker.from().answer(FrameType.DONE, asker.tag(), 1, out -> out.put((byte) (used ? 1 : 0)));
        }
        return used ? made : null;
    }

    /** Takes the file's name away. */
    void drop() {
        SharedFile named = file;
        file = null;
        rows = null;
        if (named != null) {
            try {
                named.close();
            } catch (IOException e) {
                named.path().toFile().deleteOnExit();
            }
        }
    }
}

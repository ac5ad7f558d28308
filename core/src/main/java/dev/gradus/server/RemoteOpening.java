package dev.gradus.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.transport.SharedFile;
import dev.gradus.json.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Opens tables on all shards for one worker, and maps those of shards that share theirs. Used once. */
final class RemoteOpening {

    private final LinkPump pump;
    private final List<ShardClient> shards;
    private final int workers;
    private final String[] places;
    private final List<SharedRows> mapped = new ArrayList<>();
    private int missing;
    private int used;

    RemoteOpening(LinkPump pump, List<ShardClient> shards, int workers) {
        this.pump = pump;
        this.shards = shards;
        this.workers = workers;
        this.places = new String[shards.size()];
    }

    /** Returns when all workers have opened them. {@code machine} is a number for this one, or 0 to share nothing. */
    void open(List<TableSpec> wanted, Terms agreed, int machine) throws ExchangeException {
        Map<String, Object> content = new LinkedHashMap<>();
        content.put("tables", wanted.stream().map(TableSpec::words).toList());
        content.put("terms", agreed.words());
        byte[] words = Json.write(content).getBytes(UTF_8);
        for (ShardClient shard : shards) {
            pump.ready(shard).begin(words.length).put(words);
            missing++;
            shard.end(FrameType.OPEN, machine, (type, payload) -> {
                Replies.expect(FrameType.DONE, type, payload);
                places[shard.shard()] = UTF_8.decode(payload).toString();
                missing--;
            });
        }
        pump.await(() -> missing == 0, "tables that all workers open");
        for (ShardClient shard : shards) {
            if (!places[shard.shard()].isEmpty()) {
                share(shard, map(places[shard.shard()], wanted, shard.shard()));
            }
        }
        pump.await(() -> missing == 0, "memory that all workers map");
    }

    private @Nullable SharedRows map(String path, List<TableSpec> wanted, int shard) {
        SharedRows.Owner owner = new SharedRows.Owner(shard, shards.size(), workers);
        try {
            int bytes = SharedRows.bytes(wanted, owner);
            return new SharedRows(SharedFile.open(path, bytes).memory(), wanted, owner);
        } catch (IOException e) {
            return null; // another file system behind the same name, or another user: all go without
        }
    }

    private void share(ShardClient shard, @Nullable SharedRows rows) throws ExchangeException {
        pump.ready(shard).begin(1).put((byte) (rows == null ? 0 : 1));
        missing++;
        shard.end(FrameType.MAPPED, 0, (type, payload) -> {
            Replies.expect(FrameType.DONE, type, payload);
            used += payload.hasRemaining() && payload.get() == 1 ? 1 : 0;
            missing--;
        });
        if (rows != null) {
            mapped.add(rows);
        }
    }

    /** The rows of all shards, or none if not all share theirs. */
    List<SharedRows> shared() {
        return used == shards.size() && mapped.size() == used ? List.copyOf(mapped) : List.of();
    }
}

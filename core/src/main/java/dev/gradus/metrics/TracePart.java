package dev.gradus.metrics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Some slices of one track of a rank, on their way to {@code trace.json}: what the rank did, from when, for how long.
 * Immutable. Times count from the start of the rank's training; {@link #origin} says when that was.
 */
@SuppressWarnings("EnumOrdinal") // slices travel as numbers, since there are ten thousands
public final class TracePart {

    /** Slices of a whole trace, over all ranks: about six megabytes of JSON. */
    static final int MAX_SLICES = 50_000;

    /** Slices in one part, so that a message with it stays small. */
    private static final int AT_ONCE = 4_096;

    private static final int FIELDS = 4;
    private static final Account[] ACCOUNTS = Account.values();

    private final int rank;
    private final Track track;
    private final Origin origin;
    private final long dropped;
    private final long[] fields;

    /** When the training of a rank began; {@code clock} tells machines apart, whose clocks differ. */
    record Origin(String clock, long nanos) {

        private static final String CLOCK = Machine.clock();

        static Origin here(long nanos) {
            return new Origin(CLOCK, nanos);
        }
    }

    /** What a track shows. */
    public enum Track {
        /** The thread of the rank. */
        RANK,
        /** The thread that exchanges beside it. */
        BESIDE,
        /** Pauses of the process. */
        GC
    }

    /**
     * One stretch of time.
     *
     * @param peer -1 unless it is about one rank, or by {@link ShardPeer} about one shard
     * @param number the step, from 1, or on the track beside the bucket, from 0; 0 where there is no step
     */
    public record Slice(Account account, int peer, int number, long startNanos, long nanos) {

        long endNanos() {
            return startNanos + nanos;
        }
    }

    private TracePart(int rank, Track track, Origin origin, long dropped, long[] fields) {
        this.rank = rank;
        this.track = track;
        this.origin = origin;
        this.dropped = dropped;
        this.fields = fields;
    }

    /** What a rank's two ledgers kept, of which each rank hands over its share of the largest trace. */
    public static List<TracePart> of(int rank, int ranks, Ledger own, Ledger beside) {
        List<Ledger.Entry> entries = own.entries();
        if (entries.isEmpty()) {
            return List.of();
        }
        long origin = entries.get(0).startNanos();
        List<Ledger.Entry> others = beside.entries();
        int limit = Math.max(64, MAX_SLICES / ranks / (others.isEmpty() ? 1 : 2));
        Origin here = Origin.here(origin);
        List<TracePart> parts = new ArrayList<>(
                cut(rank, Track.RANK, here, shown(slices(entries, origin, own.number()), own.booked(), limit)));
        parts.addAll(cut(rank, Track.BESIDE, here, shown(slices(others, origin, -1), beside.booked(), limit)));
        return parts;
    }

    /** Pauses of a rank's process since its clock started, by which {@code own} begins. */
    public static List<TracePart> pauses(int rank, Ledger own, List<GcPauses.Pause> pauses) {
        List<Ledger.Entry> entries = own.entries();
        long end = entries.isEmpty() ? 0 : entries.get(0).startNanos();
        long origin = end;
        List<Slice> slices = new ArrayList<>();
        for (GcPauses.Pause pause : pauses) {
            // Two collectors may overlap by the millisecond to which the JVM rounds.
            long start = Math.max(end, pause.startNanos());
            if (pause.endNanos() > start) {
                slices.add(new Slice(Account.GC, -1, 0, start - origin, pause.endNanos() - start));
                end = pause.endNanos();
            }
        }
        return cut(rank, Track.GC, Origin.here(origin), new Shown(slices, 0));
    }

    /** What is idle, or has no length, is no slice. Entries numbered {@code unfinished} belong to no step. */
    private static List<Slice> slices(List<Ledger.Entry> entries, long origin, int unfinished) {
        List<Slice> slices = new ArrayList<>();
        for (Ledger.Entry entry : entries) {
            long nanos = entry.endNanos() - entry.startNanos();
            if (entry.account() != Account.OTHER && nanos > 0) {
                int number = entry.number() == unfinished ? 0 : entry.number();
                slices.add(new Slice(entry.account(), entry.peer(), number, entry.startNanos() - origin, nanos));
            }
        }
        return slices;
    }

    private record Shown(List<Slice> slices, long dropped) {}

    /** The first and the last slices, a third and two thirds of the limit. */
    private static Shown shown(List<Slice> all, long booked, int limit) {
        List<Slice> slices = all;
        if (all.size() > limit) {
            slices = new ArrayList<>(all.subList(0, limit / 3));
            slices.addAll(all.subList(all.size() - (limit - limit / 3), all.size()));
        }
        // What was idle counts as dropped where something was dropped: a bound, and 0 if and only if all is there.
        boolean whole = slices.size() == all.size() && booked <= Ledger.FIRST + Ledger.LAST;
        return new Shown(slices, whole ? 0 : booked - slices.size());
    }

    private static List<TracePart> cut(int rank, Track track, Origin origin, Shown shown) {
        List<Slice> slices = shown.slices();
        List<TracePart> parts = new ArrayList<>();
        for (int from = 0; from < slices.size(); from += AT_ONCE) {
            List<Slice> some = slices.subList(from, Math.min(slices.size(), from + AT_ONCE));
            parts.add(new TracePart(rank, track, origin, from == 0 ? shown.dropped() : 0, fields(some)));
        }
        return parts;
    }

    private static long[] fields(List<Slice> slices) {
        long[] fields = new long[slices.size() * FIELDS];
        for (int i = 0; i < slices.size(); i++) {
            Slice slice = slices.get(i);
            fields[i * FIELDS] = slice.startNanos();
            fields[i * FIELDS + 1] = slice.nanos();
            fields[i * FIELDS + 2] = slice.account().ordinal() | (slice.peer() + 1L) << 8;
            fields[i * FIELDS + 3] = slice.number();
        }
        return fields;
    }

    public int rank() {
        return rank;
    }

    Track track() {
        return track;
    }

    Origin origin() {
        return origin;
    }

    /** Stretches of this track that are in none of its parts; said in the first. */
    long dropped() {
        return dropped;
    }

    int size() {
        return fields.length / FIELDS;
    }

    Slice slice(int i) {
        long label = fields[i * FIELDS + 2];
        return new Slice(
                ACCOUNTS[(int) (label & 0xFF)],
                (int) (label >> 8) - 1,
                (int) fields[i * FIELDS + 3],
                fields[i * FIELDS],
                fields[i * FIELDS + 1]);
    }

    public Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("rank", rank);
        map.put("track", track.name());
        map.put("clock", origin.clock());
        map.put("origin", origin.nanos());
        map.put("dropped", dropped);
        map.put("fields", fields);
        return map;
    }

    /** Reads what {@link #toMap} made and JSON carried; anything else is refused. */
    public static TracePart of(Map<?, ?> map) {
        if (!(map.get("rank") instanceof Long rank)
                || !(map.get("dropped") instanceof Long dropped)
                || !(map.get("clock") instanceof String clock)
                || !(map.get("origin") instanceof Long nanos)
                || !(map.get("fields") instanceof List<?> list)
                || list.size() % FIELDS != 0
                || list.size() > AT_ONCE * FIELDS) {
            throw new IllegalArgumentException("not a part of a trace: rank=" + map.get("rank"));
        }
        long[] fields = new long[list.size()];
        for (int i = 0; i < fields.length; i++) {
            fields[i] = list.get(i) instanceof Long field ? field : -1;
            boolean account = i % FIELDS != 2 || (fields[i] & 0xFF) < ACCOUNTS.length;
            if (fields[i] < 0 || !account) {
                throw new IllegalArgumentException("not a slice of a trace: rank=" + rank + ", field=" + list.get(i));
            }
        }
        Track track = track(String.valueOf(map.get("track")));
        return new TracePart(Math.toIntExact(rank), track, new Origin(clock, nanos), dropped, fields);
    }

    private static Track track(String name) {
        return Arrays.stream(Track.values())
                .filter(track -> track.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("not a track of a trace: track=" + name));
    }
}

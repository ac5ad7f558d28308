package dev.gradus.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.gradus.metrics.TracePart.Slice;
import dev.gradus.metrics.TracePart.Track;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Gathers what ranks hand over and writes {@code trace.json}, in the trace event format that Perfetto and Chrome open,
 * one event a line. A rank is a process there, its threads are tracks: the rank's own, with a slice for every step and
 * in it what the time of the step went to, the thread that exchanges beside, and pauses. Ranks of one machine are
 * aligned by its clock; those of several begin together, because they have just met at a barrier. Used by any thread.
 */
public final class TraceFile {

    public static final String FILE = "trace.json";

    /** More than ranks hand over by themselves; only a guard against those that lie. */
    private static final int MOST_SLICES = 2 * TracePart.MAX_SLICES;

    private final Map<Integer, Map<Track, List<Slice>>> ranks = new TreeMap<>();
    private final Map<Integer, TracePart.Origin> origins = new TreeMap<>();
    private int size;
    private long dropped;

    public synchronized void add(TracePart part) {
        dropped += part.dropped();
        int taken = Math.min(part.size(), MOST_SLICES - size);
        dropped += part.size() - taken;
        size += taken;
        origins.putIfAbsent(part.rank(), part.origin());
        List<Slice> slices = ranks.computeIfAbsent(part.rank(), rank -> new TreeMap<>())
                .computeIfAbsent(part.track(), track -> new ArrayList<>());
        for (int i = 0; i < taken; i++) {
            slices.add(part.slice(i));
        }
    }

    public synchronized boolean isEmpty() {
        return size == 0;
    }

    /** Writes the file into a run folder, in place of one that is there. */
    public synchronized void write(Path folder) throws IOException {
        Path file = folder.resolve(FILE);
        Path aside = folder.resolve(FILE + ".partial");
        try (Writer out = Files.newBufferedWriter(aside, UTF_8)) {
            write(out);
        } catch (IOException e) {
            Files.deleteIfExists(aside);
            throw new IOException("trace cannot be written: path=" + file + ", " + WriteFailure.reason(e), e);
        }
        Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private void write(Writer out) throws IOException {
        out.write("{\"displayTimeUnit\":\"ms\",\"otherData\":{\"slices\":" + size + ",\"dropped\":" + dropped
                + ",\"kept\":\"the first and the last of every track\"},\"traceEvents\":[\n");
        String separator = "";
        for (Map.Entry<Integer, Map<Track, List<Slice>>> rank : ranks.entrySet()) {
            out.write(separator + name("process_name", rank.getKey(), 0, "rank " + rank.getKey()));
            separator = ",\n";
            for (Map.Entry<Track, List<Slice>> track : rank.getValue().entrySet()) {
                List<Slice> slices = shifted(track.getValue(), shift(rank.getKey()));
                track(out, rank.getKey(), track.getKey(), slices);
            }
        }
        out.write("\n]}\n");
    }

    /** How much later a rank began than the first of its machine. */
    private long shift(int rank) {
        TracePart.Origin own = origins.getOrDefault(rank, new TracePart.Origin("", 0));
        long first = origins.values().stream()
                .filter(other -> other.clock().equals(own.clock()))
                .mapToLong(TracePart.Origin::nanos)
                .min()
                .orElse(own.nanos());
        return own.nanos() - first;
    }

    private static List<Slice> shifted(List<Slice> slices, long nanos) {
        return slices.stream()
                .map(slice -> new Slice(
                        slice.account(), slice.peer(), slice.number(), slice.startNanos() + nanos, slice.nanos()))
                .toList();
    }

    private static String name(String what, int rank, int track, String name) {
        return "{\"name\":\"" + what + "\",\"ph\":\"M\",\"pid\":" + rank + ",\"tid\":" + track
                + ",\"args\":{\"name\":\"" + name + "\"}}";
    }

    private static void track(Writer out, int rank, Track track, List<Slice> slices) throws IOException {
        int id = id(track);
        out.write(",\n" + name("thread_name", rank, id, title(track)));
        int next = 0;
        for (int i = 0; i < slices.size(); i++) {
            if (track == Track.RANK && i == next) {
                next = stepEnd(slices, i);
                step(out, rank, slices, i, next);
            }
            out.write(",\n" + slice(rank, id, track, slices.get(i)));
        }
    }

    private static int id(Track track) {
        return switch (track) {
            case RANK -> 0;
            case BESIDE -> 1;
            case GC -> 2;
        };
    }

    private static String title(Track track) {
        return switch (track) {
            case RANK -> "rank";
            case BESIDE -> "exchange beside";
            case GC -> "garbage collector";
        };
    }

    /** Where the slices end that follow one another without a gap and belong to the same step. */
    private static int stepEnd(List<Slice> slices, int from) {
        int to = from + 1;
        while (to < slices.size()
                && slices.get(to).number() == slices.get(from).number()
                && slices.get(to).startNanos() == slices.get(to - 1).endNanos()) {
            to++;
        }
        return to;
    }

    /** Writes the slice of a whole step; one that was cut by what was dropped has none. */
    private static void step(Writer out, int rank, List<Slice> slices, int from, int to) throws IOException {
        // An evaluation stands between two steps, though it is booked after the mark that begins the second.
        int first = to;
        while (first > from && slices.get(first - 1).account() != Account.EVALUATE) {
            first--;
        }
        boolean whole = (from == 0 || follows(slices, from)) && (to == slices.size() || follows(slices, to));
        int number = slices.get(from).number();
        if (number == 0 || !whole || first == to) {
            return;
        }
        int last =
                to == slices.size() ? number : Math.max(number, slices.get(to).number() - 1);
        String name = last == number ? "step " + number : "steps " + number + " to " + last;
        long start = slices.get(first).startNanos();
        out.write(",\n" + event(name, "step", rank, 0, start, slices.get(to - 1).endNanos() - start)
                + ",\"args\":{\"step\":" + number + "}}");
    }

    private static boolean follows(List<Slice> slices, int i) {
        return slices.get(i).startNanos() == slices.get(i - 1).endNanos();
    }

    private static String slice(int rank, int id, Track track, Slice slice) {
        String account = slice.account().name().toLowerCase(Locale.ROOT);
        String name = slice.peer() < 0 ? account : ShardPeer.describe(account, slice.peer());
        String event = event(name, account, rank, id, slice.startNanos(), slice.nanos());
        if (track == Track.BESIDE) {
            return event + ",\"args\":{\"bucket\":" + slice.number() + "}}";
        }
        return slice.number() == 0 ? event + "}" : event + ",\"args\":{\"step\":" + slice.number() + "}}";
    }

    /** An event without its end, so that arguments can follow. */
    private static String event(String name, String category, int rank, int id, long start, long nanos) {
        return "{\"name\":\"" + name + "\",\"cat\":\"" + category + "\",\"ph\":\"X\",\"ts\":" + micros(start)
                + ",\"dur\":" + micros(nanos) + ",\"pid\":" + rank + ",\"tid\":" + id;
    }

    /** Microseconds, as the format wants them, with every nanosecond. */
    private static String micros(long nanos) {
        String rest = Long.toString(1000 + nanos % 1000);
        return nanos / 1000 + "." + rest.substring(1);
    }
}

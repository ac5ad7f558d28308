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
        TraceEvents events = new TraceEvents(out);
        for (Map.Entry<Integer, Map<Track, List<Slice>>> rank : ranks.entrySet()) {
            events.process(rank.getKey());
            long shift = shift(rank.getKey());
            for (Map.Entry<Track, List<Slice>> track : rank.getValue().entrySet()) {
                events.track(rank.getKey(), track.getKey(), track.getValue(), shift);
            }
        }
        events.end();
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
}

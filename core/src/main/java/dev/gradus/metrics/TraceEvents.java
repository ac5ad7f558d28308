package dev.gradus.metrics;

import dev.gradus.metrics.TracePart.Slice;
import dev.gradus.metrics.TracePart.Track;
import java.io.IOException;
import java.io.Writer;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Events of a trace as text, one a line, with commas between. There are ten thousands: one buffer has them all. */
final class TraceEvents {

    /** Characters that are handed on at once. */
    private static final int HANDED_ON = 1 << 16;

    private static final Map<Account, String> ACCOUNTS = new EnumMap<>(Account.class);

    static {
        for (Account account : Account.values()) {
            ACCOUNTS.put(account, account.name().toLowerCase(Locale.ROOT));
        }
    }

    private final Writer out;
    private final StringBuilder text = new StringBuilder(HANDED_ON + 1024);
    private String separator = "";

    TraceEvents(Writer out) {
        this.out = out;
    }

    /** Names a rank. */
    void process(int rank) {
        name("process_name", rank, 0).append("rank ").append(rank).append("\"}}");
    }

    /** What a track has, and the steps of a rank's own, {@code shift} nanoseconds later than its slices say. */
    void track(int rank, Track track, List<Slice> slices, long shift) throws IOException {
        Place place = new Place(rank, id(track), shift);
        name("thread_name", rank, place.track).append(title(track)).append("\"}}");
        int next = 0;
        for (int i = 0; i < slices.size(); i++) {
            if (track == Track.RANK && i == next) {
                next = stepEnd(slices, i);
                step(place, slices, i, next);
            }
            slice(place, track, slices.get(i));
            if (text.length() >= HANDED_ON) {
                handOn();
            }
        }
    }

    /** Hands on what is left. */
    void end() throws IOException {
        handOn();
    }

    /** Where events stand. */
    private record Place(int rank, int track, long shift) {}

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

    /** Adds the slice of a whole step; one that was cut by what was dropped has none. */
    private void step(Place place, List<Slice> slices, int from, int to) {
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
        event(place, name, "step", start, slices.get(to - 1).endNanos() - start);
        argument("step", number);
    }

    private static boolean follows(List<Slice> slices, int i) {
        return slices.get(i).startNanos() == slices.get(i - 1).endNanos();
    }

    private void slice(Place place, Track track, Slice slice) {
        String account = String.valueOf(ACCOUNTS.get(slice.account()));
        String name = slice.peer() < 0 ? account : ShardPeer.describe(account, slice.peer());
        event(place, name, account, slice.startNanos(), slice.nanos());
        if (track == Track.BESIDE) {
            argument("bucket", slice.number());
        } else if (slice.number() == 0) {
            text.append('}');
        } else {
            argument("step", slice.number());
        }
    }

    private StringBuilder name(String what, int rank, int track) {
        line().append("{\"name\":\"")
                .append(what)
                .append("\",\"ph\":\"M\",\"pid\":")
                .append(rank);
        return text.append(",\"tid\":").append(track).append(",\"args\":{\"name\":\"");
    }

    /** An event without its end, so that an argument can follow. */
    private void event(Place place, String name, String category, long start, long nanos) {
        line().append("{\"name\":\"").append(name).append("\",\"cat\":\"").append(category);
        text.append("\",\"ph\":\"X\",\"ts\":");
        micros(start + place.shift);
        text.append(",\"dur\":");
        micros(nanos);
        text.append(",\"pid\":").append(place.rank).append(",\"tid\":").append(place.track);
    }

    private void argument(String name, int value) {
        text.append(",\"args\":{\"").append(name).append("\":").append(value).append("}}");
    }

    private StringBuilder line() {
        text.append(separator);
        separator = ",\n";
        return text;
    }

    /** Microseconds, as the format wants them, with every nanosecond. */
    private void micros(long nanos) {
        int rest = (int) (nanos % 1000);
        text.append(nanos / 1000).append('.');
        text.append((char) ('0' + rest / 100))
                .append((char) ('0' + rest / 10 % 10))
                .append((char) ('0' + rest % 10));
    }

    private void handOn() throws IOException {
        out.append(text);
        text.setLength(0);
    }
}

package dev.gradus.report.live;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.gradus.json.Json;
import dev.gradus.json.JsonException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What one open page hears of a run: {@code begin}, then every line of its log as {@code reading}, old ones first,
 * {@code live} when those so far were all, {@code now} when it is known where the run is between two lines, and
 * {@code summary} when the run is done. Used by one thread, which waits in it until the page is closed.
 */
final class EventStream {

    /** How often to look for news: the largest of the delays that docs/report.md adds up. */
    private static final long PAUSE_NANOS = 200_000_000;

    /** Pauses between signs of life, by which the thread learns that the page is gone. */
    private static final int QUIET_PAUSES = 10;

    private final Path folder;
    private final BooleanSupplier over;
    private final LogTail log;
    private @Nullable String summary;
    private String now = "";
    private boolean live;

    EventStream(Path folder, BooleanSupplier over) {
        this.folder = folder;
        this.over = over;
        this.log = new LogTail(folder.resolve("metrics.jsonl"));
    }

    /** Returns when the server is closed; a page that is closed ends it with an exception of the stream. */
    void send(OutputStream out) throws IOException {
        begin(out);
        int quiet = 0;
        while (!over.getAsBoolean()) {
            boolean news = readings(out);
            news |= now(out);
            news |= summary(out);
            if (!news && !live) {
                live(out);
                news = true;
            }
            if (!news) {
                LockSupport.parkNanos(PAUSE_NANOS);
                quiet++;
            }
            if (news || quiet >= QUIET_PAUSES) {
                out.write((news ? "" : ": still here\n\n").getBytes(UTF_8));
                out.flush();
                quiet = 0;
            }
        }
    }

    private void begin(OutputStream out) throws IOException {
        Path name = folder.toAbsolutePath().normalize().getFileName();
        event(out, "begin", Json.write(Map.of("name", String.valueOf(name))));
        out.flush();
    }

    /** How long nobody has written is told too: to a page that was just opened all lines are new. */
    private void live(OutputStream out) throws IOException {
        live = true;
        Path file = folder.resolve("metrics.jsonl");
        long writtenAt = Files.exists(file) ? Files.getLastModifiedTime(file).toMillis() : 0;
        double idle = writtenAt == 0 ? 0 : Math.max(0, (System.currentTimeMillis() - writtenAt) / 1e3);
        event(out, "live", Json.write(Map.of("idleSeconds", idle)));
    }

    private boolean readings(OutputStream out) throws IOException {
        List<String> lines = log.next();
        if (log.restarted()) {
            summary = null;
            now = "";
            live = false;
            begin(out);
        }
        for (String line : lines) {
            if (isObject(line)) {
                event(out, "reading", line);
            }
        }
        return !lines.isEmpty();
    }

    /** A line that a power cut made unreadable is not worth a page that stands still. */
    private static boolean isObject(String line) {
        try {
            Json.parseObject(line);
            return true;
        } catch (JsonException e) {
            return false;
        }
    }

    /** The file goes when the run is done, perhaps between two looks. */
    private boolean now(OutputStream out) throws IOException {
        Path file = folder.resolve("now.json");
        if (summary != null || !Files.exists(file)) {
            return false;
        }
        String text;
        try {
            text = Files.readString(file).strip();
        } catch (NoSuchFileException e) {
            return false;
        }
        if (text.equals(now) || !isObject(text)) {
            return false;
        }
        now = text;
        event(out, "now", text);
        return true;
    }

    private boolean summary(OutputStream out) throws IOException {
        Path file = folder.resolve("summary.json");
        if (summary != null || !Files.exists(file)) {
            return false;
        }
        String text = Files.readString(file);
        summary = text;
        if (isObject(text)) {
            event(out, "summary", Json.write(Json.parseObject(text)));
        }
        return true;
    }

    private static void event(OutputStream out, String name, String data) throws IOException {
        out.write(("event: " + name + "\ndata: " + data + "\n\n").getBytes(UTF_8));
    }
}

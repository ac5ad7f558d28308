package dev.gradus.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.gradus.json.Json;
import dev.gradus.json.Records;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The folder that a run leaves behind: {@code job.yaml}, {@code metrics.jsonl}, {@code summary.json}, {@code model/},
 * and {@code hashes.jsonl} if the run took hashes. While the run goes on, {@code now.json} says where it is. A thread
 * hands lines of the log to the system a fifth of a second after they came at the latest, so that whoever reads the
 * file sees them soon. Any thread may add lines.
 */
public final class RunFolder implements AutoCloseable {

    private static final String JOB = "job.yaml";
    private static final String LOG = "metrics.jsonl";
    private static final String SUMMARY = "summary.json";
    private static final String NOW = "now.json";

    private static final long FLUSH_NANOS = 200_000_000;

    private final Path path;
    private final FileChannel channel;
    private final Writer log;
    private final HashLog hashes;

    /** Of the file that says where the run is; the log's must not wait for that to be written. */
    private final Object nowLock = new Object();

    private final Thread flusher = new Thread(this::flushRepeatedly, "run-log");
    private long flushedAt = System.nanoTime() - FLUSH_NANOS;
    private boolean dirty;
    private boolean closed;
    private @Nullable IOException failure;

    private RunFolder(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
        this.log = new BufferedWriter(Channels.newWriter(channel, UTF_8));
        this.hashes = new HashLog(path);
        flusher.setDaemon(true);
        flusher.start();
    }

    private void flushRepeatedly() {
        while (flushIfDirty()) {
            LockSupport.parkNanos(FLUSH_NANOS);
        }
    }

    /** Whether to go on. What goes wrong is thrown where the next line is added. */
    private synchronized boolean flushIfDirty() {
        try {
            if (dirty && !closed) {
                flush();
            }
            return !closed;
        } catch (UncheckedIOException e) {
            failure = e.getCause();
            return false;
        }
    }

    /** Makes the folder and starts its log. A folder that holds a run already is refused. */
    public static RunFolder create(Path path, String resolvedJob) throws IOException {
        if (Files.exists(path) && !Files.isDirectory(path)) {
            throw taken("run folder is a file: path=" + path + "; choose another --out");
        }
        if (Files.exists(path.resolve(LOG))) {
            throw taken("run folder is taken: path=" + path + "; choose another --out or remove it");
        }
        try {
            Files.createDirectories(path);
            replace(path.resolve(JOB), resolvedJob, true);
            return open(path);
        } catch (FileAlreadyExistsException e) {
            throw e;
        } catch (IOException e) {
            throw new IOException(unwritable(path, e), e);
        }
    }

    /**
     * Opens the folder of a run that has ended, to go on with it. While it is open no other process can do so, which
     * the lock on its log sees to; the lock ends with the process, however that ends.
     */
    public static RunFolder reopen(Path path) throws IOException {
        try {
            return open(path);
        } catch (FileAlreadyExistsException e) {
            throw e;
        } catch (IOException e) {
            throw new IOException(unwritable(path, e), e);
        }
    }

    private static RunFolder open(Path path) throws IOException {
        FileChannel channel = FileChannel.open(
                path.resolve(LOG), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        if (!lock(channel)) {
            channel.close();
            throw inUse(path);
        }
        channel.position(channel.size());
        return new RunFolder(path, channel);
    }

    private static boolean lock(FileChannel channel) {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false;
        } catch (IOException e) {
            return true; // a file system without locks: nobody can be kept out, and runs must work there too
        }
    }

    private static FileAlreadyExistsException inUse(Path path) {
        return taken("run is still going on: path=" + path + "; wait for its end or stop it");
    }

    /**
     * Takes back what a run wrote after that step, so that it can write it again: lines of later steps, evaluations
     * after it, a line that was cut short, the summary, and the hashes that it took, since their chain begins at the
     * first step.
     */
    public synchronized void goBackTo(long step) throws IOException {
        Files.deleteIfExists(path.resolve(SUMMARY));
        takeNowAway();
        log.flush(); // what is not in the file yet would come after what is kept
        hashes.restart();
        long kept = RunLog.bytesUpTo(channel, step);
        channel.truncate(kept);
        channel.position(kept);
    }

    /** Replaces the job of the folder, for a run that goes on with other ranks or for longer. */
    public void job(String resolvedJob) throws IOException {
        replace(path.resolve(JOB), resolvedJob, true);
    }

    /** The summary that the run left when it was done, or null if it has not come so far. */
    public @Nullable String finished() throws IOException {
        Path file = path.resolve(SUMMARY);
        return Files.exists(file) ? Files.readString(file) : null;
    }

    /**
     * Whoever reads the file, or finds it after this process was killed, has all of the old text or of the new; if
     * {@code durable}, after a power cut too.
     */
    private static void replace(Path file, String text, boolean durable) throws IOException {
        Path aside = file.resolveSibling(file.getFileName() + ".partial");
        try (FileChannel out = FileChannel.open(
                aside, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(UTF_8));
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
            if (durable) {
                out.force(true);
            }
        } catch (IOException e) {
            Files.deleteIfExists(aside);
            throw e;
        }
        Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static FileAlreadyExistsException taken(String message) {
        return new FileAlreadyExistsException(null, null, message);
    }

    private static String unwritable(Path path, IOException e) {
        return "run folder cannot be written: path=" + path + ", " + WriteFailure.reason(e) + "; choose another --out";
    }

    public Path path() {
        return path;
    }

    public Path model() {
        return path.resolve("model");
    }

    public void add(StepReading reading) {
        add(RunLog.STEP, reading);
    }

    public void add(RankReading reading) {
        add(RunLog.RANK, reading);
    }

    /** Says where the run is, in a file that the next call replaces and the summary takes away. */
    public void now(StepReading reading) {
        try {
            synchronized (nowLock) {
                replace(path.resolve(NOW), Json.write(Records.toMap(reading)) + "\n", false);
            }
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** A call of {@link #now} that is on its way ends first, or it would bring the file back. */
    private void takeNowAway() throws IOException {
        synchronized (nowLock) {
            Files.deleteIfExists(path.resolve(NOW));
        }
    }

    /** A rank is lost, and the others go on. */
    public void lost(int rank, String reason) {
        Map<String, Object> line = line(RunLog.LOST);
        line.put("rank", rank);
        line.put("reason", reason);
        add(line);
    }

    /** The run came to no result; whoever goes on with it takes this line back. */
    public void failed(String reason) {
        Map<String, Object> line = line(RunLog.FAILED);
        line.put("reason", reason);
        add(line);
        flush();
    }

    public void add(EvaluationReading reading) {
        add(RunLog.EVALUATION, reading);
        flush();
    }

    public void add(ResourceReading reading) {
        add(RunLog.RESOURCES, reading);
    }

    public synchronized void add(HashReading reading) {
        hashes.add(reading);
        dirty = true;
    }

    private void add(String type, Record reading) {
        Map<String, Object> line = line(type);
        line.putAll(Records.toMap(reading));
        add(line);
    }

    private static Map<String, Object> line(String type) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("type", type);
        return line;
    }

    private synchronized void add(Map<String, ?> line) {
        if (failure != null) {
            throw failed(failure); // a new one each time, since whoever closes after it would suppress it with itself
        }
        try {
            log.write(Json.write(line) + "\n");
            dirty = true;
        } catch (IOException e) {
            throw failed(e);
        }
        if (System.nanoTime() - flushedAt >= FLUSH_NANOS) {
            flush(); // a line that comes after a while need not wait for the thread
        }
    }

    /** Puts all lines so far on the disk. */
    public synchronized void flush() {
        try {
            log.flush();
            hashes.flush();
            dirty = false;
            flushedAt = System.nanoTime();
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** Puts all lines so far on the disk so that a power cut does not lose them. */
    public void sync() {
        flush();
        try {
            channel.force(false);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private UncheckedIOException failed(IOException e) {
        return new UncheckedIOException(
                "run log cannot be written: path=" + path.resolve(LOG) + ", " + WriteFailure.reason(e), e);
    }

    public void summary(Map<String, ?> summary) throws IOException {
        try {
            replace(path.resolve(SUMMARY), Json.pretty(summary) + "\n", true);
            takeNowAway();
        } catch (IOException e) {
            throw new IOException(unwritable(path, e), e);
        }
    }

    /** Takes the folder away again, for a run that could not begin and would only be in the way of the next try. */
    public void discard() throws IOException {
        close();
        Files.deleteIfExists(path.resolve(LOG));
        takeNowAway();
        Files.deleteIfExists(path.resolve(JOB));
        try {
            Files.deleteIfExists(path);
        } catch (DirectoryNotEmptyException e) {
            return; // somebody else's files, from before
        }
    }

    @Override
    public synchronized void close() throws IOException {
        closed = true;
        LockSupport.unpark(flusher);
        try (hashes) {
            log.close();
        }
    }
}

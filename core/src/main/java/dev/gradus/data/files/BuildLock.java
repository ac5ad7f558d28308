package dev.gradus.data.files;

import dev.gradus.data.DataException;
import dev.gradus.metrics.WriteFailure;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets one thread of one process at a time make a file. Ends with the process that has it. The empty file that it is
 * taken on stays, since removing it could let two in.
 */
public final class BuildLock {

    /** What is done while the lock is held. */
    @FunctionalInterface
    public interface Work<T> {
        T run() throws DataException;
    }

    /**
     * Of this process. A lock on a file cannot tell its threads apart, and is lost when any of them closes the file.
     */
    private static final ConcurrentMap<Path, ReentrantLock> OWN = new ConcurrentHashMap<>();

    private static final long PAUSE_MILLIS = 50;

    private final ReentrantLock own;
    private final FileChannel channel;

    private BuildLock(ReentrantLock own, FileChannel channel) {
        this.own = own;
        this.channel = channel;
    }

    /** Who waits for what: {@code work} is what another process may be doing, such as "encoding the corpus". */
    public record Wait(Path file, String work, Duration patience) {

        private DataException late() {
            return new DataException("another process is still " + work + ": lock=" + file + ", waited="
                    + patience.toSeconds() + "s; start again when it is done");
        }

        private DataException interrupted(InterruptedException e) {
            Thread.currentThread().interrupt();
            return new DataException("interrupted while waiting for a lock: file=" + file, e);
        }
    }

    /** Waits for the lock, complains when that takes too long, and works. */
    public static <T> T hold(Wait wait, Work<T> work) throws DataException {
        BuildLock lock = acquire(wait);
        try {
            return work.run();
        } finally {
            lock.release();
        }
    }

    private static BuildLock acquire(Wait wait) throws DataException {
        long deadline = System.nanoTime() + wait.patience().toNanos();
        Path path = wait.file().toAbsolutePath().normalize();
        ReentrantLock own = OWN.computeIfAbsent(path, key -> new ReentrantLock());
        try {
            if (!own.tryLock(wait.patience().toNanos(), TimeUnit.NANOSECONDS)) {
                throw wait.late();
            }
        } catch (InterruptedException e) {
            throw wait.interrupted(e);
        }
        try {
            return new BuildLock(own, lock(wait, deadline));
        } catch (DataException | RuntimeException e) {
            own.unlock();
            throw e;
        }
    }

    private void release() throws DataException {
        try {
            channel.close(); // and with it the lock
        } catch (IOException e) {
            throw new DataException("cannot unlock: " + WriteFailure.reason(e), e);
        } finally {
            own.unlock();
        }
    }

    private static FileChannel lock(Wait wait, long deadline) throws DataException {
        try {
            FileChannel channel = FileChannel.open(wait.file(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            try {
                await(channel, wait, deadline);
                return channel;
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        } catch (DataException e) {
            throw e;
        } catch (IOException e) {
            throw new DataException("cannot lock: file=" + wait.file() + ", " + WriteFailure.reason(e), e);
        }
    }

    private static void await(FileChannel channel, Wait wait, long deadline) throws IOException {
        FileLock lock = channel.tryLock();
        while (lock == null) {
            if (System.nanoTime() - deadline > 0) {
                throw wait.late();
            }
            try {
                Thread.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                throw wait.interrupted(e);
            }
            lock = channel.tryLock();
        }
    }
}

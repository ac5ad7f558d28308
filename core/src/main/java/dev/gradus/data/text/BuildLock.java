package dev.gradus.data.text;

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
final class BuildLock {

    /** What is done while the lock is held. */
    @FunctionalInterface
    interface Work<T> {
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

    /** Waits for the lock, complains when that takes too long, and works. */
    static <T> T hold(Path file, Duration patience, Work<T> work) throws DataException {
        BuildLock lock = acquire(file, patience);
        try {
            return work.run();
        } finally {
            lock.release();
        }
    }

    private static BuildLock acquire(Path file, Duration patience) throws DataException {
        long deadline = System.nanoTime() + patience.toNanos();
        ReentrantLock own = OWN.computeIfAbsent(file.toAbsolutePath().normalize(), path -> new ReentrantLock());
        try {
            if (!own.tryLock(patience.toNanos(), TimeUnit.NANOSECONDS)) {
                throw late(file, patience);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DataException("interrupted while waiting for a lock: file=" + file, e);
        }
        try {
            return new BuildLock(own, lock(file, deadline, patience));
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

    private static FileChannel lock(Path file, long deadline, Duration patience) throws DataException {
        try {
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            try {
                await(channel, file, deadline, patience);
                return channel;
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        } catch (DataException e) {
            throw e;
        } catch (IOException e) {
            throw new DataException("cannot lock: file=" + file + ", " + WriteFailure.reason(e), e);
        }
    }

    private static void await(FileChannel channel, Path file, long deadline, Duration patience) throws IOException {
        FileLock lock = channel.tryLock();
        while (lock == null) {
            if (System.nanoTime() - deadline > 0) {
                throw late(file, patience);
            }
            try {
                Thread.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new DataException("interrupted while waiting for a lock: file=" + file, e);
            }
            lock = channel.tryLock();
        }
    }

    private static DataException late(Path file, Duration patience) {
        return new DataException("another process is still encoding the corpus: lock=" + file + ", waited="
                + patience.toSeconds() + "s; start again when it is done");
    }
}

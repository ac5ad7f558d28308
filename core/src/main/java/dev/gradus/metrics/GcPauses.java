package dev.gradus.metrics;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;
import org.jspecify.annotations.Nullable;

/**
 * Hears of the garbage collector's work while it is open, and keeps the last {@value #KEPT} pauses. The JVM tells times
 * in whole milliseconds, so shorter ones have no length. Written by a thread of the JVM, read by any.
 */
public final class GcPauses implements AutoCloseable {

    private static final int KEPT = 2048;

    private final Deque<Pause> pauses = new ArrayDeque<>();
    private final NotificationListener listener = this::heard;

    /** What the clock of the JVM, which counts from its start, showed at 0 of {@link System#nanoTime}. */
    private final long offsetNanos =
            System.nanoTime() - ManagementFactory.getRuntimeMXBean().getUptime() * 1_000_000;

    /** One pause, by {@link System#nanoTime}. */
    public record Pause(long startNanos, long endNanos) {}

    public GcPauses() {
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            if (collector instanceof NotificationEmitter emitter) {
                emitter.addNotificationListener(listener, null, null);
            }
        }
    }

    private void heard(Notification notification, @Nullable Object unused) {
        if (notification.getUserData() instanceof CompositeData data
                && GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION.equals(notification.getType())) {
            GarbageCollectionNotificationInfo info = GarbageCollectionNotificationInfo.from(data);
            add(new Pause(
                    offsetNanos + info.getGcInfo().getStartTime() * 1_000_000,
                    offsetNanos + info.getGcInfo().getEndTime() * 1_000_000));
        }
    }

    private synchronized void add(Pause pause) {
        if (pauses.size() == KEPT) {
            pauses.removeFirst();
        }
        pauses.addLast(pause);
    }

    /** The pauses so far, oldest first. The JVM tells of one a moment after its end. */
    public synchronized List<Pause> all() {
        return new ArrayList<>(pauses);
    }

    @Override
    public void close() {
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            if (collector instanceof NotificationEmitter emitter) {
                try {
                    emitter.removeNotificationListener(listener);
                } catch (ListenerNotFoundException e) {
                    throw new IllegalStateException("listener is gone: collector=" + collector.getName(), e);
                }
            }
        }
    }
}

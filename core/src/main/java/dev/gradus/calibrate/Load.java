package dev.gradus.calibrate;

import java.lang.management.ManagementFactory;
import java.time.Duration;

/** How busy others keep the cores of this machine. */
public final class Load {

    private static final Duration LOOK = Duration.ofMillis(400);

    /** What an idle machine shows: timers, and the end of this program's own start. */
    private static final double IDLE = 0.08;

    private Load() {}

    /** The share of all cores that was used while this thread did nothing for a moment; 0 where that is not told. */
    public static double ofOthers() throws InterruptedException {
        if (!(ManagementFactory.getOperatingSystemMXBean()
                instanceof com.sun.management.OperatingSystemMXBean system)) {
            return 0;
        }
        double before = system.getCpuLoad(); // loads are told for the time since the last question
        Thread.sleep(LOOK.toMillis());
        double load = system.getCpuLoad();
        return before < 0 || Double.isNaN(load) || load < IDLE ? 0 : load;
    }
}

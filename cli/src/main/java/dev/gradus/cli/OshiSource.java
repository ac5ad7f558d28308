package dev.gradus.cli;

import dev.gradus.metrics.SystemCounters;
import dev.gradus.metrics.SystemSource;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.hardware.CentralProcessor.TickType;
import oshi.hardware.HardwareAbstractionLayer;
import oshi.hardware.NetworkIF;
import oshi.software.os.OSProcess;

/** What Windows, macOS and others count, by OSHI. */
public final class OshiSource implements SystemSource {

    private final HardwareAbstractionLayer hardware;
    private final CentralProcessor processor;
    private final OSProcess process;
    private final List<NetworkIF> networks;

    /** Asks the system once, which takes about a second. */
    public OshiSource() {
        // OSHI logs by slf4j, which without a logger complains on standard error. What OSHI has to say is not needed.
        if (System.getProperty("slf4j.internal.verbosity") == null) {
            System.setProperty("slf4j.internal.verbosity", "ERROR");
        }
        SystemInfo system = new SystemInfo();
        this.hardware = system.getHardware();
        this.processor = hardware.getProcessor();
        this.process = system.getOperatingSystem().getCurrentProcess();
        this.networks = hardware.getNetworkIFs(true);
    }

    @Override
    public String name() {
        return "oshi";
    }

    @Override
    public synchronized SystemCounters read() {
        process.updateAttributes();
        return SystemCounters.of(
                cores(),
                process.getResidentMemory(),
                new SystemCounters.Disk(process.getBytesRead(), process.getBytesWritten()),
                network());
    }

    /** Waiting for a disk is not busy, as in {@code /proc/stat}. */
    private List<SystemCounters.Core> cores() {
        List<SystemCounters.Core> cores = new ArrayList<>();
        for (long[] ticks : processor.getProcessorCpuLoadTicks()) {
            long total = Arrays.stream(ticks).sum();
            long idle = ticks[TickType.IDLE.getIndex()] + ticks[TickType.IOWAIT.getIndex()];
            cores.add(new SystemCounters.Core(total - idle, total));
        }
        return cores;
    }

    private SystemCounters.Network network() {
        long received = 0;
        long sent = 0;
        long loopback = 0;
        for (NetworkIF network : networks) {
            network.updateAttributes();
            if (isLoopback(network.queryNetworkInterface())) {
                loopback += network.getBytesSent();
            } else {
                received += network.getBytesRecv();
                sent += network.getBytesSent();
            }
        }
        return new SystemCounters.Network(received, sent, loopback);
    }

    private static boolean isLoopback(NetworkInterface network) {
        try {
            return network.isLoopback();
        } catch (SocketException e) {
            return false; // it went away meanwhile, so it was none
        }
    }

    @Override
    public String processor() {
        return processor.getProcessorIdentifier().getName().strip();
    }

    @Override
    public long memoryBytes() {
        return hardware.getMemory().getTotal();
    }
}

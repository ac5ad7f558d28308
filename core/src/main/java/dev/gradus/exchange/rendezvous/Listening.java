package dev.gradus.exchange.rendezvous;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.Comparator;

/**
 * Where a process lets its peers in.
 *
 * @param device the name of a network interface, like eth1, or empty for the one that leads to the launcher
 */
public record Listening(String device, PortRange ports) {

    /** On the interface that leads to the launcher, at any port. */
    public static Listening usual() {
        return new Listening("", PortRange.any());
    }

    /** The address to listen on; {@code towards} is the one by which the launcher was reached. */
    InetAddress address(InetAddress towards) throws IOException {
        if (device.isEmpty()) {
            return towards;
        }
        NetworkInterface found = NetworkInterface.getByName(device);
        if (found == null) {
            throw new IOException("no such network interface: name=" + device + ", there are "
                    + NetworkInterface.networkInterfaces()
                            .map(NetworkInterface::getName)
                            .sorted()
                            .toList());
        }
        return found.inetAddresses()
                .min(Comparator.comparing((InetAddress address) -> !(address instanceof Inet4Address))
                        .thenComparing(InetAddress::isLinkLocalAddress))
                .orElseThrow(() -> new IOException("network interface has no address: name=" + device));
    }
}

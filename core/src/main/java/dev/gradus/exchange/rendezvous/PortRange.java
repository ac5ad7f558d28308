package dev.gradus.exchange.rendezvous;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The ports that a process may listen on, {@code first} and {@code last} included; 0 and 0 for any that is free. */
public record PortRange(int first, int last) {

    private static final int HIGHEST = 65_535;
    private static final Pattern TEXT = Pattern.compile("(\\d{1,5})(?:-(\\d{1,5}))?");

    public PortRange {
        boolean any = first == 0 && last == 0;
        if (!any && (first < 1 || last < first || last > HIGHEST)) {
            throw new IllegalArgumentException("no such ports: first=" + first + ", last=" + last + "; write two from 1"
                    + " to " + HIGHEST + ", the lower one first");
        }
    }

    /** Whichever the system gives. */
    public static PortRange any() {
        return new PortRange(0, 0);
    }

    /** Reads {@code 40000-40100}, or a single port; any port if it is empty. */
    public static PortRange parse(String text) {
        if (text.isEmpty()) {
            return any();
        }
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not a range of ports: " + text + "; write it like 40000-40100");
        }
        int first = Integer.parseInt(matcher.group(1));
        int last = matcher.group(2) == null ? first : Integer.parseInt(matcher.group(2));
        if (first == 0) {
            throw new IllegalArgumentException("not a range of ports: " + text + "; leave it empty for any port");
        }
        return new PortRange(first, last);
    }

    /** Binds a socket to the first port that is free. */
    void bind(ServerSocketChannel server, InetAddress address, int queue) throws IOException {
        for (int port = first; port <= last; port++) {
            try {
                server.bind(new InetSocketAddress(address, port), queue);
                return;
            } catch (BindException e) {
                if (port == last) {
                    throw new IOException(
                            "no port is free: ports=" + this + ", address=" + address.getHostAddress() + ", "
                                    + e.getMessage() + "; allow more ports, or end what listens on them",
                            e);
                }
            }
        }
    }

    @Override
    public String toString() {
        return first == 0 ? "any" : first + "-" + last;
    }
}

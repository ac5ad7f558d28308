package dev.gradus.forecast;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What ranks talk over: every rank has a connection of that speed in each direction, and all can use theirs at once.
 *
 * @param latency seconds from one rank's call to another's ear, for a message without content
 * @param bytesPerSecond what a rank can send, and at the same time receive
 * @param messageSeconds the least time between two messages of a rank, which its one thread is kept busy by
 */
public record Network(String name, double latency, double bytesPerSecond, double messageSeconds) {

    /** The one whose costs are measured rather than described. */
    public static final String THIS_MACHINE = "this-machine";

    /**
     * Of 4 ranks on 2 cores, which summed 4 KB over TCP in 36 us by two messages one after the other and in 60 us by
     * three at once (docs/decisions/0017): 21 us a message, halved because two ranks shared a core.
     */
    public static final double MESSAGE_SECONDS = 10e-6;

    /** Of a link's bits those that carry numbers: 1,448 bytes of a frame of 1,538 on the wire. */
    private static final double CONTENT = 1448.0 / 1538;

    private static final Pattern AMOUNT = Pattern.compile("([0-9]+(?:\\.[0-9]*)?)\\s*([A-Za-z/]+)");

    private static final Map<String, Double> BANDWIDTHS = units(
            "bit", 0.125, "kbit", 125.0, "mbit", 125e3, "gbit", 125e6, "tbit", 125e9, "b/s", 1.0, "kb/s", 1e3, "mb/s",
            1e6, "gb/s", 1e9);

    private static final Map<String, Double> TIMES = units("ns", 1e-9, "us", 1e-6, "ms", 1e-3, "s", 1.0);

    public Network {
        if (!(latency >= 0) || !(bytesPerSecond > 0) || !(messageSeconds >= 0)) {
            throw new IllegalArgumentException("network cannot be: latency=" + latency + ", bytesPerSecond="
                    + bytesPerSecond + ", messageSeconds=" + messageSeconds);
        }
    }

    /** A network that somebody describes by the speed of its links in bytes of all kinds, heads of frames included. */
    public static Network described(String name, double latency, double linkBytesPerSecond) {
        return new Network(name, latency, linkBytesPerSecond * CONTENT, MESSAGE_SECONDS);
    }

    /** The names of networks that need no description. */
    public static List<String> presets() {
        return List.of(THIS_MACHINE, "100mbit", "1gbit", "10gbit", "25gbit", "100gbit");
    }

    /** A network of that name, other than this machine; the latencies are usual ones of TCP in one building. */
    public static Network preset(String name) {
        return switch (name) {
            case "100mbit" -> described(name, 200e-6, 12.5e6);
            case "1gbit" -> described(name, 100e-6, 125e6);
            case "10gbit" -> described(name, 50e-6, 1.25e9);
            case "25gbit" -> described(name, 30e-6, 3.125e9);
            case "100gbit" -> described(name, 20e-6, 12.5e9);
            default ->
                throw new IllegalArgumentException(
                        "unknown network: " + name + "; choose one of " + String.join(", ", presets()));
        };
    }

    /** Bytes per second of texts like {@code 10Gbit} or {@code 1.2GB/s}; bits and bytes go by thousands. */
    public static double bandwidth(String text) {
        return parse(text, BANDWIDTHS, "bandwidth", "10Gbit or 1.2GB/s");
    }

    /** Seconds of texts like {@code 50us}. */
    public static double latency(String text) {
        return parse(text, TIMES, "latency", "50us or 0.2ms");
    }

    private static double parse(String text, Map<String, Double> units, String what, String example) {
        Matcher matcher = AMOUNT.matcher(text.strip());
        Double unit = matcher.matches() ? units.get(matcher.group(2).toLowerCase(Locale.ROOT)) : null;
        double value = unit == null ? 0 : Double.parseDouble(matcher.group(1)) * unit;
        if (value <= 0 || Double.isInfinite(value)) {
            throw new IllegalArgumentException(what + " cannot be read: " + text + "; write it like " + example);
        }
        return value;
    }

    private static Map<String, Double> units(Object... namesAndValues) {
        Map<String, Double> units = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            units.put((String) namesAndValues[i], (Double) namesAndValues[i + 1]);
        }
        return Map.copyOf(units);
    }
}

package dev.gradus.metrics;

/**
 * Tells what the system counts, where it has no {@code /proc}. Found by ServiceLoader, so that {@code core} needs no
 * library for it; without one, what the JDK does not tell is unknown.
 */
public interface SystemSource {

    /** What {@code -Dgradus.counters} calls it. */
    String name();

    /** What is counted now. */
    SystemCounters read();

    /** The CPU's name; empty if it is not known. */
    String processor();

    /** Physical memory of the machine; 0 if it is not known. */
    long memoryBytes();
}

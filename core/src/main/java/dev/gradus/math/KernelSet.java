package dev.gradus.math;

import java.util.Optional;

/** A set of fast loops that a module brings, one object for each family of loops. Found by ServiceLoader. */
public interface KernelSet {

    /** What a job writes as {@code kernels}. */
    String name();

    /** Why this set cannot run in this JVM, with what to do about it; empty when it can. */
    Optional<String> obstacle();

    /** What it is, for the run header: {@code "Vector API, 16 floats at a time"}. Called only without obstacle. */
    String description();

    /** This set's implementation of a family, which is an interface of the package that needs the loops. */
    <K> Optional<K> find(Class<K> family);
}

package dev.gradus.exchange.rendezvous;

/** Something that a coordinator learned of its members. */
public sealed interface Event {

    /** Which rank it is about, or -1. */
    int rank();

    /** A member has joined. */
    record Joined(int rank) implements Event {}

    /** A member said something. */
    record Said(int rank, Message message) implements Event {}

    /** A member's connection ended or it fell silent, before it was done. */
    record Lost(int rank, String reason) implements Event {}

    /** Somebody called and was turned away. */
    record Refused(int rank, String reason) implements Event {}
}

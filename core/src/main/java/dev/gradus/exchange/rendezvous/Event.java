package dev.gradus.exchange.rendezvous;

import java.time.Duration;

/** Something that a coordinator learned of its members. */
public sealed interface Event {

    /** Which rank it is about, or -1. */
    int rank();

    /** A member has joined. */
    record Joined(int rank) implements Event {}

    /** A member said something. */
    record Said(int rank, Message message) implements Event {}

    /** A member's connection ended before it was done. */
    record Lost(int rank, String reason) implements Event {}

    /** Nothing was heard of a member for too long: its process is frozen, or it is cut off. */
    record Silent(int rank, Duration waited) implements Event {}

    /** Somebody called and was turned away. */
    record Refused(int rank, String reason) implements Event {}
}

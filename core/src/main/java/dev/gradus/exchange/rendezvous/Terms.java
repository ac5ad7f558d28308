package dev.gradus.exchange.rendezvous;

import java.time.Duration;

/**
 * What a coordinator grants its members: time to join and to answer each other, how long one may be silent, and whether
 * connections are under TLS.
 */
public record Terms(Duration timeout, Duration silence, boolean tls) {}

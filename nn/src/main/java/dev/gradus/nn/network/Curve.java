package dev.gradus.nn.network;

/** What an activation does to each value. */
public enum Curve {
    RELU,
    TANH,
    SIGMOID
}

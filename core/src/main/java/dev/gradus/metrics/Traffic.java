package dev.gradus.metrics;

/** What went over a link, counted where the bytes leave; {@code networkBytes} are those sent over a network. */
public record Traffic(long bytesSent, long bytesReceived, long messages, long networkBytes) {

    public static final Traffic NONE = new Traffic(0, 0, 0, 0);

    public Traffic plus(Traffic other) {
        return new Traffic(
                bytesSent + other.bytesSent,
                bytesReceived + other.bytesReceived,
                messages + other.messages,
                networkBytes + other.networkBytes);
    }

    public Traffic minus(Traffic before) {
        return new Traffic(
                bytesSent - before.bytesSent,
                bytesReceived - before.bytesReceived,
                messages - before.messages,
                networkBytes - before.networkBytes);
    }
}

package dev.gradus.exchange.rendezvous;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.gradus.json.Json;
import dev.gradus.json.JsonException;
import java.io.IOException;
import java.util.Map;

/**
 * One message of a control connection: what it is and its bytes, which are JSON for all types but parameters,
 * checkpoints and readings.
 */
public final class Message {

    private final Type type;
    private final byte[] payload;

    public Message(Type type, byte[] payload) {
        this.type = type;
        this.payload = payload;
    }

    /** What a message is about. The code is its type on the wire. */
    public enum Type {
        /** The one who connects says who it is. */
        HELLO(1),
        /** The one who was called proves itself and asks for the same. */
        CHALLENGE(2),
        /** The one who connects proves itself. */
        PROOF(3),
        /** The member is in: its rank, its peers, the job. */
        WELCOME(4),
        /** The member is not wanted, with the reason. */
        REFUSED(5),
        /** The run is over for everyone, with the rank and the reason. */
        ABORT(6),
        /** A member cannot go on, with the reason. */
        FAILED(7),
        /** Whoever sent it lives. */
        HEARTBEAT(8),
        /** What ranks tell their launcher about the work. */
        NEWS(9),
        /** A piece of the parameter vector. */
        PARAMETERS(10),
        /** A member has done its part. */
        DONE(11),
        /** What the caller offers to carry numbers over. */
        OFFER(12),
        /** Whether the other side takes it. */
        ANSWER(13),
        /** A piece of a checkpoint. */
        CHECKPOINT(16),
        /** The checkpoint that was sent is on the disk. */
        STORED(17),
        /** A rank is lost, and the others go on without it. */
        LOST(18),
        /** Readings of a rank, several at a time. */
        READINGS(19);

        private final byte code;

        Type(int code) {
            this.code = (byte) code;
        }

        byte code() {
            return code;
        }

        /** Whether it belongs to the greeting, which comes before there is a group. */
        boolean greets() {
            return this == HELLO || this == CHALLENGE || this == PROOF || this == REFUSED;
        }

        static Type of(byte code) throws IOException {
            for (Type type : values()) {
                if (type.code == code) {
                    return type;
                }
            }
            throw new IOException("message of an unknown type: type=" + code);
        }
    }

    public Type type() {
        return type;
    }

    public byte[] payload() {
        return payload;
    }

    /** A message whose payload is a JSON object. */
    public static Message of(Type type, Map<String, ?> content) {
        return new Message(type, Json.write(content).getBytes(UTF_8));
    }

    /** The payload as a JSON object. */
    public Map<?, ?> content() throws IOException {
        try {
            if (Json.parse(new String(payload, UTF_8)) instanceof Map<?, ?> map) {
                return map;
            }
            throw new IOException("message is not an object: type=" + type);
        } catch (JsonException e) {
            throw new IOException("message is not JSON: type=" + type + ", " + e.getMessage(), e);
        }
    }

    /** A text of the payload, which must be there. */
    public String text(String name) throws IOException {
        if (content().get(name) instanceof String text) {
            return text;
        }
        throw new IOException("message lacks a text: type=" + type + ", name=" + name);
    }

    /** A whole number of the payload, which must be there. */
    public int number(String name) throws IOException {
        if (content().get(name) instanceof Long number && number == number.intValue()) {
            return number.intValue();
        }
        throw new IOException("message lacks a number: type=" + type + ", name=" + name);
    }
}

package dev.gradus.cli;

import java.math.BigInteger;
import java.util.Locale;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.resolver.CoreScalarResolver;
import org.snakeyaml.engine.v2.resolver.ScalarResolver;

/** A YAML value as it was written. */
record Scalar(String text, boolean quoted) {

    private static final ScalarResolver RESOLVER = new CoreScalarResolver(false);

    boolean isNull() {
        return tag().equals(Tag.NULL);
    }

    boolean isText() {
        return tag().equals(Tag.STR);
    }

    /** A text, number or flag, by the rules of YAML 1.2. */
    Object value() {
        Tag tag = tag();
        if (tag.equals(Tag.INT)) {
            BigInteger whole = whole();
            return whole.bitLength() < Long.SIZE ? (Object) whole.longValue() : whole;
        }
        if (tag.equals(Tag.FLOAT)) {
            return decimal();
        }
        return tag.equals(Tag.BOOL) ? (Object) text.equalsIgnoreCase("true") : text;
    }

    private Tag tag() {
        return RESOLVER.resolve(text, !quoted);
    }

    private BigInteger whole() {
        if (text.startsWith("0x")) {
            return new BigInteger(text.substring(2), 16);
        }
        return text.startsWith("0o") ? new BigInteger(text.substring(2), 8) : new BigInteger(text);
    }

    private double decimal() {
        String lower = text.toLowerCase(Locale.ROOT);
        return switch (lower) {
            case ".nan" -> Double.NaN;
            case ".inf", "+.inf" -> Double.POSITIVE_INFINITY;
            case "-.inf" -> Double.NEGATIVE_INFINITY;
            default -> Double.parseDouble(lower);
        };
    }
}

package dev.gradus.exchange.rendezvous;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** What the ranks of one run know and nobody else. Never printed, never on a command line. */
public final class Secret {

    private static final String ALGORITHM = "HmacSHA256";
    private static final int BYTES = 32;

    private final byte[] bytes;

    private Secret(byte[] bytes) {
        this.bytes = bytes;
    }

    public static Secret random() {
        return new Secret(randomBytes());
    }

    /** The secret that was handed over as text, by environment or by file. */
    public static Secret ofText(String text) {
        if (text.isBlank()) {
            throw new IllegalArgumentException("secret is empty");
        }
        return new Secret(text.strip().getBytes(UTF_8));
    }

    /** The secret as text for {@link #ofText} in another process. */
    public String text() {
        return new String(bytes, UTF_8);
    }

    /** A name for a run that no other run has. */
    static String runName() {
        return nonce().substring(0, 16);
    }

    /** A number used once, as text. */
    static String nonce() {
        return new String(randomBytes(), UTF_8);
    }

    /** Proof of knowing the secret, bound to a role and to everything both sides have said so far. */
    String proof(String role, String... said) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(bytes, ALGORITHM));
            mac.update(role.getBytes(UTF_8));
            for (String part : said) {
                mac.update((byte) 0);
                mac.update(part.getBytes(UTF_8));
            }
            return HexFormat.of().formatHex(mac.doFinal());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }

    /** Compares without telling by its duration how much was right. */
    static boolean same(String proof, String expected) {
        return MessageDigest.isEqual(proof.getBytes(UTF_8), expected.getBytes(UTF_8));
    }

    private static byte[] randomBytes() {
        byte[] random = new byte[BYTES];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random).getBytes(UTF_8);
    }
}

package dev.gradus.exchange.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.util.HexFormat;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;

/**
 * Who a process is in TLS: a fresh key and a certificate that it signed itself. The certificate vouches for nothing;
 * what counts is its fingerprint, which those who know the run's secret tell each other. Immutable.
 */
public final class Identity {

    private static final String SIGNATURE = "SHA256withECDSA";

    /** ecdsa-with-SHA256 (RFC 5758). */
    private static final byte[] ALGORITHM = Der.sequence(Der.objectIdentifier(1, 2, 840, 10045, 4, 3, 2));

    private static final byte[] COMMON_NAME = Der.objectIdentifier(2, 5, 4, 3);

    private final X509Certificate certificate;
    private final KeyManager[] keys;
    private final String fingerprint;

    private Identity(X509Certificate certificate, KeyManager[] keys) throws CertificateException {
        this.certificate = certificate;
        this.keys = keys;
        this.fingerprint = fingerprint(certificate);
    }

    /** A new one, which lives as long as this process. */
    public static Identity create() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            KeyPair pair = generator.generateKeyPair();
            X509Certificate certificate = selfSigned(pair);
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            // In memory only, so the password protects nothing.
            store.setKeyEntry("own", pair.getPrivate(), new char[0], new Certificate[] {certificate});
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(store, new char[0]);
            return new Identity(certificate, factory.getKeyManagers());
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("this JDK cannot make a certificate: " + e.getMessage(), e);
        }
    }

    private static X509Certificate selfSigned(KeyPair pair) throws GeneralSecurityException {
        byte[] content = content(pair.getPublic());
        Signature signature = Signature.getInstance(SIGNATURE);
        signature.initSign(pair.getPrivate());
        signature.update(content);
        byte[] bytes = Der.sequence(content, ALGORITHM, Der.bits(signature.sign()));
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(bytes));
    }

    /** What is signed (RFC 5280, 4.1): version 1, which has no extensions. Valid always, as clocks of ranks differ. */
    private static byte[] content(PublicKey key) {
        byte[] name = Der.sequence(Der.set(Der.sequence(COMMON_NAME, Der.text("gradus"))));
        return Der.sequence(
                Der.integer(new BigInteger(64, new SecureRandom()).add(BigInteger.ONE)),
                ALGORITHM,
                name,
                Der.sequence(Der.utcTime("700101000000Z"), Der.time("99991231235959Z")),
                name,
                key.getEncoded());
    }

    /** SHA-256 of a certificate, in hexadecimal. */
    static String fingerprint(Certificate certificate) throws CertificateException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(certificate.getEncoded()));
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** SHA-256 of the own certificate, in hexadecimal. */
    public String fingerprint() {
        return fingerprint;
    }

    X509Certificate certificate() {
        return certificate;
    }

    KeyManager[] keys() {
        return keys.clone();
    }
}

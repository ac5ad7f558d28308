package dev.gradus.exchange.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdentityTest {

    @RepeatedTest(5) // the lengths of numbers in it differ from key to key
    void theCertificateReadsBackAndIsSignedByItsOwnKey() throws Exception {
        X509Certificate made = Identity.create().certificate();

        X509Certificate read = (X509Certificate) CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(made.getEncoded()));

        read.verify(read.getPublicKey());
        read.checkValidity();
        assertThat(read.getSigAlgName()).isEqualTo("SHA256withECDSA");
        assertThat(read.getPublicKey().getAlgorithm()).isEqualTo("EC");
        assertThat(read.getSubjectX500Principal().getName()).isEqualTo("CN=gradus");
        assertThat(read.getIssuerX500Principal()).isEqualTo(read.getSubjectX500Principal());
        assertThat(read.getSerialNumber()).isPositive();
    }

    @Test
    void eachIsAnother() {
        assertThat(Identity.create().fingerprint())
                .hasSize(64)
                .isNotEqualTo(Identity.create().fingerprint());
    }

    @Test
    void objectIdentifiersAreWrittenAsTheStandardsWriteThem() {
        assertThat(hex(Der.objectIdentifier(1, 2, 840, 10045, 4, 3, 2))).isEqualTo("06082a8648ce3d040302");
        assertThat(hex(Der.objectIdentifier(2, 5, 4, 3))).isEqualTo("0603550403");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 127, 128, 255, 256, 65535, 65536})
    void lengthsTakeAsFewBytesAsTheyCan(int length) {
        byte[] text = Der.text("x".repeat(length));

        String head = length < 128
                ? "0c%02x".formatted(length)
                : length < 256
                        ? "0c81%02x".formatted(length)
                        : length < 65536 ? "0c82%04x".formatted(length) : "0c83%06x".formatted(length);
        assertThat(hex(text)).startsWith(head);
        assertThat(text).hasSize(head.length() / 2 + length);
    }

    @Test
    void numbersKeepTheirSign() {
        assertThat(hex(Der.integer(BigInteger.valueOf(127)))).isEqualTo("02017f");
        assertThat(hex(Der.integer(BigInteger.valueOf(128)))).isEqualTo("02020080");
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}

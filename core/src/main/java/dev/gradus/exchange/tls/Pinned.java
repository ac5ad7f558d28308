package dev.gradus.exchange.tls;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Set;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/** Trusts certificates by fingerprint and nothing else: neither issuers nor names nor dates. */
final class Pinned extends X509ExtendedTrustManager {

    private final Set<String> fingerprints;

    Pinned(Set<String> fingerprints) {
        this.fingerprints = Set.copyOf(fingerprints);
    }

    private void check(X509Certificate[] chain) throws CertificateException {
        String fingerprint = Identity.fingerprint(chain[0]);
        if (!fingerprints.contains(fingerprint)) {
            throw new CertificateException("certificate is of nobody in this run: sha256=" + fingerprint);
        }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String kind, SSLEngine engine) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String kind, SSLEngine engine) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String kind, Socket socket) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String kind, Socket socket) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String kind) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String kind) throws CertificateException {
        check(chain);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}

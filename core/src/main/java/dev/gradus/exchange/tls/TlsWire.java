package dev.gradus.exchange.tls;

import dev.gradus.exchange.transport.Allowance;
import dev.gradus.exchange.transport.PlainWire;
import dev.gradus.exchange.transport.Readiness;
import dev.gradus.exchange.transport.Wire;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;

/** A connection under TLS 1.3 whose both sides have shown a certificate that the other side knew beforehand. */
public final class TlsWire implements Wire {

    private static final String[] PROTOCOLS = {"TLSv1.3"};
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    /**
     * Longer than TLS lets a session live, for which the JDK then sends no tickets. Nobody resumes sessions here, and a
     * ticket that lies unread when a connection is closed would reset it, with what the other side has still to read.
     */
    private static final int NO_TICKETS_SECONDS = 8 * 24 * 3600;

    /** Records are 16 KiB at most; this many at a time go to the system and come from it. */
    private static final int RECORDS = 16;

    private final Wire below;
    private final SSLEngine engine;
    private final ByteBuffer out;
    private final ByteBuffer in;
    private final ByteBuffer decrypted;
    private boolean ended;

    private TlsWire(Wire below, SSLEngine engine) {
        this.below = below;
        this.engine = engine;
        int packet = engine.getSession().getPacketBufferSize();
        out = ByteBuffer.allocateDirect(RECORDS * packet).limit(0);
        in = ByteBuffer.allocateDirect(RECORDS * packet).limit(0);
        decrypted = ByteBuffer.allocateDirect(engine.getSession().getApplicationBufferSize())
                .limit(0);
    }

    /** The side that called: {@code trusted} is the fingerprint that the called side must show. */
    public static TlsWire call(SocketChannel channel, Identity own, String trusted, Duration timeout)
            throws IOException {
        return start(channel, engine(own, Set.of(trusted), true), timeout);
    }

    /** The side that was called: {@code trusted} are the fingerprints of which the caller must show one. */
    public static TlsWire answer(SocketChannel channel, Identity own, Set<String> trusted, Duration timeout)
            throws IOException {
        return start(channel, engine(own, trusted, false), timeout);
    }

    private static TlsWire start(SocketChannel channel, SSLEngine engine, Duration timeout) throws IOException {
        TlsWire wire = new TlsWire(new PlainWire(channel), engine);
        try (Readiness readiness = new Readiness(channel)) {
            Allowance allowance = new Allowance();
            allowance.grant(timeout);
            wire.greet(readiness, allowance);
            return wire;
        } catch (SSLException e) {
            wire.sayGoodbye();
            throw new IOException("TLS failed: " + reason(e), e);
        }
    }

    private static SSLEngine engine(Identity own, Set<String> trusted, boolean client) {
        try {
            SSLContext context = SSLContext.getInstance("TLSv1.3");
            context.init(own.keys(), new TrustManager[] {new Pinned(trusted)}, null);
            context.getServerSessionContext().setSessionTimeout(NO_TICKETS_SECONDS);
            SSLEngine engine = context.createSSLEngine();
            engine.setUseClientMode(client);
            SSLParameters parameters = engine.getSSLParameters();
            parameters.setProtocols(PROTOCOLS);
            parameters.setNeedClientAuth(true);
            engine.setSSLParameters(parameters);
            return engine;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no TLS 1.3: " + e.getMessage(), e);
        }
    }

    /** The deepest words, which are ours when a certificate was not the right one. */
    private static String reason(SSLException e) {
        Throwable cause = e;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return String.valueOf(cause.getMessage());
    }

    private void greet(Readiness readiness, Allowance allowance) throws IOException {
        engine.beginHandshake();
        HandshakeStatus status = engine.getHandshakeStatus();
        while (status != HandshakeStatus.NOT_HANDSHAKING && status != HandshakeStatus.FINISHED) {
            if (allowance.usedUp()) {
                throw new SocketTimeoutException("the other side says nothing during the TLS greeting");
            }
            switch (status) {
                case NEED_TASK -> runTasks();
                case NEED_WRAP -> {
                    wrap(NOTHING);
                    push(allowance);
                }
                default -> {
                    if (unwrap().getStatus() == Status.BUFFER_UNDERFLOW && fill() == 0) {
                        readiness.await(100);
                    }
                    if (ended) {
                        throw new EOFException("connection closed");
                    }
                }
            }
            status = engine.getHandshakeStatus();
        }
    }

    private void push(Allowance allowance) throws IOException {
        while (!flush()) {
            if (allowance.usedUp()) {
                throw new SocketTimeoutException("the other side takes nothing during the TLS greeting");
            }
            LockSupport.parkNanos(1_000_000);
        }
    }

    private void runTasks() {
        for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
            task.run();
        }
    }

    /** The fingerprint that the other side has shown. */
    public String peer() throws IOException {
        try {
            return Identity.fingerprint(engine.getSession().getPeerCertificates()[0]);
        } catch (CertificateException e) {
            throw new IOException("certificate of the other side cannot be read: " + e.getMessage(), e);
        }
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        int before = into.position();
        while (into.hasRemaining()) {
            if (decrypted.hasRemaining()) {
                copy(into);
            } else if (!decrypt()) {
                break;
            }
        }
        int count = into.position() - before;
        return count == 0 && ended && into.hasRemaining() ? -1 : count;
    }

    private void copy(ByteBuffer into) {
        int count = Math.min(into.remaining(), decrypted.remaining());
        into.put(into.position(), decrypted, decrypted.position(), count);
        into.position(into.position() + count);
        decrypted.position(decrypted.position() + count);
    }

    /** Decrypts the next record; false when none is complete. */
    private boolean decrypt() throws IOException {
        SSLEngineResult result = unwrap();
        if (result.getHandshakeStatus() == HandshakeStatus.NEED_TASK) {
            runTasks();
        }
        if (result.getStatus() == Status.CLOSED) {
            ended = true;
        }
        if (result.getStatus() == Status.BUFFER_UNDERFLOW) {
            return fill() > 0;
        }
        return !ended;
    }

    private SSLEngineResult unwrap() throws IOException {
        decrypted.clear();
        try {
            SSLEngineResult result = engine.unwrap(in, decrypted);
            if (result.getStatus() == Status.BUFFER_OVERFLOW) {
                throw new IOException("record is longer than TLS allows: bytes=" + in.remaining());
            }
            return result;
        } finally {
            decrypted.flip();
        }
    }

    /** Takes encrypted bytes that have arrived; 0 when there are none or none will come any more. */
    private int fill() throws IOException {
        in.compact();
        try {
            int count = below.read(in);
            // Every message has its length and its checksum, so a stream that is cut off is noticed without TLS's help.
            ended |= count < 0;
            return Math.max(0, count);
        } finally {
            in.flip();
        }
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
        int before = from.position();
        while (from.hasRemaining() && flush()) {
            if (wrap(from) == Status.CLOSED) {
                throw new IOException("the TLS connection was closed");
            }
        }
        flush();
        return from.position() - before;
    }

    /** Encrypts as many records as fit the buffer, or says what the engine itself has to say. */
    private Status wrap(ByteBuffer from) throws IOException {
        out.compact();
        try {
            Status status;
            do {
                status = engine.wrap(from, out).getStatus();
            } while (from.hasRemaining() && status == Status.OK);
            return status;
        } finally {
            out.flip();
        }
    }

    @Override
    public boolean flush() throws IOException {
        if (out.hasRemaining()) {
            below.write(out);
        }
        return !out.hasRemaining();
    }

    @Override
    public SocketChannel channel() {
        return below.channel();
    }

    /** Tells the other side why the greeting failed, if it still listens. */
    private void sayGoodbye() {
        try {
            wrap(NOTHING);
            flush();
        } catch (IOException e) {
            // It has gone first; there is nobody to tell.
            return;
        }
    }

    @Override
    public void close() {
        below.close();
    }
}

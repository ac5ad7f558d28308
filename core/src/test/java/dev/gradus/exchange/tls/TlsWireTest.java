package dev.gradus.exchange.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.exchange.RankGroup;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class TlsWireTest {

    private static final Duration LONG = Duration.ofSeconds(20);

    private final Identity caller = Identity.create();
    private final Identity called = Identity.create();
    private final Identity stranger = Identity.create();
    private final ExecutorService other = Executors.newSingleThreadExecutor();

    @AfterEach
    void endThread() {
        other.shutdownNow();
    }

    @Test
    void eachSideKnowsWhomItTalksTo() throws Exception {
        SocketChannel[] ends = RankGroup.connection();
        Future<TlsWire> answer = answer(ends[1], called, caller);

        TlsWire call = TlsWire.call(ends[0], caller, called.fingerprint(), LONG);

        assertThat(call.peer()).isEqualTo(called.fingerprint());
        assertThat(answer.get().peer()).isEqualTo(caller.fingerprint());
        call.close();
        answer.get().close();
    }

    @Test
    void aCalledSideWithAnotherCertificateIsRefused() throws Exception {
        SocketChannel[] ends = RankGroup.connection();
        Future<TlsWire> answer = answer(ends[1], stranger, caller);

        assertThatThrownBy(() -> TlsWire.call(ends[0], caller, called.fingerprint(), LONG))
                .isInstanceOf(IOException.class)
                .hasMessage("TLS failed: certificate is of nobody in this run: sha256=" + stranger.fingerprint());
        assertThatThrownBy(answer::get)
                .isInstanceOf(ExecutionException.class)
                .hasRootCauseMessage("Received fatal alert: certificate_unknown");
        ends[0].close();
        ends[1].close();
    }

    @Test
    void aCallerWithAnotherCertificateIsRefusedAndLearnsOfIt() throws Exception {
        SocketChannel[] ends = RankGroup.connection();
        Future<TlsWire> answer = answer(ends[1], called, caller);

        TlsWire call = TlsWire.call(ends[0], stranger, called.fingerprint(), LONG);

        assertThatThrownBy(answer::get)
                .hasStackTraceContaining("certificate is of nobody in this run: sha256=" + stranger.fingerprint());
        assertThatThrownBy(() -> {
                    while (call.read(ByteBuffer.allocate(1)) == 0) {
                        Thread.onSpinWait();
                    }
                })
                .hasMessageContaining("certificate_unknown");
        call.close();
        ends[1].close();
    }

    @Test
    void aSilentSideEndsTheGreetingAtItsDeadline() throws Exception {
        SocketChannel[] ends = RankGroup.connection();

        assertThatThrownBy(() -> TlsWire.call(ends[0], caller, called.fingerprint(), Duration.ofMillis(50)))
                .hasMessage("the other side says nothing during the TLS greeting");
        ends[0].close();
        ends[1].close();
    }

    @Test
    void olderTlsIsNotSpoken() throws Exception {
        SocketChannel[] ends = RankGroup.connection();
        Future<TlsWire> answer = answer(ends[1], called, caller);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(caller.keys(), new TrustManager[] {new Pinned(Set.of(called.fingerprint()))}, null);
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(true);
        engine.setEnabledProtocols(new String[] {"TLSv1.2"});
        ByteBuffer hello = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
        engine.wrap(ByteBuffer.allocate(0), hello);
        ends[0].write(hello.flip());

        assertThatThrownBy(answer::get)
                .hasMessageContaining("TLS failed: ")
                .hasMessageContaining("[TLSv1.2] are not accepted");
        ends[0].close();
        ends[1].close();
    }

    private Future<TlsWire> answer(SocketChannel end, Identity own, Identity trusted) {
        Callable<TlsWire> answer = () -> TlsWire.answer(end, own, Set.of(trusted.fingerprint()), LONG);
        return other.submit(answer);
    }
}

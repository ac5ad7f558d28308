package dev.gradus.exchange.transport;

import dev.gradus.exchange.RankGroup;
import dev.gradus.exchange.tls.Identity;
import dev.gradus.exchange.tls.TlsWire;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

class TlsLinkTest implements LinkContract {

    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Identity FIRST = Identity.create();
    private static final Identity SECOND = Identity.create();

    @Override
    public Link[] pair() throws Exception {
        SocketChannel[] ends = RankGroup.connection();
        ExecutorService other = Executors.newSingleThreadExecutor();
        try {
            Callable<TlsWire> answer = () -> TlsWire.answer(ends[1], SECOND, Set.of(FIRST.fingerprint()), LONG);
            Future<TlsWire> answered = other.submit(answer);
            TlsWire called = TlsWire.call(ends[0], FIRST, SECOND.fingerprint(), LONG);
            return new Link[] {new StreamLink(1, 1, called), new StreamLink(0, 1, answered.get())};
        } finally {
            other.shutdownNow();
        }
    }

    @Override
    public long bytes(int floats) {
        return StreamLinkTest.framed(floats);
    }
}

package dev.gradus.benchmarks;

import dev.gradus.exchange.Algorithm;
import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.collective.MeshExchange;
import dev.gradus.exchange.rendezvous.LinkKind;
import dev.gradus.exchange.rendezvous.Member;
import dev.gradus.exchange.rendezvous.Message;
import dev.gradus.exchange.rendezvous.Secret;
import dev.gradus.exchange.rendezvous.Terms;
import dev.gradus.exchange.rendezvous.Wish;
import dev.gradus.exchange.transport.Mesh;
import dev.gradus.json.Records;
import dev.gradus.launch.SecretSource;
import dev.gradus.math.Kernels;
import dev.gradus.metrics.Ledger;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** One rank of {@link AllReduceBenchmark}, a process of its own: {@code AllReduceRank HOST PORT RANK}. */
public final class AllReduceRank {

    static final String SHARED = "shared";
    static final String TCP = "tcp";
    static final String UNIX = "unix";
    static final List<String> LINKS = List.of(SHARED, UNIX, TCP);

    /** Long enough for a machine where every rank waits for a core. */
    static final Duration TIMEOUT = Duration.ofSeconds(30);

    /** As {@link #TIMEOUT}: heartbeats too wait for a core there. */
    static final Terms TERMS = new Terms(TIMEOUT, TIMEOUT, false);

    /** For each size in a pass of the rehearsal. */
    private static final double REHEARSED_SECONDS = 0.2;

    /** Floats of a sum that is rehearsed in every pass, 1 MB. */
    private static final int SHORT_FLOATS = 256 << 10;

    private AllReduceRank() {}

    public static void main(String[] args) throws Exception {
        InetSocketAddress address = new InetSocketAddress(args[0], Integer.parseInt(args[1]));
        Secret secret = SecretSource.given()
                .orElseThrow(() -> new IllegalStateException(
                        "no secret given: variable=" + SecretSource.VARIABLE + "; start ranks by AllReduceBenchmark"));
        try (Member member = Member.join(address, new Wish(Integer.parseInt(args[2]), ""), secret, TIMEOUT)) {
            try {
                run(member);
            } catch (ExchangeException | IOException | RuntimeException e) {
                tell(member, e);
                throw e;
            }
        }
    }

    private static void tell(Member member, Exception e) {
        try {
            member.say(Message.of(Message.Type.FAILED, Map.of("reason", String.valueOf(e.getMessage()))));
        } catch (IOException gone) {
            e.addSuppressed(gone); // nobody is there to be told, but this process still says why it ends
        }
    }

    private static void run(Member member) throws IOException, ExchangeException {
        AllReduceSettings settings = Records.fromMap(AllReduceSettings.class, member.job());
        try (Mesh mesh = connect(member, settings.link());
                Exchange exchange = new MeshExchange(mesh, Algorithm.AUTO, Kernels.choose(Kernels.AUTO))) {
            List<Map<String, Object>> results = measure(exchange, settings);
            boolean network = exchange.traffic().networkBytes() > 0;
            if (network != settings.link().equals(TCP)) {
                throw new IllegalStateException("numbers went another way: link=" + settings.link() + ", over network="
                        + network + "; is /dev/shm writable?");
            }
            if (member.rank() == 0) {
                member.say(Message.of(Message.Type.NEWS, Map.of("ranks", member.ranks(), "results", results)));
            }
            member.say(Message.of(Message.Type.DONE, Map.of()));
            exchange.barrier(); // so that no rank ends while another still writes to it
        }
    }

    /** The one place that knows how a kind of link is asked for. */
    private static Mesh connect(Member member, String link) throws IOException, ExchangeException {
        Consumer<String> nothing = reason -> {}; // the mesh itself is told, and ends what waits
        return member.connect(new Ledger(member.ranks()), LinkKind.of(link), nothing);
    }

    private static List<Map<String, Object>> measure(Exchange exchange, AllReduceSettings settings)
            throws ExchangeException {
        rehearse(exchange, settings);
        SumClock clock = new SumClock(exchange, settings.seconds());
        List<Map<String, Object>> results = new ArrayList<>();
        for (int length : settings.lengths()) {
            for (String name : settings.pathNames()) {
                SumPath path = SumPath.allocate(name, exchange, length);
                results.add(Records.toMap(clock.measure(name, path)));
            }
        }
        return results;
    }

    /** All that is measured: what later sizes are the first to do would be compiled anew. Long sums need no more. */
    private static void rehearse(Exchange exchange, AllReduceSettings settings) throws ExchangeException {
        SumClock clock = new SumClock(exchange, Math.min(settings.seconds(), REHEARSED_SECONDS));
        new Rehearsal(exchange).run(first -> {
            for (int length : settings.lengths()) {
                for (String name : settings.pathNames()) {
                    if (first || length <= SHORT_FLOATS) {
                        clock.measure(name, SumPath.allocate(name, exchange, length));
                    }
                }
            }
        });
    }
}

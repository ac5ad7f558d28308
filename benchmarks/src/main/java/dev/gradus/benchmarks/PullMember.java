package dev.gradus.benchmarks;

import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.rendezvous.LinkKind;
import dev.gradus.exchange.rendezvous.Member;
import dev.gradus.exchange.rendezvous.Message;
import dev.gradus.exchange.rendezvous.Secret;
import dev.gradus.exchange.rendezvous.Wish;
import dev.gradus.launch.SecretSource;
import dev.gradus.server.LinkBuilder;
import dev.gradus.server.RowInit;
import dev.gradus.server.ServerLink;
import dev.gradus.server.ServerRule;
import dev.gradus.server.ServerStatistics;
import dev.gradus.server.ShardServer;
import dev.gradus.server.TableSpec;
import dev.gradus.server.Terms;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * A process of {@link PullBenchmark}, a client or, after all clients, the server: {@code PullMember HOST PORT SEAT}.
 */
public final class PullMember {

    private static final int ID_SETS = 64;
    private static final Duration WARM_UP = Duration.ofSeconds(4);

    private PullMember() {}

    public static void main(String[] args) throws Exception {
        InetSocketAddress address = new InetSocketAddress(args[0], Integer.parseInt(args[1]));
        Secret secret = SecretSource.given()
                .orElseThrow(() -> new IllegalStateException("no secret given; start this by PullBenchmark"));
        Wish wish = new Wish(Integer.parseInt(args[2]), "");
        try (Member member = Member.join(address, wish, secret, AllReduceRank.TIMEOUT)) {
            int clients = number(member, "clients");
            if (member.rank() < clients) {
                pull(member, clients);
            } else {
                serve(member, clients);
            }
            member.say(Message.of(Message.Type.DONE, Map.of()));
            member.leave();
        }
    }

    private static int number(Member member, String name) throws IOException {
        return member.job().get(name) instanceof Long number ? number.intValue() : 0;
    }

    private static void complain(String reason) {
        System.err.println(reason);
    }

    private static void serve(Member member, int clients) throws InterruptedException {
        ShardServer.Seat seat = new ShardServer.Seat(0, 1, clients, member.epoch());
        try (ShardServer server = new ShardServer(seat, AllReduceRank.TIMEOUT, PullMember::complain)) {
            member.serve((shard, rank, wire) -> {
                server.admit(rank, wire);
                return true;
            });
            member.attend(new Member.Listener() {}, PullMember::complain);
            while (!server.awaitEnd(Duration.ofSeconds(1)) && member.ending() == null) {
                Thread.onSpinWait();
            }
        }
    }

    private static void pull(Member member, int clients) throws IOException, ExchangeException {
        member.attend(new Member.Listener() {}, PullMember::complain);
        LinkBuilder builder = new LinkBuilder(
                new LinkBuilder.Worker(member.rank(), clients, member.epoch()),
                AllReduceRank.TIMEOUT,
                AllReduceRank.TIMEOUT);
        LinkKind kind = LinkKind.of(String.valueOf(member.job().get("link")));
        builder.remote(clients, member.call(clients, 0, kind));
        try (ServerLink link = builder.build()) {
            int rows = number(member, "rows");
            link.open(List.of(new TableSpec("weights", rows, 1, RowInit.zero(), ServerRule.sgd())), Terms.async());
            if (member.rank() == 0) {
                link.set(0, 0, rows, new float[rows], 0);
            }
            int[][] ids = ids(member.rank(), rows, number(member, "ids"));
            int depth = number(member, "depth");
            run(link, ids, depth, WARM_UP.toNanos());
            link.sum(new float[0]);
            double busyBefore = busy(link);
            double seconds = number(member, "seconds");
            long pulls = run(link, ids, depth, (long) (seconds * 1e9));
            link.sum(new float[0]);
            double share = (busy(link) - busyBefore) / seconds;
            member.say(Message.of(Message.Type.NEWS, Map.of("rate", pulls / seconds, "serverBusy", share)));
            link.leave();
        }
    }

    private static double busy(ServerLink link) throws ExchangeException {
        return link.statistics().stream()
                .mapToDouble(ServerStatistics::busySeconds)
                .sum();
    }

    private static int[][] ids(int rank, int rows, int count) {
        SplittableRandom random = new SplittableRandom(rank);
        int[][] sets = new int[ID_SETS][];
        for (int i = 0; i < ID_SETS; i++) {
            sets[i] = random.ints(0, rows).distinct().limit(count).sorted().toArray();
        }
        return sets;
    }

    /** Pulls with so many under way, and returns how many came back. */
    private static long run(ServerLink link, int[][] ids, int depth, long nanos) throws ExchangeException {
        ServerLink.Pull[] underWay = new ServerLink.Pull[depth];
        float[] values = new float[ids[0].length];
        long end = System.nanoTime() + nanos;
        long asked = 0;
        while (asked < depth) {
            underWay[(int) asked] = link.pull(0, ids[(int) (asked % ID_SETS)], values.length);
            asked++;
        }
        while (System.nanoTime() - end < 0) {
            int slot = (int) (asked % depth);
            underWay[slot].await(values, 0);
            underWay[slot] = link.pull(0, ids[(int) (asked % ID_SETS)], values.length);
            asked++;
        }
        for (int i = 0; i < depth; i++) {
            underWay[(int) ((asked + i) % depth)].await(values, 0);
        }
        return asked;
    }
}

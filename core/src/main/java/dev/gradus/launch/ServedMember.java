package dev.gradus.launch;

import dev.gradus.checkpoint.CheckpointStore;
import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.rendezvous.LinkKind;
import dev.gradus.exchange.rendezvous.Member;
import dev.gradus.exchange.rendezvous.Message;
import dev.gradus.exchange.rendezvous.ShardHost;
import dev.gradus.exchange.transport.Wire;
import dev.gradus.job.Job;
import dev.gradus.metrics.Ledger;
import dev.gradus.metrics.RunObserver;
import dev.gradus.server.LinkBuilder;
import dev.gradus.server.ServerExchange;
import dev.gradus.server.ServerLink;
import dev.gradus.server.ShardServer;
import dev.gradus.train.JobKeys;
import dev.gradus.train.Kinds;
import dev.gradus.train.Peers;
import dev.gradus.train.RankResult;
import dev.gradus.train.RankRun;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A process of a run on servers: a rank, the shards beside it, or a shard alone. */
final class ServedMember implements AutoCloseable {

    private static final Duration TICK = Duration.ofMillis(100);

    /** Lines about callers who were turned away. */
    private static final int MOST_TOLD = 20;

    private final Member member;
    private final Job job;
    private final Kinds kinds;
    private final Seats seats;
    private final Map<Integer, ShardServer> shards = new ConcurrentHashMap<>();
    private volatile @Nullable ServerLink link;

    ServedMember(Member member, Job job, Kinds kinds) {
        this.member = member;
        this.job = job;
        this.kinds = kinds;
        this.seats = Seats.of(job);
    }

    void run(RunObserver observer, Consumer<String> whenOver) throws Exception {
        boolean trains = seats.isRank(member.rank());
        CheckpointStore checkpoints = trains ? MemberCheckpoints.receive(member) : CheckpointStore.none();
        for (int shard : seats.shardsOf(member.rank())) {
            ShardServer.Seat seat = new ShardServer.Seat(shard, seats.shards(), seats.ranks(), member.epoch());
            shards.put(shard, new ShardServer(seat, member.silence(), this::failed));
        }
        member.serve(new Host(observer));
        member.attend(new Ends(), whenOver);
        if (trains) {
            MemberRun.sendResult(member, train(observer, checkpoints));
        }
        awaitShards();
        member.say(Message.of(Message.Type.DONE, Map.of()));
        member.leave();
    }

    /** Brings workers to the shards of this process. */
    private final class Host implements ShardHost {

        private final RunObserver observer;
        private final AtomicInteger told = new AtomicInteger();

        Host(RunObserver observer) {
            this.observer = observer;
        }

        @Override
        public boolean admit(int shard, int rank, Wire wire) {
            ShardServer server = shards.get(shard);
            if (server != null) {
                server.admit(rank, wire);
            }
            return server != null;
        }

        @Override
        public void turnedAway(String from, String reason) {
            if (told.incrementAndGet() <= MOST_TOLD) { // whoever knocks for hours shall not fill the log
                observer.log(member.rank(), "caller of a shard was turned away: from=" + from + ", reason=" + reason);
            }
        }
    }

    /** A shard that cannot go on says why before its workers see that it is gone. */
    private void failed(String reason) {
        MemberRun.tell(member, new IllegalStateException(reason));
    }

    /** What happens here when the launcher speaks of others. */
    private final class Ends implements Member.Listener {

        @Override
        public void over(Member.Ending ending) {
            ServerLink open = link;
            if (open != null) {
                open.abort(ending.rank(), ending.reason());
            }
        }

        @Override
        public void lost(int rank) {
            shards.values().forEach(server -> server.lost(rank));
        }
    }

    private RankResult train(RunObserver observer, CheckpointStore checkpoints) throws Exception {
        try (ServerLink open = connect();
                Exchange exchange = new ServerExchange(open)) {
            Ledger ledger = new Ledger(seats.ranks());
            open.bookTo(ledger);
            Peers peers = new Peers(exchange, ledger).with(open);
            RankResult result = new RankRun(job, kinds, peers, observer, checkpoints).run();
            open.leave();
            return result;
        }
    }

    private ServerLink connect() throws Exception {
        LinkBuilder builder = new LinkBuilder(
                new LinkBuilder.Worker(member.rank(), seats.ranks(), member.epoch()),
                job.get(JobKeys.EXCHANGE_TIMEOUT),
                member.silence());
        LinkKind kind = LinkKind.of(job.get(JobKeys.EXCHANGE_LINK));
        if (kind == LinkKind.AUTO || kind == LinkKind.SHARED) {
            builder.share();
        }
        try {
            for (int shard = 0; shard < seats.shards(); shard++) {
                ShardServer here = shards.get(shard);
                if (here != null) {
                    builder.local(here);
                } else {
                    builder.remote(seats.of(shard), member.call(seats.of(shard), shard, kind));
                }
            }
        } catch (Exception e) {
            builder.close();
            throw e;
        }
        ServerLink made = builder.build();
        link = made;
        Member.Ending over = member.ending(); // set before, or seen by the listener, which looks the other way round
        if (over != null) {
            made.abort(over.rank(), over.reason());
        }
        return made;
    }

    /** Shards stay until every worker has left or is lost, or the run is over. */
    private void awaitShards() throws InterruptedException, ExchangeException {
        for (ShardServer server : shards.values()) {
            boolean ended = server.awaitEnd(TICK);
            while (!ended && member.ending() == null) {
                ended = server.awaitEnd(TICK);
            }
        }
        Member.Ending over = member.ending();
        if (over != null) {
            throw new ExchangeException(over.rank(), over.reason());
        }
    }

    @Override
    public void close() {
        shards.values().forEach(ShardServer::close);
    }
}

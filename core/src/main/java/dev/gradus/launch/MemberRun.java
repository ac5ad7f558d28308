package dev.gradus.launch;

import dev.gradus.checkpoint.CheckpointStore;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.rendezvous.LinkKind;
import dev.gradus.exchange.rendezvous.Member;
import dev.gradus.exchange.rendezvous.Message;
import dev.gradus.exchange.rendezvous.NoLinkException;
import dev.gradus.exchange.rendezvous.Secret;
import dev.gradus.exchange.rendezvous.Wish;
import dev.gradus.exchange.transport.Mesh;
import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.metrics.Ledger;
import dev.gradus.train.JobKeys;
import dev.gradus.train.Kinds;
import dev.gradus.train.Peers;
import dev.gradus.train.RankResult;
import dev.gradus.train.RankRun;
import dev.gradus.train.RunFailedException;
import dev.gradus.train.RunFailedException.Cause;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** One rank in a process of its own: joins, does its part, tells the launcher what came of it. */
public final class MemberRun {

    /** How long a rank that lost a peer waits for the launcher to say what really happened. */
    private static final Duration GRACE = Duration.ofSeconds(1);

    private final Kinds kinds;
    private final Consumer<String> whenOver;
    private final Output output;
    private final UnaryOperator<Job> here;

    /** {@code whenOver} is told why, on another thread, when the launcher has ended the run or is gone. */
    public MemberRun(Kinds kinds, Consumer<String> whenOver) {
        this(kinds, whenOver, Output.STAYS, UnaryOperator.identity());
    }

    /** {@code here} makes the job of all ranks that of this one, whose files may be elsewhere. */
    public MemberRun(Kinds kinds, Consumer<String> whenOver, Output output, UnaryOperator<Job> here) {
        this.kinds = kinds;
        this.whenOver = whenOver;
        this.output = output;
        this.here = here;
    }

    /** What becomes of the lines that a rank prints to standard error. */
    public enum Output {
        /** They stay there: a launcher that started the process reads them. */
        STAYS,
        /** They are told to the launcher, which could not see them. */
        IS_TOLD
    }

    public void run(InetSocketAddress address, Wish wish, Secret secret, Duration timeout) throws RunFailedException {
        try (Member member = Member.join(address, wish, secret, timeout)) {
            if (output == Output.STAYS) {
                run(member);
            } else {
                PrintedLines.run(line -> told(member, line), () -> run(member));
            }
        } catch (IOException e) {
            throw new RunFailedException(Cause.PEER_LOST, String.valueOf(e.getMessage()), e);
        }
    }

    /** Whether the launcher was still there to be told. */
    private static boolean told(Member member, String line) {
        try {
            member.say(News.printed(line));
            return true;
        } catch (IOException e) {
            return false; // the line then goes where it would have gone
        }
    }

    private void run(Member member) throws RunFailedException {
        try {
            Job job = here.apply(Job.of(kinds.keys(), scalars(member.job())));
            if (JobKeys.shards(job) > 0) {
                serve(member, job);
                return;
            }
            CheckpointStore checkpoints = MemberCheckpoints.receive(member);
            try (Mesh mesh = connect(member, LinkKind.of(job.get(JobKeys.EXCHANGE_LINK)))) {
                train(job, member, mesh, checkpoints);
            }
        } catch (Exception | Error e) {
            throw report(member, e);
        }
    }

    private void serve(Member member, Job job) throws Exception {
        try (ServedMember served = new ServedMember(member, job, kinds)) {
            served.run(new Messenger(member), whenOver);
        } catch (ExchangeException e) {
            throw rootCause(member, e);
        }
    }

    private Mesh connect(Member member, LinkKind kind) throws Exception {
        try {
            return member.connect(new Ledger(member.ranks()), kind, whenOver);
        } catch (NoLinkException e) {
            throw new JobException(JobKeys.EXCHANGE_LINK.name(), String.valueOf(e.getMessage()));
        } catch (ExchangeException e) {
            throw rootCause(member, e);
        }
    }

    private void train(Job job, Member member, Mesh mesh, CheckpointStore checkpoints) throws Exception {
        try {
            Peers peers = Peers.over(mesh, job);
            RankResult result = new RankRun(job, kinds, peers, new Messenger(member), checkpoints).run();
            send(member, result);
        } catch (ExchangeException e) {
            throw rootCause(member, e);
        }
    }

    private static void send(Member member, RankResult result) throws IOException {
        sendResult(member, result);
        member.say(Message.of(Message.Type.DONE, Map.of()));
        member.leave();
    }

    /** Tells the launcher what came of this rank's part. */
    static void sendResult(Member member, RankResult result) throws IOException {
        float[] parameters = result.parameters();
        member.say(News.report(result.report(), parameters.length));
        for (int at = 0; member.rank() == 0 && at < parameters.length; at += News.PARAMETERS_AT_ONCE) {
            member.say(News.parameters(parameters, at, Math.min(parameters.length, at + News.PARAMETERS_AT_ONCE)));
        }
    }

    /** Says that this rank cannot go on, and lets the launcher, which hears of all ends, say why. */
    private static Exception rootCause(Member member, ExchangeException e) {
        tell(member, e);
        long deadline = System.nanoTime() + GRACE.toNanos();
        while (member.ending() == null && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(5_000_000);
        }
        Member.Ending ending = member.ending();
        return ending == null ? e : new RunFailedException(cause(ending), Place.add(ending.reason(), e), e);
    }

    /** The kind of failure that ended the run, so that all its ranks end with the same code. */
    private static Cause cause(Member.Ending ending) {
        return Arrays.stream(Cause.values())
                .filter(cause -> cause.name().equals(ending.cause()))
                .findFirst()
                .orElse(Cause.PEER_LOST);
    }

    private static RunFailedException report(Member member, Throwable e) {
        if (e instanceof RunFailedException told) {
            return told;
        }
        if (!(e instanceof ExchangeException)) {
            tell(member, e);
        }
        return RunFailedException.of(e);
    }

    static void tell(Member member, Throwable e) {
        Map<String, Object> content = new LinkedHashMap<>();
        content.put("reason", RunFailedException.describe(e));
        content.put("cause", Cause.of(e).name());
        content.put("peer", e instanceof ExchangeException exchange ? exchange.peer() : -1);
        content.put("key", e instanceof JobException job && job.key() != null ? job.key() : "");
        try {
            member.say(Message.of(Message.Type.FAILED, content));
        } catch (IOException gone) {
            e.addSuppressed(gone); // nobody is there to be told, but this process still says why it ends
        }
    }

    private static Map<String, Object> scalars(Map<?, ?> job) {
        Map<String, Object> scalars = new LinkedHashMap<>();
        job.forEach((name, value) -> scalars.put(String.valueOf(name), value));
        return scalars;
    }
}

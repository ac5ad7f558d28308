package dev.gradus.spark;

import dev.gradus.exchange.rendezvous.Listening;
import dev.gradus.exchange.rendezvous.PortRange;
import dev.gradus.exchange.rendezvous.Secret;
import dev.gradus.exchange.rendezvous.Wish;
import dev.gradus.job.Job;
import dev.gradus.launch.MemberRun;
import dev.gradus.train.Kinds;
import dev.gradus.train.RunFailedException;
import java.io.Serializable;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.apache.spark.TaskContext;
import scala.collection.Iterator;
import scala.collection.Iterator$;
import scala.runtime.AbstractFunction1;

/**
 * What each task of the stage does: joins the launcher as the rank of its partition, and does that rank's part. All
 * that travels inside it is how to join; the job comes over the connection, as it does for every rank that is not a
 * thread.
 */
final class RankTask extends AbstractFunction1<Iterator<Object>, Iterator<Object>> implements Serializable {

    private static final long serialVersionUID = 1L;

    private final String host;
    private final int port;
    private final String run;
    private final String secret;
    private final long timeoutMillis;
    private final String device;
    private final int firstPort;
    private final int lastPort;
    private final boolean carries;

    /**
     * {@code run} is the name of this attempt at the launcher: a task that is late finds no other by it. With
     * {@code carries}, partitions are the pieces of carried files.
     */
    RankTask(
            InetSocketAddress launcher,
            String run,
            Secret secret,
            Duration timeout,
            Listening listening,
            boolean carries) {
        this.carries = carries;
        this.device = listening.device();
        this.firstPort = listening.ports().first();
        this.lastPort = listening.ports().last();
        this.host = launcher.getHostString();
        this.port = launcher.getPort();
        this.run = run;
        this.secret = secret.text();
        this.timeoutMillis = timeout.toMillis();
    }

    @Override
    public Iterator<Object> apply(Iterator<Object> partition) {
        if (!carries) {
            run(UnaryOperator.identity());
            return partition;
        }
        try (LocalFiles files = LocalFiles.hold(run)) {
            run(job -> files.here(job, partition));
        }
        return Iterator$.MODULE$.empty();
    }

    private void run(UnaryOperator<Job> here) {
        int rank = TaskContext.getPartitionId();
        InetSocketAddress launcher = new InetSocketAddress(host, port);
        if (launcher.isUnresolved()) {
            throw new IllegalStateException("the driver's host is unknown here: host=" + host
                    + "; set launch.host or spark.driver.host to an address that executors know");
        }
        try {
            Wish wish = new Wish(rank, run, new Listening(device, new PortRange(firstPort, lastPort)));
            // That the run is over ends this task's exchange; the process is Spark's and stays.
            new MemberRun(Kinds.load(), reason -> {}, MemberRun.Output.IS_TOLD, here)
                    .run(launcher, wish, Secret.ofText(secret), Duration.ofMillis(timeoutMillis));
        } catch (RunFailedException e) {
            throw new IllegalStateException("rank " + rank + ": " + e.getMessage(), e);
        }
    }
}

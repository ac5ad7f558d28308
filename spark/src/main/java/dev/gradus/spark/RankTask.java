package dev.gradus.spark;

import dev.gradus.exchange.rendezvous.Secret;
import dev.gradus.exchange.rendezvous.Wish;
import dev.gradus.launch.MemberRun;
import dev.gradus.train.Kinds;
import dev.gradus.train.RunFailedException;
import java.io.Serializable;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.apache.spark.TaskContext;
import scala.collection.Iterator;
import scala.runtime.AbstractFunction1;

/**
 * What each task of the stage does: joins the launcher as the rank of its partition, and does that rank's part. All
 * that travels inside it is how to join; the job comes over the connection, as it does for every rank that is not a
 * thread.
 */
final class RankTask extends AbstractFunction1<Iterator<Integer>, Iterator<Integer>> implements Serializable {

    private static final long serialVersionUID = 1L;

    private final String host;
    private final int port;
    private final String run;
    private final String secret;
    private final long timeoutMillis;

    /** {@code run} is the name of this attempt at the launcher: a task that is late finds no other by it. */
    RankTask(InetSocketAddress launcher, String run, Secret secret, Duration timeout) {
        this.host = launcher.getHostString();
        this.port = launcher.getPort();
        this.run = run;
        this.secret = secret.text();
        this.timeoutMillis = timeout.toMillis();
    }

    @Override
    public Iterator<Integer> apply(Iterator<Integer> partition) {
        int rank = TaskContext.getPartitionId();
        InetSocketAddress launcher = new InetSocketAddress(host, port);
        if (launcher.isUnresolved()) {
            throw new IllegalStateException("the driver's host is unknown here: host=" + host
                    + "; set launch.host or spark.driver.host to an address that executors know");
        }
        try {
            // That the run is over ends this task's exchange; the process is Spark's and stays.
            new MemberRun(Kinds.load(), reason -> {})
                    .run(launcher, new Wish(rank, run), Secret.ofText(secret), Duration.ofMillis(timeoutMillis));
        } catch (RunFailedException e) {
            throw new IllegalStateException("rank " + rank + ": " + e.getMessage(), e);
        }
        return partition;
    }
}

package dev.gradus.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The lock of a shard when somebody does not give it back. */
@Timeout(60)
class GuardedShardTest {

    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final GuardedShard shard = new GuardedShard(new Shard(3, 4, 2), Duration.ofMillis(50), lock);

    @Test
    void whoeverWaitsForALockThatIsNeverFreeIsToldSo() throws Exception {
        Thread stuck = new Thread(() -> lock.writeLock().lock());
        stuck.start();
        stuck.join(); // which leaves it locked

        assertThatThrownBy(shard::isOver)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("lock of shard 3 was not free: waited=0.05s");
    }

    @Test
    void anInterruptWhileWaitingIsKeptForLater() throws Exception {
        Thread stuck = new Thread(() -> lock.writeLock().lock());
        stuck.start();
        stuck.join();

        Thread.currentThread().interrupt();

        assertThatThrownBy(shard::isOver).isInstanceOf(IllegalStateException.class);
        assertThat(Thread.interrupted()).isTrue();
    }
}

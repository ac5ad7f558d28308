package dev.gradus.launch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("standard error belongs to the whole process")
@Timeout(30)
class PrintedLinesTest {

    private final ByteArrayOutputStream usual = new ByteArrayOutputStream();
    private final List<String> taken = new CopyOnWriteArrayList<>();
    private PrintStream before = System.err;

    @BeforeEach
    void replace() {
        before = System.err;
        System.setErr(new PrintStream(usual, true, UTF_8));
    }

    @AfterEach
    void restore() {
        System.setErr(before);
    }

    @Test
    void linesOfARankAndOfThreadsThatItStartsAreTakenAndNoOthers() throws Exception {
        Thread other = new Thread(() -> System.err.println("of somebody else"));

        PrintedLines.run(taken::add, () -> {
            System.err.println("eins");
            System.err.print("zw");
            System.err.print("ei ü\n");
            Thread own = new Thread(() -> System.err.println("drei"));
            own.start();
            join(own);
        });
        other.start();
        other.join();
        System.err.println("afterwards");

        assertThat(taken).containsExactly("eins", "zwei ü", "drei");
        assertThat(usual.toString(UTF_8).lines()).containsExactly("of somebody else", "afterwards");
    }

    @Test
    void aLineThatNobodyTakesGoesWhereItWouldHaveGone() throws Exception {
        PrintedLines.run(line -> false, () -> System.err.println("nobody is there"));

        assertThat(usual.toString(UTF_8).lines()).containsExactly("nobody is there");
    }

    @Test
    void aThreadThatOutlivesItsRankPrintsWhereOthersDo() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        Thread[] late = new Thread[1];

        PrintedLines.run(taken::add, () -> {
            late[0] = new Thread(() -> {
                await(over);
                System.err.println("late");
            });
            late[0].start();
        });
        over.countDown();
        late[0].join();

        assertThat(taken).isEmpty();
        assertThat(usual.toString(UTF_8).lines()).containsExactly("late");
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aLineWithoutAnEndIsCut() throws Exception {
        PrintedLines.run(taken::add, () -> System.err.print("x".repeat(20_000)));

        assertThat(taken).extracting(String::length).containsExactly(8192, 8192, 20_000 - 2 * 8192);
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

package dev.gradus.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LedgerTest {

    private static final int CAPACITY = (1 << 14) + (1 << 15);
    private static final List<Account> ACCOUNTS = List.of(Account.values());

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 20).mapToObj(SplittableRandom::new);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void entriesFollowEachOtherWithoutGapsAndAddUpToTheTotals(SplittableRandom random) {
        Ledger ledger = new Ledger(4);

        for (int i = 0; i < 1000; i++) {
            ledger.enter(ACCOUNTS.get(random.nextInt(ACCOUNTS.size())), random.nextInt(-1, 4));
        }

        List<Ledger.Entry> entries = ledger.entries();
        assertThat(entries).hasSize(1000);
        for (int i = 1; i < entries.size(); i++) {
            assertThat(entries.get(i).startNanos()).isEqualTo(entries.get(i - 1).endNanos());
        }
        for (Account account : Account.values()) {
            assertThat(ledger.nanos(account)).isEqualTo(nanos(entries, account, -2));
        }
        for (int peer = 0; peer < 4; peer++) {
            assertThat(ledger.waits()[peer]).isEqualTo(nanos(entries, Account.WAIT, peer));
        }
    }

    @Test
    void aLedgerThatForgetsItsEntriesKeepsItsTotals() {
        Ledger ledger = new Ledger(2);
        ledger.forgetEntries();
        ledger.reset();

        ledger.enter(Account.WAIT, 1);
        long until = System.nanoTime() + 1000;
        while (System.nanoTime() < until) {
            Thread.onSpinWait();
        }
        ledger.enter(Account.COMPUTE);

        assertThat(ledger.entries()).isEmpty();
        assertThat(ledger.booked()).isZero();
        assertThat(ledger.nanos(Account.WAIT)).isGreaterThanOrEqualTo(1000).isEqualTo(ledger.waits()[1]);
    }

    @Test
    void theTotalsAreTheWholeTimeAndNothingElse() {
        long before = System.nanoTime();
        Ledger ledger = new Ledger(1);
        long after = System.nanoTime();
        ledger.enter(Account.COMPUTE);
        ledger.enter(Account.SEND);
        long beforeEnd = System.nanoTime();
        ledger.enter(Account.OTHER);

        long booked = LongStream.of(
                        ledger.nanos(Account.OTHER), ledger.nanos(Account.COMPUTE), ledger.nanos(Account.SEND))
                .sum();

        assertThat(booked).isBetween(beforeEnd - after, System.nanoTime() - before);
    }

    @Test
    void theFirstAndTheLastEntriesAreKeptAndTheTotalsKeepAll() {
        Ledger ledger = new Ledger(1);
        ledger.enter(Account.DISK);
        ledger.enter(Account.COMPUTE);
        for (int i = 0; i < 3 * CAPACITY; i++) {
            if (i == CAPACITY / 2) {
                ledger.enter(Account.EVALUATE);
            }
            ledger.enter(i % 2 == 0 ? Account.SEND : Account.COMPUTE);
        }

        List<Ledger.Entry> entries = ledger.entries();

        assertThat(entries).hasSize(CAPACITY);
        assertThat(entries.get(1).account()).isEqualTo(Account.DISK);
        assertThat(entries).extracting(Ledger.Entry::account).doesNotContain(Account.EVALUATE);
        assertThat(entries.get(CAPACITY - 1).account()).isEqualTo(Account.SEND);
        assertThat(ledger.nanos(Account.EVALUATE)).isPositive();
        assertThat(ledger.booked()).isEqualTo(3 * CAPACITY + 3);
        long gaps = 0;
        for (int i = 1; i < entries.size(); i++) {
            assertThat(entries.get(i).startNanos())
                    .isGreaterThanOrEqualTo(entries.get(i - 1).endNanos());
            gaps += entries.get(i).startNanos() > entries.get(i - 1).endNanos() ? 1 : 0;
        }
        assertThat(gaps).isEqualTo(1);
    }

    @Test
    void aMarkEndsAnEntryAndNumbersThoseThatFollow() {
        Ledger ledger = new Ledger(2);
        ledger.enter(Account.WAIT, 1);
        ledger.mark(7);
        ledger.enter(Account.COMPUTE);
        ledger.mark(Long.MAX_VALUE);
        ledger.enter(Account.OTHER);

        List<Ledger.Entry> entries = ledger.entries();

        assertThat(entries).extracting(Ledger.Entry::number).containsExactly(0, 0, 7, 7, Integer.MAX_VALUE);
        assertThat(entries)
                .extracting(Ledger.Entry::account)
                .containsExactly(Account.OTHER, Account.WAIT, Account.WAIT, Account.COMPUTE, Account.COMPUTE);
        assertThat(entries).extracting(Ledger.Entry::peer).containsExactly(-1, 1, 1, -1, -1);
    }

    @Test
    void aPeerIsKeptWithItsEntry() {
        Ledger ledger = new Ledger(3000);
        ledger.enter(Account.WAIT, 2999);
        ledger.enter(Account.COMPUTE);
        ledger.enter(Account.OTHER);

        List<Ledger.Entry> entries = ledger.entries();

        assertThat(entries).extracting(Ledger.Entry::peer).containsExactly(-1, 2999, -1);
        assertThat(entries)
                .extracting(Ledger.Entry::account)
                .containsExactly(Account.OTHER, Account.WAIT, Account.COMPUTE);
    }

    @Test
    void whileAnAccountIsHeldAllIsBookedToIt() {
        Ledger ledger = new Ledger(2);
        ledger.enter(Account.COMPUTE);
        ledger.hold(Account.EVALUATE);
        ledger.enter(Account.SEND);
        ledger.enter(Account.WAIT, 1);
        assertThat(ledger.open()).isEqualTo(Account.EVALUATE);
        ledger.release(Account.COMPUTE);
        ledger.enter(Account.OTHER);

        assertThat(ledger.entries())
                .extracting(Ledger.Entry::account)
                .containsExactly(Account.OTHER, Account.COMPUTE, Account.EVALUATE, Account.COMPUTE);
        assertThat(ledger.nanos(Account.SEND) + ledger.nanos(Account.WAIT)).isZero();
        assertThat(ledger.nanos(Account.EVALUATE)).isPositive();
    }

    @Test
    void pausesAreTakenOutOfComputeAndNeverMoreThanThereIs() {
        Ledger ledger = new Ledger(1);
        ledger.enter(Account.COMPUTE);
        ledger.enter(Account.OTHER);
        long compute = ledger.nanos(Account.COMPUTE);

        ledger.bookPauses(compute / 2);
        assertThat(ledger.nanos(Account.GC)).isEqualTo(compute / 2);
        assertThat(ledger.nanos(Account.COMPUTE)).isEqualTo(compute - compute / 2);

        ledger.bookPauses(Long.MAX_VALUE / 2);
        assertThat(ledger.nanos(Account.GC)).isEqualTo(compute);
        assertThat(ledger.nanos(Account.COMPUTE)).isZero();
    }

    @Test
    void aResetForgetsAllButWhatIsOpen() {
        Ledger ledger = new Ledger(2);
        ledger.enter(Account.WAIT, 1);
        ledger.enter(Account.COMPUTE);

        ledger.reset();

        assertThat(ledger.open()).isEqualTo(Account.COMPUTE);
        assertThat(ledger.entries()).isEmpty();
        assertThat(ledger.waits()).containsExactly(0, 0);
        for (Account account : Account.values()) {
            assertThat(ledger.nanos(account)).isZero();
        }
    }

    /** What the entries of an account add up to; {@code peer} -2 takes those of all. */
    private static long nanos(List<Ledger.Entry> entries, Account account, int peer) {
        return entries.stream()
                .filter(entry -> entry.account() == account && (peer == -2 || entry.peer() == peer))
                .mapToLong(entry -> entry.endNanos() - entry.startNanos())
                .sum();
    }
}

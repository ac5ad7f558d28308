package dev.gradus.exchange.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.exchange.ExchangeException;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every kind of link keeps to. */
@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD)
interface LinkContract {

    /** More than any buffer on the way holds. */
    int HUGE = 4 << 20;

    /** The two ends of a new link: first that of rank 0, then that of rank 1. */
    Link[] pair() throws Exception;

    /** Bytes that a message of that many floats counts for. */
    long bytes(int floats);

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 255, (256 << 10) / 4 - 9, (256 << 10) / 4, (256 << 10) + 1, HUGE})
    default void messagesOfAnyLengthCrossEachOther(int floats) throws Exception {
        Link[] ends = pair();
        float[] there = random(floats, 1);
        float[] back = random(floats, 2);
        float[] gotThere = new float[floats];
        float[] gotBack = new float[floats];

        ends[0].send(7, there, 0, floats);
        ends[1].send(7, back, 0, floats);
        ends[0].expect(7, gotBack, 0, floats);
        ends[1].expect(7, gotThere, 0, floats);
        pump(ends);

        assertThat(Arrays.equals(gotThere, there)).isTrue();
        assertThat(Arrays.equals(gotBack, back)).isTrue();
        assertThat(ends[0].traffic().bytesSent()).isEqualTo(bytes(floats));
        assertThat(ends[0].traffic().messages()).isEqualTo(1);
        close(ends);
    }

    @ParameterizedTest
    @ValueSource(
            ints = {
                0,
                1,
                255,
                (16 << 10) / 4 - 1,
                (16 << 10) / 4,
                10_007,
                (256 << 10) / 4,
                (1 << 20) / 4,
                (1 << 20) / 4 + 1,
                HUGE
            })
    default void messagesCrossEachOtherBetweenMemoryOutsideTheHeapAndArrays(int floats) throws Exception {
        Link[] ends = pair();
        float[] there = random(floats, 1);
        float[] back = random(floats, 2);
        Floats outsideThere = Floats.allocate(floats + 5);
        outsideThere.view().put(3, there);
        Floats outsideBack = Floats.allocate(floats + 5);
        float[] gotThere = new float[floats];
        Floats gotAgain = Floats.allocate(floats);

        ends[0].send(7, outsideThere, 3, 3 + floats);
        ends[1].send(7, back, 0, floats);
        ends[0].expect(7, outsideBack, 2, 2 + floats);
        ends[1].expect(7, gotThere, 0, floats);
        pump(ends);
        ends[0].send(8, outsideBack, 2, 2 + floats);
        ends[1].expect(8, gotAgain, 0, floats);
        pump(ends);

        assertThat(Arrays.equals(gotThere, there)).isTrue();
        assertThat(gotAgain.view().mismatch(FloatBuffer.wrap(back))).isEqualTo(-1);
        for (int place : new int[] {0, 1, floats + 2, floats + 3, floats + 4}) {
            assertThat(outsideBack.view().get(place)).isZero();
        }
        assertThat(ends[0].traffic().bytesSent()).isEqualTo(2 * bytes(floats));
        close(ends);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
    default void messagesOfAnyKindFollowEachOther(long seed) throws Exception {
        Link[] ends = pair();
        SplittableRandom random = new SplittableRandom(seed);
        for (int tag = 0; tag < 20; tag++) {
            int floats = random.nextInt(1 << (1 + random.nextInt(19)));
            float[] data = random(floats, seed + tag);
            Floats source = random.nextBoolean() ? Floats.of(data) : Floats.allocate(floats);
            source.view().put(0, data);
            Floats into = random.nextBoolean() ? Floats.of(new float[floats]) : Floats.allocate(floats);

            ends[0].send(tag, source, 0, floats);
            ends[1].expect(tag, into, 0, floats);
            pump(ends);

            assertThat(into.view().mismatch(FloatBuffer.wrap(data)))
                    .as("message %d of %d", tag, floats)
                    .isEqualTo(-1);
        }
        close(ends);
    }

    @Test
    default void aRangeIsReadFromAndWrittenToItsPlaceAlone() throws Exception {
        Link[] ends = pair();
        float[] into = new float[10];

        ends[0].send(1, new float[] {1, 2, 3, 4, 5}, 1, 4);
        ends[1].expect(1, into, 6, 9);
        pump(ends);

        assertThat(into).containsExactly(0, 0, 0, 0, 0, 0, 2, 3, 4, 0);
        close(ends);
    }

    @Test
    default void messagesThatWaitAreTakenInOrder() throws Exception {
        Link[] ends = pair();
        for (int tag = 0; tag < 100; tag++) {
            ends[0].send(tag, new float[] {tag, -tag}, 0, 2);
            assertThat(ends[0].flush()).isTrue();
        }

        for (int tag = 0; tag < 100; tag++) {
            float[] into = new float[2];
            ends[1].expect(tag, into, 0, 2);
            pump(ends);
            assertThat(into).containsExactly(tag, -tag);
        }
        assertThat(ends[1].traffic().bytesReceived()).isEqualTo(100 * bytes(2));
        close(ends);
    }

    @Test
    default void aMessageOfAnotherTagIsOutOfStep() throws Exception {
        Link[] ends = pair();
        ends[0].send(4, new float[] {1}, 0, 1);
        ends[1].expect(5, new float[1], 0, 1);

        assertThatExceptionOfType(ExchangeException.class)
                .isThrownBy(() -> pump(ends))
                .withMessageStartingWith("rank 0 is out of step: expected ")
                .withMessageContainingAll("tag=5", "tag=4")
                .returns(0, ExchangeException::peer);
        close(ends);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2, 4})
    default void aMessageOfAnotherLengthIsOutOfStep(int floats) throws Exception {
        Link[] ends = pair();
        float[] into = new float[3];
        ends[0].send(4, new float[] {1, 1, 1, 1}, 0, floats);
        ends[1].expect(4, into, 0, 3);

        assertThatThrownBy(() -> pump(ends)).hasMessageStartingWith("rank 0 is out of step: expected ");

        assertThat(into).containsOnly(0);
        close(ends);
    }

    @Test
    default void aPeerThatClosesInTheMiddleIsLost() throws Exception {
        Link[] ends = pair();
        ends[0].send(4, new float[HUGE], 0, HUGE);
        assertThat(ends[0].flush()).isFalse();
        ends[0].close();
        ends[1].expect(4, new float[HUGE], 0, HUGE);

        assertThatExceptionOfType(ExchangeException.class)
                .isThrownBy(() -> pump(ends[1]))
                .withMessageStartingWith("rank 0 is lost: ")
                .returns(0, ExchangeException::peer);
        close(ends);
    }

    @Test
    default void whatWasSentBeforeTheEndStillArrives() throws Exception {
        Link[] ends = pair();
        ends[0].send(4, new float[] {1, 2}, 0, 2);
        assertThat(ends[0].flush()).isTrue();
        ends[0].close();
        float[] into = new float[2];
        ends[1].expect(4, into, 0, 2);
        pump(ends[1]);
        assertThat(into).containsExactly(1, 2);

        ends[1].expect(5, into, 0, 2);

        assertThatThrownBy(() -> pump(ends[1])).hasMessageStartingWith("rank 0 is lost: ");
        close(ends);
    }

    @Test
    default void sendingToAPeerThatHasClosedSaysThatItIsLost() throws Exception {
        Link[] ends = pair();
        ends[1].close();

        assertThatExceptionOfType(ExchangeException.class)
                .isThrownBy(() -> {
                    ends[0].send(4, new float[HUGE], 0, HUGE);
                    flush(ends[0]);
                })
                .withMessageStartingWith("rank 1 is lost: ");
        close(ends);
    }

    @Test
    default void sendingBeforeTheLastMessageHasGoneIsOurMistake() throws Exception {
        Link[] ends = pair();
        ends[0].send(4, new float[HUGE], 0, HUGE);

        assertThatThrownBy(() -> ends[0].send(5, new float[1], 0, 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("message before has not gone yet: peer=1, tag=5");
        close(ends);
    }

    private static void pump(Link... ends) throws ExchangeException {
        boolean busy = true;
        while (busy) {
            busy = false;
            for (Link end : ends) {
                boolean sent = end.flush();
                boolean received = end.poll();
                busy |= !sent || !received;
            }
        }
    }

    private static void flush(Link end) throws ExchangeException {
        while (!end.flush()) {
            Thread.onSpinWait();
        }
    }

    private static void close(Link... ends) {
        for (Link end : ends) {
            end.close();
        }
    }

    private static float[] random(int floats, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        float[] values = new float[floats];
        for (int i = 0; i < floats; i++) {
            values[i] = (float) random.nextDouble(-1, 1);
        }
        return values;
    }
}

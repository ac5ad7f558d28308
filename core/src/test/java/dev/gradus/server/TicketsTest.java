package dev.gradus.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TicketsTest {

    @Test
    void aWorkerMayNotBeFurtherAheadThanTheBound() {
        Tickets tickets = new Tickets();
        assertThat(tickets.take(0, 0, 100, 2)).isZero();
        assertThat(tickets.take(1, 0, 100, 2)).isEqualTo(1);
        tickets.done(1, 0, 1);
        assertThat(tickets.take(1, 0, 100, 2)).isEqualTo(2);
        tickets.done(1, 0, 2);

        assertThat(tickets.take(1, 0, 100, 2)).isEqualTo(Tickets.WAIT);
        tickets.done(0, 0, 0);
        assertThat(tickets.take(1, 0, 100, 2)).isEqualTo(3);
    }

    @Test
    void theBoundHoldsFromOnePhaseToTheNext() {
        Tickets tickets = new Tickets();
        assertThat(tickets.take(0, 0, 2, 1)).isZero();
        assertThat(tickets.take(1, 0, 2, 1)).isEqualTo(1);
        tickets.done(1, 0, 1);

        assertThat(tickets.take(1, 1, 2, 1)).isEqualTo(Tickets.WAIT);
        tickets.done(0, 0, 0);
        assertThat(tickets.take(1, 1, 2, 1)).isZero();
    }

    @Test
    void stepsOfALostWorkerHoldNobodyUpAndAreCounted() {
        Tickets tickets = new Tickets();
        tickets.take(0, 0, 100, 1);
        tickets.take(1, 0, 100, 1);
        assertThat(tickets.take(1, 0, 100, 1)).isEqualTo(Tickets.WAIT);

        assertThat(tickets.lost(0)).isEqualTo(1);

        assertThat(tickets.take(1, 0, 100, 1)).isEqualTo(2);
    }

    @Test
    void nothingIsLeftOfAPhaseThatIsOver() {
        Tickets tickets = new Tickets();
        assertThat(tickets.take(0, 5, 1, -1)).isZero();
        assertThat(tickets.take(0, 5, 1, -1)).isEqualTo(Tickets.NONE);
        assertThat(tickets.take(0, 6, 1, -1)).isZero();
        assertThat(tickets.take(0, 5, 1, -1)).isEqualTo(Tickets.NONE);
    }
}

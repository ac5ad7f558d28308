package dev.gradus.launch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlaceTest {

    @Test
    void aPlaceIsTheStepAndTheBucketIfThereIsOne() {
        assertThat(Place.in("rank 1 is lost: it has ended, step=118")).contains("step=118");
        assertThat(Place.in("rank 1 is lost: it has ended, step=118, bucket=3")).contains("step=118, bucket=3");
        assertThat(Place.in("rank 1 is lost: it has ended, bucket=3, step=118")).contains("step=118, bucket=3");
        assertThat(Place.in("rank 1 is lost: it has ended")).isEmpty();
    }

    @Test
    void aReasonThatNamesNoPlaceGetsTheOneWhereItStruck() {
        Exception here = new Exception("rank 1 is silent: waited=3.0s, step=7");

        assertThat(Place.add("rank 1 is silent: waited=3.0s", here)).isEqualTo("rank 1 is silent: waited=3.0s, step=7");
        assertThat(Place.add("rank 1 is lost, last reported step=6", here))
                .isEqualTo("rank 1 is lost, last reported step=6");
        assertThat(Place.add("no such file: rows.csv", new Exception("no such file: rows.csv, step=0")))
                .isEqualTo("no such file: rows.csv");
        assertThat(Place.add("the launcher is gone", new Exception("closed"))).isEqualTo("the launcher is gone");
    }
}

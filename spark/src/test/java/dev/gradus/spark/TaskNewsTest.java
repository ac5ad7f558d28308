package dev.gradus.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.spark.ExceptionFailure;
import org.apache.spark.TaskKilled;
import org.apache.spark.scheduler.AccumulableInfo;
import org.apache.spark.util.AccumulatorV2;
import org.junit.jupiter.api.Test;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

class TaskNewsTest {

    private static <T> Seq<T> none() {
        return CollectionConverters.asScala(List.<T>of()).toSeq();
    }

    private static ExceptionFailure thrown(String message) {
        return new ExceptionFailure(new IllegalStateException(message), TaskNewsTest.<AccumulableInfo>none());
    }

    private static TaskKilled killed() {
        return new TaskKilled(
                "stage cancelled",
                TaskNewsTest.<AccumulableInfo>none(),
                TaskNewsTest.<AccumulatorV2<?, ?>>none(),
                none());
    }

    @Test
    void aTaskThatWasKilledGivesTheReasonOfTheOneThatFailed() {
        TaskNews news = new TaskNews("group");

        news.ended(0, "7", killed());
        assertThat(news.failure(0)).isEmpty();

        news.ended(1, "8", thrown("rank 1: no such network interface"));
        assertThat(news.failure(1))
                .hasValue("its task on executor 8 ended: java.lang.IllegalStateException: rank 1: no such network"
                        + " interface");
        assertThat(news.failure(0))
                .hasValue("spark ended it with rank 1: " + news.failure(1).orElseThrow());
    }

    @Test
    void aTaskThatFailedKeepsItsOwnReason() {
        TaskNews news = new TaskNews("group");

        news.ended(0, "7", thrown("first"));
        news.ended(1, "8", thrown("second"));
        news.ended(1, "8", killed());

        assertThat(news.failure(1).orElseThrow()).endsWith("second");
        assertThat(news.failure(2)).isEmpty();
    }
}

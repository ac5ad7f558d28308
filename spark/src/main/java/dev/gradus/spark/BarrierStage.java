package dev.gradus.spark;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaFutureAction;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.rdd.RDD;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

/** One barrier stage of Spark, found again by the group of its job. */
final class BarrierStage implements AutoCloseable {

    private static final String DESCRIPTION = "spark.job.description";
    private static final String INTERRUPT = "spark.job.interruptOnCancel";

    /** What Spark's pages call a stage; else it is named for the line of code that started it. */
    private static final String NAME = "callSite.short";

    private final SparkContext context;
    private final JavaRDD<Object> work;
    private final String description;
    private final String group = "gradus-" + UUID.randomUUID();
    private final TaskNews news = new TaskNews(group);

    /** A task for each partition of {@code work}; {@code description} stands in Spark's pages. */
    BarrierStage(SparkContext context, JavaRDD<Object> work, String description) {
        this.context = context;
        this.work = work;
        this.description = description;
        context.addSparkListener(news);
    }

    String group() {
        return group;
    }

    TaskNews news() {
        return news;
    }

    /** Hands the tasks to Spark and returns at once. */
    JavaFutureAction<?> start(RankTask task) {
        ClassTag<Object> tag = ClassTag$.MODULE$.apply(Object.class);
        RDD<Object> ranks = work.rdd().barrier().mapPartitions(task, false, tag);
        // Properties of this thread, which may be one of the user's with jobs of its own.
        Map<String, String> before = new HashMap<>();
        List.of(TaskNews.GROUP, DESCRIPTION, INTERRUPT, NAME)
                .forEach(name -> before.put(name, context.getLocalProperty(name)));
        context.setJobGroup(group, description, true);
        context.setLocalProperty(NAME, description);
        try {
            return JavaRDD.fromRDD(ranks, tag).collectAsync();
        } finally {
            before.forEach(context::setLocalProperty);
        }
    }

    /** Has Spark end the tasks, by an interrupt: where they wait for a disk or a network, they hear nothing else. */
    void cancel() {
        context.cancelJobGroup(group);
    }

    @Override
    public void close() {
        context.removeSparkListener(news);
    }
}

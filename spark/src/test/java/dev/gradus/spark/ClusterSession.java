package dev.gradus.spark;

import java.io.IOException;
import org.apache.spark.sql.SparkSession;

/** An application on two executors, each a process of its own, with the jar that users get. */
public final class ClusterSession {

    private ClusterSession() {}

    /** Starts it. */
    public static SparkSession start() throws IOException {
        SparkHome.make();
        return SparkSession.builder()
                .master("local-cluster[2,1,1024]")
                .config("spark.ui.enabled", "false")
                .config("spark.executor.memory", "512m")
                .config("spark.sql.shuffle.partitions", "2")
                .config("spark.jars", SparkHome.ourJar().toString())
                .getOrCreate();
    }
}

package dev.gradus.spark;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.TaskFailedReason;
import org.apache.spark.TaskKilled;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.SparkListenerTaskStart;
import org.apache.spark.storage.RDDInfo;

/**
 * What Spark tells of the tasks of one job's barrier stage: which have started, where, and how they failed. Written by
 * Spark's listener thread, read by the launcher's.
 */
final class TaskNews extends SparkListener {

    static final String GROUP = "spark.jobGroup.id";

    private final String group;
    private final Set<Integer> stages = ConcurrentHashMap.newKeySet();
    private final Map<Integer, String> executors = new ConcurrentHashMap<>();
    private final Map<Integer, String> failures = new ConcurrentHashMap<>();
    private final Set<Integer> killed = ConcurrentHashMap.newKeySet();

    /** {@code group} is that of the job. */
    TaskNews(String group) {
        this.group = group;
    }

    /** How many tasks have started. */
    int started() {
        return executors.size();
    }

    /** The executor that a rank was started on. */
    Optional<String> executor(int rank) {
        return Optional.ofNullable(executors.get(rank));
    }

    /**
     * Why a rank's task failed, if that is known. A task that Spark killed failed for the reason of another: with one
     * task of a barrier stage all end, and the news of them come in any order.
     */
    Optional<String> failure(int rank) {
        String own = failures.get(rank);
        if (own != null || !killed.contains(rank)) {
            return Optional.ofNullable(own);
        }
        return failures.entrySet().stream()
                .min(Map.Entry.comparingByKey())
                .map(other -> "spark ended it with rank " + other.getKey() + ": " + other.getValue());
    }

    @Override
    public void onJobStart(SparkListenerJobStart job) {
        if (job.properties() != null && group.equals(job.properties().getProperty(GROUP))) {
            // Files that are carried to the ranks have a stage before theirs.
            job.stageInfos()
                    .foreach(stage -> stage.rddInfos().exists(RDDInfo::isBarrier) && stages.add(stage.stageId()));
        }
    }

    @Override
    public void onTaskStart(SparkListenerTaskStart task) {
        if (stages.contains(task.stageId())) {
            executors.put(task.taskInfo().index(), task.taskInfo().executorId());
        }
    }

    @Override
    public void onTaskEnd(SparkListenerTaskEnd task) {
        if (stages.contains(task.stageId()) && task.reason() instanceof TaskFailedReason reason) {
            ended(task.taskInfo().index(), task.taskInfo().executorId(), reason);
        }
    }

    /** Takes note that a rank's task ended before its work was done. */
    void ended(int rank, String executor, TaskFailedReason reason) {
        if (reason instanceof TaskKilled) {
            killed.add(rank);
        } else {
            failures.putIfAbsent(
                    rank,
                    "its task on executor " + executor + " ended: " + Application.firstLine(reason.toErrorString()));
        }
    }
}

package dev.gradus.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.job.Job;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JobSizeTest {

    private static final Kinds KINDS = Kinds.load();

    @Test
    void aJobIsMeasuredByItsRowsParametersAndState() throws Exception {
        Job job = Job.of(
                KINDS.keys(),
                Map.of("data.rows", 1000L, "data.test", 0.0, "data.features", 20L, "epochs", 4L, "optimizer", "adam"));

        JobSize size = JobSize.of(job, KINDS);

        assertThat(size.samples()).isEqualTo(4000);
        assertThat(size.parameters()).isEqualTo(21);
        assertThat(size.states()).isEqualTo(2);
        assertThat(size.buckets()).containsExactly(new JobSize.Bucket(24 * Float.BYTES, 0));
    }

    @Test
    void bucketsOfALongGradientAddUpToIt() throws Exception {
        Job job = Job.of(
                KINDS.keys(),
                Map.of("data.rows", 64L, "data.features", 5000L, "exchange.bucketBytes", 4096L, "batchSize", 32L));

        JobSize size = JobSize.of(job, KINDS);

        assertThat(size.buckets()).hasSizeGreaterThan(3);
        assertThat(size.buckets().stream().mapToLong(JobSize.Bucket::bytes).sum())
                .isEqualTo((5001 + 3) * (long) Float.BYTES);
        assertThat(size.buckets())
                .allSatisfy(bucket -> assertThat(bucket.early()).isNotNegative());
    }
}

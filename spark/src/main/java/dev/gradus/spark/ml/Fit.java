package dev.gradus.spark.ml;

import dev.gradus.run.Gradus;
import dev.gradus.run.JobBuilder;
import dev.gradus.spark.CarriedFiles;
import dev.gradus.spark.Piece;
import dev.gradus.train.RunFailedException;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.jspecify.annotations.Nullable;

/** One training of an estimator: rows of a data frame become files of a spool, and those the data of a job. */
final class Fit implements AutoCloseable {

    /** What the job of an estimator leaves. */
    @FunctionalInterface
    interface Reader<M> {

        /** Reads it from the folder of the model. */
        M read(Path model) throws IOException;
    }

    /** Ranks that wait for each other's files to be written are not lost; one that is dead is noticed as ever. */
    private static final String CARRYING_TIMEOUT = "10m";

    private final Spool spool;
    private final String name;
    private final @Nullable CarriedFiles carried;

    private Fit(Spool spool, String name, @Nullable CarriedFiles carried) {
        this.spool = spool;
        this.name = name;
        this.carried = carried;
    }

    /**
     * Writes the rows below a folder that all share. If none is named, they stay in memory or go to the temporary one
     * where ranks are in this process, and else Spark carries them. {@code name} is the estimator's.
     */
    static Fit of(Dataset<Row> rows, RowWriter writer, String shared, String name) {
        boolean here = rows.sparkSession().sparkContext().isLocal();
        try {
            Spool spool = Spool.below(Path.of(shared.isEmpty() ? System.getProperty("java.io.tmpdir") : shared));
            boolean written = false;
            try {
                boolean carry = shared.isEmpty() && !here;
                if (shared.isEmpty() && here) {
                    spool.hold();
                }
                Fit fit = new Fit(spool, name, write(stored(rows), writer, spool, carry));
                written = true;
                return fit;
            } finally {
                if (!written) { // Spark throws checked exceptions that it does not declare
                    spool.close();
                }
            }
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** The rows as Spark has them, without an object made of each. */
    static JavaRDD<InternalRow> stored(Dataset<Row> rows) {
        return ((org.apache.spark.sql.classic.Dataset<Row>) rows)
                .queryExecution()
                .toRdd()
                .toJavaRDD();
    }

    private static @Nullable CarriedFiles write(JavaRDD<InternalRow> rows, RowWriter writer, Spool spool, boolean carry)
            throws IOException {
        if (!carry) {
            spool.write(rows, writer);
            return null;
        }
        JavaRDD<Piece> pieces = Spool.pieces(rows, writer);
        CarriedFiles files = CarriedFiles.open(spool.rows().toString(), pieces);
        boolean written = false;
        try {
            if (writer.driverReads()) {
                spool.write(pieces.toLocalIterator());
            }
            written = true;
            return files;
        } finally {
            if (!written) {
                files.close();
            }
        }
    }

    /** A job on those rows, on so many ranks; what is to be learnt from them, the estimator adds. */
    JobBuilder job(int ranks) {
        JobBuilder job = Gradus.job()
                .set("name", name)
                .set("launch", "spark")
                .set("launch.warmUp", "0s") // only makes figures steady, which nobody asks for here
                .set("metrics.trace", false) // nor is the folder of the run looked at
                .set("data.path", spool.rows().toString())
                .ranks(ranks);
        return carried == null
                ? job
                : job.set("exchange.timeout", CARRYING_TIMEOUT).set("spark.slotsTimeout", CARRYING_TIMEOUT);
    }

    /** The same with a cache, which jobs on texts and on sparse rows have. */
    JobBuilder cachedJob(int ranks) {
        return job(ranks).set("data.cache", spool.beside("cache").toString());
    }

    /** Runs a job, and reads what it leaves. */
    <M> M train(JobBuilder job, Reader<M> reader) {
        Path run = spool.beside("run");
        try {
            job.out(run).train();
            return reader.read(run.resolve("model"));
        } catch (IOException | RunFailedException e) {
            throw failed(e);
        }
    }

    /** Runs a job of which nothing but the parameters is wanted. */
    float[] parameters(JobBuilder job) {
        try {
            return job.train().parameters();
        } catch (IOException | RunFailedException e) {
            throw failed(e);
        }
    }

    private static IllegalStateException failed(Exception e) {
        return new IllegalStateException("training failed: " + e.getMessage(), e);
    }

    @Override
    public void close() {
        if (carried != null) {
            carried.close();
        }
        try {
            spool.close();
        } catch (IOException e) {
            throw failed(e);
        }
    }
}

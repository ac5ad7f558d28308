package dev.gradus.spark;

import dev.gradus.data.DataKeys;
import dev.gradus.job.Job;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.HashPartitioner;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;

/**
 * Files that Spark carries to the ranks of a job, for executors that share no folder: every rank gets all of them by a
 * shuffle, and finds them on its own disk. A job asks for them by the folder that it names as {@code data.path}.
 * Closing ends that.
 */
public final class CarriedFiles implements AutoCloseable {

    private static final Map<String, CarriedFiles> BY_FOLDER = new ConcurrentHashMap<>();

    private final String folder;
    private final JavaRDD<Piece> pieces;

    /** By the number of ranks, so that another attempt finds what the one before has shuffled already. */
    private final Map<Integer, JavaRDD<Object>> shuffled = new ConcurrentHashMap<>();

    private CarriedFiles(String folder, JavaRDD<Piece> pieces) {
        this.folder = folder;
        this.pieces = pieces;
    }

    /** Files that jobs on that folder get, as long as this is open. Whoever made the pieces may read them, too. */
    public static CarriedFiles open(String folder, JavaRDD<Piece> pieces) {
        CarriedFiles files = new CarriedFiles(folder, pieces.persist(StorageLevel.DISK_ONLY()));
        BY_FOLDER.put(folder, files);
        return files;
    }

    /** Those that a job is to get, if it is one of these. */
    static Optional<CarriedFiles> of(Job job) {
        return Optional.ofNullable(BY_FOLDER.get(job.get(DataKeys.PATH)));
    }

    /** All pieces in each of as many partitions as there are ranks. */
    JavaRDD<Object> forRanks(int ranks) {
        return shuffled.computeIfAbsent(
                ranks,
                count -> pieces.flatMapToPair(piece -> copies(piece, count).iterator())
                        .partitionBy(new HashPartitioner(count))
                        .values()
                        .map(piece -> (Object) piece));
    }

    private static List<Tuple2<Integer, Piece>> copies(Piece piece, int ranks) {
        List<Tuple2<Integer, Piece>> copies = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            copies.add(new Tuple2<>(rank, piece));
        }
        return copies;
    }

    @Override
    public void close() {
        BY_FOLDER.remove(folder);
        pieces.unpersist(false);
    }
}

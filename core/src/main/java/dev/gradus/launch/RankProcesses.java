package dev.gradus.launch;

import java.util.Optional;

/** What a launcher knows of the processes of its ranks, and can do to them. */
public interface RankProcesses {

    /** How a rank's process ended, if it did and the launcher can know. */
    Optional<String> ended(int rank);

    /** Ends a rank's process by force, if the launcher can; a frozen one does not end by itself. */
    void end(int rank);

    /** Those of ranks that somebody else started, of which a launcher knows nothing. */
    static RankProcesses elsewhere() {
        return new RankProcesses() {
            @Override
            public Optional<String> ended(int rank) {
                return Optional.empty();
            }

            @Override
            public void end(int rank) {}
        };
    }
}

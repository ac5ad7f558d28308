package dev.gradus.train;

import dev.gradus.data.DataException;
import dev.gradus.data.WriteException;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.job.JobException;
import dev.gradus.server.RefusedPushException;

/** A run that came to no result, with the exit code that says what kind of failure it was. */
public final class RunFailedException extends Exception {

    private static final long serialVersionUID = 1L;

    /** Why runs fail; the code is the exit code of the command. */
    public enum Cause {
        /** Something else went wrong. */
        FAILED(1),
        /** The job or its data cannot be used as they are. */
        BAD_INPUT(2),
        /** The loss is no number any more. */
        DIVERGED(3),
        /** A peer was lost and could not be replaced. */
        PEER_LOST(4);

        private final int code;

        Cause(int code) {
            this.code = code;
        }

        public int code() {
            return code;
        }

        /** What kind of failure an exception in a rank is. */
        public static Cause of(Throwable thrown) {
            if (thrown instanceof ExchangeException) {
                return PEER_LOST;
            }
            if (thrown instanceof DivergedException
                    || (thrown instanceof RefusedPushException refused && refused.notFinite())) {
                return DIVERGED;
            }
            if (thrown instanceof WriteException) {
                return FAILED;
            }
            return thrown instanceof DataException || thrown instanceof JobException ? BAD_INPUT : FAILED;
        }
    }

    private final Cause kind;
    private final String key;

    public RunFailedException(Cause kind, String message) {
        this(kind, message, "");
    }

    /** {@code key} is the job key at fault, or empty. */
    public RunFailedException(Cause kind, String message, String key) {
        super(message);
        this.kind = kind;
        this.key = key;
    }

    public RunFailedException(Cause kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
        this.key = cause instanceof JobException job && job.key() != null ? job.key() : "";
    }

    /** The failure of a rank by whatever it threw; running out of memory is told like any other reason. */
    public static RunFailedException of(Throwable thrown) {
        return new RunFailedException(Cause.of(thrown), describe(thrown), thrown);
    }

    /** What was thrown, in one line. */
    public static String describe(Throwable thrown) {
        if (thrown instanceof OutOfMemoryError) {
            return "out of memory: " + thrown.getMessage() + ", heap="
                    + (Runtime.getRuntime().maxMemory() >> 20) + " MB; use fewer rows or raise the heap: launch.heap"
                    + " for processes, GRADUS_JAVA_OPTIONS=-Xmx... for threads";
        }
        boolean speaks = thrown.getMessage() != null && !(thrown instanceof Error);
        return speaks ? String.valueOf(thrown.getMessage()) : thrown.toString();
    }

    public Cause kind() {
        return kind;
    }

    /** The job key at fault, or empty. */
    public String key() {
        return key;
    }
}

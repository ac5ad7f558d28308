package dev.gradus.launch;

import dev.gradus.exchange.rendezvous.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How the secret of a run reaches its ranks: by environment, or by a file that only its owner can read. */
public final class SecretSource {

    /** The variable that holds the secret itself. */
    public static final String VARIABLE = "GRADUS_SECRET";

    /** The variable that names a file with the secret. */
    public static final String FILE_VARIABLE = "GRADUS_SECRET_FILE";

    private SecretSource() {}

    /** The secret that this process was given, if it was. */
    public static Optional<Secret> given() {
        String text = System.getenv(VARIABLE);
        if (text != null && !text.isBlank()) {
            return Optional.of(Secret.ofText(text));
        }
        String file = System.getenv(FILE_VARIABLE);
        return file == null || file.isBlank() ? Optional.empty() : Optional.of(read(Path.of(file)));
    }

    /** The secret in a file. */
    public static Secret read(Path file) {
        try {
            return Secret.ofText(Files.readString(file));
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException(
                    "secret cannot be read: no such file: file=" + file
                            + "; a launcher takes its file away when its run ends",
                    e);
        } catch (IOException | IllegalArgumentException e) {
            throw new IllegalArgumentException("secret cannot be read: file=" + file + ", " + e.getMessage(), e);
        }
    }

    /** A secret where people who start ranks by hand can find it; gone when closed. */
    static Handover handOver(Secret secret) throws IOException {
        if (given().isPresent()) {
            return new Handover(null);
        }
        Path file = Files.createTempFile(
                "gradus-",
                ".secret",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        file.toFile().deleteOnExit(); // a launcher that is told to stop closes nothing
        Files.writeString(file, secret.text());
        return new Handover(file);
    }

    /** Where the secret lies while ranks join. */
    record Handover(@Nullable Path file) implements AutoCloseable {

        /**
         * What to add to the command that starts a rank. A secret that people chose may be that of several runs, so
         * then the run is named too.
         */
        String hint(String run) {
            return file == null ? " --run " + run + "  (with the same " + VARIABLE + ")" : " --secret-file " + file;
        }

        @Override
        public void close() throws IOException {
            if (file != null) {
                Files.deleteIfExists(file);
            }
        }
    }
}

package dev.gradus.checkpoint;

import dev.gradus.metrics.WriteFailure;
import dev.gradus.model.DurableFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The folder {@code checkpoints} of a run: one file a checkpoint, named by its step, of which the newest few are kept.
 * A file appears under its name when all of it is on the disk. One process at a time writes here.
 */
public final class CheckpointFolder {

    private static final Pattern NAME = Pattern.compile("(\\d{8,18})\\.safetensors");
    private static final String PARTIAL = ".partial";
    private static final String DAMAGED = ".damaged";

    private final Path run;
    private final Path folder;

    public CheckpointFolder(Path run) {
        this.run = run;
        this.folder = run.resolve("checkpoints");
    }

    /** Writes a checkpoint and then removes all but the newest {@code keep}. */
    public void store(Checkpoint checkpoint, int keep) throws IOException {
        Path file = folder.resolve(String.format(
                Locale.ROOT, "%08d.safetensors", checkpoint.place().step()));
        try {
            Files.createDirectories(folder);
            // The stream is not closed: the channel is forced to the disk after this and closed by its owner.
            DurableFile.replace(file, channel -> checkpoint.write(Channels.newOutputStream(channel)));
            prune(keep);
        } catch (IOException e) {
            throw new IOException(
                    "checkpoint cannot be written: file=" + file + ", " + WriteFailure.reason(e)
                            + "; mend that, then go on from the one before with: train --resume " + run,
                    e);
        }
    }

    private void prune(int keep) throws IOException {
        removePartial();
        List<Path> files = newestFirst();
        for (Path file : files.subList(Math.min(keep, files.size()), files.size())) {
            Files.deleteIfExists(file);
        }
    }

    /** What a process that was killed while writing has left. */
    private void removePartial() throws IOException {
        for (Path file : list()) {
            if (name(file).endsWith(PARTIAL)) {
                Files.deleteIfExists(file);
            }
        }
    }

    /** The step of the newest checkpoint, which may yet turn out to be damaged. */
    public OptionalLong newestStep() throws IOException {
        List<Path> files = newestFirst();
        return files.isEmpty() ? OptionalLong.empty() : OptionalLong.of(step(files.get(0)));
    }

    /**
     * The newest checkpoint that is as it was written, or null if there is none. {@code said} hears of each that is
     * not; those are renamed, so that they neither count as kept nor are lost to whoever wants to know what happened.
     */
    public @Nullable Checkpoint newest(Consumer<String> said) throws IOException {
        removePartial();
        for (Path file : newestFirst()) {
            try {
                return read(file);
            } catch (CheckpointException e) {
                Path aside = file.resolveSibling(name(file) + DAMAGED);
                Files.deleteIfExists(aside);
                Files.move(file, aside);
                said.accept(e.getMessage() + "; set aside as " + name(aside));
            }
        }
        return null;
    }

    private static Checkpoint read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            Checkpoint checkpoint = Checkpoint.read(in, Files.size(file), "file=" + file);
            if (checkpoint.place().step() != step(file)) {
                throw new CheckpointException("checkpoint is of another step than its name: file=" + file + ", step="
                        + checkpoint.place().step());
            }
            return checkpoint;
        }
    }

    private List<Path> newestFirst() throws IOException {
        TreeMap<Long, Path> files = new TreeMap<>(Collections.reverseOrder());
        for (Path file : list()) {
            if (NAME.matcher(name(file)).matches()) {
                files.put(step(file), file);
            }
        }
        return new ArrayList<>(files.values());
    }

    private List<Path> list() throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }

    private static long step(Path file) {
        Matcher name = NAME.matcher(name(file));
        if (!name.matches()) {
            throw new IllegalArgumentException("not the name of a checkpoint: file=" + file);
        }
        return Long.parseLong(name.group(1));
    }
}

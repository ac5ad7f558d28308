package dev.gradus.cli;

import dev.gradus.cli.PlainYaml.Entry;
import dev.gradus.job.JobException;
import dev.gradus.job.KeyList;
import dev.gradus.train.Kinds;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** Reads a job from a YAML file and the command line. Every refusal says in one line where and what. */
public final class JobFile {

    /** Longer than any job that a person writes, and short enough to be refused before it costs anything. */
    static final int MAX_BYTES = 1 << 20;

    private JobFile() {}

    /** Reads and checks a job. Settings count over the file, later ones over earlier ones. */
    public static LoadedJob load(Path file, List<Setting> settings, Kinds kinds) throws JobFileException {
        LoadedJob loaded = read(file, settings, kinds.keys());
        try {
            kinds.check(loaded.job());
        } catch (JobException e) {
            throw new JobFileException(loaded.describe(e));
        }
        return loaded;
    }

    /** Reads a job, each key checked on its own and none against another. */
    public static LoadedJob read(Path file, List<Setting> settings, KeyList keys) throws JobFileException {
        JobReader reader = new JobReader(keys);
        for (Entry entry : entries(file, reader)) {
            reader.add(file, entry);
        }
        for (Setting setting : settings) {
            reader.add(setting);
        }
        return new LoadedJob(file, reader.job(), reader.origins());
    }

    private static List<Entry> entries(Path file, JobReader reader) throws JobFileException {
        try {
            return PlainYaml.entries(text(file), reader::takesList);
        } catch (YamlException e) {
            throw new JobFileException(JobReader.origin(file, e.place()) + ": " + e.getMessage());
        }
    }

    private static String text(Path file) throws JobFileException {
        if (Files.isDirectory(file)) {
            throw new JobFileException(file + ": expected a job file, found a directory");
        }
        try {
            byte[] bytes = bytes(file);
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return text.startsWith("\uFEFF") ? text.substring(1) : text;
        } catch (NoSuchFileException e) {
            throw new JobFileException(file + ": no such file");
        } catch (AccessDeniedException e) {
            throw new JobFileException(file + ": cannot be read: permission denied");
        } catch (CharacterCodingException e) {
            throw new JobFileException(file + ": not a job file: not UTF-8 text");
        } catch (IOException e) {
            throw new JobFileException(file + ": cannot be read: " + e.getMessage());
        }
    }

    private static byte[] bytes(Path file) throws IOException, JobFileException {
        // Not Files.size: a pipe has none.
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw new JobFileException(file + ": too large for a job file: most=" + MAX_BYTES + " bytes");
            }
            return bytes;
        }
    }
}

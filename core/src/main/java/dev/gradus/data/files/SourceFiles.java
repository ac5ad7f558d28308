package dev.gradus.data.files;

import dev.gradus.data.DataException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Finds files: one file, all files of a folder, or those that a pattern matches. */
public final class SourceFiles {

    private static final int MAGIC_BYTES = 3;

    private final String key;
    private final String path;

    private SourceFiles(String key, String path) {
        this.key = key;
        this.path = path;
    }

    /**
     * The files in the order of their names, which decides the order of what is read. Files and folders whose names
     * begin with a dot are left out of folders and patterns.
     *
     * @param key of the job that says the path, for messages
     */
    public static List<SourceFile> find(String key, String path) throws DataException {
        List<SourceFile> files = new ArrayList<>();
        for (Path file : new SourceFiles(key, path).paths()) {
            files.add(look(file));
        }
        return List.copyOf(files);
    }

    /** Refuses files that are no longer what they were when they were found. */
    public static void requireUnchanged(List<SourceFile> files) throws DataException {
        for (SourceFile file : files) {
            try {
                BasicFileAttributes now = Files.readAttributes(file.path(), BasicFileAttributes.class);
                if (now.size() != file.size() || now.lastModifiedTime().toMillis() != file.modifiedMillis()) {
                    throw new DataException("file changed while it was read: file=" + file.path() + ", size="
                            + file.size() + ", now=" + now.size() + "; start again when it is complete");
                }
            } catch (IOException e) {
                throw file.unreadable(e);
            }
        }
    }

    private List<Path> paths() throws DataException {
        try {
            if (isPattern(path) && !exists(path)) {
                return matching();
            }
            Path start = Path.of(path);
            if (!Files.isDirectory(start)) {
                return List.of(start);
            }
            List<Path> found = files(start);
            if (found.isEmpty()) {
                throw new DataException("no file in folder: " + key + "=" + path);
            }
            return found;
        } catch (InvalidPathException e) {
            throw new DataException("not a path: " + key + "=" + path, e);
        } catch (UncheckedIOException e) {
            throw new DataException(
                    "cannot list files: " + key + "=" + path + ", "
                            + ReadFailure.reason(Objects.requireNonNull(e.getCause())),
                    e);
        } catch (DataException e) {
            throw e;
        } catch (IOException e) {
            throw new DataException("cannot list files: " + key + "=" + path + ", " + ReadFailure.reason(e), e);
        }
    }

    private static boolean isPattern(String path) {
        return path.chars().anyMatch(character -> "*?[{".indexOf(character) >= 0);
    }

    private static boolean exists(String path) {
        try {
            return Files.exists(Path.of(path));
        } catch (InvalidPathException e) {
            return false; // on some systems a pattern is no path
        }
    }

    private List<Path> matching() throws IOException {
        // Looks only below the last folder that is written out; the pattern is matched against whole paths.
        int special = 0;
        while ("*?[{\\".indexOf(path.charAt(special)) < 0) {
            special++;
        }
        int slash = Math.max(
                path.lastIndexOf('/', special),
                File.separatorChar == '/' ? -1 : path.lastIndexOf(File.separatorChar, special));
        Path folder = Path.of(slash < 0 ? "" : path.substring(0, slash + 1));
        PathMatcher matcher = matcher();
        List<Path> found = Files.isDirectory(folder)
                ? files(folder).stream().filter(matcher::matches).toList()
                : List.of();
        if (found.isEmpty()) {
            throw new DataException("no file matches: " + key + "=" + path);
        }
        return found;
    }

    private PathMatcher matcher() throws DataException {
        try {
            return FileSystems.getDefault().getPathMatcher("glob:" + path);
        } catch (IllegalArgumentException e) {
            throw new DataException("not a pattern: " + key + "=" + path + ", " + e.getMessage(), e);
        }
    }

    private static List<Path> files(Path folder) throws IOException {
        Path real = folder.toRealPath(); // a link to a folder would not be followed
        try (Stream<Path> below = Files.walk(real)) {
            return below.filter(Files::isRegularFile)
                    .map(real::relativize)
                    .filter(SourceFiles::isVisible)
                    .sorted(Comparator.comparing(SourceFiles::name))
                    .map(folder::resolve)
                    .toList();
        }
    }

    private static boolean isVisible(Path relative) {
        for (Path part : relative) {
            if (part.toString().startsWith(".")) {
                return false;
            }
        }
        return true;
    }

    private static String name(Path relative) {
        return relative.toString().replace(File.separatorChar, '/');
    }

    private static SourceFile look(Path path) throws DataException {
        try {
            BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
            if (!attributes.isRegularFile()) {
                throw new DataException("not a file: file=" + path);
            }
            byte[] magic = magic(path);
            boolean packed = magic.length >= 2 && (magic[0] & 0xFF) == 0x1F && (magic[1] & 0xFF) == 0x8B;
            long millis = attributes.lastModifiedTime().toMillis();
            long to = packed ? SourceFile.UNKNOWN : attributes.size();
            return new SourceFile(path, attributes.size(), millis, packed, 0, to);
        } catch (IOException e) {
            if (e instanceof DataException known) {
                throw known;
            }
            throw new DataException("cannot read file: file=" + path + ", " + ReadFailure.reason(e), e);
        }
    }

    private static byte[] magic(Path path) throws IOException {
        try (InputStream stream = Files.newInputStream(path)) {
            return stream.readNBytes(MAGIC_BYTES);
        }
    }
}

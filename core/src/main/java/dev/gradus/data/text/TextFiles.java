package dev.gradus.data.text;

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

/** Finds the files of a text: one file, all files of a folder, or those that a pattern matches. */
final class TextFiles {

    private static final int MAGIC_BYTES = 3;

    private TextFiles() {}

    /**
     * The files in the order of their names, which decides the order of the text. Files and folders whose names begin
     * with a dot are left out of folders and patterns. A text without any byte is refused.
     */
    static List<TextFile> find(String path, Gutenberg.Cut cut) throws DataException {
        List<TextFile> files = new ArrayList<>();
        for (Path file : paths(path)) {
            files.add(look(file, cut));
        }
        if (files.stream().allMatch(file -> file.from() >= file.to() || file.size() == 0)) {
            throw new DataException("text is empty: data.path=" + path + ", files=" + files.size());
        }
        return List.copyOf(files);
    }

    /** Refuses files that are no longer what they were when they were found. */
    static void requireUnchanged(List<TextFile> files) throws DataException {
        for (TextFile file : files) {
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

    private static List<Path> paths(String path) throws DataException {
        if (path.isEmpty()) {
            throw new DataException("no text: data.path=; write data.path: FILE, FOLDER or PATTERN");
        }
        try {
            if (isPattern(path) && !exists(path)) {
                return matching(path);
            }
            Path start = Path.of(path);
            if (!Files.isDirectory(start)) {
                return List.of(start);
            }
            List<Path> found = files(start);
            if (found.isEmpty()) {
                throw new DataException("no file in folder: data.path=" + path);
            }
            return found;
        } catch (InvalidPathException e) {
            throw new DataException("not a path: data.path=" + path, e);
        } catch (UncheckedIOException e) {
            throw new DataException(
                    "cannot list files: data.path=" + path + ", "
                            + ReadFailure.reason(Objects.requireNonNull(e.getCause())),
                    e);
        } catch (DataException e) {
            throw e;
        } catch (IOException e) {
            throw new DataException("cannot list files: data.path=" + path + ", " + ReadFailure.reason(e), e);
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

    private static List<Path> matching(String pattern) throws IOException {
        // Looks only below the last folder that is written out; the pattern is matched against whole paths.
        int special = 0;
        while ("*?[{\\".indexOf(pattern.charAt(special)) < 0) {
            special++;
        }
        int slash = Math.max(
                pattern.lastIndexOf('/', special),
                File.separatorChar == '/' ? -1 : pattern.lastIndexOf(File.separatorChar, special));
        Path folder = Path.of(slash < 0 ? "" : pattern.substring(0, slash + 1));
        PathMatcher matcher = matcher(pattern);
        List<Path> found = Files.isDirectory(folder)
                ? files(folder).stream().filter(matcher::matches).toList()
                : List.of();
        if (found.isEmpty()) {
            throw new DataException("no file matches: data.path=" + pattern);
        }
        return found;
    }

    private static PathMatcher matcher(String pattern) throws DataException {
        try {
            return FileSystems.getDefault().getPathMatcher("glob:" + pattern);
        } catch (IllegalArgumentException e) {
            throw new DataException("not a pattern: data.path=" + pattern + ", " + e.getMessage(), e);
        }
    }

    private static List<Path> files(Path folder) throws IOException {
        Path real = folder.toRealPath(); // a link to a folder would not be followed
        try (Stream<Path> below = Files.walk(real)) {
            return below.filter(Files::isRegularFile)
                    .map(real::relativize)
                    .filter(TextFiles::isVisible)
                    .sorted(Comparator.comparing(TextFiles::name))
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

    private static TextFile look(Path path, Gutenberg.Cut cut) throws DataException {
        try {
            BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
            if (!attributes.isRegularFile()) {
                throw new DataException("not a file: file=" + path);
            }
            byte[] magic = magic(path);
            boolean packed = magic.length >= 2 && (magic[0] & 0xFF) == 0x1F && (magic[1] & 0xFF) == 0x8B;
            long millis = attributes.lastModifiedTime().toMillis();
            long to = packed ? TextFile.UNKNOWN : attributes.size();
            return Gutenberg.cut(new TextFile(path, attributes.size(), millis, packed, 0, to), cut);
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

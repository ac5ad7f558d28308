package dev.gradus.data.sparse.format;

import dev.gradus.data.DataException;
import dev.gradus.data.DataKeys;
import dev.gradus.data.files.Digest;
import dev.gradus.data.files.SourceFile;
import dev.gradus.data.files.SourceFiles;
import dev.gradus.data.sparse.SparseSet;
import dev.gradus.data.sparse.SparseSource;
import dev.gradus.data.sparse.cache.CodedRows;
import dev.gradus.data.sparse.cache.FrequentFeatures;
import dev.gradus.data.sparse.cache.RawRows;
import dev.gradus.data.sparse.cache.RawSet;
import dev.gradus.data.sparse.cache.RowCache;
import dev.gradus.data.sparse.cache.SplitRows;
import dev.gradus.job.Job;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Sets of sparse rows in files, read once and then kept in a {@link RowCache}, or read whenever they are needed. */
public final class RowFiles {

    private static final String VERSION = "row files 1\n";

    private final RowSettings settings;
    private final RowFormat format;
    private final RowCache.Manner manner;
    private final List<SourceFile> train;
    private final List<SourceFile> test;

    private RowFiles(RowSettings settings, RowFormat format, RowCache.Manner manner) throws DataException {
        this.settings = settings;
        this.format = format;
        this.manner = manner;
        this.train = find(DataKeys.PATH.name(), settings.path());
        this.test = settings.testPath().isEmpty() ? List.of() : find(DataKeys.TEST_PATH.name(), settings.testPath());
    }

    /** Opens the set that a job names. */
    public static SparseSet open(Job job, RowFormat format, Path cache) throws DataException {
        return open(RowSettings.of(job, format.name()), format, cache, RowCache.Manner.usual());
    }

    /** Opens the set that a job names as text, if it is suited to that; else as {@link #open} does. */
    static SparseSet openOnce(Job job, RowFormat format, Path cache) throws DataException {
        RowSettings settings = RowSettings.of(job, format.name());
        RowFiles files = new RowFiles(settings, format, RowCache.Manner.usual());
        boolean wanted = job.get(SparseKeys.READ).equals(SparseKeys.TEXT);
        try {
            return files.text(wanted);
        } catch (UnsuitedException e) {
            if (wanted) {
                throw new DataException(
                        "rows cannot be read as text whenever they are needed: " + e.getMessage() + "; write "
                                + SparseKeys.READ + ": " + SparseKeys.CACHE,
                        e);
            }
            return files.cached(cache);
        }
    }

    static SparseSet open(RowSettings settings, RowFormat format, Path cache, RowCache.Manner manner)
            throws DataException {
        return new RowFiles(settings, format, manner).cached(cache);
    }

    /** The rows as text; with {@code wanted}, also where a cache is thought to be faster. */
    private SparseSet text(boolean wanted) throws DataException {
        if (!(format instanceof LineFormat lines)) {
            throw new UnsuitedException("data.kind=" + format.name() + " has rows of several lines");
        }
        if (settings.skip() || settings.minCount() > 1) {
            throw new UnsuitedException("bad rows or rare features are left out");
        }
        for (SourceFile file : all()) {
            if (file.packed()) {
                throw new UnsuitedException("file is packed: file=" + file.path());
            }
        }
        return new TextSet(lines, manner.threads(), wanted).open(train, test, settings.test());
    }

    private SparseSet cached(Path cache) throws DataException {
        String reading = VERSION + format.name() + "\n" + format.settings() + settings.reading();
        // The name says path and settings, so that a file that changed replaces what was made of it before.
        String name = "rows-"
                + Digest.of(reading + settings.minCount() + "\n" + settings.path() + "\n" + settings.testPath())
                        .substring(0, 16);
        RowCache rows = new RowCache(cache, name, reading + state(), settings.minCount(), manner);
        return areReadOnce() ? rows.open(new Straight(), this::read) : rows.open(this::read);
    }

    static List<SourceFile> find(String key, String path) throws DataException {
        List<SourceFile> files = SourceFiles.find(key, path);
        if (files.stream().allMatch(file -> file.size() == 0)) {
            throw new DataException("data is empty: " + key + "=" + path + ", files=" + files.size());
        }
        return files;
    }

    private String state() {
        StringBuilder text = new StringBuilder();
        for (SourceFile file : all()) {
            text.append(file.path().toAbsolutePath().normalize())
                    .append('\t')
                    .append(file.size())
                    .append('\t')
                    .append(file.modifiedMillis())
                    .append('\n');
        }
        return text.append(train.size()).toString();
    }

    private List<SourceFile> all() {
        List<SourceFile> all = new ArrayList<>(train);
        all.addAll(test);
        return all;
    }

    /** Whether rows need not be counted before it is known which part and which features they have. */
    private boolean areReadOnce() {
        return format.readsParts() && settings.minCount() == 1 && (settings.test() == 0 || !test.isEmpty());
    }

    /** Reads rows straight into the cache. */
    private final class Straight implements RowCache.Reader {

        @Override
        public FrequentFeatures frequent() throws DataException {
            return new SampleReader(format, manner.threads()).sample(train).frequent();
        }

        @Override
        public RowCache.Extent read(CodedRows into) throws DataException {
            BadRows bad = new BadRows(settings.skip(), settings.badRows());
            long space = format.read(train, manner.threads(), bad, () -> new CodedSink(into.writer(false)));
            if (!test.isEmpty()) {
                space = Math.max(
                        space, format.read(test, manner.threads(), bad, () -> new CodedSink(into.writer(true))));
            }
            finish(bad);
            return new RowCache.Extent(space, bad.count());
        }
    }

    /** Refuses files that changed meanwhile, and tells of rows that were skipped. */
    private void finish(BadRows bad) throws DataException {
        SourceFiles.requireUnchanged(all());
        if (bad.count() > 0) {
            manner.notes().accept("skipped a bad row: " + bad.first());
        }
    }

    private RawSet read(Path aside) throws DataException {
        BadRows bad = new BadRows(settings.skip(), settings.badRows());
        RawSet set = read(bad, aside);
        try {
            finish(bad);
            return set;
        } catch (DataException | RuntimeException e) {
            set.close();
            throw e;
        }
    }

    private RawSet read(BadRows bad, Path aside) throws DataException {
        Part rows = read(train, bad, new RawRows(aside, true));
        if (test.isEmpty()) {
            return new RawSet(
                    new SplitRows(rows.source(), settings.test(), false),
                    new SplitRows(rows.source(), settings.test(), true),
                    rows.space(),
                    bad.count(),
                    new RawSet.Counted(rows.raw().counts(), true));
        }
        try {
            Part held = read(test, bad, new RawRows(aside.resolveSibling(aside.getFileName() + "-test"), false));
            return new RawSet(
                    rows.source(),
                    held.source(),
                    Math.max(rows.space(), held.space()),
                    bad.count(),
                    new RawSet.Counted(rows.raw().counts(), false));
        } catch (DataException | RuntimeException e) {
            rows.source().close();
            throw e;
        }
    }

    private Part read(List<SourceFile> files, BadRows bad, RawRows rows) throws DataException {
        try {
            long space = format.read(files, manner.threads(), bad, () -> new RawSink(rows.writer()));
            return new Part(rows, rows.source(), space);
        } catch (DataException | RuntimeException e) {
            rows.close();
            throw e;
        }
    }

    /** The rows of some files, and a number that all of their features are less than. */
    private record Part(RawRows raw, SparseSource source, long space) {}
}

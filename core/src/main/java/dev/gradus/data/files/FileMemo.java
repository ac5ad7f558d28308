package dev.gradus.data.files;

import dev.gradus.data.DataException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What this process has found in files, as long as they do not change. A job opens its data several times, once for
 * each rank that is a thread and once more to save the model, and need not read all of it each time. Any thread may use
 * it; one finds at a time, so that nobody looks for what another is about to find.
 *
 * @param <V> what is found
 */
public final class FileMemo<V> {

    /** Reads files. */
    @FunctionalInterface
    public interface Finder<V> {
        V find() throws DataException;
    }

    /** What was found is small beside the files, but not nothing. */
    private static final int MOST = 4;

    private final Map<String, V> known = new LinkedHashMap<>();

    /** What was found in these files with these settings, or is found now. */
    public synchronized V get(List<SourceFile> files, String settings, Finder<V> finder) throws DataException {
        String state = settings + "\n" + state(files);
        V found = known.remove(state);
        if (found == null) {
            found = finder.find();
            boolean settled = files.stream().allMatch(file -> FileState.settle(file.path()));
            if (!settled || !state.equals(settings + "\n" + state(files))) {
                return found;
            }
        }
        known.put(state, found); // the last one now
        if (known.size() > MOST) {
            known.remove(known.keySet().iterator().next());
        }
        return found;
    }

    private static String state(List<SourceFile> files) {
        StringBuilder text = new StringBuilder();
        for (SourceFile file : files) {
            text.append(FileState.of(file.path())).append('\n');
        }
        return text.toString();
    }
}

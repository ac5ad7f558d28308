package dev.gradus.data.text;

import dev.gradus.data.DataException;
import dev.gradus.data.files.SourceFile;
import dev.gradus.data.files.SourceFiles;
import java.util.ArrayList;
import java.util.List;

/** Finds the files of a text, with what is cut around books left out. */
final class TextFiles {

    private static final String KEY = "data.path";

    private TextFiles() {}

    /** The files in the order of the text. A text without any byte is refused. */
    static List<SourceFile> find(String path, Gutenberg.Cut cut) throws DataException {
        if (path.isEmpty()) {
            throw new DataException("no text: data.path=; write data.path: FILE, FOLDER or PATTERN");
        }
        List<SourceFile> files = new ArrayList<>();
        for (SourceFile file : SourceFiles.find(KEY, path)) {
            files.add(Gutenberg.cut(file, cut));
        }
        if (files.stream().allMatch(file -> file.from() >= file.to() || file.size() == 0)) {
            throw new DataException("text is empty: data.path=" + path + ", files=" + files.size());
        }
        return List.copyOf(files);
    }
}

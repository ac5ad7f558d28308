package dev.gradus.formats;

import dev.gradus.data.DataException;
import dev.gradus.data.RowSource;
import dev.gradus.metrics.WriteFailure;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes rows as CSV: a header {@code f0,f1,...,label}, and floats that read back bit for bit. */
public final class CsvWriter {

    private CsvWriter() {}

    /** Writes all rows of a source, replacing what the file held. */
    public static void write(RowSource source, Path file) throws DataException {
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            int features = source.shape().features();
            StringBuilder line = new StringBuilder();
            for (int j = 0; j < features; j++) {
                line.append('f').append(j).append(',');
            }
            out.append(line.append("label\n"));
            source.read(0, source.rows(), (row, label) -> {
                line.setLength(0);
                for (int j = 0; j < features; j++) {
                    FloatText.append(line, row[j]);
                    line.append(',');
                }
                append(out, line.append(label).append('\n'), file);
            });
        } catch (DataException e) {
            throw e;
        } catch (IOException e) {
            throw failure(file, e);
        }
    }

    private static void append(BufferedWriter out, StringBuilder line, Path file) throws DataException {
        try {
            out.append(line);
        } catch (IOException e) {
            throw failure(file, e);
        }
    }

    private static DataException failure(Path file, IOException e) {
        return new DataException("cannot write file: file=" + file + ", " + WriteFailure.reason(e), e);
    }
}

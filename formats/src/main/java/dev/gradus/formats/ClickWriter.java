package dev.gradus.formats;

import dev.gradus.data.DataException;
import dev.gradus.data.sparse.SparseBlock;
import dev.gradus.data.sparse.SparseSource;
import dev.gradus.data.sparse.generated.CtrRecipe;
import dev.gradus.data.sparse.generated.CtrRows;
import dev.gradus.metrics.WriteFailure;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes generated clicks as text, a row a line, so that other tools can learn from the same rows. */
public final class ClickWriter {

    /** Rows between writes: about 400 KB of text. */
    private static final int CHUNK = 1024;

    private final CtrRows rows;
    private final ClickFormat format;
    private final ByteText text = new ByteText();

    private ClickWriter(CtrRows rows, ClickFormat format) {
        this.rows = rows;
        this.format = format;
    }

    /** Writes all rows, replacing what the file held. */
    public static void write(CtrRows rows, ClickFormat format, Path file) throws DataException {
        try (OutputStream out = Files.newOutputStream(file)) {
            new ClickWriter(rows, format).writeTo(out);
        } catch (DataException e) {
            throw e;
        } catch (IOException e) {
            throw new DataException("cannot write file: file=" + file + ", " + WriteFailure.reason(e), e);
        }
    }

    private void writeTo(OutputStream out) throws IOException {
        SparseSource.Reader reader = rows.reader();
        SparseBlock block = new SparseBlock();
        for (long from = 0; from < rows.rows(); from += CHUNK) {
            block.clear();
            reader.read(from, Math.min(rows.rows(), from + CHUNK), block);
            for (int row = 0; row < block.rows(); row++) {
                append(block, row, from + row);
                text.append('\n');
            }
            text.writeTo(out);
        }
    }

    private void append(SparseBlock block, int row, long number) {
        boolean click = block.labels()[row] == 1;
        int start = block.starts()[row];
        switch (format) {
            case LIBSVM -> {
                text.append(click ? '+' : '-').append('1');
                appendFeatures(block, start, false);
            }
            case VW -> {
                (click ? text : text.append('-')).append('1').append(' ').append('|');
                appendFeatures(block, start, true);
            }
            case CRITEO -> {
                text.append(click ? '1' : '0');
                appendColumns(block, start, rows.first() + number);
            }
            default -> throw new IllegalStateException("no such format: format=" + format);
        }
    }

    private void appendFeatures(SparseBlock block, int start, boolean omitOnes) {
        for (int i = start; i < start + CtrRecipe.ENTRIES; i++) {
            text.append(' ').appendWhole(block.features()[i]);
            float value = block.values()[i];
            if (value != 1 || !omitOnes) {
                text.append(':').appendThousandths(Math.round(value * 1000.0));
            }
        }
    }

    private void appendColumns(SparseBlock block, int start, long row) {
        for (int i = 0; i < CtrRecipe.INTEGERS; i++) {
            text.append('\t').appendWhole(rows.recipe().number(row, i));
        }
        for (int i = CtrRecipe.INTEGERS; i < CtrRecipe.ENTRIES; i++) {
            text.append('\t').appendHex(rows.recipe().category(block.features()[start + i], i));
        }
    }
}

package dev.gradus.data.files;

import dev.gradus.data.DataException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Hands out the pieces of files, in order within each. A thread that would have to wait for another one that unpacks a
 * file goes on to the next file, so that many packed files are unpacked by many threads.
 */
public final class PieceQueue implements AutoCloseable {

    private final List<SourceFile> files;
    private final List<PieceReader> readers = new ArrayList<>();

    /** All files before this one are read to their ends. */
    private final AtomicInteger first = new AtomicInteger();

    PieceQueue(List<SourceFile> files, Cutter cutter) {
        this.files = files;
        for (SourceFile file : files) {
            readers.add(PieceReader.of(file, cutter));
        }
    }

    /** Reads the next piece; false if there is none. */
    boolean next(Piece piece) throws DataException {
        while (true) {
            int busy = -1;
            for (int file = first.get(); file < files.size(); file++) {
                PieceReader.Answer answer = ask(piece, file, false);
                if (answer == PieceReader.Answer.READ) {
                    return true;
                }
                if (answer == PieceReader.Answer.END) {
                    first.compareAndSet(file, file + 1);
                } else if (busy < 0) {
                    busy = file;
                }
            }
            if (busy < 0) {
                return false;
            }
            if (ask(piece, busy, true) == PieceReader.Answer.READ) {
                return true;
            }
        }
    }

    @Override
    public void close() throws DataException {
        @Nullable DataException failure = null;
        for (int file = 0; file < files.size(); file++) {
            try {
                readers.get(file).close();
            } catch (IOException e) {
                failure = files.get(file).unreadable(e);
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private PieceReader.Answer ask(Piece piece, int file, boolean patient) throws DataException {
        try {
            return readers.get(file).next(piece, file, patient);
        } catch (IOException e) {
            throw files.get(file).unreadable(e);
        }
    }
}

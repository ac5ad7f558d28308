package dev.gradus.report.live;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads a file that grows, whole line by whole line. The file is opened for each look, so that a run folder on another
 * machine's disk is seen as it is there, and a log that became shorter, because its run was resumed, is begun anew.
 */
final class LogTail {

    private static final int AT_ONCE = 1 << 20;

    private final Path file;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private long at;
    private boolean restarted;

    LogTail(Path file) {
        this.file = file;
    }

    /** Lines that have come since the last look, about a megabyte at most; none if the file is not there yet. */
    List<String> next() throws IOException {
        List<String> lines = new ArrayList<>();
        if (!Files.exists(file)) {
            return lines;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            restarted = channel.size() < at;
            if (restarted) {
                at = 0;
                line.reset();
            }
            ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(AT_ONCE, Math.max(0, channel.size() - at)));
            int count = Math.max(0, channel.read(buffer, at));
            at += count;
            for (byte next : buffer.array()) {
                if (count-- > 0) {
                    take(next, lines);
                }
            }
        }
        return lines;
    }

    private void take(byte next, List<String> lines) {
        if (next == '\n') {
            lines.add(line.toString(StandardCharsets.UTF_8));
            line.reset();
        } else {
            line.write(next);
        }
    }

    /** Whether the last look found a file that had become shorter, so that all that was read before is void. */
    boolean restarted() {
        return restarted;
    }
}

package dev.gradus.model;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32;

/**
 * Writes a model folder of three files: tensors, a text that lists what their rows are, and the description. All are
 * written aside, in a folder that is then renamed: when something fails, nothing is left behind.
 */
public final class ListedFolder {

    /** The text that names the rows, in UTF-8. */
    public static final class Listing {

        private final String file;
        private final byte[] text;

        /** Takes over the text. */
        public Listing(String file, byte[] text) {
            this.file = file;
            this.text = text;
        }

        public Listing(String file, String text) {
            this(file, text.getBytes(StandardCharsets.UTF_8));
        }

        /** What a description says of the text, so that another one is noticed. */
        public String hash() {
            CRC32 crc = new CRC32();
            crc.update(text);
            return String.format("%08x", crc.getValue());
        }
    }

    private ListedFolder() {}

    /** Writes the folder, over an earlier one if there is one. */
    public static void write(Path folder, Safetensors tensors, Listing listing, String description) throws IOException {
        // In the order in which an earlier model's are replaced: the description, which has the hashes, comes last.
        List<String> files = List.of(ModelFolder.TENSORS, listing.file, ModelFolder.DESCRIPTION);
        Path aside = folder.resolveSibling(folder.getFileName() + ".partial");
        try {
            Files.createDirectories(aside);
            tensors.write(aside.resolve(ModelFolder.TENSORS));
            DurableFile.replace(
                    aside.resolve(listing.file),
                    channel -> DurableFile.writeFully(channel, ByteBuffer.wrap(listing.text)));
            DurableFile.replace(aside.resolve(ModelFolder.DESCRIPTION), description);
            putInPlace(aside, folder, files);
        } catch (IOException | RuntimeException e) {
            clear(aside, files, e);
            throw e;
        }
    }

    private static void putInPlace(Path aside, Path folder, List<String> files) throws IOException {
        if (!Files.exists(folder)) {
            DurableFile.rename(aside, folder);
            return;
        }
        for (String file : files) {
            DurableFile.rename(aside.resolve(file), folder.resolve(file));
        }
        Files.delete(aside);
    }

    private static void clear(Path aside, List<String> files, Exception cause) {
        try {
            for (String file : files) {
                Files.deleteIfExists(aside.resolve(file));
            }
            Files.deleteIfExists(aside);
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }
}

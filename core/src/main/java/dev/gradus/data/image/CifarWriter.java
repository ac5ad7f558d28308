package dev.gradus.data.image;

import dev.gradus.data.DataException;
import dev.gradus.job.JobException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes images in the binary form of CIFAR-10. */
public final class CifarWriter {

    private CifarWriter() {}

    /** Refuses images that the form has no place for. */
    public static void require(Pixels pixels) {
        if (!pixels.image().equals(CifarPixels.IMAGE) || pixels.classes() > CifarPixels.CLASSES) {
            throw new JobException(
                    null,
                    "images do not fit the form of CIFAR-10: image=" + pixels.image() + ", classes=" + pixels.classes()
                            + ", expected=" + CifarPixels.IMAGE + " and at most " + CifarPixels.CLASSES + " classes");
        }
    }

    /** Writes all images to a file. */
    public static void write(Pixels pixels, Path file) throws IOException {
        require(pixels);
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
            pixels.read(0, pixels.rows(), (bytes, at, label) -> {
                try {
                    out.write(label);
                    out.write(bytes, at, CifarPixels.RECORD - 1);
                } catch (IOException e) {
                    throw new DataException("cannot write file: file=" + file + ", " + e.getMessage(), e);
                }
            });
        }
    }
}

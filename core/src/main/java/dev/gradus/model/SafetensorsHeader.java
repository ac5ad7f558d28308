package dev.gradus.model;

import dev.gradus.json.Json;
import dev.gradus.json.JsonException;
import dev.gradus.model.Layout.Block;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The JSON at the start of a safetensors file: for each tensor its type, its shape and the bytes of the data it takes.
 * As in the reference reader, tensors must cover the data without gap or overlap, so they are a {@link Layout}.
 */
record SafetensorsHeader(Layout layout, Map<String, String> metadata) {

    private static final String METADATA = "__metadata__";

    /** The header as bytes, with spaces at the end so that the data behind the 8-byte length is aligned to 8. */
    byte[] encode() {
        Map<String, Object> entries = new LinkedHashMap<>();
        if (!metadata.isEmpty()) {
            entries.put(METADATA, new TreeMap<>(metadata)); // the order of an immutable map changes from start to start
        }
        for (Block block : layout.blocks()) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("dtype", "F32");
            entry.put("shape", block.dimensions());
            entry.put("data_offsets", List.of(4L * block.from(), 4L * block.to()));
            if (entries.put(block.name(), entry) != null || block.name().equals(METADATA)) {
                throw new IllegalArgumentException("name of a block is taken: name=" + block.name());
            }
        }
        String json = Json.write(entries);
        int bytes = json.getBytes(StandardCharsets.UTF_8).length;
        return (json + " ".repeat(-bytes & 7)).getBytes(StandardCharsets.UTF_8);
    }

    /** Reads a header that is followed by so many bytes of data. */
    static SafetensorsHeader decode(byte[] header, long dataBytes, Path file) throws ModelException {
        Map<String, String> metadata = new LinkedHashMap<>();
        List<Entry> entries = new ArrayList<>();
        for (Map.Entry<String, @Nullable Object> member : parse(header, file).entrySet()) {
            if (member.getKey().equals(METADATA)) {
                readMetadata(member.getValue(), metadata, file);
            } else {
                entries.add(Entry.of(member.getKey(), member.getValue(), file));
            }
        }
        return new SafetensorsHeader(
                layout(entries, Long.BYTES + header.length, dataBytes, file), Map.copyOf(metadata));
    }

    private static Map<String, @Nullable Object> parse(byte[] header, Path file) throws ModelException {
        if (header.length == 0 || header[0] != '{') {
            throw bad("it does not start with '{'", file);
        }
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(header))
                    .toString();
            return Json.parseObject(text);
        } catch (CharacterCodingException e) {
            throw new ModelException(message("it is not UTF-8", file), e);
        } catch (JsonException e) {
            throw new ModelException(message(e.getMessage(), file), e);
        }
    }

    private static void readMetadata(@Nullable Object value, Map<String, String> metadata, Path file)
            throws ModelException {
        if (!(value instanceof Map<?, ?> map)) {
            throw bad("__metadata__ is not an object", file);
        }
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (!(entry.getKey() instanceof String key) || !(entry.getValue() instanceof String text)) {
                throw bad("__metadata__ holds something that is not a text: name=" + entry.getKey(), file);
            }
            metadata.put(key, text);
        }
    }

    /** The tensors as blocks, given how many bytes stand before the data and how many it has. */
    private static Layout layout(List<Entry> entries, long before, long dataBytes, Path file) throws ModelException {
        entries.sort(Comparator.comparingLong(Entry::begin).thenComparingLong(Entry::end));
        List<Block> blocks = new ArrayList<>();
        long expected = 0;
        for (Entry entry : entries) {
            if (entry.begin() != expected) {
                throw bad(
                        "tensors overlap or leave a gap: tensor=" + entry.name() + ", begin=" + entry.begin()
                                + ", expected=" + expected,
                        file);
            }
            if (entry.end() > dataBytes) {
                throw Safetensors.cutShort(file, before + dataBytes, before + entry.end());
            }
            blocks.add(new Block(entry.name(), Math.toIntExact(expected / Float.BYTES), entry.dimensions()));
            expected = entry.end();
        }
        if (expected != dataBytes) {
            throw bad("tensors do not fill the data: tensors=" + expected + ", data=" + dataBytes, file);
        }
        return new Layout(blocks);
    }

    private static ModelException bad(String problem, Path file) {
        return new ModelException(message(problem, file));
    }

    private static String message(@Nullable String problem, Path file) {
        return "bad safetensors header: file=" + file + ", " + problem
                + "; the file is damaged or of another format, copy it again or train again";
    }

    /** One tensor as the header gives it, with a size that agrees with its offsets. */
    private record Entry(String name, List<Integer> dimensions, long begin, long end) {

        static Entry of(String name, @Nullable Object value, Path file) throws ModelException {
            if (!(value instanceof Map<?, ?> map)) {
                throw bad("tensor is not an object: tensor=" + name, file);
            }
            if (!"F32".equals(map.get("dtype"))) {
                throw new ModelException("tensor is not of 32-bit floats: file=" + file + ", tensor=" + name
                        + ", dtype=" + map.get("dtype") + "; convert it to F32");
            }
            List<Long> shape = wholeNumbers(map.get("shape"), name, file);
            List<Long> offsets = wholeNumbers(map.get("data_offsets"), name, file);
            if (offsets.size() != 2 || offsets.get(1) - offsets.get(0) != Float.BYTES * size(shape, name, file)) {
                throw bad(
                        "shape and offsets disagree: tensor=" + name + ", shape=" + shape + ", offsets=" + offsets,
                        file);
            }
            return new Entry(name, shape.stream().map(Math::toIntExact).toList(), offsets.get(0), offsets.get(1));
        }

        private static List<Long> wholeNumbers(@Nullable Object value, String name, Path file) throws ModelException {
            List<Long> numbers = new ArrayList<>();
            if (value instanceof List<?> list) {
                for (Object element : list) {
                    if (element instanceof Long number && number >= 0) {
                        numbers.add(number);
                    }
                }
                if (numbers.size() == list.size()) {
                    return numbers;
                }
            }
            throw bad("shape or offsets are not whole numbers: tensor=" + name + ", found=" + value, file);
        }

        private static long size(List<Long> shape, String name, Path file) throws ModelException {
            long size = 1;
            for (long dimension : shape) {
                if (dimension > Integer.MAX_VALUE || size * dimension > Integer.MAX_VALUE) {
                    throw bad("tensor is too large: tensor=" + name + ", shape=" + shape, file);
                }
                size *= dimension;
            }
            return size;
        }
    }
}

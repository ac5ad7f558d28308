package dev.gradus.checkpoint;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.gradus.json.Json;
import dev.gradus.json.JsonException;
import dev.gradus.json.Records;
import dev.gradus.model.Layout;
import dev.gradus.model.Layout.Block;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The JSON at the start of a checkpoint, which is a file of the public safetensors format: in its metadata the place,
 * the keys of the job and the hash of the parameters, then one tensor for each block of the parameters and of every
 * array of the update rule, and at the end the 32 bytes of a SHA-256 over all bytes before them.
 *
 * @param states how many arrays as long as the parameters the update rule has
 */
record CheckpointHeader(Place place, String job, String parametersHash, Layout layout, int states) {

    static final int SHA_BYTES = 32;

    private static final String METADATA = "__metadata__";
    private static final String FORMAT = "gradus checkpoint 2";
    private static final String PARAMETERS = "parameters/";
    private static final String STATE = "state";
    private static final String SHA = "sha256";

    /** Bytes of all tensors, the checksum included. */
    long dataBytes() {
        return Float.BYTES * (1L + states) * layout.size() + SHA_BYTES;
    }

    /** The header as bytes, with spaces at the end so that the data behind its 8-byte length is aligned to 8. */
    byte[] encode() {
        Map<String, Object> members = new LinkedHashMap<>();
        Map<String, String> metadata = new LinkedHashMap<>();
        metadata.put("format", FORMAT);
        metadata.put("place", Json.write(Records.toMap(place)));
        metadata.put("job", job);
        metadata.put("parametersHash", parametersHash);
        members.put(METADATA, metadata);
        putTensors(members, PARAMETERS, 0);
        for (int i = 0; i < states; i++) {
            putTensors(members, STATE + i + "/", (i + 1L) * layout.size());
        }
        long end = dataBytes();
        members.put(SHA, tensor("U8", List.of(SHA_BYTES), end - SHA_BYTES, end));
        String json = Json.write(members);
        return (json + " ".repeat(-json.getBytes(UTF_8).length & 7)).getBytes(UTF_8);
    }

    private void putTensors(Map<String, Object> members, String prefix, long firstFloat) {
        for (Block block : layout.blocks()) {
            long from = Float.BYTES * (firstFloat + block.from());
            members.put(
                    prefix + block.name(),
                    tensor("F32", block.dimensions(), from, from + Float.BYTES * (long) block.size()));
        }
    }

    private static Map<String, Object> tensor(String type, List<Integer> shape, long from, long to) {
        Map<String, Object> tensor = new LinkedHashMap<>();
        tensor.put("dtype", type);
        tensor.put("shape", shape);
        tensor.put("data_offsets", List.of(from, to));
        return tensor;
    }

    /** Reads a header. One that this class would write in any other way is refused. */
    static CheckpointHeader decode(byte[] bytes, String source) throws CheckpointException {
        CheckpointHeader header;
        try {
            header = of(Json.parseObject(new String(bytes, UTF_8)));
        } catch (JsonException | IllegalArgumentException | ArithmeticException e) {
            throw new CheckpointException("checkpoint has a bad header: " + source + ", " + e.getMessage(), e);
        }
        if (!Arrays.equals(header.encode(), bytes)) {
            throw new CheckpointException("checkpoint has a bad header: " + source + ", not as it was written");
        }
        return header;
    }

    private static CheckpointHeader of(Map<String, Object> members) {
        if (!(members.get(METADATA) instanceof Map<?, ?> metadata)) {
            throw new IllegalArgumentException("metadata are missing");
        }
        if (!FORMAT.equals(metadata.get("format"))) {
            throw new IllegalArgumentException("format=" + metadata.get("format") + ", expected=" + FORMAT);
        }
        List<Block> blocks = new ArrayList<>();
        int from = 0;
        int tensors = 0;
        for (Map.Entry<String, Object> member : members.entrySet()) {
            if (member.getKey().startsWith(PARAMETERS)) {
                Block block = new Block(member.getKey().substring(PARAMETERS.length()), from, shape(member.getValue()));
                blocks.add(block);
                from = Math.addExact(from, block.size());
            } else if (member.getKey().startsWith(STATE)) {
                tensors++;
            }
        }
        if (blocks.isEmpty()) {
            throw new IllegalArgumentException("parameters are missing");
        }
        return new CheckpointHeader(
                Records.fromMap(Place.class, Json.parseObject(text(metadata, "place"))),
                text(metadata, "job"),
                text(metadata, "parametersHash"),
                new Layout(blocks),
                tensors / blocks.size());
    }

    private static List<Integer> shape(@Nullable Object tensor) {
        List<Integer> shape = new ArrayList<>();
        if (tensor instanceof Map<?, ?> map && map.get("shape") instanceof List<?> sizes) {
            for (Object size : sizes) {
                if (!(size instanceof Long number) || number < 0) {
                    throw new IllegalArgumentException("bad shape: shape=" + sizes);
                }
                shape.add(Math.toIntExact(number));
            }
        }
        return shape;
    }

    private static String text(Map<?, ?> metadata, String name) {
        if (metadata.get(name) instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException("metadata lack a text: name=" + name);
    }
}

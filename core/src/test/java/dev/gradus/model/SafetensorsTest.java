package dev.gradus.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.json.Json;
import dev.gradus.model.Layout.Block;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SafetensorsTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
    void whatIsWrittenReadsBackBitByBit(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        Layout layout = randomLayout(random);
        // Any bits at all: what is stored need not be a sensible number.
        float[] parameters = new float[layout.size()];
        for (int i = 0; i < parameters.length; i++) {
            parameters[i] = Float.intBitsToFloat(random.nextInt());
        }
        Path file = folder.resolve("a.safetensors");

        new Safetensors(layout, parameters, Map.of("made by", "\"gradus\" é")).write(file);
        Safetensors read = Safetensors.read(file);

        assertThat(read.layout()).isEqualTo(layout);
        assertThat(bits(read.parameters())).isEqualTo(bits(parameters));
        assertThat(read.metadata()).containsExactly(Map.entry("made by", "\"gradus\" é"));
        assertThat(folder).isDirectoryContaining("glob:**/a.safetensors");
        assertThat(folder.toFile().list()).hasSize(1);
    }

    @Test
    void metadataStandInTheOrderOfTheirNamesSoThatEqualModelsAreEqualFiles() throws IOException {
        List<String> names =
                List.of("alpha", "epoch", "format", "kind", "rank", "rate", "seed", "step", "window", "zero");
        Map<String, String> metadata = new HashMap<>();
        names.forEach(name -> metadata.put(name, "x"));
        Path file = folder.resolve("a.safetensors");

        new Safetensors(new Layout(List.of(new Block("w", 0, List.of(1)))), new float[1], metadata).write(file);

        String written = names.stream().map(name -> "\"" + name + "\":\"x\"").collect(Collectors.joining(","));
        assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                .contains("{" + written + "}");
    }

    @Test
    void moreThanOneBufferReadsBack() throws IOException {
        float[] parameters = new float[3 * (1 << 18) + 5];
        for (int i = 0; i < parameters.length; i++) {
            parameters[i] = i;
        }
        Path file = folder.resolve("large.safetensors");

        new Safetensors(layout(new Block("w", 0, List.of(parameters.length))), parameters, Map.of()).write(file);

        assertThat(Safetensors.read(file).parameters()).isEqualTo(parameters);
    }

    @Test
    void theBytesAreThoseOfTheFormat() throws IOException {
        Layout layout = layout(new Block("bias", 0, List.of()), new Block("weights", 1, List.of(1, 2)));
        Path file = folder.resolve("a.safetensors");

        new Safetensors(layout, new float[] {1, 2, 3}, Map.of()).write(file);

        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        byte[] header = new byte[(int) bytes.getLong()];
        bytes.get(header);
        String text = new String(header, StandardCharsets.UTF_8);
        assertThat(bytes.position() % 8).isZero();
        assertThat(text)
                .startsWith("{\"bias\":{\"dtype\":\"F32\",\"shape\":[],\"data_offsets\":[0,4]},"
                        + "\"weights\":{\"dtype\":\"F32\",\"shape\":[1,2],\"data_offsets\":[4,12]}}");
        assertThat(text.substring(text.lastIndexOf('}') + 1)).isBlank();
        assertThat(bytes.getFloat()).isEqualTo(1);
        assertThat(bytes.getFloat()).isEqualTo(2);
        assertThat(bytes.getFloat()).isEqualTo(3);
        assertThat(bytes.hasRemaining()).isFalse();
    }

    @Test
    void tensorsInAnyOrderOfTheHeaderFollowTheirOffsets() throws IOException {
        Path file = file(
                "{\"b\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[4,12]},"
                        + "\"none\":{\"dtype\":\"F32\",\"shape\":[0,3],\"data_offsets\":[4,4]},"
                        + "\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4],\"more\":1}}  ",
                12);

        Safetensors read = Safetensors.read(file);

        assertThat(read.layout().blocks())
                .containsExactly(
                        new Block("a", 0, List.of(1)),
                        new Block("none", 1, List.of(0, 3)),
                        new Block("b", 1, List.of(2)));
        assertThat(read.metadata()).isEmpty();
    }

    static Stream<Arguments> badHeaders() {
        return Stream.of(
                Arguments.of("[]", "it does not start with '{'"),
                Arguments.of(" {}", "it does not start with '{'"),
                Arguments.of("{\"a\":", "expected a value, found the end of the text, line=1, column=6"),
                Arguments.of("{}x", "expected the end of the text, found 'x'"),
                Arguments.of("{}", "tensors do not fill the data: tensors=0, data=8"),
                Arguments.of("{\"a\":1}", "tensor is not an object: tensor=a"),
                Arguments.of(tensor("a", "F16", "[4]", "[0,8]"), "tensor=a, dtype=F16; convert it to F32"),
                Arguments.of(tensor("a", "F32", "[3]", "[0,8]"), "shape and offsets disagree: tensor=a"),
                Arguments.of(tensor("a", "F32", "[2]", "[0]"), "shape and offsets disagree: tensor=a"),
                Arguments.of(tensor("a", "F32", "[1]", "[8,4]"), "shape and offsets disagree: tensor=a"),
                Arguments.of(tensor("a", "F32", "[-2]", "[0,8]"), "not whole numbers: tensor=a, found=[-2]"),
                Arguments.of(tensor("a", "F32", "[2.0]", "[0,8]"), "not whole numbers: tensor=a"),
                Arguments.of(tensor("a", "F32", "2", "[0,8]"), "not whole numbers: tensor=a, found=2"),
                Arguments.of(tensor("a", "F32", "[2147483648,2]", "[0,8]"), "tensor is too large: tensor=a"),
                Arguments.of(tensor("a", "F32", "[65536,65536]", "[0,17179869184]"), "tensor is too large: tensor=a"),
                Arguments.of(tensor("a", "F32", "[1]", "[4,8]"), "overlap or leave a gap: tensor=a, begin=4"),
                Arguments.of(
                        tensor("a", "F32", "[2]", "[0,8]").replace("}}", "},")
                                + tensor("b", "F32", "[1]", "[4,8]").substring(1),
                        "overlap or leave a gap: tensor=b, begin=4, expected=8"),
                Arguments.of(
                        tensor("a", "F32", "[1]", "[0,4]").replace("}}", "},")
                                + tensor("a", "F32", "[1]", "[4,8]").substring(1),
                        "name stands twice: name=a"),
                Arguments.of(tensor("a", "F32", "[1]", "[0,4]"), "tensors do not fill the data: tensors=4, data=8"),
                Arguments.of("{\"__metadata__\":1}", "__metadata__ is not an object"),
                Arguments.of("{\"__metadata__\":{\"x\":1}}", "not a text: name=x"));
    }

    @ParameterizedTest
    @MethodSource("badHeaders")
    void badHeadersAreRefusedWithTheirReason(String header, String reason) throws IOException {
        Path file = file(header, 8);

        assertThatThrownBy(() -> Safetensors.read(file))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("file=" + file)
                .hasMessageContaining(reason)
                .hasMessageNotContaining("\n");
    }

    @Test
    void aHeaderThatIsNotUtf8IsRefused() throws IOException {
        Path file = folder.resolve("bad.safetensors");
        Files.write(file, new byte[] {3, 0, 0, 0, 0, 0, 0, 0, '{', (byte) 0xFF, '}'});

        assertThatThrownBy(() -> Safetensors.read(file)).hasMessageContaining("it is not UTF-8");
    }

    @Test
    void everyCutIsRefusedAsAModelException() throws IOException {
        Path file = folder.resolve("a.safetensors");
        new Safetensors(layout(new Block("w", 0, List.of(5))), new float[5], Map.of()).write(file);
        byte[] whole = Files.readAllBytes(file);

        for (int length = 0; length < whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));

            assertThatThrownBy(() -> Safetensors.read(file))
                    .as("cut to %s of %s bytes", length, whole.length)
                    .isInstanceOf(ModelException.class)
                    .hasMessageStartingWith("model file is cut short: file=" + file + ", bytes=" + length);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 0, 1, 100_000_001, Long.MAX_VALUE, Long.MIN_VALUE})
    void anAbsurdHeaderLengthIsRefusedBeforeAnythingIsAllocated(long length) throws IOException {
        Path file = folder.resolve("bad.safetensors");
        Files.write(
                file,
                ByteBuffer.allocate(64)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putLong(length)
                        .array());

        assertThatThrownBy(() -> Safetensors.read(file))
                .isInstanceOf(ModelException.class)
                .hasMessageStartingWith("not a safetensors file: file=" + file);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3, 4})
    void damagedHeadersNeverGiveMoreThanAModelException(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        Path file = folder.resolve("a.safetensors");
        new Safetensors(layout(new Block("w", 0, List.of(5))), new float[5], Map.of("a", "b")).write(file);
        byte[] whole = Files.readAllBytes(file);

        for (int round = 0; round < 200; round++) {
            byte[] damaged = whole.clone();
            damaged[random.nextInt(damaged.length - 20)] = (byte) random.nextInt(256);
            Files.write(file, damaged);
            try {
                assertThat(Safetensors.read(file).parameters()).hasSize(5);
            } catch (ModelException e) {
                assertThat(e).hasMessageContaining(file.toString());
            }
        }
    }

    @Test
    void aMissingFileIsNamed() {
        Path file = folder.resolve("none.safetensors");

        assertThatThrownBy(() -> Safetensors.read(file))
                .isInstanceOf(ModelException.class)
                .hasMessage("model file is missing: file=" + file + "; name a folder that training wrote");
    }

    @Test
    void aLayoutThatDoesNotFitIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Safetensors(layout(new Block("w", 0, List.of(3))), new float[4], Map.of()))
                .withMessage("layout does not fit the parameters: layout=3, parameters=4");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Safetensors(layout(new Block("w", 1, List.of(3))), new float[4], Map.of()));
    }

    @Test
    void blocksOfOneNameAreRefusedAndLeaveNoFile() {
        Layout twice = layout(new Block("w", 0, List.of(1)), new Block("w", 1, List.of(1)));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Safetensors(twice, new float[2], Map.of()).write(folder.resolve("a")))
                .withMessage("name of a block is taken: name=w");
        assertThat(folder).isEmptyDirectory();
    }

    private static Layout layout(Block... blocks) {
        return new Layout(List.of(blocks));
    }

    private static Layout randomLayout(SplittableRandom random) {
        List<Block> blocks = new ArrayList<>();
        int from = 0;
        for (int i = random.nextInt(6); i > 0; i--) {
            List<Integer> dimensions =
                    random.ints(random.nextInt(4), 0, 7).boxed().toList();
            Block block = new Block("layer " + i + " \"é\"", from, dimensions);
            blocks.add(block);
            from = block.to();
        }
        return new Layout(blocks);
    }

    private static String tensor(String name, String dtype, String shape, String offsets) {
        return "{" + Json.write(name) + ":{\"dtype\":" + Json.write(dtype) + ",\"shape\":" + shape
                + ",\"data_offsets\":" + offsets + "}}";
    }

    private Path file(String header, int dataBytes) throws IOException {
        byte[] bytes = header.getBytes(StandardCharsets.UTF_8);
        ByteBuffer content = ByteBuffer.allocate(8 + bytes.length + dataBytes).order(ByteOrder.LITTLE_ENDIAN);
        Path file = folder.resolve("test.safetensors");
        Files.write(file, content.putLong(bytes.length).put(bytes).array());
        return file;
    }

    private static int[] bits(float[] values) {
        int[] bits = new int[values.length];
        Arrays.setAll(bits, i -> Float.floatToRawIntBits(values[i]));
        return bits;
    }
}

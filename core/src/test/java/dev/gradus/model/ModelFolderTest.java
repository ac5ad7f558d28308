package dev.gradus.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.data.ImageShape;
import dev.gradus.data.Shape;
import dev.gradus.json.Json;
import dev.gradus.math.ParametersHash;
import dev.gradus.model.Layout.Block;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelFolderTest {

    private static final Layout LAYOUT =
            new Layout(List.of(new Block("weights", 0, List.of(2, 3)), new Block("bias", 6, List.of(2))));

    private static final float[] PARAMETERS = {1, -0.0f, Float.NaN, 1e-40f, 5, 6, Float.MAX_VALUE, 8};

    private static final Map<String, Object> SETTINGS =
            Map.of("model.kind", "fake", "model.l2", 1e-4, "model.bias", true, "model.width", 7L);

    @TempDir
    Path temporary;

    /** A model that is stored but never run. */
    private record FakeModel(Layout layout, Shape shape) implements Model {

        FakeModel(Layout layout) {
            this(layout, new Shape(3, 2));
        }

        @Override
        public String kind() {
            return "fake";
        }

        @Override
        public void initialize(float[] parameters, long seed) {
            throw new UnsupportedOperationException("storing a model does not start it");
        }

        @Override
        public Replica replica() {
            throw new UnsupportedOperationException("storing a model does not run it");
        }

        @Override
        public double penalize(float[] parameters, float[] gradient) {
            throw new UnsupportedOperationException("storing a model does not run it");
        }
    }

    @Test
    void whatIsWrittenReadsBack() throws IOException {
        ModelFolder read = ModelFolder.read(written());

        assertThat(read.kind()).isEqualTo("fake");
        assertThat(read.shape()).isEqualTo(new Shape(3, 2));
        assertThat(read.settings()).isEqualTo(SETTINGS);
        assertThat(read.layout()).isEqualTo(LAYOUT);
        assertThat(ParametersHash.of(read.parameters())).isEqualTo(ParametersHash.of(PARAMETERS));
    }

    @Test
    void theSidesOfImagesReadBackAndMustFillTheRow() throws IOException {
        Shape shape = Shape.of(new ImageShape(1, 3, 5), 2);
        Path folder = temporary.resolve("images");
        ModelFolder.write(folder, new FakeModel(LAYOUT, shape), SETTINGS, PARAMETERS);

        assertThat(ModelFolder.read(folder).shape()).isEqualTo(shape);

        Path description = folder.resolve(ModelFolder.DESCRIPTION);
        Files.writeString(description, Files.readString(description).replace("\"height\": 3", "\"height\": 4"));
        assertThatThrownBy(() -> ModelFolder.read(folder))
                .isInstanceOf(ModelException.class)
                .hasMessage("bad model description: image does not fill the row: channels=1, height=4, width=5,"
                        + " features=15; copy the folder again or train again");
    }

    @Test
    void theDescriptionIsReadableAndTheFolderHoldsNothingElse() throws IOException {
        Path folder = written();

        Map<String, Object> description = Json.parseObject(Files.readString(folder.resolve("model.json")));

        assertThat(description)
                .containsEntry("format", 1L)
                .containsEntry("kind", "fake")
                .containsEntry("features", 3L)
                .containsEntry("classes", 2L)
                .containsEntry("parameters", 8L)
                .containsEntry("parametersHash", ParametersHash.of(PARAMETERS));
        assertThat(Files.readString(folder.resolve("model.json")))
                .startsWith("{\n  \"format\": 1,\n")
                .endsWith("}\n");
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("model.json", "model.safetensors");
    }

    @Test
    void aNewModelReplacesTheOldOneAndLeavesOtherFilesAlone() throws IOException {
        Path folder = written();
        Files.writeString(folder.resolve("words.txt"), "kept");
        float[] changed = PARAMETERS.clone();
        changed[0] = 2;

        ModelFolder.write(folder, new FakeModel(LAYOUT), Map.of("model.kind", "fake"), changed);

        assertThat(ModelFolder.read(folder).parameters()[0]).isEqualTo(2);
        assertThat(folder.resolve("words.txt")).hasContent("kept");
    }

    @Test
    void aMissingFolderOrFileIsNamed() throws IOException {
        Path none = temporary.resolve("none");
        Path folder = written();
        Files.delete(folder.resolve("model.safetensors"));
        Path empty = Files.createDirectory(temporary.resolve("empty"));

        assertFails(
                none, "model folder is missing: folder=" + none + "; name the folder 'model' of a run that ended well");
        assertFails(folder, "model file is missing: file=" + folder.resolve("model.safetensors"));
        assertFails(empty, "model file is missing: file=" + empty.resolve("model.json"));
    }

    @Test
    void aChangedBitIsNoticed() throws IOException {
        Path folder = written();
        Path file = folder.resolve("model.safetensors");
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - 1] ^= 1;
        Files.write(file, bytes);

        assertFails(folder, "parameters were changed since they were written: folder=" + folder + ", hash=");
    }

    @Test
    void tensorsOfAnotherLayoutAreNoticed() throws IOException {
        Path folder = written();
        Layout other = new Layout(List.of(new Block("weights", 0, List.of(8))));
        new Safetensors(other, PARAMETERS, Map.of()).write(folder.resolve("model.safetensors"));

        assertFails(
                folder,
                "layouts differ: folder=" + folder + ", model.safetensors=weights[8], model.json=[{name=weights");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"format\": 1 | \"format\": 2 | model is of another version",
                "\"kind\": \"fake\" | \"kind\": 5 | bad model description",
                "\"features\": 3 | \"features\": 0 | bad model description",
                "\"features\": 3 | \"features\": 1e99 | bad model description",
                "\"classes\": 2 | \"classes\": null | bad model description",
                "\"model.bias\": true | \"model.bias\": [] | bad model description",
                "\"parametersHash\" | \"hash\" | parameters were changed",
                "\"layout\" | \"blocks\" | layouts differ",
                "{ | [ | bad model description"
            })
    void aBadDescriptionIsRefused(String part, String replacement, String message) throws IOException {
        Path folder = written();
        Path file = folder.resolve("model.json");
        String description = Files.readString(file);
        assertThat(description).contains(part);
        Files.writeString(file, description.replace(part, replacement));

        assertFails(folder, message);
    }

    @Test
    void aDescriptionThatIsNotTextIsRefused() throws IOException {
        Path folder = written();
        Files.write(folder.resolve("model.json"), new byte[] {(byte) 0xFF, 0, 1});

        assertFails(folder, "bad model description: file=" + folder.resolve("model.json"));
    }

    @Test
    void settingsThatAreNoScalarsAreRefusedBeforeAnythingIsWritten() {
        Path folder = temporary.resolve("model");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> ModelFolder.write(folder, new FakeModel(LAYOUT), Map.of("a", List.of(1)), PARAMETERS))
                .withMessage("setting is not a text, finite number or flag: a=[1]");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> ModelFolder.write(folder, new FakeModel(LAYOUT), Map.of("a", Double.NaN), PARAMETERS));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ModelFolder.write(folder, new FakeModel(LAYOUT), SETTINGS, new float[7]))
                .withMessage("layout does not fit the parameters: layout=8, parameters=7");
        assertThat(folder).doesNotExist();
    }

    private Path written() throws IOException {
        Path folder = temporary.resolve("run/model");
        ModelFolder.write(folder, new FakeModel(LAYOUT), SETTINGS, PARAMETERS);
        return folder;
    }

    private static void assertFails(Path folder, String message) {
        assertThatThrownBy(() -> ModelFolder.read(folder))
                .isInstanceOf(ModelException.class)
                .hasMessageStartingWith(message)
                .hasMessageNotContaining("\n")
                .hasMessageContaining(folder.toString());
    }
}

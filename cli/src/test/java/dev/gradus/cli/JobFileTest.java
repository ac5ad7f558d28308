package dev.gradus.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.gradus.job.JobException;
import dev.gradus.train.JobKeys;
import dev.gradus.train.Kinds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobFileTest {

    private static final String WHOLE = "whole number of at least 1 and at most 1024";

    private final Kinds kinds = SampleKinds.all();

    @TempDir
    Path folder;

    @Test
    void anEmptyFileIsAJobOfDefaults() throws Exception {
        for (String text : List.of("", "# nothing\n", "---\n", "{}", "\uFEFF", "data: {}")) {
            assertThat(load(text).job().written()).as(text).isEmpty();
        }
    }

    @Test
    void sectionsAndDottedKeysAreTheSame() throws Exception {
        for (String text :
                List.of("data: {rows: 5}", "data.rows: 5", "data:\n  rows: 5\n", "{\"data\": {\"rows\": 5}}")) {
            assertThat(load(text).job().get(SampleKinds.ROWS)).as(text).isEqualTo(5);
        }
    }

    @Test
    void aScalarForASectionIsItsKind() throws Exception {
        assertThat(load("data: csv").job().get(JobKeys.DATA_KIND)).isEqualTo("csv");
        assertThat(load("data: csv\ndata.path: a.csv").job().get(SampleKinds.PATH))
                .isEqualTo("a.csv");
        assertThat(load("", "data=csv").job().get(JobKeys.DATA_KIND)).isEqualTo("csv");
        assertThat(load("optimizer: adam").job().get(SampleKinds.RULE)).isEqualTo("adam");
    }

    @Test
    void scalarsAreReadByTheRulesOfYaml() throws Exception {
        assertThat(load("seed: 0x10").job().get(JobKeys.SEED)).isEqualTo(16);
        assertThat(load("seed: 0o17").job().get(JobKeys.SEED)).isEqualTo(15);
        assertThat(load("seed: +7").job().get(JobKeys.SEED)).isEqualTo(7);
        assertThat(load("data.rows: 1e6").job().get(SampleKinds.ROWS)).isEqualTo(1_000_000);
        assertThat(load("data.noise: .5").job().get(SampleKinds.NOISE)).isEqualTo(0.5);
        assertThat(load("model.bias: False").job().get(SampleKinds.BIAS)).isFalse();
        assertThat(load("exchange.timeout: 2m").job().get(JobKeys.EXCHANGE_TIMEOUT))
                .hasMinutes(2);
    }

    @Test
    void textKeepsItsSpelling() throws Exception {
        for (String name : List.of("007", "1e3", "true", "0x10", "1.50", "größe")) {
            assertThat(load("name: " + name).job().get(JobKeys.NAME)).isEqualTo(name);
        }
        assertThat(load("name: \"null\"").job().get(JobKeys.NAME)).isEqualTo("null");
        assertThat(load("name: 'a: b # c'").job().get(JobKeys.NAME)).isEqualTo("a: b # c");
        assertThat(load("name: >-\n  a\n  b\n").job().get(JobKeys.NAME)).isEqualTo("a b");
        assertThat(load("name: ''").job().get(JobKeys.NAME)).isEmpty();
    }

    @Test
    void aJobWithoutANameHasThatOfItsFile() throws Exception {
        assertThat(load("").name()).isEqualTo("job");
        assertThat(load("name: mine").name()).isEqualTo("mine");
    }

    @Test
    void malformedYamlIsRefusedInOneLineWithItsPlace() {
        refuses("a: b: c", "job.yaml:1:5: malformed YAML: mapping values are not allowed here");
        refuses(
                "{ranks: 1\n",
                "job.yaml:2:1: malformed YAML: expected ',' or '}', but got <stream end>, while parsing a flow"
                        + " mapping from line 1");
        refuses(
                "seed: 1\nname: 'x\nranks: 2\n",
                "job.yaml:4:1: malformed YAML: found unexpected end of stream, while scanning a quoted scalar from"
                        + " line 2");
        refuses(
                "data:\n\trows: 1",
                "job.yaml:2:1: malformed YAML: found character '\\t(TAB)' that cannot start any token. (Do not use"
                        + " \\t(TAB) for indentation), while scanning for the next token");
        refuses("seed: 1\nname: a\u0001b", "job.yaml:2:8: malformed YAML: character U+0001 is not allowed");
        refuses(
                "#" + "é".repeat(5000) + "\nname: \u0007",
                "job.yaml:2:7: malformed YAML: character U+0007 is not allowed");
    }

    @Test
    void aDocumentThatIsNoMapIsRefused() {
        refuses("- a\n- b\n", "job.yaml:1:1: expected keys with values, found a list");
        refuses("\nhello", "job.yaml:2:1: expected keys with values, found a single value");
        refuses("ranks: 2\n---\nseed: 1\n", "job.yaml:2:1: expected one document, found another");
    }

    @Test
    void duplicatesAreRefusedInEverySpelling() {
        refuses("seed: 1\nseed: 2", "job.yaml:2:1: key written twice: seed, first at line 1; remove one");
        refuses(
                "data:\n  rows: 1\ndata.rows: 2",
                "job.yaml:3:1: key written twice: data.rows, first at line 2; remove one");
        refuses(
                "data.rows: 2\nseed: 1\ndata:\n    rows: 1\n",
                "job.yaml:4:5: key written twice: data.rows, first at line 1; remove one");
        refuses(
                "data: csv\ndata.kind: linear",
                "job.yaml:2:1: key written twice: data.kind, first at line 1; remove one");
        refuses("data: csv\ndata:\n  path: a", "job.yaml:2:1: key written twice: data, first at line 1; remove one");
    }

    @Test
    void listsAndMapsInPlaceOfAValueAreRefused() {
        refuses("ranks: [1, 2]", "job.yaml:1:1: expected one value, found a list: ranks");
        refuses("data:\n  rows:\n    - 1\n", "job.yaml:2:3: expected one value, found a list: data.rows");
        refuses("ranks: {most: 2}", "job.yaml:1:1: expected one value, found a map: ranks");
        refuses("data: {rows: {}}", "job.yaml:1:8: expected one value, found a map: data.rows");
    }

    @Test
    void listsAreWrittenAsListsOrAsOneText() throws Exception {
        List<String> layers = List.of("conv 3x3 8", "relu", "dense 10");
        for (String text : List.of(
                "model.layers: [conv 3x3 8, relu, dense 10]",
                "model:\n  layers:\n    - conv 3x3 8\n    - relu\n    - 'dense 10'\n",
                "model:\n  layers: |\n    conv 3x3 8\n    relu\n    dense 10\n",
                "model.layers: conv 3x3 8; relu; dense 10")) {
            assertThat(load(text).job().get(SampleKinds.LAYERS)).as(text).isEqualTo(layers);
        }
        assertThat(load("model.layers: [1, 2.50]").job().get(SampleKinds.LAYERS))
                .containsExactly("1", "2.50");
        assertThat(load("model.layers: []").job().get(SampleKinds.LAYERS)).isEmpty();
        assertThat(load("", "model.layers=conv 3x3 8; relu; dense 10").job().get(SampleKinds.LAYERS))
                .isEqualTo(layers);
        assertThat(load("model.layers: [" + "dense 10, ".repeat(1000) + "]")
                        .job()
                        .get(SampleKinds.LAYERS))
                .hasSize(1000);
    }

    @Test
    void badItemsOfListsAreRefusedWithTheirPlace() {
        refuses(
                "model:\n  layers:\n    - relu\n    - dense: 10\n",
                "job.yaml:4:7: expected a text as item, found a map: model.layers; put it in quotes if it is text");
        refuses(
                "model.layers: [relu, [a]]",
                "job.yaml:1:22: expected a text as item, found a list: model.layers; put it in quotes if it is text");
        refuses(
                "model.layers: [relu, 'a; b']",
                "job.yaml:1:22: items may not have a ';' or several lines: model.layers; make them two items");
        refuses("model.layers:\n- relu\n-\n", "job.yaml:3:2: item is empty: model.layers; write one or remove it");
        refuses("model.layers: [&a relu]", "job.yaml:1:16: anchors and aliases are not allowed; write the value out");
        refuses(
                "model.layers: [" + ("x".repeat(4000) + ",").repeat(20) + "]",
                "job.yaml:1:64032: too long: model.layers, characters=68000, most=65536");
        refuses("model.layers: {a: b}", "job.yaml:1:1: expected one value, found a map: model.layers");
        refuses("model.layers:", "job.yaml:1:1: no value: model.layers; write one or remove the key");
    }

    @Test
    void missingValuesAreRefused() {
        refuses("seed: 1\nranks:\n", "job.yaml:2:1: no value: ranks; write one or remove the key");
        refuses("ranks: ~", "job.yaml:1:1: no value: ranks; write one or remove the key");
        refuses("name: null", "job.yaml:1:1: no value: name; write \"\" for empty text");
        refuses("data:\nseed: 1", "job.yaml:1:1: no value: data.kind; write one or remove the key");
    }

    @Test
    void keysThatAreNotTextAreRefused() {
        refuses("5: a", "job.yaml:1:1: expected text as key, found 5");
        refuses("data:\n  true: a", "job.yaml:2:3: expected text as key, found true");
        refuses("~: a", "job.yaml:1:1: expected text as key, found none");
        refuses("? [a]\n: b", "job.yaml:1:3: expected text as key, found a list");
        refuses("? {a: b}\n: b", "job.yaml:1:3: expected text as key, found a map");
    }

    @Test
    void unknownKeysAreRefusedWithASuggestion() {
        refuses("seed: 1\nrank: 2", "job.yaml:2:1: unknown key: rank; did you mean 'ranks'?");
        refuses("data:\n  row: 2", "job.yaml:2:3: unknown key: data.row; did you mean 'data.rows'?");
        refuses("rate: 2", "job.yaml:1:1: unknown key: rate; did you mean 'optimizer.rate'?");
        refuses("modle: logistic", "job.yaml:1:1: unknown key: modle; did you mean 'model'?");
        refuses("modle:\n  kind: logistic", "job.yaml:1:1: unknown section: modle; did you mean 'model'?");
        refuses("colour: red", "job.yaml:1:1: unknown key: colour; 'gradus train --keys' lists all");
        refuses("data.: red", "job.yaml:1:1: unknown key: data.; did you mean 'data'?");
        refuses("\"a\\nb\\e\": 1", "job.yaml:1:1: unknown key: a?b?; 'gradus train --keys' lists all");
        refuses("<<: {ranks: 2}", "job.yaml:1:1: unknown section: <<; 'gradus train --keys' lists all");
    }

    @Test
    void valuesOfTheWrongTypeAreRefused() {
        refuses("ranks: two", "job.yaml:1:1: bad value: ranks=two, not a whole number; expected " + WHOLE);
        refuses("ranks: 0", "job.yaml:1:1: bad value: ranks=0, out of range; expected " + WHOLE);
        refuses("ranks: 1.5", "job.yaml:1:1: bad value: ranks=1.5, not a whole number; expected " + WHOLE);
        refuses("ranks: true", "job.yaml:1:1: bad value: ranks=true, not a whole number; expected " + WHOLE);
        refuses(
                "ranks: 99999999999999999999",
                "job.yaml:1:1: bad value: ranks=99999999999999999999, out of range; expected " + WHOLE);
        refuses(
                "ranks: \"2\"",
                "job.yaml:1:1: bad value: ranks=2, not a whole number; expected " + WHOLE + "; remove the quotes");
        refuses("ranks: \"0\"", "job.yaml:1:1: bad value: ranks=0, not a whole number; expected " + WHOLE);
        refuses("model.bias: yes", "job.yaml:1:1: bad value: model.bias=yes, not a flag; expected true or false");
        refuses(
                "data:\n  noise: .nan",
                "job.yaml:2:3: bad value: data.noise=NaN, out of range; expected number of at least 0 and at most 1");
        refuses(
                "exchange: {timeout: soon}",
                "job.yaml:1:12: bad value: exchange.timeout=soon, not a duration; expected duration (500ms, 30s, 2m)");
        refuses(
                "kernels: smid",
                "job.yaml:1:1: bad value: kernels=smid, unknown value; did you mean 'simd'?; expected auto | simd |"
                        + " plain");
    }

    @Test
    void anchorsAliasesAndTagsAreRefused() {
        refuses("seed: &a 1", "job.yaml:1:7: anchors and aliases are not allowed; write the value out");
        refuses("data: &a\n  rows: 1", "job.yaml:1:7: anchors and aliases are not allowed; write the value out");
        refuses("seed: *a", "job.yaml:1:7: anchors and aliases are not allowed; write the value out");
        refuses("&a seed: 1", "job.yaml:1:1: anchors and aliases are not allowed; write the value out");
        refuses("seed: !!int 1", "job.yaml:1:7: tags are not allowed: tag:yaml.org,2002:int");
        refuses(
                "name: !!javax.script.ScriptEngineManager [x]",
                "job.yaml:1:7: tags are not allowed: tag:yaml.org,2002:javax.script.ScriptEngineManager");
        refuses("!job\nseed: 1", "job.yaml:1:1: tags are not allowed: !job");
    }

    @Test
    void filesThatAreTooDeepTooLongOrTooLargeAreRefused() {
        refuses("{a: ".repeat(100_000), "job.yaml:1:30: sections are nested too deeply: most=8");
        refuses("ranks: " + "[".repeat(100_000), "job.yaml:1:1: expected one value, found a list: ranks");
        refuses("name: " + "x".repeat(5000), "job.yaml:1:7: too long: name, characters=5000, most=4096");
        refuses("#".repeat(JobFile.MAX_BYTES + 1), "job.yaml: too large for a job file: most=1048576 bytes");
    }

    @Test
    void filesThatCannotBeReadAreRefused() throws Exception {
        Path missing = folder.resolve("missing.yaml");
        Path latin = Files.write(folder.resolve("latin.yaml"), "name: größe".getBytes(StandardCharsets.ISO_8859_1));

        assertThatThrownBy(() -> JobFile.load(missing, List.of(), kinds)).hasMessage(missing + ": no such file");
        assertThatThrownBy(() -> JobFile.load(folder, List.of(), kinds))
                .hasMessage(folder + ": expected a job file, found a directory");
        assertThatThrownBy(() -> JobFile.load(latin, List.of(), kinds))
                .hasMessage(latin + ": not a job file: not UTF-8 text");
    }

    @Test
    void aFileWithoutPermissionIsRefused() throws Exception {
        Path locked = Files.writeString(folder.resolve("locked.yaml"), "seed: 1");
        Files.setPosixFilePermissions(locked, Set.<PosixFilePermission>of());
        assumeFalse(Files.isReadable(locked), "this user may read every file");

        assertThatThrownBy(() -> JobFile.load(locked, List.of(), kinds))
                .hasMessage(locked + ": cannot be read: permission denied");
    }

    @Test
    void settingsCountOverTheFileAndLaterOnesOverEarlierOnes() throws Exception {
        LoadedJob loaded = load("ranks: 2\nseed: 3", "ranks=4", "data.rows=1e3", "ranks=8", "name=a=b");

        assertThat(loaded.job().get(JobKeys.RANKS)).isEqualTo(8);
        assertThat(loaded.job().get(JobKeys.SEED)).isEqualTo(3);
        assertThat(loaded.job().get(SampleKinds.ROWS)).isEqualTo(1000);
        assertThat(loaded.job().get(JobKeys.NAME)).isEqualTo("a=b");
        assertThat(loaded.origins()).containsEntry("ranks", "--set ranks=8").containsEntry("seed", path() + ":2:1");
    }

    @Test
    void badSettingsAreRefusedWithWhatWasTyped() {
        refusesSetting("ranks", "--set ranks: expected key=value");
        refusesSetting("=4", "--set =4: expected key=value");
        refusesSetting("rank=4", "--set rank=4: unknown key: rank; did you mean 'ranks'?");
        refusesSetting("ranks=x", "--set ranks=x: bad value: ranks=x, not a whole number; expected " + WHOLE);
        refusesSetting("ranks=", "--set ranks=: no value: ranks; write one or remove the key");
        refusesSetting("name=", "--set name=: no value: name; write \"\" for empty text");
        refusesSetting(
                "ranks=[1]", "--set ranks=[1]: expected one value, found a list; put it in quotes if it is text");
        refusesSetting("name=a: b", "--set name=a: b: expected one value, found a map; put it in quotes if it is text");
        refusesSetting(
                "name='a",
                "--set name='a: malformed YAML: found unexpected end of stream, while scanning a quoted scalar from"
                        + " line 1");
        refusesSetting("name=!x a", "--set name=!x a: tags are not allowed: !x");
    }

    @Test
    void shortFormsAreNamedAsTheyWereTyped() throws Exception {
        Path file = Files.writeString(path(), "strategy: sequential");

        assertThatThrownBy(() -> JobFile.load(file, List.of(Setting.option("--ranks", "ranks", "4")), kinds))
                .hasMessage("--ranks 4: ranks=4 exceeds the one rank of strategy.kind=sequential; set ranks to 1, or"
                        + " strategy.kind to allreduce");
    }

    @Test
    void combinationsThatCannotRunAreRefusedWhereTheKeyWasWritten() {
        refuses(
                "data:\n  kind: linear\n  path: a.csv\n",
                "job.yaml:3:3: data.path does not apply to data.kind=linear; remove it, or set data.kind to csv");
        refuses(
                "seed: 1\nranks: 20",
                "job.yaml:2:1: ranks=20 exceeds virtualShards=16; set virtualShards to at least 20");
        refuses("data: csb", "job.yaml:1:1: unknown kind: data.kind=csb, known: csv, linear; did you mean 'csv'?");
        refusesSetting(
                "ranks=20", "--set ranks=20: ranks=20 exceeds virtualShards=16; set virtualShards to at least 20");
        refusesSetting("model=cnn", "--set model=cnn: unknown kind: model.kind=cnn, known: logistic");
    }

    @Test
    void laterFailuresAreDescribedWithTheirPlaceOrTheFileAlone() throws Exception {
        LoadedJob loaded = load("data:\n  rows: 7\n", "seed=2");

        assertThat(loaded.describe(new JobException("data.rows", "too few"))).isEqualTo(path() + ":2:3: too few");
        assertThat(loaded.describe(new JobException("seed", "too odd"))).isEqualTo("--set seed=2: too odd");
        assertThat(loaded.describe(new JobException("ranks", "too many"))).isEqualTo(path() + ": too many");
        assertThat(loaded.describe(new JobException(null, "no"))).isEqualTo(path() + ": no");
    }

    private Path path() {
        return folder.resolve("job.yaml");
    }

    private LoadedJob load(String text, String... settings) throws IOException, JobFileException {
        List<Setting> parsed = new ArrayList<>();
        for (String setting : settings) {
            parsed.add(Setting.parse(setting));
        }
        return JobFile.load(Files.writeString(path(), text), parsed, kinds);
    }

    private void refuses(String text, String message) {
        assertThatExceptionOfType(JobFileException.class)
                .isThrownBy(() -> load(text))
                .withMessage(folder.resolve(message).toString());
    }

    private void refusesSetting(String setting, String message) {
        assertThatExceptionOfType(JobFileException.class)
                .isThrownBy(() -> load("", setting))
                .withMessage(message);
    }
}

package dev.gradus.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerifyReportTest {

    private static final String A = "a".repeat(16);
    private static final String B = "b".repeat(16);

    @TempDir
    private Path temporary;

    @Test
    void runsWithOneChainHaveACommonHash() throws Exception {
        VerifyReport report = VerifyReport.of(List.of(run(1, "threads", "", A, A, A), run(2, "threads", "", A, A, A)));

        assertThat(report.same()).isTrue();
        assertThat(report.verdict())
                .containsExactly("same bits after each of 3 steps: parameters " + A + ", chain " + A);
        assertThat(report.toMap())
                .containsEntry("same", true)
                .containsEntry("steps", 3)
                .containsEntry("parametersHash", A)
                .containsEntry("chain", A)
                .containsEntry("firstDifference", null);
    }

    @Test
    void theRunThatPartsSoonestIsNamedWithTheFirst() throws Exception {
        VerifyReport.Run first = run(1, "threads", "", A, A, A);
        VerifyReport.Run odd = run(4, "processes", "tcp", A, B, B);

        VerifyReport report =
                VerifyReport.of(List.of(first, run(2, "processes", "auto", A, A, B), odd, run(8, "threads", "", A, B)));

        assertThat(report.same()).isFalse();
        assertThat(report.verdict())
                .containsExactly(
                        "the runs differ: first in step 2, in block weights",
                        "  " + A + "  ranks 1, threads: " + first.folder(),
                        "  " + B + "  ranks 4, processes, link tcp: " + odd.folder());
        assertThat(report.text(80).lines())
                .satisfiesExactly(
                        line -> assertThat(line.split(" +"))
                                .containsExactly("ranks", "launch", "link", "seconds", "parameters", "result"),
                        line -> assertThat(line).endsWith("reference"),
                        line -> assertThat(line).endsWith("differs at 3"),
                        line -> assertThat(line).endsWith("differs at 2"),
                        line -> assertThat(line).endsWith("differs at 2"));
    }

    @Test
    void jsonNamesBothRunsAndBothHashes() throws Exception {
        VerifyReport report = VerifyReport.of(List.of(run(1, "threads", "", A), run(2, "processes", "tcp", B)));

        Path out = Files.createDirectories(temporary.resolve("out"));
        report.write(out);

        Map<String, Object> map = Json.parseObject(Files.readString(out.resolve("verify.json")));
        assertThat(map).containsEntry("same", false).containsEntry("parametersHash", null);
        assertThat(map.get("firstDifference"))
                .isEqualTo(Json.parseObject(
                        String.format("""
                        {"step": 1, "block": "weights", "runs": [
                          {"ranks": 1, "launch": "threads", "link": null, "folder": "%s", "hash": "%s"},
                          {"ranks": 2, "launch": "processes", "link": "tcp", "folder": "%s", "hash": "%s"}]}
                        """, temporary.resolve("1-threads"), A, temporary.resolve("2-processes"), B)));
        assertThat(map.get("runs"))
                .asInstanceOf(InstanceOfAssertFactories.list(Map.class))
                .extracting(run -> run.get("same"))
                .containsExactly(true, false);
    }

    @Test
    void aStepThatOneRunLacksIsShownAsSuch() throws Exception {
        VerifyReport report = VerifyReport.of(List.of(run(1, "threads", "", A, A), run(2, "threads", "", A)));

        assertThat(report.verdict().get(0))
                .isEqualTo("the runs differ: first in step 2, which one of them does not have");
        assertThat(report.verdict().get(2)).startsWith("  ----------------  ranks 2, threads: ");
    }

    @Test
    void differentKernelsAreGivenAsTheReason() throws Exception {
        VerifyReport.Run plain = run(2, "threads", "", B);
        plain.summary().put("kernels", "plain");

        VerifyReport report = VerifyReport.of(List.of(run(1, "threads", "", A), plain));

        assertThat(report.verdict().get(3))
                .isEqualTo("the runs used different kernels: simd, plain; set kernels to one of them");
    }

    @Test
    void aRunWithoutASummaryIsComparedAllTheSame() throws Exception {
        VerifyReport.Run lost =
                new VerifyReport.Run("", run(3, "threads", "", A, A).folder(), Map.of());

        VerifyReport report = VerifyReport.of(List.of(lost, run(1, "threads", "", A, A)));

        assertThat(report.same()).isTrue();
        assertThat(report.text(80)).contains("?", "reference");
        assertThat(report.toMap()).containsEntry("parametersHash", A);
    }

    @Test
    void hashesOfSomeStepsDoNotProveAllOfThem() throws Exception {
        VerifyReport.Run first = run(1, "threads", "", A, A);
        VerifyReport.Run second = run(2, "threads", "", A, A);
        second.summary().put("steps", 20);

        assertThat(VerifyReport.of(List.of(first, second)).verdict().get(0))
                .startsWith("same bits after each of 2 hashed steps of 20: parameters ");
    }

    @Test
    void aNarrowTerminalGetsLinesInsteadOfATable() throws Exception {
        VerifyReport report = VerifyReport.of(List.of(run(1, "threads", "", A), run(2, "processes", "tcp", B)));

        assertThat(report.text(40).lines())
                .allMatch(line -> line.length() <= 40)
                .containsExactly(
                        "ranks 1, threads",
                        "  " + A,
                        "  reference",
                        "ranks 2, processes, link tcp",
                        "  " + B,
                        "  differs at 1");
    }

    /** A run whose one block, and chain, has these hashes after its steps. */
    private VerifyReport.Run run(int ranks, String launch, String link, String... hashes) throws IOException {
        Path folder = Files.createDirectories(temporary.resolve(ranks + "-" + launch));
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < hashes.length; i++) {
            lines.append(String.format(
                    "{\"step\":%d,\"chain\":\"%s\",\"blocks\":{\"weights\":\"%s\"}}%n", i + 1, hashes[i], hashes[i]));
        }
        Files.writeString(folder.resolve("hashes.jsonl"), lines);
        Map<String, Object> summary = new LinkedHashMap<>();
        summary.put("ranks", ranks);
        summary.put("launch", launch);
        summary.put("steps", hashes.length);
        summary.put("seconds", 0.5);
        summary.put("kernels", "simd");
        summary.put("parametersHash", hashes[hashes.length - 1]);
        return new VerifyReport.Run(link, folder, summary);
    }
}

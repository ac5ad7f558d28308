package dev.gradus;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The dependency picture of docs/architecture.md, as a test. */
class ArchitectureTest {

    private static final JavaClasses CORE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.gradus");

    /** Which packages each package may use: the table of docs/architecture.md, line by line. */
    private static Map<String, String[]> allowed() {
        Map<String, String[]> table = new LinkedHashMap<>();
        table.put("forecast", uses());
        table.put("job", uses());
        table.put("json", uses());
        table.put("math", uses());
        table.put("metrics", uses("json"));
        table.put("data", uses("job", "math", "metrics"));
        table.put("model", uses("data", "job", "json", "math", "optim"));
        table.put("exchange", uses("json", "math", "metrics"));
        table.put("optim", uses("job", "math"));
        table.put("checkpoint", uses("job", "json", "math", "metrics", "model"));
        table.put("server", uses("exchange", "job", "json", "math", "metrics", "optim"));
        table.put(
                "train",
                uses("checkpoint", "data", "exchange", "job", "json", "math", "metrics", "model", "optim", "server"));
        table.put(
                "launch",
                uses(
                        "checkpoint",
                        "data",
                        "exchange",
                        "job",
                        "json",
                        "math",
                        "metrics",
                        "model",
                        "optim",
                        "server",
                        "train"));
        table.put("run", uses("checkpoint", "data", "job", "math", "metrics", "model", "train"));
        table.put("calibrate", uses("data", "forecast", "job", "metrics", "run", "train"));
        return table;
    }

    @Test
    void packagesUseOnlyWhatTheTableSays() {
        Map<String, String[]> table = allowed();
        LayeredArchitecture picture = layeredArchitecture().consideringOnlyDependenciesInLayers();
        for (String layer : table.keySet()) {
            picture = picture.optionalLayer(layer).definedBy("dev.gradus." + layer + "..");
        }
        for (Map.Entry<String, String[]> line : table.entrySet()) {
            picture = line.getValue().length == 0
                    ? picture.whereLayer(line.getKey()).mayNotAccessAnyLayer()
                    : picture.whereLayer(line.getKey()).mayOnlyAccessLayers(line.getValue());
        }
        picture.check(CORE);
    }

    @Test
    void packagesAreFreeOfCycles() {
        slices().matching("dev.gradus.(**)").should().beFreeOfCycles().check(CORE);
    }

    private static String[] uses(String... layers) {
        return layers;
    }
}

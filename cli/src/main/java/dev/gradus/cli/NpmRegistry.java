package dev.gradus.cli;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Where packages of npm are fetched from: what the environment or npm itself says. We name no host of our own. */
final class NpmRegistry {

    private static final String VARIABLE = "npm_config_registry";
    private static final int MOST_SECONDS = 20;

    private NpmRegistry() {}

    /** The address of a package's archive. */
    static URI archive(Map<String, String> environment, String name, String version) throws IOException {
        String registry = registry(environment);
        String base = registry.endsWith("/") ? registry : registry + "/";
        return URI.create(base + name + "/-/" + name + "-" + version + ".tgz");
    }

    private static String registry(Map<String, String> environment) throws IOException {
        String given = environment.getOrDefault(VARIABLE, "");
        String configured = given.isBlank() ? configured() : given;
        if (!configured.matches("https?://[^\\s]+")) {
            throw new IOException("no registry of npm is named: found='" + configured + "'; install npm, or set "
                    + VARIABLE + " to an address");
        }
        return configured;
    }

    /** What npm answers; empty where there is no npm, or none that answers in time. */
    private static String configured() {
        try {
            Process npm = new ProcessBuilder("npm", "config", "get", "registry")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try {
                if (!npm.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
                    return "";
                }
                return new String(npm.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            } finally {
                npm.destroyForcibly();
            }
        } catch (IOException e) {
            return ""; // npm is not installed, which says that nobody has configured it
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }
}

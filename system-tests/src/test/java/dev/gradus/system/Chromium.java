package dev.gradus.system;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The Chromium of this machine, driven by Playwright; none is ever downloaded. Used by one thread. */
final class Chromium implements AutoCloseable {

    /** Names a Chromium that is not on the path. */
    static final String VARIABLE = "GRADUS_CHROMIUM";

    /** Far more than a page here takes on a busy machine. */
    private static final double PATIENCE_MILLIS = 40_000;

    private final Playwright playwright;
    private final Browser browser;

    Chromium(Path program) {
        playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        // Without a sandbox, because root has none; it opens pages of this machine only.
        browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(program)
                        .setTimeout(PATIENCE_MILLIS)
                        .setArgs(List.of("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage")));
    }

    /** Where the browser is, if there is one. */
    static Optional<Path> find() {
        String named = System.getenv(VARIABLE);
        if (named != null) {
            return Optional.of(Path.of(named));
        }
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .flatMap(folder -> Stream.of("chromium", "chromium-browser", "google-chrome")
                        .map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Opens a page in a window of that width, and hears all that it complains of and asks for. */
    Window open(String address, int width, ColorScheme scheme) {
        BrowserContext context = browser.newContext(
                new Browser.NewContextOptions().setViewportSize(width, 800).setColorScheme(scheme));
        context.setDefaultTimeout(PATIENCE_MILLIS);
        Page page = context.newPage();
        Window window = new Window(page, new ArrayList<>(), new ArrayList<>());
        page.onConsoleMessage(message -> {
            if (List.of("error", "warning").contains(message.type())) {
                window.complaints().add(message.text());
            }
        });
        page.onPageError(window.complaints()::add);
        page.onRequest(request -> window.requests().add(request.url()));
        page.navigate(address);
        return window;
    }

    /** An open page, what its console complained of, and what it asked for. */
    record Window(Page page, List<String> complaints, List<String> requests) implements AutoCloseable {

        String text(String id) {
            return String.valueOf(page.textContent("#" + id));
        }

        /** Waits until the text of an element matches a pattern. */
        void await(String id, String pattern) {
            page.waitForFunction(
                    "([id, pattern]) => new RegExp(pattern).test(document.getElementById(id).textContent)",
                    List.of(id, pattern));
        }

        /** The number of a step that is shown, or 0. */
        long step() {
            String shown = text("step").replace(",", "");
            return shown.equals("-") ? 0 : Long.parseLong(shown);
        }

        void awaitStepAfter(long step) {
            page.waitForFunction(
                    "step => Number(document.getElementById('step').textContent.replaceAll(',', '')) > step",
                    (double) step); // of whole numbers, Playwright knows int only
        }

        @Override
        public void close() {
            page.context().close();
        }
    }

    @Override
    public void close() {
        try (playwright) {
            browser.close();
        }
    }
}

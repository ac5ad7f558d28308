package dev.gradus.report.live;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class LiveServerTest {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @TempDir
    private Path folder;

    @SuppressWarnings("NullAway.Init") // made before each test
    private LiveServer server;

    @BeforeEach
    void start() throws Exception {
        log("{\"type\":\"step\",\"step\":1,\"loss\":0.5}\n");
        server = new LiveServer(folder, 0);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void thePageAndAllItNeedsComeFromTheProgram() throws Exception {
        HttpResponse<String> page = get("");

        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.headers().firstValue("Content-Type")).contains("text/html; charset=utf-8");
        assertThat(page.body()).doesNotContain("http:", "https:");
        assertThat(get("uplot.js").body()).contains("uPlot");
        assertThat(get("uplot.css").headers().firstValue("Content-Type")).contains("text/css; charset=utf-8");
        assertThat(get("live.js").body()).contains("EventSource");
    }

    @Test
    void everyLineComesOldOnesFirstAndNewOnesAsTheyAreWritten() throws Exception {
        try (Events events = new Events()) {
            assertThat(events.next()).isEqualTo(new Event("begin", name()));
            assertThat(events.next().data()).contains("\"step\":1");

            log("{\"type\":\"step\",\"step\":2,\"loss\":0.4}\nnonsense\n{\"type\":\"step\",\"st");
            assertThat(events.next().data()).contains("\"step\":2");

            log("ep\":3}\n");
            assertThat(events.next()).isEqualTo(new Event("reading", "{\"type\":\"step\",\"step\":3}"));
        }
    }

    @Test
    void whenAllOldLinesHaveComeThePageHearsHowLongNobodyHasWritten() throws Exception {
        Files.setLastModifiedTime(
                folder.resolve("metrics.jsonl"), FileTime.from(Instant.now().minusSeconds(3600)));
        try (Events events = new Events()) {
            events.any();
            events.any();

            Event live = events.any();

            assertThat(live.name()).isEqualTo("live");
            assertThat(Json.parseObject(live.data()).get("idleSeconds"))
                    .asInstanceOf(InstanceOfAssertFactories.DOUBLE)
                    .isBetween(3590.0, 3700.0);
        }
    }

    @Test
    void whereTheRunIsBetweenTwoLinesIsToldAsOftenAsItChanges() throws Exception {
        try (Events events = new Events()) {
            events.next();
            events.next();

            Files.writeString(folder.resolve("now.json"), "{\"step\":7}\n");
            assertThat(events.next()).isEqualTo(new Event("now", "{\"step\":7}"));

            Files.writeString(folder.resolve("now.json"), "{\"step\":9}\n");
            assertThat(events.next()).isEqualTo(new Event("now", "{\"step\":9}"));
        }
    }

    @Test
    void theEndOfTheRunIsToldWithItsFigures() throws Exception {
        try (Events events = new Events()) {
            events.next();
            events.next();

            Files.writeString(folder.resolve("summary.json"), "{\n  \"loss\": 0.25\n}\n");

            assertThat(events.next()).isEqualTo(new Event("summary", "{\"loss\":0.25}"));
        }
    }

    @Test
    void aReloadHearsEverythingAgain() throws Exception {
        for (int i = 0; i < 3; i++) {
            try (Events events = new Events()) {
                assertThat(events.next().name()).isEqualTo("begin");
                assertThat(events.next().data()).contains("\"step\":1");
            }
        }
    }

    @Test
    void aRunThatIsResumedFurtherBackBeginsAnew() throws Exception {
        log("{\"type\":\"step\",\"step\":2,\"loss\":0.4}\n");
        try (Events events = new Events()) {
            events.next();
            events.next();
            assertThat(events.next().data()).contains("\"step\":2");

            Files.writeString(folder.resolve("metrics.jsonl"), "{\"step\":1}\n");

            assertThat(events.next()).isEqualTo(new Event("begin", name()));
            assertThat(events.next().data()).isEqualTo("{\"step\":1}");
        }
    }

    @Test
    void whatIsNotAPageIsRefused() throws Exception {
        assertThat(get("../metrics.jsonl").statusCode()).isEqualTo(404);
        assertThat(get("nothing").statusCode()).isEqualTo(404);
        HttpRequest post = HttpRequest.newBuilder(URI.create(server.address()))
                .POST(HttpRequest.BodyPublishers.ofString("x"))
                .build();
        assertThat(CLIENT.send(post, HttpResponse.BodyHandlers.ofString()).statusCode())
                .isEqualTo(405);
    }

    @Test
    void aRequestForAnotherHostIsRefused() throws Exception {
        URI address = URI.create(server.address());
        try (Socket socket = new Socket(address.getHost(), address.getPort())) {
            socket.getOutputStream()
                    .write("GET /events HTTP/1.1\r\nHost: elsewhere.example\r\nConnection: close\r\n\r\n"
                            .getBytes(UTF_8));

            String answer = new String(socket.getInputStream().readAllBytes(), UTF_8);

            assertThat(answer).startsWith("HTTP/1.1 403").doesNotContain("begin");
        }
    }

    @Test
    void aPortThatIsInUseIsNamed() {
        int port = URI.create(server.address()).getPort();

        assertThatThrownBy(() -> new LiveServer(folder, port).close())
                .isInstanceOf(IOException.class)
                .hasMessage("port is in use: port=" + port + "; choose another --port, or 0 for any");
    }

    private record Event(String name, String data) {}

    /** The events of one open page. */
    private final class Events implements AutoCloseable {

        private final InputStream stream;
        private final BufferedReader lines;

        Events() throws Exception {
            HttpRequest request = HttpRequest.newBuilder(URI.create(server.address() + "events"))
                    .build();
            stream = CLIENT.send(request, HttpResponse.BodyHandlers.ofInputStream())
                    .body();
            lines = new BufferedReader(new InputStreamReader(stream, UTF_8));
        }

        /** The next event that is about the run. */
        Event next() throws IOException {
            Event event = any();
            return event.name().equals("live") ? any() : event;
        }

        Event any() throws IOException {
            List<String> event = new ArrayList<>();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.isEmpty() && event.size() == 2) {
                    return new Event(event.get(0).substring(7), event.get(1).substring(6));
                } else if (!line.isEmpty() && !line.startsWith(":")) {
                    event.add(line);
                }
            }
            throw new IOException("events ended");
        }

        @Override
        public void close() throws IOException {
            stream.close();
        }
    }

    private String name() {
        return Json.write(Map.of("name", String.valueOf(folder.getFileName())));
    }

    private HttpResponse<String> get(String path) throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(server.address() + path)).build();
        return CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private void log(String text) throws IOException {
        Files.writeString(folder.resolve("metrics.jsonl"), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}

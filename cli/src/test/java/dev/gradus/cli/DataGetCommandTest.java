package dev.gradus.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Timeout(60)
class DataGetCommandTest {

    private static final String TEXT = """
            head
            *** START OF THE PROJECT GUTENBERG EBOOK 57421 ***

            A book.
            It ends.
            *** END OF THE PROJECT GUTENBERG EBOOK 57421 ***
            foot
            """.replace("\n", "\r\n");

    /** What a command printed and how it ended. */
    private record Result(int code, String out, String err) {}

    @TempDir
    Path folder = Path.of("");

    private final CountDownLatch ending = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private HttpServer server = unbound();
    private String address = "";

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/text", exchange -> answer(exchange, TEXT.getBytes(StandardCharsets.UTF_8)));
        server.createContext("/long", exchange -> answer(exchange, new byte[(1 << 24) + 1]));
        server.createContext("/gone", exchange -> exchange.sendResponseHeaders(404, -1));
        server.createContext("/moved", exchange -> {
            exchange.getResponseHeaders().add("Location", address + "/text");
            exchange.sendResponseHeaders(302, -1);
        });
        server.createContext("/stuck", exchange -> {
            exchange.sendResponseHeaders(200, 1000);
            exchange.getResponseBody().write(1);
            exchange.getResponseBody().flush();
            await();
        });
        server.start();
        address = "http://" + InetAddress.getLoopbackAddress().getHostAddress() + ":"
                + server.getAddress().getPort();
    }

    @AfterEach
    void stop() {
        ending.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    @Test
    void thePublishedTextIsTakenAsItIs() throws IOException {
        Path published = Path.of("..", "..", "shared", "data", "gutenberg-57421.txt");
        assumeThat(published).as("the published text is at hand").exists();
        byte[] bytes = Files.readAllBytes(published);
        server.createContext("/published", exchange -> answer(exchange, bytes));
        Path file = folder.resolve("a.txt");

        Result result = get("--from", address + "/published", "--out", "" + file);

        assertThat(result)
                .isEqualTo(new Result(
                        0, String.format(Locale.ROOT, "%s: %,d bytes, the published text%n", file, bytes.length), ""));
        assertThat(file).hasBinaryContent(bytes);
    }

    @Test
    void anotherTextIsRefusedUnlessAnyWillDo() throws IOException {
        Path file = folder.resolve("a.txt");

        Result refused = get("--from", address + "/text", "--out", "" + file);

        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err())
                .startsWith("gradus: not the published text: address=" + address + "/text, bytes=" + TEXT.length()
                        + ", sha256=" + PublishedText.digest("A book.\nIt ends.".getBytes(StandardCharsets.UTF_8)))
                .hasLineCount(1);
        assertThat(names()).isEmpty();
        assertThat(get("--from", address + "/moved", "--any", "--json", "--out", "" + file))
                .isEqualTo(new Result(
                        0, "{\"file\":\"" + file + "\",\"bytes\":" + TEXT.length() + ",\"published\":false}\n", ""));
        assertThat(names()).containsExactly("a.txt");
        assertThat(Files.readString(file)).isEqualTo(TEXT);
    }

    @Test
    void theBookIsKnownWhateverStandsAroundIt() {
        byte[] plain = "\uFEFF*** START OF THIS PROJECT GUTENBERG EBOOK X ***\nA book.\nIt ends.\n\n"
                .getBytes(StandardCharsets.UTF_8);

        assertThat(PublishedText.digest(plain)).isEqualTo(PublishedText.digest(TEXT.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void failuresAreOneLineWithCodeOne() throws IOException {
        failed(address + "/gone", "the server answers with status 404");
        failed(address + "/long", "the file is longer than expected: most bytes=16777216");
        failed(address + "/stuck", "no complete answer within 1 s");
        failed("http://no-such-host.invalid/x", "the name of the server is not known here");
        server.stop(0);
        failed(address + "/text", "no connection");
        assertThat(names()).isEmpty();
    }

    @Test
    void aFileIsReplacedOnlyWhenForced() throws IOException {
        Path file = Files.writeString(folder.resolve("a.txt"), "precious");

        assertThat(get("--from", address + "/text", "--any", "--out", "" + file))
                .isEqualTo(new Result(2, "", "gradus: file exists: file=" + file + "; add --force to replace it\n"));
        assertThat(file).hasContent("precious");
        assertThat(get("--from", address + "/text", "--any", "--force", "--out", "" + file)
                        .code())
                .isZero();
        assertThat(Files.readString(file)).isEqualTo(TEXT);
    }

    @Test
    void aFileThatCannotBeWrittenIsNamed() {
        Path file = folder.resolve("none").resolve("a.txt");

        assertThat(get("--from", address + "/text", "--any", "--out", "" + file))
                .isEqualTo(new Result(
                        1,
                        "",
                        "gradus: cannot write file: file=" + file + ", folder does not exist or allows no files\n"));
    }

    @Test
    void wrongUsageHasCodeTwo() {
        assertThat(run("data", "get", "gutenberg-57422").err())
                .isEqualTo(
                        "gradus: no such set: name=gutenberg-57422, known=gutenberg-57421 cifar10 fashion-mnist mnist;"
                                + " did you mean 'gutenberg-57421'?\n");
        assertThat(get("--from", "ftp://x/y", "--out", "" + folder.resolve("a")).err())
                .isEqualTo("gradus: bad value: --from=ftp://x/y; expected http://... or https://...\n");
        assertThat(get("--from", address + "/text", "--out", "" + folder).code())
                .isEqualTo(2);
        assertThat(get("--timeout", "0", "--out", "" + folder.resolve("a")).code())
                .isEqualTo(2);
    }

    private void failed(String from, String reason) {
        Result result = get("--timeout", "1", "--from", from, "--out", "" + folder.resolve("a"));
        assertThat(result)
                .isEqualTo(new Result(
                        1,
                        "",
                        "gradus: cannot download: address=" + from + ", " + reason
                                + "; fetch it where there is a network, and give its path to --set data.path=\n"));
    }

    private static HttpServer unbound() {
        try {
            return HttpServer.create();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void answer(HttpExchange exchange, byte[] bytes) throws IOException {
        try (exchange) {
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private void await() {
        try {
            assertThat(ending.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Result get(String... args) {
        return run(Stream.concat(Stream.of("data", "get", "gutenberg-57421"), Stream.of(args))
                .toArray(String[]::new));
    }

    private static Result run(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine line = Main.commandLine();
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(err));
        return new Result(line.execute(args), out.toString(), err.toString());
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(path -> path.getFileName().toString()).toList();
        }
    }
}

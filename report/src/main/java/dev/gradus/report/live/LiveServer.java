package dev.gradus.report.live;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.gradus.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Serves the live page of one run folder, to this machine only. The page and all it needs come from the program; what
 * it shows comes as server-sent events. A request whose Host names another machine is refused, so that no page from
 * elsewhere can read the run through the user's browser.
 */
public final class LiveServer implements AutoCloseable {

    /** Pages that may be open at a time; each has a thread. */
    private static final int MOST_CLIENTS = 32;

    private static final Map<String, String> FILES =
            Map.of("/", "page.html", "/live.js", "live.js", "/uplot.js", "uplot.js", "/uplot.css", "uplot.css");

    private final Path folder;
    private final HttpServer server;
    private final ExecutorService threads =
            new ThreadPoolExecutor(0, MOST_CLIENTS, 5, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
                Thread thread = new Thread(task, "live-page");
                thread.setDaemon(true);
                return thread;
            });
    private volatile boolean closed;

    /** Serves at once; a {@code port} of 0 takes any that is free. */
    public LiveServer(Path folder, int port) throws IOException {
        this.folder = folder;
        InetAddress here = InetAddress.getLoopbackAddress();
        try {
            this.server = HttpServer.create(new InetSocketAddress(here, port), 0);
        } catch (BindException e) {
            throw new IOException("port is in use: port=" + port + "; choose another --port, or 0 for any", e);
        }
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    /** Where the page is. */
    public String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            if (!isLocal(String.valueOf(exchange.getRequestHeaders().getFirst("Host")))) {
                refuse(exchange, 403, "this page is for 127.0.0.1 only");
            } else if (!exchange.getRequestMethod().equals("GET")) {
                refuse(exchange, 405, "only GET is answered here");
            } else if (path.equals("/events")) {
                start(exchange, "text/event-stream", 0);
                new EventStream(folder, () -> closed).send(exchange.getResponseBody());
            } else if (FILES.containsKey(path)) {
                file(exchange, FILES.getOrDefault(path, ""));
            } else {
                refuse(exchange, 404, "no such page");
            }
        }
    }

    private boolean isLocal(String host) {
        int port = server.getAddress().getPort();
        return host.equals("127.0.0.1:" + port) || host.equals("localhost:" + port);
    }

    private static void start(HttpExchange exchange, String type, long length) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
        exchange.sendResponseHeaders(200, length);
    }

    private static void file(HttpExchange exchange, String name) throws IOException {
        String type = name.endsWith(".js") ? "text/javascript" : name.endsWith(".css") ? "text/css" : "text/html";
        try (InputStream in = LiveServer.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("file of the live page is missing: resource=" + name);
            }
            byte[] bytes = in.readAllBytes();
            start(exchange, type + "; charset=utf-8", bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private static void refuse(HttpExchange exchange, int code, String reason) throws IOException {
        byte[] bytes = Json.write(Map.of("error", reason)).getBytes(UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(code, bytes.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }

    @Override
    public void close() {
        closed = true;
        server.stop(0);
        threads.shutdownNow();
    }
}

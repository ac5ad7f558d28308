package dev.gradus.exchange.rendezvous;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * A Unix domain socket that one peer may connect to. Its file lies in a folder that only this user can enter, and both
 * are gone when this is closed, which is as soon as the peer has come.
 */
final class UnixDoor implements AutoCloseable {

    private final Path folder;
    private final Path file;
    private final ServerSocketChannel server;

    private UnixDoor(Path folder, Path file, ServerSocketChannel server) {
        this.folder = folder;
        this.file = file;
        this.server = server;
    }

    /** Fails where there are no such sockets, or where the path of the temporary folder is too long for one. */
    static UnixDoor open() throws IOException {
        Path folder = privateFolder();
        Path file = folder.resolve("link");
        // A process that is told to stop closes nothing; deleted in reverse order.
        folder.toFile().deleteOnExit();
        file.toFile().deleteOnExit();
        try {
            ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            try {
                server.bind(UnixDomainSocketAddress.of(file), 1);
                server.configureBlocking(false);
                return new UnixDoor(folder, file, server);
            } catch (IOException | RuntimeException e) {
                server.close();
                throw e;
            }
        } catch (IOException | UnsupportedOperationException e) {
            delete(folder, file);
            throw new IOException("no unix domain socket: folder=" + folder + ", " + e.getMessage(), e);
        }
    }

    private static Path privateFolder() throws IOException {
        try {
            return Files.createTempDirectory(
                    "gradus-", PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } catch (UnsupportedOperationException e) {
            throw new IOException("no unix domain socket: folders have no owner here", e);
        }
    }

    static SocketChannel connect(String path) throws IOException {
        try {
            return SocketChannel.open(UnixDomainSocketAddress.of(path));
        } catch (IllegalArgumentException | UnsupportedOperationException e) {
            throw new IOException("not a unix domain socket: path=" + path + ", " + e.getMessage(), e);
        }
    }

    String path() {
        return file.toString();
    }

    /** Waits for the peer. */
    SocketChannel accept(Duration timeout) throws IOException {
        long deadline = System.nanoTime() + timeout.toNanos();
        SocketChannel channel = server.accept();
        while (channel == null) {
            if (System.nanoTime() - deadline > 0) {
                throw new SocketTimeoutException(
                        "nobody comes to the unix domain socket: waited=" + ControlLink.seconds(timeout));
            }
            LockSupport.parkNanos(100_000);
            channel = server.accept();
        }
        return channel;
    }

    @Override
    public void close() throws IOException {
        server.close();
        delete(folder, file);
    }

    private static void delete(Path folder, Path file) throws IOException {
        Files.deleteIfExists(file);
        Files.deleteIfExists(folder);
    }
}

package dev.gradus.exchange.rendezvous;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Passes on what one process says to another over loopback, and writes down every byte of both. */
final class Proxy implements AutoCloseable {

    private final InetSocketAddress target;
    private final ServerSocket server;
    private final ByteArrayOutputStream recorded = new ByteArrayOutputStream();
    private final Queue<Socket> open = new ConcurrentLinkedQueue<>();

    Proxy(InetSocketAddress target) throws IOException {
        this.target = target;
        this.server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        Threads.start("proxy", this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    byte[] recorded() {
        synchronized (recorded) {
            return recorded.toByteArray();
        }
    }

    private void accept() {
        try {
            while (true) {
                Socket caller = server.accept();
                Socket called = new Socket(target.getAddress(), target.getPort());
                open.add(caller);
                open.add(called);
                Threads.start("proxy-there", () -> pass(caller, called));
                Threads.start("proxy-back", () -> pass(called, caller));
            }
        } catch (IOException e) {
            return; // closed
        }
    }

    private void pass(Socket from, Socket to) {
        try {
            InputStream in = from.getInputStream();
            byte[] bytes = new byte[8192];
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                synchronized (recorded) {
                    recorded.write(bytes, 0, count);
                }
                to.getOutputStream().write(bytes, 0, count);
            }
            to.shutdownOutput();
        } catch (IOException e) {
            return; // one of both has ended
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : open) {
            socket.close();
        }
    }
}

package dev.gradus.cli;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Fetches a file over HTTP: of limited size, and in limited time. */
final class Download {

    private static final Duration MOST_TO_CONNECT = Duration.ofSeconds(10);

    private Download() {}

    /** The bytes at an address. Failures say what went wrong, but not where. */
    static byte[] fetch(URI address, Duration deadline, int mostBytes) throws IOException {
        HttpClient client = HttpClient.newBuilder()
                .connectTimeout(MOST_TO_CONNECT.compareTo(deadline) < 0 ? MOST_TO_CONNECT : deadline)
                .followRedirects(HttpClient.Redirect.NORMAL)
                .build();
        HttpRequest request = HttpRequest.newBuilder(address).timeout(deadline).build();
        CompletableFuture<HttpResponse<byte[]>> future = client.sendAsync(request, response -> new Limited(mostBytes));
        try {
            // The time of a request ends with the headers, so the whole has one of its own.
            HttpResponse<byte[]> response = future.get(deadline.toNanos(), TimeUnit.NANOSECONDS);
            if (response.statusCode() != 200) {
                throw new IOException("the server answers with status " + response.statusCode());
            }
            return response.body();
        } catch (TimeoutException e) {
            throw late(deadline, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } catch (ExecutionException e) {
            throw reason(e.getCause(), deadline, e);
        } finally {
            future.cancel(true);
        }
    }

    private static IOException reason(@Nullable Throwable cause, Duration deadline, ExecutionException e) {
        if (cause instanceof HttpTimeoutException) {
            return late(deadline, e);
        }
        if (cause instanceof ConnectException) {
            return new IOException(isUnknown(cause) ? "the name of the server is not known here" : "no connection", e);
        }
        String message = cause == null ? null : cause.getMessage();
        return new IOException(message == null ? String.valueOf(cause) : message, e);
    }

    private static boolean isUnknown(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnresolvedAddressException) {
                return true;
            }
        }
        return false;
    }

    private static IOException late(Duration deadline, Exception e) {
        return new IOException("no complete answer within " + deadline.toSeconds() + " s", e);
    }

    /** Collects a body and gives up on one that is too long. */
    private static final class Limited implements HttpResponse.BodySubscriber<byte[]> {

        private final HttpResponse.BodySubscriber<byte[]> whole = HttpResponse.BodySubscribers.ofByteArray();
        private final int mostBytes;
        private long received;
        private Flow.@Nullable Subscription subscription;

        Limited(int mostBytes) {
            this.mostBytes = mostBytes;
        }

        @Override
        public CompletionStage<byte[]> getBody() {
            return whole.getBody();
        }

        @Override
        public void onSubscribe(Flow.Subscription started) {
            subscription = started;
            whole.onSubscribe(started);
        }

        @Override
        public void onNext(List<ByteBuffer> buffers) {
            for (ByteBuffer buffer : buffers) {
                received += buffer.remaining();
            }
            if (received <= mostBytes) {
                whole.onNext(buffers);
            } else if (subscription != null) {
                subscription.cancel();
                whole.onError(new IOException("the file is longer than expected: most bytes=" + mostBytes));
            }
        }

        @Override
        public void onError(Throwable failure) {
            whole.onError(failure);
        }

        @Override
        public void onComplete() {
            if (received <= mostBytes) {
                whole.onComplete();
            }
        }
    }
}

package dev.gradus.data.text;

import dev.gradus.data.files.BuildLock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** A process that holds a lock until its input ends. */
final class LockHolder {

    private LockHolder() {}

    public static void main(String[] args) throws IOException {
        int end = BuildLock.hold(new BuildLock.Wait(Path.of(args[0]), "waiting", Duration.ofSeconds(10)), () -> {
            System.out.println("locked");
            try {
                return System.in.read();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        System.exit(end < 0 ? 0 : 1);
    }
}

package dev.gradus.exchange.rendezvous;

import dev.gradus.exchange.tls.Identity;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The identity of this process, made when it is first asked for: keys cost time that runs without TLS need not pay. */
final class OwnIdentity implements Supplier<Identity> {

    private @Nullable Identity made;

    @Override
    public synchronized Identity get() {
        if (made == null) {
            made = Identity.create();
        }
        return made;
    }
}

package dev.gradus.exchange.rendezvous;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.exchange.RankGroup;
import dev.gradus.exchange.tls.Identity;
import dev.gradus.exchange.transport.Frame;
import dev.gradus.exchange.transport.PlainWire;
import dev.gradus.exchange.transport.VersionException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(20)
class ControlLinkTest {

    private static final Duration LONG = Duration.ofSeconds(15);
    private static final Group GROUP = new Group("a run", 2, 5, LONG, false);
    private static final byte NEWS = Message.Type.NEWS.code();

    private SocketChannel wire;
    private ControlLink link;

    @BeforeEach
    void connect() throws Exception {
        SocketChannel[] ends = RankGroup.connection();
        wire = ends[0];
        link = new ControlLink(new PlainWire(ends[1]));
        link.joined(5);
    }

    @AfterEach
    void close() throws Exception {
        wire.close();
        link.close();
    }

    @Test
    void messagesInTheirOrderAreReceived() throws Exception {
        send(Frame.whole(NEWS, 5, 0, 2), "{}");
        send(Frame.whole(NEWS, 5, 1, 2), "{}");

        assertThat(link.receive(LONG).type()).isEqualTo(Message.Type.NEWS);
        assertThat(link.receive(LONG).type()).isEqualTo(Message.Type.NEWS);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 2, -1, Long.MAX_VALUE})
    void aMessageThatIsRepeatedMissingOrOutOfOrderIsRefused(long sequence) throws Exception {
        send(Frame.whole(NEWS, 5, 0, 2), "{}");
        send(Frame.whole(NEWS, 5, sequence, 2), "{}");
        link.receive(LONG);

        assertThatThrownBy(() -> link.receive(LONG))
                .hasMessage("message is out of order: type=NEWS, expected number=1, received number=" + sequence);
    }

    @Test
    void aMessageOfAnotherGroupIsRefused() throws Exception {
        send(Frame.whole(NEWS, 4, 0, 2), "{}");

        assertThatThrownBy(() -> link.receive(LONG)).hasMessage("frame of an older group: epoch=4, ours=5");
    }

    @Test
    void aMessageOfANewerGroupIsRefused() throws Exception {
        send(Frame.whole(NEWS, 6, 0, 2), "{}");

        assertThatThrownBy(() -> link.receive(LONG)).hasMessage("frame of a newer group: epoch=6, ours=5");
    }

    @Test
    void aDamagedMessageIsRefused() throws Exception {
        send(Frame.whole(NEWS, 5, 0, 3), "{}");
        wire.write(ByteBuffer.wrap(new byte[8]));

        assertThatThrownBy(() -> link.receive(LONG)).hasMessage("message is damaged: type=NEWS");
    }

    @Test
    void whoHasProvedNothingMaySendLittle() throws Exception {
        link.joined(0);
        send(Frame.whole(Message.Type.HELLO.code(), 0, 0, 1 << 20), "");

        assertThatThrownBy(() -> link.receive(LONG)).hasMessage("message is too long: bytes=1048576, most=65536");
    }

    @Test
    void silenceEndsAtItsDeadline() {
        assertThatThrownBy(() -> link.receive(Duration.ofMillis(30)))
                .hasMessage("the other side says nothing: waited=0.03s");
    }

    @Test
    void closingEndsAWait() throws Exception {
        CompletableFuture<Throwable> end = CompletableFuture.supplyAsync(() -> {
            try {
                return new AssertionError("received " + link.receive(LONG).type());
            } catch (IOException e) {
                return e;
            }
        });

        link.close();

        assertThat(end.join()).isInstanceOf(IOException.class);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
    void randomBytesInTheGreetingAreRefused(long seed) throws Exception {
        byte[] noise = new byte[2000];
        new SplittableRandom(seed).nextBytes(noise);
        wire.write(ByteBuffer.wrap(noise));

        assertThatThrownBy(() -> handshake().answer(link, GROUP)).isInstanceOf(IOException.class);
    }

    /** The head of version 1 had 32 bytes; only its first six are the same in every version. */
    @ParameterizedTest
    @ValueSource(bytes = {1, 2, 100})
    void aCallerOfAnotherVersionIsToldSoInWordsThatItCanRead(byte version) throws Exception {
        byte[] hello = new byte[200];
        ByteBuffer.wrap(hello).put(new byte[] {'G', 'R', 'D', 'S', version, 1});
        wire.write(ByteBuffer.wrap(hello));
        wire.shutdownOutput();

        assertThatThrownBy(() -> handshake().answer(link, GROUP))
                .isInstanceOf(VersionException.class)
                .hasMessage("peer speaks another protocol: version=" + version + ", ours=" + Frame.VERSION);

        link.close();
        ByteBuffer answer = ByteBuffer.allocate(500).order(ByteOrder.LITTLE_ENDIAN);
        while (wire.read(answer) > 0) {
            assertThat(answer.hasRemaining()).isTrue();
        }
        answer.flip();
        assertThat(answer.remaining()).isGreaterThanOrEqualTo(32);
        byte[] prefix = new byte[6];
        answer.get(prefix);
        assertThat(prefix).containsExactly('G', 'R', 'D', 'S', Frame.VERSION, 5);
        byte[] text = new byte[answer.getShort()];
        answer.get(text);
        assertThat(new String(text, UTF_8).strip())
                .isEqualTo("protocol version differs: ours=" + version + ", launcher=" + Frame.VERSION);
    }

    @Test
    void aCallerIsRefusedByALauncherOfALaterVersion() throws Exception {
        byte later = Frame.VERSION + 1;
        String text = "protocol version differs: ours=" + Frame.VERSION + ", launcher=" + later;
        byte[] reason = text.getBytes(UTF_8);
        ByteBuffer refusal = ByteBuffer.allocate(8 + reason.length).order(ByteOrder.LITTLE_ENDIAN);
        refusal.put(new byte[] {'G', 'R', 'D', 'S', later, 5});
        refusal.putShort((short) reason.length).put(reason).flip();
        wire.write(refusal);

        assertThatThrownBy(() -> handshake().call(link, Map.of("rank", 0)))
                .isInstanceOf(RefusedException.class)
                .hasMessage("refused: " + text);
    }

    private static Handshake handshake() {
        return new Handshake(Secret.ofText("secret"), Identity::create);
    }

    private void send(Frame head, String payload) throws IOException {
        byte[] bytes = payload.getBytes(UTF_8);
        ByteBuffer buffer =
                ByteBuffer.allocate(Frame.HEAD + bytes.length + Frame.TAIL).order(ByteOrder.LITTLE_ENDIAN);
        head.write(buffer);
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, bytes.length);
        wire.write(buffer.put(bytes).putInt((int) crc.getValue()).flip());
    }
}

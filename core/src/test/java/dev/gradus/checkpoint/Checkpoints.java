package dev.gradus.checkpoint;

import dev.gradus.model.Layout;
import dev.gradus.model.Layout.Block;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Checkpoints for tests. */
public final class Checkpoints {

    private Checkpoints() {}

    /** A checkpoint of any size and any bits, taken after that step. */
    public static Checkpoint random(SplittableRandom random, long step) {
        int outputs = random.nextInt(1, 5);
        int inputs = random.nextInt(1, 300);
        Layout layout = new Layout(List.of(
                new Block("weights", 0, List.of(outputs, inputs)),
                new Block("bias \"\u00fc\"", outputs * inputs, List.of(outputs))));
        List<float[]> state = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            state.add(floats(random, layout.size()));
        }
        double loss = random.nextBoolean() ? Double.NaN : random.nextDouble();
        Place place = new Place(
                step, 3, random.nextInt(), random.nextLong(), 1000, loss, random.nextDouble(), 1.25, "simd", "7 rows");
        return new Checkpoint(place, "{\"seed\":1}", layout, floats(random, layout.size()), state);
    }

    /** Any bits, so among them NaNs of all kinds, infinities and zeros of both signs. */
    private static float[] floats(SplittableRandom random, int count) {
        float[] floats = new float[count];
        for (int i = 0; i < count; i++) {
            floats[i] = random.nextInt(4) == 0 ? -0.0f : Float.intBitsToFloat(random.nextInt());
        }
        return floats;
    }

    public static byte[] bytes(Checkpoint checkpoint) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        checkpoint.write(out);
        return out.toByteArray();
    }

    public static Checkpoint read(byte[] bytes) throws IOException {
        return Checkpoint.read(new ByteArrayInputStream(bytes), bytes.length, "file=a");
    }
}

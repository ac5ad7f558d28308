package dev.gradus.exchange;

import dev.gradus.math.FloatMath;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;

/**
 * Additions by way of short arrays, because loops over arrays are vectorised by every JIT and loops over buffers are
 * not.
 */
public final class PlainBufferLoops implements BufferLoops {

    /** Floats that are copied at a time: so few that two such pieces stay in a core's first cache. */
    private static final int PIECE = 1024;

    private final float[] left = new float[PIECE];
    private final float[] right = new float[PIECE];

    @Override
    public void addInto(float[] to, int toAt, ByteBuffer from, int fromAt, int length) {
        FloatBuffer floats = from.asFloatBuffer();
        for (int done = 0; done < length; done += PIECE) {
            int piece = Math.min(PIECE, length - done);
            floats.get(fromAt + done, right, 0, piece);
            FloatMath.addInto(to, toAt + done, right, 0, piece);
        }
    }

    @Override
    public void addInto(ByteBuffer to, int toAt, ByteBuffer from, int fromAt, int length) {
        FloatBuffer into = to.asFloatBuffer();
        FloatBuffer floats = from.asFloatBuffer();
        for (int done = 0; done < length; done += PIECE) {
            int piece = Math.min(PIECE, length - done);
            into.get(toAt + done, left, 0, piece);
            floats.get(fromAt + done, right, 0, piece);
            FloatMath.addInto(left, 0, right, 0, piece);
            into.put(toAt + done, left, 0, piece);
        }
    }

    @Override
    public void add(ByteBuffer sum, ByteBuffer one, ByteBuffer other, int at, int length) {
        FloatBuffer into = sum.asFloatBuffer();
        FloatBuffer from = one.asFloatBuffer();
        for (int done = 0; done < length; done += PIECE) {
            int piece = Math.min(PIECE, length - done);
            from.get(at + done, left, 0, piece);
            addInto(left, 0, other, at + done, piece);
            into.put(at + done, left, 0, piece);
        }
    }
}

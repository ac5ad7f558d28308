package dev.gradus.simd;

import dev.gradus.exchange.BufferLoops;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.stream.Stream;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/** Additions straight out of buffers, which the JIT vectorises for arrays only. */
final class VectorBufferLoops implements BufferLoops {

    private static final VectorSpecies<Float> S = Lanes.FLOATS;
    private static final int L = Lanes.COUNT;
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();

    /** Whether this JDK's vectors read buffers: later ones than 18 have memory segments for that. */
    static boolean fits() {
        return fits(FloatVector.class);
    }

    static boolean fits(Class<?> vector) {
        return Stream.of(vector.getMethods())
                .anyMatch(method -> method.getName().equals("fromByteBuffer"));
    }

    @Override
    public void addInto(float[] to, int toAt, ByteBuffer from, int fromAt, int length) {
        int i = 0;
        for (; i + L <= length; i += L) {
            FloatVector theirs = FloatVector.fromByteBuffer(S, from, (fromAt + i) * Float.BYTES, ORDER);
            FloatVector.fromArray(S, to, toAt + i).add(theirs).intoArray(to, toAt + i);
        }
        for (; i < length; i++) {
            to[toAt + i] += from.getFloat((fromAt + i) * Float.BYTES);
        }
    }

    @Override
    public void addInto(ByteBuffer to, int toAt, ByteBuffer from, int fromAt, int length) {
        int i = 0;
        for (; i + L <= length; i += L) {
            FloatVector theirs = FloatVector.fromByteBuffer(S, from, (fromAt + i) * Float.BYTES, ORDER);
            FloatVector ours = FloatVector.fromByteBuffer(S, to, (toAt + i) * Float.BYTES, ORDER);
            ours.add(theirs).intoByteBuffer(to, (toAt + i) * Float.BYTES, ORDER);
        }
        for (; i < length; i++) {
            int at = (toAt + i) * Float.BYTES;
            to.putFloat(at, to.getFloat(at) + from.getFloat((fromAt + i) * Float.BYTES));
        }
    }

    @Override
    public void add(ByteBuffer sum, ByteBuffer one, ByteBuffer other, int at, int length) {
        int i = at;
        for (; i + L <= at + length; i += L) {
            FloatVector left = FloatVector.fromByteBuffer(S, one, i * Float.BYTES, ORDER);
            FloatVector right = FloatVector.fromByteBuffer(S, other, i * Float.BYTES, ORDER);
            left.add(right).intoByteBuffer(sum, i * Float.BYTES, ORDER);
        }
        for (; i < at + length; i++) {
            sum.putFloat(i * Float.BYTES, one.getFloat(i * Float.BYTES) + other.getFloat(i * Float.BYTES));
        }
    }
}

package dev.gradus.nn.onednn;

import dev.gradus.nn.network.Curve;
import java.util.Optional;
import org.bytedeco.dnnl.engine;
import org.bytedeco.dnnl.memory;
import org.bytedeco.dnnl.memory.data_type;
import org.bytedeco.dnnl.memory.format_tag;
import org.bytedeco.dnnl.post_ops;
import org.bytedeco.dnnl.primitive_attr;
import org.bytedeco.dnnl.stream;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.javacpp.Pointer;
import org.jspecify.annotations.Nullable;

/** One rank's way into oneDNN: an engine, and the stream on which its thread runs primitives. */
final class Device implements AutoCloseable {

    private static final format_tag[] PLAIN = {format_tag.a, format_tag.ab, format_tag.abc, format_tag.abcd};

    /** Plain, by pixels, and in blocks of channels. */
    private static final format_tag[] IMAGES = {
        format_tag.abcd, format_tag.acdb, format_tag.aBcd16b, format_tag.aBcd8b, format_tag.aBcd4b
    };

    private final Arena arena = new Arena();
    private final engine cpu;
    private final stream queue;
    private final primitive_attr plain;

    Device() {
        OneDnn.require();
        this.cpu = arena.keep(new engine(org.bytedeco.dnnl.engine.kind.cpu, 0));
        this.queue = arena.keep(new stream(cpu));
        this.plain = arena.keep(new primitive_attr());
    }

    engine engine() {
        return cpu;
    }

    stream stream() {
        return queue;
    }

    /** Attributes that ask for nothing. */
    primitive_attr plain() {
        return plain;
    }

    /** Attributes that ask for the curve to be applied to each result on its way to memory. */
    primitive_attr followedBy(@Nullable Curve curve, Arena owner) {
        if (curve == null) {
            return plain;
        }
        post_ops after = owner.keep(new post_ops());
        after.append_eltwise(ActivationPart.algorithm(curve), 0, 0);
        primitive_attr attributes = owner.keep(new primitive_attr());
        attributes.set_post_ops(after);
        return attributes;
    }

    /** Values one after the other, the last dimension fastest. */
    static memory.desc plain(data_type type, long... dimensions) {
        return new memory.desc(dimensions, type, PLAIN[dimensions.length - 1]);
    }

    /** Values in whatever order the primitive that is asked likes best. */
    static memory.desc any(data_type type, long... dimensions) {
        return new memory.desc(dimensions, type, format_tag.any);
    }

    /**
     * Values in the order of {@code other}, whose dimensions are as many, or in any order if that is none of the usual
     * ones of images.
     */
    static memory.desc like(memory.desc other, data_type type, long... dimensions) {
        return usual(other).map(tag -> new memory.desc(dimensions, type, tag)).orElseGet(() -> any(type, dimensions));
    }

    /** Which of the usual orders of images it is, if one. */
    static Optional<format_tag> usual(memory.desc order) {
        try (LongPointer sides = order.get_dims()) {
            for (format_tag tag : IMAGES) {
                try (memory.desc same = new memory.desc(sides, order.get_data_type(), tag)) {
                    if (same.equals(order)) {
                        return Optional.of(tag);
                    }
                }
            }
        }
        return Optional.empty();
    }

    /** New memory, filled with zeros. */
    Tensor allocate(memory.desc order, Arena owner) {
        memory data = owner.keep(new memory(order, cpu));
        Pointer.memset(data.get_data_handle(), 0, order.get_size());
        return new Tensor(data, order);
    }

    @Override
    public void close() {
        arena.close();
    }
}

package dev.gradus.nn.onednn;

import org.bytedeco.dnnl.memory.data_type;

/** The numbers that a pass computes with. Parameters and gradients are 32-bit floats in any case. */
public enum Precision {
    FLOAT32("float32"),
    BF16("bf16");

    private final String text;

    Precision(String text) {
        this.text = text;
    }

    /** What a job writes. */
    public String text() {
        return text;
    }

    data_type type() {
        return this == BF16 ? data_type.bf16 : data_type.f32;
    }
}

package dev.gradus.data;

/** What a model must know of the rows it will meet. Labels are 0 to {@code classes - 1}. */
public record Shape(int features, int classes) {

    public Shape {
        if (features < 1 || classes < 2) {
            throw new IllegalArgumentException("bad shape: features=" + features + ", classes=" + classes);
        }
    }
}

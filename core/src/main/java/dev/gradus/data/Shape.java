package dev.gradus.data;

import org.jspecify.annotations.Nullable;

/**
 * What a model must know of the rows it will meet. Labels are 0 to {@code classes - 1}.
 *
 * @param image the sides of the images that the rows are; null where they are none
 */
public record Shape(int features, int classes, @Nullable ImageShape image) {

    public Shape {
        if (features < 1 || classes < 2) {
            throw new IllegalArgumentException("bad shape: features=" + features + ", classes=" + classes);
        }
        if (image != null && image.features() != features) {
            throw new IllegalArgumentException("image does not fill the row: image=" + image + ", image features="
                    + image.features() + ", features=" + features);
        }
    }

    /** Rows that are no images. */
    public Shape(int features, int classes) {
        this(features, classes, null);
    }

    /** Rows that are images. */
    public static Shape of(ImageShape image, int classes) {
        return new Shape(image.features(), classes, image);
    }

    @Override
    public String toString() {
        return "Shape[features=" + features + ", classes=" + classes + (image == null ? "" : ", image=" + image) + "]";
    }
}

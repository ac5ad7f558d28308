package dev.gradus.data.image;

import dev.gradus.data.ImageShape;
import dev.gradus.math.CounterRandom;

/**
 * Generated images, each a function of its number: a disc with stripes somewhere on a plain ground, under noise. The
 * class is how steep the stripes are and how wide; place, colours, contrast and phase of the stripes are drawn anew for
 * every image, so the mean image of every class is the same and no weighted sum of pixels tells classes apart. What
 * does is which pixels are alike in a small neighbourhood. Mirroring an image leaves its class as it is.
 *
 * <p>Classes are {@code steep + steeps * narrow}: up to four differ by angle alone, more by two widths as well.
 *
 * @param difficulty 0: no noise and exact angles; 1: noise twice as strong as the weakest stripes, and angles that just
 *     do not overlap
 */
record Gratings(ImageShape image, int classes, double difficulty, long key) {

    private static final int MOST_ANGLES_ALONE = 4;

    /** Pixels from stripe to stripe. */
    private static final double WIDE = 8;

    private static final double NARROW = 4;

    /** A period of the cosine, of which {@link #WAVE} holds the values. */
    private static final int PERIOD = 1024;

    /** Fractions of a phase, so that a line of pixels is stepped through without rounding. */
    private static final int FRACTION_BITS = 10;

    private static final int FRACTION = 1 << FRACTION_BITS;

    private static final double NOISE = 80;

    private static final float[] WAVE = wave();

    /** Places of the numbers that an image is drawn from; colours follow, three for each channel. */
    private static final int CLASS = 0;

    private static final int ANGLE = 1;
    private static final int MIRROR = 2;
    private static final int PHASE = 3;
    private static final int ACROSS = 4;
    private static final int DOWN = 5;
    private static final int RADIUS = 6;
    private static final int COLOURS = 7;

    private static float[] wave() {
        float[] wave = new float[PERIOD];
        for (int i = 0; i < PERIOD; i++) {
            // StrictMath, because Math.cos may differ in its last bit between machines.
            wave[i] = (float) StrictMath.cos(2 * Math.PI * i / PERIOD);
        }
        return wave;
    }

    /** Writes an image and returns its class. */
    int draw(long row, byte[] into) {
        long own = CounterRandom.bits(key, row);
        int label = CounterRandom.below(classes, own, CLASS);
        int steeps = classes <= MOST_ANGLES_ALONE ? classes : (classes + 1) / 2;
        double gap = Math.PI / 2 / Math.max(1, steeps - 1);
        double angle = (label % steeps + difficulty * (CounterRandom.uniform(own, ANGLE) - 0.5)) * gap;
        angle = CounterRandom.bits(own, MIRROR) < 0 ? -angle : angle;
        double cycle = (double) PERIOD * FRACTION / (label < steeps ? WIDE : NARROW);
        int stepRight = (int) Math.rint(StrictMath.cos(angle) * cycle);
        int stepDown = (int) Math.rint(StrictMath.sin(angle) * cycle);
        paint(own, stepRight, stepDown, into);
        return label;
    }

    private void paint(long own, int stepRight, int stepDown, byte[] into) {
        int height = image.height();
        int width = image.width();
        int phase = CounterRandom.below(PERIOD * FRACTION, own, PHASE);
        double centreX = width * (0.3 + 0.4 * CounterRandom.uniform(own, ACROSS));
        double centreY = height * (0.3 + 0.4 * CounterRandom.uniform(own, DOWN));
        double radius = Math.min(height, width) * (0.3 + 0.15 * CounterRandom.uniform(own, RADIUS));
        long noise = CounterRandom.bits(own, -1);
        for (int channel = 0; channel < image.channels(); channel++) {
            Colours colours = Colours.of(own, COLOURS + 3L * channel, difficulty);
            for (int y = 0; y < height; y++) {
                int line = (channel * height + y) * width;
                for (int x = 0; x < width; x++) {
                    double dx = x - centreX;
                    double dy = y - centreY;
                    int at = (phase + x * stepRight + y * stepDown) >> FRACTION_BITS & (PERIOD - 1);
                    double value = dx * dx + dy * dy < radius * radius
                            ? colours.disc + colours.contrast * WAVE[at]
                            : colours.ground;
                    value += NOISE * difficulty * CounterRandom.nearlyNormal(noise, line + x);
                    into[line + x] = (byte) Math.max(0, Math.min(255, (int) Math.rint(value)));
                }
            }
        }
    }

    /** What one channel of an image is painted with. */
    private record Colours(double ground, double disc, double contrast) {

        static Colours of(long own, long from, double difficulty) {
            double strength = (40 + 50 * CounterRandom.uniform(own, from + 2)) * (1 - difficulty / 2);
            return new Colours(
                    64 + 128 * CounterRandom.uniform(own, from),
                    64 + 128 * CounterRandom.uniform(own, from + 1),
                    CounterRandom.bits(own, ~from) < 0 ? -strength : strength);
        }
    }
}

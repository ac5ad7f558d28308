package dev.gradus.spark.ml;

/** What the numbers of a row must be. */
final class Labels {

    private Labels() {}

    /** The class that a label names, of so many. */
    static int of(double label, int classes) {
        int found = (int) label;
        if (found != label || found < 0 || found >= classes) {
            throw new IllegalArgumentException("label is no class: label=" + label + ", classes=" + classes
                    + "; labels are whole numbers from 0, a StringIndexer makes them");
        }
        return found;
    }

    /** A feature as ranks compute with it. */
    static float feature(int index, double value) {
        float feature = (float) value;
        if (!Float.isFinite(feature)) {
            throw new IllegalArgumentException("feature is not finite: index=" + index + ", value=" + value);
        }
        return feature;
    }
}

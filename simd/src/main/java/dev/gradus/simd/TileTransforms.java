package dev.gradus.simd;

import static dev.gradus.simd.TileCover.POINTS;

/**
 * Brings the tiles of an image, of one register of channels, to their points and back: first along one side, then along
 * the other. Used by one thread.
 *
 * <p>A tile is a piece of the height times one of the width. Its points lie {@code pointStride} apart, those along the
 * height {@link TileCover#POINTS} times that.
 */
final class TileTransforms {

    private static final int L = Lanes.COUNT;
    private static final int LINE = POINTS * L;
    private static final int FOUR = 4;
    private static final int WINDOW_REST = 2;

    private final TileCover height;
    private final TileCover width;
    private final int pointStride;
    private final float[] tile = new float[POINTS * LINE];

    TileTransforms(TileCover height, TileCover width, int pointStride) {
        this.height = height;
        this.width = width;
        this.pointStride = pointStride;
    }

    /** Values of the input of a tile to points. */
    void values(float[] image, int down, int across, float[] points, int at) {
        int line = width.values() * L;
        int from = height.from(down) * line + width.from(across) * L;
        int lines = height.outputs(down) + WINDOW_REST;
        int columns = width.outputs(across) + WINDOW_REST;
        for (int x = 0; x < columns; x++) {
            if (lines == POINTS) {
                TileSteps.values4(image, from + x * L, line, tile, x * L, LINE);
            } else {
                TileSteps.values3(image, from + x * L, line, tile, x * L, LINE);
            }
        }
        for (int y = 0; y < lines; y++) {
            if (columns == POINTS) {
                TileSteps.values4(tile, y * LINE, L, points, at + y * POINTS * pointStride, pointStride);
            } else {
                TileSteps.values3(tile, y * LINE, L, points, at + y * POINTS * pointStride, pointStride);
            }
        }
    }

    /** Points to the outputs of a tile. */
    void outputs(float[] points, int at, float[] image, int down, int across) {
        int line = width.outputs() * L;
        int to = height.from(down) * line + width.from(across) * L;
        int lines = height.outputs(down) + WINDOW_REST;
        int columns = width.outputs(across);
        for (int y = 0; y < lines; y++) {
            if (columns == FOUR) {
                TileSteps.outputs4(points, at + y * POINTS * pointStride, pointStride, tile, y * LINE, L);
            } else {
                TileSteps.outputs3(points, at + y * POINTS * pointStride, pointStride, tile, y * LINE, L);
            }
        }
        for (int x = 0; x < columns; x++) {
            if (lines == POINTS) {
                TileSteps.outputs4(tile, x * L, LINE, image, to + x * L, line);
            } else {
                TileSteps.outputs3(tile, x * L, LINE, image, to + x * L, line);
            }
        }
    }

    /** Slopes by the outputs of a tile to points. */
    void outputSlopes(float[] image, int down, int across, float[] points, int at) {
        int line = width.outputs() * L;
        int from = height.from(down) * line + width.from(across) * L;
        int lines = height.outputs(down);
        int columns = width.outputs(across);
        for (int x = 0; x < columns; x++) {
            if (lines == FOUR) {
                TileSteps.outputSlopes4(image, from + x * L, line, tile, x * L, LINE);
            } else {
                TileSteps.outputSlopes3(image, from + x * L, line, tile, x * L, LINE);
            }
        }
        for (int y = 0; y < lines + WINDOW_REST; y++) {
            if (columns == FOUR) {
                TileSteps.outputSlopes4(tile, y * LINE, L, points, at + y * POINTS * pointStride, pointStride);
            } else {
                TileSteps.outputSlopes3(tile, y * LINE, L, points, at + y * POINTS * pointStride, pointStride);
            }
        }
    }

    /** Adds the slopes at points to those by the input of a tile, which its neighbours share. */
    void addValueSlopes(float[] points, int at, float[] image, int down, int across) {
        int line = width.values() * L;
        int to = height.from(down) * line + width.from(across) * L;
        int lines = height.outputs(down) + WINDOW_REST;
        int columns = width.outputs(across) + WINDOW_REST;
        for (int y = 0; y < lines; y++) {
            if (columns == POINTS) {
                TileSteps.valueSlopes4(points, at + y * POINTS * pointStride, pointStride, tile, y * LINE, L);
            } else {
                TileSteps.valueSlopes3(points, at + y * POINTS * pointStride, pointStride, tile, y * LINE, L);
            }
        }
        for (int x = 0; x < columns; x++) {
            if (lines == POINTS) {
                TileSteps.addValueSlopes4(tile, x * L, LINE, image, to + x * L, line);
            } else {
                TileSteps.addValueSlopes3(tile, x * L, LINE, image, to + x * L, line);
            }
        }
    }
}

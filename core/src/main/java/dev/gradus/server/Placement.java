package dev.gradus.server;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Which shard has which rows of a table, and at which place.
 *
 * <p>Rows whose traffic is known, at most {@value #MOST_HOT}, are dealt one by one, the busiest first, each to the
 * shard with the least traffic so far. The others are dealt in turn. Places count up from 0 on each shard, in the order
 * of rows. So a shard has its part of the traffic and, but for the few busy rows, of the bytes. Tables are placed one
 * after the other, and each goes on from the load that those before it have left.
 */
public final class Placement {

    /** Rows that are dealt by their traffic. */
    static final int MOST_HOT = 4096;

    private final int rows;
    private final int shards;
    private final int hot;
    private final int[] hotShard;
    private final int[] hotPlace;

    /** Rows dealt by traffic that each shard has, ascending. */
    private final int[][] hotRows;

    /** The shard that has the first row of those dealt in turn. */
    private final int start;

    private Placement(TableSpec spec, double[] load) {
        this.rows = spec.rows();
        this.shards = load.length;
        this.hot = Math.min(spec.traffic().length, MOST_HOT);
        this.hotShard = new int[hot];
        this.hotPlace = new int[hot];
        this.hotRows = new int[shards][];
        deal(spec, load);
        this.start = least(load);
        int[] counts = new int[shards];
        for (int row = 0; row < hot; row++) {
            hotPlace[row] = counts[hotShard[row]]++;
        }
        for (int shard = 0; shard < shards; shard++) {
            int owner = shard;
            hotRows[shard] = IntStream.range(0, hot)
                    .filter(row -> hotShard[row] == owner)
                    .toArray();
        }
        double each = restOf(spec) * spec.width() / Math.max(1, rows - hot);
        for (int shard = 0; shard < shards; shard++) {
            load[shard] += each * (count(shard) - hotRows[shard].length);
        }
    }

    /** The placements of all tables of a run. */
    public static List<Placement> of(List<TableSpec> tables, int shards) {
        if (shards < 1) {
            throw new IllegalArgumentException("no shard: shards=" + shards);
        }
        double[] load = new double[shards];
        List<Placement> placements = new ArrayList<>();
        for (TableSpec table : tables) {
            placements.add(new Placement(table, load));
        }
        return placements;
    }

    private void deal(TableSpec spec, double[] load) {
        float[] traffic = spec.traffic();
        Integer[] order = IntStream.range(0, hot).boxed().toArray(Integer[]::new);
        Arrays.sort(order, Comparator.comparingDouble(row -> -traffic[row]));
        for (int row : order) {
            int shard = least(load);
            hotShard[row] = shard;
            load[shard] += (double) traffic[row] * spec.width();
        }
    }

    /** Traffic of the rows that are dealt in turn; where nothing is known, each counts 1. */
    private double restOf(TableSpec spec) {
        float[] traffic = spec.traffic();
        if (traffic.length == 0) {
            return rows;
        }
        double known = 0;
        for (int row = hot; row < traffic.length; row++) {
            known += traffic[row];
        }
        return known + (double) traffic[traffic.length - 1] * (rows - traffic.length);
    }

    private static int least(double[] load) {
        int least = 0;
        for (int shard = 1; shard < load.length; shard++) {
            if (load[shard] < load[least]) {
                least = shard;
            }
        }
        return least;
    }

    public int shards() {
        return shards;
    }

    public int shardOf(int row) {
        return row < hot ? hotShard[row] : (int) (((long) row - hot + start) % shards);
    }

    /** The place of a row on its shard. */
    public int placeOf(int row) {
        return row < hot ? hotPlace[row] : hotRows[shardOf(row)].length + (row - hot) / shards;
    }

    /** Writes {@link #shardOf} and {@link #placeOf} of rows, with one division for both. */
    void locate(int[] ids, int count, int[] shardOf, int[] placeOf) {
        for (int i = 0; i < count; i++) {
            int row = ids[i];
            if (row < hot) {
                shardOf[i] = hotShard[row];
                placeOf[i] = hotPlace[row];
            } else {
                int turn = Integer.divideUnsigned(row - hot + start, shards);
                int shard = row - hot + start - turn * shards;
                shardOf[i] = shard;
                placeOf[i] = hotRows[shard].length + (shard < start ? turn - 1 : turn);
            }
        }
    }

    /** The row at a place of a shard. */
    public int rowAt(int shard, int place) {
        int[] own = hotRows[shard];
        return place < own.length ? own[place] : hot + first(shard) + (place - own.length) * shards;
    }

    /** How many rows a shard has. */
    public int count(int shard) {
        return placesBefore(shard, rows);
    }

    /** How many rows of a shard lie before that row, which is also where its rows from there on begin. */
    int placesBefore(int shard, int row) {
        if (row < hot) {
            int found = Arrays.binarySearch(hotRows[shard], row);
            return found < 0 ? -found - 1 : found;
        }
        int rest = row - hot - first(shard);
        return hotRows[shard].length + (rest <= 0 ? 0 : (rest - 1) / shards + 1);
    }

    /** Which of the rows dealt in turn is the first of a shard. */
    private int first(int shard) {
        return Math.floorMod(shard - start, shards);
    }
}

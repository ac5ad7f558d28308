package dev.gradus.data;

import dev.gradus.math.CounterRandom;
import org.jspecify.annotations.Nullable;

/**
 * Which row meets which step: a function of the seed, the epoch and the position, never of the number of ranks.
 *
 * <p>The global batch is cut into <em>virtual shards</em>. Shard {@code i} owns places {@code floor(i * batchSize /
 * virtualShards)} to {@code floor((i + 1) * batchSize / virtualShards)} of every batch, its <em>quota</em>, and the
 * same share of the rows. So every step but the last of an epoch has exactly {@code batchSize} rows, and the last has
 * the rest. A rank works on a range of shards; which range changes nothing in what a shard does.
 *
 * <p>Inside a shard, rows move in <em>pages</em> of {@code pageRows} consecutive rows, because kernels want whole
 * tiles. Each epoch has its own order of the full pages; the rows that fill no page come last. Those would always be
 * the rows at the shard's end, so in each epoch they trade places with the last rows of a page drawn for it. That page
 * is then two runs; all others stay aligned.
 *
 * <p>With {@code pageRows} of 0 rows come in order. A shard with fewer rows than a page is not shuffled either.
 */
public record SamplePlan(long rows, int batchSize, int virtualShards, long seed, int pageRows) {

    /** Tells the orders from other uses of the same seed. */
    private static final long ORDER = 0x6F72646572L;

    private static final int BRIEF_ROWS = 4;

    public SamplePlan {
        if (rows < 1 || batchSize < 1 || virtualShards < 1 || pageRows < 0) {
            throw new IllegalArgumentException("bad sample plan: rows=" + rows + ", batchSize=" + batchSize
                    + ", virtualShards=" + virtualShards + ", pageRows=" + pageRows);
        }
        long steps = (rows - 1) / batchSize + 1;
        long quota = ((long) batchSize - 1) / virtualShards + 1;
        if (steps > Integer.MAX_VALUE / quota) {
            throw new IllegalArgumentException(
                    "too many rows for one virtual shard: rows=" + rows + ", batchSize=" + batchSize
                            + ", virtualShards=" + virtualShards + "; use more virtualShards or a larger batchSize");
        }
    }

    public int stepsPerEpoch() {
        return (int) ((rows - 1) / batchSize + 1);
    }

    /**
     * A plan of the same rows in the same shards with a few rows of each in a step, for whoever wants many steps soon;
     * null if there is none or steps are short already.
     */
    public @Nullable SamplePlan brief() {
        if (batchSize / BRIEF_ROWS < 4L * virtualShards || rows > Integer.MAX_VALUE / 2) {
            return null;
        }
        SamplePlan brief = new SamplePlan(rows, BRIEF_ROWS * virtualShards, virtualShards, seed, pageRows);
        for (int shard = 0; shard <= virtualShards; shard++) {
            if (brief.shardFrom(shard) != shardFrom(shard)) {
                return null;
            }
        }
        return brief;
    }

    /** The first row of a shard in the source. */
    public long shardFrom(int shard) {
        long places = placesBefore(shard);
        // Quotient and rest apart, since rows * places may not fit a long.
        return rows / batchSize * places + rows % batchSize * places / batchSize;
    }

    public long shardTo(int shard) {
        return shardFrom(shard + 1);
    }

    /** How many rows all shards together have in a step. */
    public int globalSize(int step) {
        checkStep(step);
        return (int) Math.min(batchSize, rows - (long) step * batchSize);
    }

    /** The first shard of a rank, whose shards end where those of the next rank begin. */
    public int firstShard(int rank, int ranks) {
        if (ranks < 1 || rank < 0 || rank > ranks) {
            throw new IllegalArgumentException("no such rank: rank=" + rank + ", ranks=" + ranks);
        }
        return (int) ((long) rank * virtualShards / ranks);
    }

    /** Replaces the runs of a slice of that shard's rows by those of one step. Any step may come after any other. */
    public void fill(Slice slice, int shard, int epoch, int step) {
        checkStep(step);
        int shardRows = (int) (shardTo(shard) - shardFrom(shard));
        int quota = (int) (placesBefore(shard + 1) - placesBefore(shard));
        int from = (int) Math.min(shardRows, (long) step * quota);
        int to = (int) Math.min(shardRows, ((long) step + 1) * quota);
        slice.begin(epoch, step);
        if (pageRows == 0) {
            slice.add(from, to);
            return;
        }
        long key = CounterRandom.bits(CounterRandom.bits(seed ^ ORDER, epoch), shard);
        while (from < to) {
            int offset = from % pageRows;
            int count = Math.min(pageRows - offset, to - from);
            addFromPage(slice, shardRows, key, from / pageRows, offset, count);
            from += count;
        }
    }

    /** Adds rows of the page at one place of the epoch's order. */
    private void addFromPage(Slice slice, int shardRows, long key, int place, int offset, int count) {
        int pages = shardRows / pageRows;
        int rest = shardRows % pageRows;
        int trading = CounterRandom.below(pages + 1, key, -1);
        if (place == pages) {
            int from = trading == pages ? pages * pageRows : (trading + 1) * pageRows - rest;
            slice.add(from + offset, from + offset + count);
            return;
        }
        int page = Permutation.at(pages, key, place);
        int own = page == trading ? pageRows - rest : pageRows;
        int end = offset + count;
        if (offset < own) {
            slice.add(page * pageRows + offset, page * pageRows + Math.min(end, own));
        }
        if (end > own) {
            int traded = pages * pageRows - own;
            slice.add(traded + Math.max(offset, own), traded + end);
        }
    }

    private long placesBefore(int shard) {
        if (shard < 0 || shard > virtualShards) {
            throw new IllegalArgumentException("no such shard: shard=" + shard + ", virtualShards=" + virtualShards);
        }
        return (long) shard * batchSize / virtualShards;
    }

    private void checkStep(int step) {
        if (step < 0 || step >= stepsPerEpoch()) {
            throw new IllegalArgumentException("no such step: step=" + step + ", stepsPerEpoch=" + stepsPerEpoch());
        }
    }
}

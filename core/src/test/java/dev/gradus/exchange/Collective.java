package dev.gradus.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;

/**
 * The operations of an exchange, each with what must come of it. An operation that is new is one more constant, and
 * every property then holds for it too.
 */
public enum Collective {
    /** The sum over ranks. */
    SUM {
        @Override
        public TreeShare share(int leaves, int ranks) {
            return TreeShare.oneLeafEach(ranks);
        }

        @Override
        void apply(Exchange exchange, Numbers numbers, float[][] nodes) throws ExchangeException {
            exchange.sum(nodes[0], numbers.from(), numbers.to());
        }

        @Override
        void check(Numbers numbers, int rank, float[][] nodes) {
            same(nodes[0], numbers.from(), numbers.to(), numbers.sum(numbers.from(), numbers.to()));
        }
    },

    /** The sum over the leaves of any tree. */
    TREE_SUM {
        @Override
        void apply(Exchange exchange, Numbers numbers, float[][] nodes) throws ExchangeException {
            exchange.sum(numbers.share(), nodes, numbers.from(), numbers.to());
        }

        @Override
        void check(Numbers numbers, int rank, float[][] nodes) {
            same(nodes[0], numbers.from(), numbers.to(), numbers.sum(numbers.from(), numbers.to()));
        }
    },

    /** The sum over the leaves of any tree, in memory outside the heap. */
    BUCKET_SUM {
        @Override
        void apply(Exchange exchange, Numbers numbers, float[][] nodes) throws ExchangeException {
            Bucket bucket = exchange.bucket(numbers.share(), nodes[0].length);
            for (int node = 0; node < nodes.length; node++) {
                bucket.node(node).put(0, nodes[node]);
            }
            exchange.sum(bucket, numbers.from(), numbers.to());
            for (int node = 0; node < nodes.length; node++) {
                bucket.node(node).get(0, nodes[node]);
            }
        }

        @Override
        void check(Numbers numbers, int rank, float[][] nodes) {
            same(nodes[0], numbers.from(), numbers.to(), numbers.sum(numbers.from(), numbers.to()));
        }
    },

    /** Waiting for all. */
    BARRIER {
        @Override
        void apply(Exchange exchange, Numbers numbers, float[][] nodes) throws ExchangeException {
            exchange.barrier();
        }

        @Override
        void check(Numbers numbers, int rank, float[][] nodes) {
            float[] before = numbers.nodes(rank)[0];
            same(nodes[0], numbers.from(), numbers.to(), Arrays.copyOfRange(before, numbers.from(), numbers.to()));
        }
    };

    /** The tree that this operation works on, where it is not given a wish. */
    public TreeShare share(int leaves, int ranks) {
        return new TreeShare(leaves, ranks);
    }

    /** Runs the operation on one rank; fails unless the result is right, bit by bit, and the rest was left alone. */
    public void run(Exchange exchange, Numbers numbers) throws ExchangeException {
        float[][] nodes = numbers.nodes(exchange.rank());
        apply(exchange, numbers, nodes);
        check(numbers, exchange.rank(), nodes);
        float[][] before = numbers.nodes(exchange.rank());
        for (int node = 0; node < nodes.length; node++) {
            int length = nodes[node].length;
            same(nodes[node], 0, numbers.from(), Arrays.copyOfRange(before[node], 0, numbers.from()));
            same(nodes[node], numbers.to(), length, Arrays.copyOfRange(before[node], numbers.to(), length));
        }
    }

    abstract void apply(Exchange exchange, Numbers numbers, float[][] nodes) throws ExchangeException;

    abstract void check(Numbers numbers, int rank, float[][] nodes);

    /** Fails unless these places hold exactly that; names the first that does not. */
    static void same(float[] values, int from, int to, float[] expected) {
        int different = Arrays.mismatch(values, from, to, expected, 0, expected.length);
        if (different >= 0) {
            assertThat(values[from + different])
                    .as("place %d of %d to %d", from + different, from, to)
                    .isEqualTo(expected[different]);
        }
    }
}

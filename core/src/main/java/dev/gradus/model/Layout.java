package dev.gradus.model;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The named blocks of a flat parameter vector, one after the other, in the order of the forward pass. */
public record Layout(List<Block> blocks) {

    /**
     * A named range of the parameter vector with the dimensions it is stored under.
     *
     * @param averaged whether its values are running means of what the rows show rather than learnt by gradients: its
     *     part of a gradient is the sum over rows of the values seen, and the values move towards their mean
     */
    public record Block(String name, int from, List<Integer> dimensions, boolean averaged) {

        /** A block that is learnt by gradients. */
        public Block(String name, int from, List<Integer> dimensions) {
            this(name, from, dimensions, false);
        }

        public int size() {
            return dimensions.stream().mapToInt(Integer::intValue).reduce(1, Math::multiplyExact);
        }

        public int to() {
            return from + size();
        }
    }

    /** The parameters {@code from} to {@code to}. */
    public record Range(int from, int to) {}

    public Layout {
        blocks = List.copyOf(blocks);
        for (int i = 1; i < blocks.size(); i++) {
            if (blocks.get(i).from() != blocks.get(i - 1).to()) {
                throw new IllegalArgumentException(
                        "blocks leave a gap: before=" + blocks.get(i).name());
            }
        }
    }

    /** Length of the parameter vector. */
    public int size() {
        return blocks.isEmpty() ? 0 : blocks.get(blocks.size() - 1).to();
    }

    /** The ranges of averaged blocks, neighbours joined, in order. */
    public List<Range> averaged() {
        List<Range> ranges = new ArrayList<>();
        for (Block block : blocks) {
            int last = ranges.size() - 1;
            if (block.averaged() && last >= 0 && ranges.get(last).to() == block.from()) {
                ranges.set(last, new Range(ranges.get(last).from(), block.to()));
            } else if (block.averaged()) {
                ranges.add(new Range(block.from(), block.to()));
            }
        }
        return ranges;
    }

    /** Whether files of the one fit the other: the same names and dimensions, which is all that files keep. */
    public boolean fits(Layout other) {
        return tensors().equals(other.tensors());
    }

    private List<Block> tensors() {
        return blocks.stream()
                .map(block -> new Block(block.name(), block.from(), block.dimensions()))
                .toList();
    }

    /** Text that is equal for equal layouts and different for different ones. */
    public String fingerprint() {
        return IntStream.range(0, blocks.size())
                .mapToObj(blocks::get)
                .map(block -> block.name() + block.dimensions() + (block.averaged() ? "~" : ""))
                .collect(Collectors.joining(","));
    }
}

package dev.gradus.model;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The named blocks of a flat parameter vector, one after the other, in the order of the forward pass. */
public record Layout(List<Block> blocks) {

    /** A named range of the parameter vector with the dimensions it is stored under. */
    public record Block(String name, int from, List<Integer> dimensions) {

        public int size() {
            return dimensions.stream().mapToInt(Integer::intValue).reduce(1, Math::multiplyExact);
        }

        public int to() {
            return from + size();
        }
    }

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

    /** Text that is equal for equal layouts and different for different ones. */
    public String fingerprint() {
        return IntStream.range(0, blocks.size())
                .mapToObj(blocks::get)
                .map(block -> block.name() + block.dimensions())
                .collect(Collectors.joining(","));
    }
}

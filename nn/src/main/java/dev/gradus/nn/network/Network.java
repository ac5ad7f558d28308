package dev.gradus.nn.network;

import dev.gradus.model.Layout;
import java.util.List;

/**
 * A network for rows of one form: its layers in the order in which they are computed. Each takes what the one before it
 * gives, and an {@code add} the output of an earlier one besides.
 */
public record Network(Form input, List<Node> nodes, Layout layout) {

    public Network {
        nodes = List.copyOf(nodes);
    }

    /**
     * Reads a network from its lines and infers all shapes. What does not fit is refused with a JobException that names
     * the layer.
     */
    public static Network of(List<String> lines, Form input, int classes) {
        NetworkReader reader = new NetworkReader(input, classes);
        lines.forEach(reader::add);
        return reader.network();
    }

    public Node last() {
        return nodes.get(nodes.size() - 1);
    }

    /** Whether any {@code add} reads the output of that layer, beside the layer that follows it. */
    public boolean isAddedLater(int index) {
        return nodes.stream().anyMatch(node -> node.other() == index);
    }

    /** The first layer that has parameters: nothing before it needs a gradient. */
    public int firstLearning() {
        return nodes.stream()
                .filter(Node::hasParameters)
                .findFirst()
                .orElseThrow()
                .index();
    }

    /** Multiplications and additions of the forward pass of one row. */
    public long flops() {
        return nodes.stream().mapToLong(Node::flops).sum();
    }
}

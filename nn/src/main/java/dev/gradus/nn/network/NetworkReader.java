package dev.gradus.nn.network;

import dev.gradus.job.JobException;
import dev.gradus.job.Names;
import dev.gradus.model.Layout;
import dev.gradus.model.Layout.Block;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Puts a network together, line by line. */
final class NetworkReader {

    private final Form input;
    private final int classes;
    private final LayerParser parser;
    private final List<Node> nodes = new ArrayList<>();
    private final List<Block> blocks = new ArrayList<>();
    private final Map<String, Integer> labels = new HashMap<>();
    private final Map<String, Integer> counts = new HashMap<>();
    private final Set<String> names = new HashSet<>();

    NetworkReader(Form input, int classes) {
        this.input = input;
        this.classes = classes;
        this.parser = new LayerParser(classes);
    }

    void add(String text) {
        LayerLine line = new LayerLine(nodes.size() + 1, text);
        Layer layer = parser.parse(line);
        String label = line.take("as");
        String name = line.take("name");
        line.end();
        Form in = nodes.isEmpty() ? input : nodes.get(nodes.size() - 1).out();
        Form out = Shapes.output(layer, in, line);
        int other = layer instanceof Layer.Add add ? other(add, out, line) : -1;
        nodes.add(new Node(nodes.size(), text, layer, in, out, other, blocks(layer, in, name, line)));
        if (label != null && labels.put(label, nodes.size() - 1) != null) {
            throw line.error("label is used twice: as=" + label);
        }
    }

    private int other(Layer.Add add, Form form, LayerLine line) {
        Integer index = labels.get(add.label());
        if (index == null) {
            throw line.error("no layer before it has the label " + add.label()
                    + Names.didYouMean(add.label(), labels.keySet()) + "; write as=" + add.label() + " behind one");
        }
        Form theirs = nodes.get(index).out();
        if (!theirs.equals(form)) {
            throw line.error("shapes differ: input=" + form + ", " + add.label() + "=" + theirs);
        }
        return index;
    }

    private List<Block> blocks(Layer layer, Form in, @Nullable String ownName, LayerLine line) {
        String kind = Shapes.name(layer);
        if (kind == null) {
            if (ownName != null) {
                throw line.error("has no parameters to name: name=" + ownName);
            }
            return List.of();
        }
        int count = counts.merge(kind, 1, Integer::sum);
        String name = ownName == null ? kind + count : ownName;
        if (name.isEmpty() || !names.add(name)) {
            throw line.error("name is used twice or empty: name=" + name);
        }
        List<Block> own = Shapes.blocks(layer, in, name, size(), line);
        blocks.addAll(own);
        return own;
    }

    private int size() {
        return blocks.isEmpty() ? 0 : blocks.get(blocks.size() - 1).to();
    }

    Network network() {
        if (blocks.isEmpty()) {
            throw new JobException(
                    LayerLine.KEY,
                    LayerLine.KEY + " has no layer that learns: layers=" + nodes.size()
                            + "; end it with dense classes");
        }
        Node last = nodes.get(nodes.size() - 1);
        if (!last.out().flat() || last.out().size() != classes) {
            throw LayerLine.error(
                    nodes.size(),
                    last.text(),
                    "the last layer must give one value a class: output=" + last.out() + ", classes=" + classes
                            + "; end the list with dense classes");
        }
        return new Network(input, nodes, new Layout(blocks));
    }
}

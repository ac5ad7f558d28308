package dev.gradus.nn;

import dev.gradus.data.Shape;
import dev.gradus.model.Layout;
import dev.gradus.model.Layout.Block;
import dev.gradus.model.Model;
import dev.gradus.model.Replica;
import dev.gradus.nn.network.Layer;
import dev.gradus.nn.network.Network;
import dev.gradus.nn.network.NetworkTable;
import dev.gradus.nn.network.Node;
import dev.gradus.nn.onednn.Convolutions;
import dev.gradus.nn.onednn.OneDnn;
import dev.gradus.nn.onednn.Passes;
import dev.gradus.nn.onednn.Precision;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A network of layers that ends in one score a class; its loss is the cross-entropy of their softmax. */
final class NetworkModel implements Model {

    /** What decides about a network beside its layers. */
    record Settings(Precision precision, Convolutions convolutions, double l2, long seed, boolean prefetch) {}

    private final String kind;
    private final Shape shape;
    private final Network network;
    private final Settings settings;

    NetworkModel(String kind, Shape shape, Network network, Settings settings) {
        this.kind = kind;
        this.shape = shape;
        this.network = network;
        this.settings = settings;
    }

    @Override
    public String kind() {
        return kind;
    }

    @Override
    public Shape shape() {
        return shape;
    }

    @Override
    public Layout layout() {
        return network.layout();
    }

    @Override
    public void initialize(float[] parameters, long seed) {
        new Initialization(network).write(parameters, seed);
    }

    @Override
    public Replica replica() {
        requireLibrary();
        return new NetworkReplica(shape, new Passes(network, settings.precision(), settings.convolutions()), settings);
    }

    /** Adds {@code l2 * w} and returns {@code l2 / 2 * |w|²}, over the weights of convolutions and dense layers. */
    @Override
    public double penalize(float[] parameters, float[] gradient) {
        double l2 = settings.l2();
        if (l2 == 0) {
            return 0;
        }
        double squares = 0;
        for (Node node : network.nodes()) {
            if (node.hasParameters() && !(node.layer() instanceof Layer.BatchNorm)) {
                squares += penalize(parameters, gradient, node.blocks().get(0));
            }
        }
        return l2 / 2 * squares;
    }

    private double penalize(float[] parameters, float[] gradient, Block weights) {
        double squares = 0;
        for (int i = weights.from(); i < weights.to(); i++) {
            squares += (double) parameters[i] * parameters[i];
            gradient[i] += (float) (settings.l2() * parameters[i]);
        }
        return squares;
    }

    @Override
    public List<String> describe() {
        requireLibrary();
        List<String> lines = new ArrayList<>();
        lines.add(OneDnn.describe() + ", " + settings.precision().text() + ", threads " + OneDnn.threads() + " a rank");
        if (!fewer().isEmpty()) {
            lines.add("convolutions in fewer multiplications, after Winograd: layer " + fewer());
        }
        lines.addAll(NetworkTable.lines(network));
        return lines;
    }

    /** Other kernels and other numbers of threads add in another order. In one order: ranks compare line by line. */
    @Override
    public Map<String, String> facts() {
        requireLibrary();
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("oneDNN", OneDnn.describe() + ", threads " + OneDnn.threads());
        facts.put("layers after Winograd", fewer());
        return facts;
    }

    /** The layers that are no direct convolutions though they could be: {@code "4, 7"}. */
    private String fewer() {
        return settings.convolutions().layers(network).stream()
                .map(String::valueOf)
                .collect(Collectors.joining(", "));
    }

    /** The library is loaded here and not with the model, which whoever stores one needs as well. */
    private void requireLibrary() {
        OneDnn.problem().ifPresent(problem -> {
            throw NetworkFactory.refused(kind, problem);
        });
    }
}

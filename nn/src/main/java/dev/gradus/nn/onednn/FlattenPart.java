package dev.gradus.nn.onednn;

import dev.gradus.nn.network.Node;
import org.bytedeco.dnnl.memory;
import org.jspecify.annotations.Nullable;

/** Images as flat lists: brought into plain order, in which both are the same. */
final class FlattenPart implements Part {

    private final Wiring wiring;
    private final memory.desc images;
    private final memory.desc lists;
    private final boolean passesThrough;

    /** {@code passesThrough} says that whoever reads the output takes images as well. */
    FlattenPart(Wiring wiring, Node node, boolean passesThrough) {
        this.wiring = wiring;
        this.images = wiring.keep(Device.plain(wiring.type(), node.in().dimensions(wiring.rows())));
        this.lists = wiring.keep(Device.plain(wiring.type(), node.out().dimensions(wiring.rows())));
        this.passesThrough = passesThrough;
    }

    @Override
    public Tensor forward(Tensor in) {
        return passesThrough ? in : wiring.view(wiring.as(images, in, wiring.forward()), lists);
    }

    @Override
    public @Nullable Diff backward(Diff diff, boolean further) {
        if (passesThrough) {
            return diff;
        }
        Tensor plain = wiring.as(lists, diff.tensor(), wiring.backward());
        boolean own = diff.own() || plain != diff.tensor();
        return new Diff(wiring.view(plain, images), own);
    }
}

package dev.gradus.exchange;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Random operations in a row, the same ones for every rank, each of which checks its own result. */
public final class Script {

    private final List<Step> steps = new ArrayList<>();

    /** One operation and what it works on. */
    private record Step(Collective operation, Numbers numbers) {}

    public Script(SplittableRandom random, int ranks, int length) {
        Collective[] all = Collective.values();
        // As in training, where a frame of one step would fit into the next.
        boolean alike = random.nextBoolean();
        Collective operation = all[random.nextInt(all.length)];
        int leaves = ranks + random.nextInt(2 * ranks);
        int floats = Numbers.anyLength(random, ranks);
        for (int i = 0; i < length; i++) {
            steps.add(new Step(operation, new Numbers(random, operation.share(leaves, ranks), floats)));
            if (!alike) {
                operation = all[random.nextInt(all.length)];
                leaves = ranks + random.nextInt(2 * ranks);
                floats = Numbers.anyLength(random, ranks);
            }
        }
    }

    /** Runs all of it on one rank. Any number of ranks may run it at the same time. */
    public void run(Exchange exchange) throws ExchangeException {
        for (Step step : steps) {
            step.operation.run(exchange, step.numbers);
        }
    }
}

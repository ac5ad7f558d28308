package dev.gradus.train;

import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.math.HashChain;
import dev.gradus.math.ParametersHash;
import dev.gradus.metrics.HashReading;
import dev.gradus.model.Layout.Block;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Hashes every block of the parameters after every so many steps and after the last, chains the hashes, and holds all
 * ranks to the same ones. Stands between the worker and the recorder of a run that takes hashes, and only there. Owned
 * by one rank.
 */
final class StepHashes implements StepListener {

    private final Recorder recorder;
    private final float[] parameters;
    private final List<Block> blocks;
    private final RankAgreement agreement;
    private final long every;
    private final long totalSteps;
    private final HashChain chain = new HashChain();

    private StepHashes(Recorder recorder, Setup setup, float[] parameters, Exchange exchange) {
        this.recorder = recorder;
        this.parameters = parameters;
        this.blocks = setup.layout().blocks();
        this.agreement =
                new RankAgreement(exchange, blocks.stream().map(Block::name).toList());
        this.every = setup.job().get(JobKeys.METRICS_HASHES);
        this.totalSteps = setup.extent().totalSteps();
    }

    /** What the worker tells of its steps: the recorder, behind hashes if the job asks for them. */
    static StepListener listener(Recorder recorder, Setup setup, Training training, Exchange exchange)
            throws ExchangeException {
        return setup.job().get(JobKeys.METRICS_HASHES) == 0
                ? recorder
                : new StepHashes(recorder, setup, training.parameters(), exchange);
    }

    @Override
    public void step(StepTotals totals) throws ExchangeException, DivergedException {
        recorder.step(totals);
        long step = recorder.progress().steps();
        if (step % every == 0 || step == totalSteps) {
            hash(step);
        }
    }

    private void hash(long step) throws ExchangeException {
        long[] hashes = new long[blocks.size()];
        chain.add(step);
        for (int i = 0; i < hashes.length; i++) {
            Block block = blocks.get(i);
            hashes[i] = ParametersHash.bits(parameters, block.from(), block.to());
            chain.add(hashes[i]);
        }
        long link = chain.value();
        // Before the ranks compare: if they differ, the last line of the file shows what rank 0 had.
        recorder.hashed(() -> reading(step, link, hashes));
        agreement.check(step, link, hashes);
    }

    private HashReading reading(long step, long link, long[] hashes) {
        Map<String, String> byName = new LinkedHashMap<>();
        for (int i = 0; i < hashes.length; i++) {
            byName.put(blocks.get(i).name(), HashChain.text(hashes[i]));
        }
        return new HashReading(step, HashChain.text(link), byName);
    }
}

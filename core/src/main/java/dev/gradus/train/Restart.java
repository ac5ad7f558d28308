package dev.gradus.train;

import dev.gradus.checkpoint.Checkpoint;
import dev.gradus.checkpoint.Place;
import dev.gradus.data.DataException;
import dev.gradus.job.JobException;
import java.util.Locale;

/** Checks that a run can go on from a checkpoint, and says so. */
final class Restart {

    private Restart() {}

    /** Refuses a checkpoint that is of another model, update rule or set of rows than this rank has. */
    static void check(Checkpoint checkpoint, Setup setup) throws DataException {
        Place place = checkpoint.place();
        String own = setup.layout().fingerprint();
        if (!checkpoint.layout().fits(setup.layout())) {
            throw new DataException("checkpoint is of another model: blocks="
                    + checkpoint.layout().fingerprint() + ", of the job=" + own
                    + "; the data have changed, bring back those of the run or train anew");
        }
        int states = setup.states();
        if (checkpoint.state().size() != states) {
            throw new DataException("checkpoint is of another update rule: arrays="
                    + checkpoint.state().size() + ", of the job=" + states + "; train anew");
        }
        int stepsPerEpoch = setup.extent().stepsPerEpoch();
        boolean inPlan = place.stepInEpoch() >= 0
                && place.stepInEpoch() <= stepsPerEpoch
                && place.step() == (long) place.epoch() * stepsPerEpoch + place.stepInEpoch();
        if (place.rows() != setup.extent().samplesPerEpoch() || !inPlan) {
            throw new DataException("checkpoint is of other rows: rows=" + place.rows() + ", found="
                    + setup.extent().samplesPerEpoch() + ", step=" + place.step() + ", epoch=" + place.epoch()
                    + ", steps an epoch="
                    + stepsPerEpoch + "; bring back the data of the run or train anew");
        }
        if (!place.data().equals(setup.data())) {
            throw new DataException("checkpoint is of other rows: data=" + place.data() + ", found=" + setup.data()
                    + "; bring back the data of the run or train anew");
        }
        if (place.step() > setup.extent().totalSteps()) {
            throw new JobException(
                    JobKeys.STEPS.name(),
                    "run is past its end: step=" + place.step() + ", steps="
                            + setup.extent().totalSteps() + "; raise steps or epochs");
        }
    }

    /** A line for people. */
    static String line(Place place, Setup setup) {
        String kernels = setup.kernels().name();
        String difference = place.kernels().equals(kernels)
                ? ""
                : "; kernels were " + place.kernels() + " so far, so the last bits differ from those of one run";
        return String.format(
                Locale.ROOT,
                "resumed   after step %d, in epoch %d, with %.1f s of training so far%s",
                place.step(),
                place.epoch() + 1,
                place.seconds(),
                difference);
    }
}

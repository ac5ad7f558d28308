package dev.gradus.calibrate;

import dev.gradus.forecast.Machine;
import dev.gradus.forecast.Work;
import java.util.List;

/**
 * What a calibration found.
 *
 * @param samples of the whole job
 * @param subjects what was asked for, by strategy, in order
 * @param serverSpeed bytes that one server takes in and gives out in a second of work; NaN where it was not measured
 * @param notes what people should know of it
 * @param seconds how long it took
 */
public record Findings(double samples, List<Subject> subjects, double serverSpeed, List<String> notes, double seconds) {

    /**
     * A strategy of the job with what was measured for it.
     *
     * @param rounded whether its numbers may be sent in 16 bits each
     */
    public record Subject(Work work, Machine machine, boolean rounded) {}

    public Findings {
        subjects = List.copyOf(subjects);
        notes = List.copyOf(notes);
    }
}

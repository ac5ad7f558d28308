package dev.gradus.cli;

import dev.gradus.report.Table;
import java.util.ArrayList;
import java.util.List;

/**
 * A published experiment: what it showed, and which runs of ours stand beside it.
 *
 * @param job file in the folder of jobs
 * @param quick settings that make all runs short
 * @param words whose nearest are looked for in the vectors of the last run; empty for other models
 */
record Experiment(
        String title,
        String about,
        Table published,
        String job,
        List<Variant> variants,
        List<String> quick,
        List<String> words,
        String differences) {

    /** One of our runs: what the table calls it, and what is set over the job. */
    record Variant(String name, List<String> settings) {

        static Variant of(String name, String... settings) {
            return new Variant(name, List.of(settings));
        }

        List<Setting> over(List<String> more) throws JobFileException {
            List<Setting> all = new ArrayList<>();
            for (String setting : settings) {
                all.add(Setting.parse(setting));
            }
            for (String setting : more) {
                all.add(Setting.parse(setting));
            }
            return all;
        }
    }

    /** A table of what was published. */
    static Table table(List<String> headings, List<List<String>> rows) {
        Table table = new Table(headings);
        rows.forEach(table::add);
        return table;
    }
}

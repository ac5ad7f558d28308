package dev.gradus.report.html;

import dev.gradus.report.RaceReport;
import dev.gradus.report.Table;
import dev.gradus.report.chart.BarChart;
import dev.gradus.report.chart.Chart.Heading;
import java.util.List;

/** What a race found out, to stand above the report of its runs. */
public final class RaceLead {

    private RaceLead() {}

    public static Lead of(RaceReport race) {
        Table table = race.table();
        return new Lead(
                "Race to " + race.goal(),
                new Finding(Finding.Topic.FIRST, race.outcome()),
                table.headings(),
                table.rows(),
                race.note(),
                List.of(
                        bars(race, "race-seconds", "Time to " + race.goal(), "seconds", "seconds"),
                        bars(race, "race-samples", "Work to " + race.goal(), "samples", race.unit())));
    }

    private static BarChart bars(RaceReport race, String name, String title, String figure, String unit) {
        return new BarChart(
                new Heading(
                        name,
                        title,
                        "Mean of the runs that arrived, and no bar where none did. The table has the intervals."),
                "strategy and ranks",
                unit + " to the target",
                race.rows().stream()
                        .map(row -> row.get("strategy") + " x" + row.get("ranks"))
                        .toList(),
                List.of(new BarChart.Part(
                        figure,
                        0,
                        race.rows().stream()
                                .map(row ->
                                        row.get(figure) instanceof Number number ? number.doubleValue() : Double.NaN)
                                .toList())),
                false);
    }
}

package dev.gradus.report.html;

import dev.gradus.report.chart.Chart;
import java.util.List;

/**
 * What a command found out by its runs, to stand above what the runs show by themselves.
 *
 * @param first what stands above all findings of the runs
 * @param note what the table leaves unsaid
 */
public record Lead(
        String title, Finding first, List<String> headings, List<List<String>> rows, String note, List<Chart> charts) {

    public Lead {
        headings = List.copyOf(headings);
        rows = List.copyOf(rows);
        charts = List.copyOf(charts);
    }
}

package dev.gradus.nn.network;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A network as lines for people: layer, output, parameters, FLOPs a row. */
public final class NetworkTable {

    private NetworkTable() {}

    public static List<String> lines(Network network) {
        List<String[]> rows = new ArrayList<>();
        rows.add(new String[] {"layer", "output", "parameters", "FLOPs a row"});
        for (Node node : network.nodes()) {
            rows.add(new String[] {
                (node.index() + 1) + " " + node.text(),
                node.out().toString(),
                count(node.parameters()),
                count(node.flops())
            });
        }
        rows.add(new String[] {
            "all", network.input() + " in", count(network.layout().size()), count(network.flops())
        });
        return rows.stream().map(row -> line(row, widths(rows))).toList();
    }

    private static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private static int[] widths(List<String[]> rows) {
        int[] widths = new int[rows.get(0).length];
        for (String[] row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row[i].length());
            }
        }
        return widths;
    }

    private static String line(String[] cells, int[] widths) {
        StringBuilder line = new StringBuilder(cells[0]).append(" ".repeat(widths[0] - cells[0].length()));
        for (int i = 1; i < cells.length; i++) {
            line.append("  ").append(" ".repeat(widths[i] - cells[i].length())).append(cells[i]);
        }
        return line.toString();
    }
}

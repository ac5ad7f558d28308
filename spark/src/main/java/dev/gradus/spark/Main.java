package dev.gradus.spark;

import java.util.ArrayList;
import java.util.List;

/** Entry point of {@code spark-submit}: trains the job that its arguments name, as {@code gradus train} does. */
public final class Main {

    private Main() {}

    public static void main(String[] args) {
        List<String> command = new ArrayList<>(List.of("train"));
        command.addAll(List.of(args));
        command.addAll(List.of("--launch", "spark"));
        int code = dev.gradus.cli.Main.execute(command.toArray(new String[0]));
        // A cluster takes an application that calls exit for one that failed, so that of a good run just ends.
        if (code != 0) {
            System.exit(code);
        }
    }
}

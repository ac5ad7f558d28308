package dev.gradus.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Entry point. */
@Command(
        name = "gradus",
        mixinStandardHelpOptions = true,
        version = "gradus 0.1.0",
        subcommands = {DataCommand.class})
public final class Main implements Runnable {

    @Override
    public void run() {
        CommandLine.usage(this, System.out);
    }

    public static void main(String[] args) {
        System.exit(new CommandLine(new Main()).execute(args));
    }
}

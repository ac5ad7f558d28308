package dev.gradus.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code gradus data}: makes and downloads sets and tells what is in a file. */
@Command(
        name = "data",
        description = "Makes and downloads data sets and shows what is in a file.",
        subcommands = {DataMakeCommand.class, DataGetCommand.class, DataInspectCommand.class},
        mixinStandardHelpOptions = true)
final class DataCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return 2;
    }
}

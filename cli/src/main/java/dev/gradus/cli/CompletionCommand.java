package dev.gradus.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;

/** Prints a script that teaches bash and zsh to complete our commands and options. */
@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        description = "Prints shell completion: source <(./gradus completion)")
final class CompletionCommand implements Callable<Integer> {

    @Override
    public Integer call() {
        System.out.print(AutoComplete.bash("gradus", Main.commandLine()));
        return 0;
    }
}

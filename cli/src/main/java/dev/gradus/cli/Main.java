package dev.gradus.cli;

import dev.gradus.data.DataException;
import dev.gradus.data.WriteException;
import dev.gradus.train.RunFailedException;
import java.io.PrintWriter;
import java.nio.file.FileAlreadyExistsException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

/** Entry point: finds the command, runs it, and turns whatever goes wrong into one line and an exit code. */
@Command(
        name = "gradus",
        mixinStandardHelpOptions = true,
        version = "gradus 0.1.0",
        description = "Trains models by stochastic gradient descent, from one thread to many processes,"
                + " and tells what distributing the work gained.",
        subcommands = {
            TrainCommand.class,
            ScaleCommand.class,
            AdviseCommand.class,
            RaceCommand.class,
            ReproduceCommand.class,
            VerifyCommand.class,
            EvaluateCommand.class,
            SimilarCommand.class,
            AnalogyCommand.class,
            ExportCommand.class,
            ReportCommand.class,
            WatchCommand.class,
            DataCommand.class,
            WorkerCommand.class,
            CompletionCommand.class,
            ArchiveCommand.class
        },
        footerHeading = "%nExit codes: 0 done, 1 failed, 2 wrong usage or job file, 3 diverged, 4 a peer was lost.%n",
        footer = "Start with: ./gradus scale jobs/logistic.yaml")
public final class Main implements Runnable {

    @Option(names = "--verbose", scope = ScopeType.INHERIT, description = "Prints stack traces.")
    private boolean verbose;

    private Main() {}

    @Override
    public void run() {
        CommandLine.usage(this, System.out);
    }

    public static void main(String[] args) {
        int code = execute(args);
        ErrorFilter.await();
        System.exit(code);
    }

    /** Runs a command, for programs that end by themselves; returns the exit code. */
    public static int execute(String... args) {
        try {
            return commandLine().execute(args);
        } catch (OutOfMemoryError e) {
            System.err.println("gradus: " + RunFailedException.describe(e));
            return RunFailedException.Cause.FAILED.code();
        }
    }

    static CommandLine commandLine() {
        Main main = new Main();
        return new CommandLine(main)
                .setUsageHelpAutoWidth(true)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(wrongUsage())
                .setExecutionExceptionHandler(failure(main));
    }

    /** One line on what was wrong, and where help is; not the whole help. */
    private static IParameterExceptionHandler wrongUsage() {
        return (e, args) -> {
            CommandLine command = e.getCommandLine();
            PrintWriter err = command.getErr();
            err.println("gradus: " + JobFileException.oneLine(String.valueOf(e.getMessage())) + suggestion(e) + "; see "
                    + command.getCommandSpec().qualifiedName(" ") + " --help");
            return CommandLine.ExitCode.USAGE;
        };
    }

    private static String suggestion(ParameterException e) {
        return e instanceof UnmatchedArgumentException unmatched
                        && !unmatched.getSuggestions().isEmpty()
                ? "; did you mean '" + unmatched.getSuggestions().get(0) + "'?"
                : "";
    }

    private static IExecutionExceptionHandler failure(Main main) {
        return (e, command, parsed) -> {
            if (!StopHook.stopping()) {
                command.getErr().println("gradus: " + JobFileException.oneLine(RunFailedException.describe(e)));
            }
            if (main.verbose) {
                e.printStackTrace(command.getErr());
            }
            return exitCode(e);
        };
    }

    private static int exitCode(Exception e) {
        if (e instanceof RunFailedException failed) {
            return failed.kind().code();
        }
        if (e instanceof WriteException) {
            return RunFailedException.Cause.FAILED.code();
        }
        return e instanceof JobFileException || e instanceof DataException || e instanceof FileAlreadyExistsException
                ? RunFailedException.Cause.BAD_INPUT.code()
                : RunFailedException.Cause.FAILED.code();
    }
}

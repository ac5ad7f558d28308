package dev.gradus.cli;

import java.lang.module.ModuleFinder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How to start a JVM like this one for a rank. */
public final class WorkerJvm {

    /** Names the archive of classes that the script which starts the launcher found. */
    static final String ARCHIVE = "gradus.archive";

    private static final String VECTORS = "jdk.incubator.vector";

    /** Packages whose code waits until it is compiled, as in the script that starts this process. */
    private static final List<String> INNER_LOOPS = List.of("simd", "model", "optim", "data.sparse");

    /**
     * Classes through which requests pass a few times a step. Left to itself the compiler puts the whole way of a
     * request into each of its parts, from both ends: half of its time in a run on servers, for calls that cost
     * nothing.
     */
    private static final List<String> REQUESTS = List.of(
            "BytePipe",
            "FrameInput",
            "FrameOutput",
            "GuardedShard",
            "LinkPump",
            "MemoryConduit",
            "RemoteLink",
            "RemotePull",
            "Shard",
            "ShardClient",
            "ShardConnection",
            "ShardServer",
            "TableStore",
            "Waiting",
            "WireConduit");

    /**
     * Classes by which ranks that share memory add up, some times a step. Put into one piece with all that calls them,
     * they keep the compiler of each rank busy for 0.4 to 0.5 s in the middle of a long run of jobs/cnn.yaml.
     */
    private static final List<String> SUMS = List.of("SlotSum", "WindowSum");

    /**
     * Packages that write logs, read messages and look at what a process uses, a few hundred times a second. Left to
     * itself the compiler finds them worth its best code some seconds after the start, in the launcher too, and takes a
     * seventh of a core for it while the ranks need all of them.
     */
    private static final List<String> RARE = List.of(
            "dev.gradus.cli",
            "dev.gradus.exchange.rendezvous",
            "dev.gradus.json",
            "dev.gradus.launch",
            "dev.gradus.report",
            "dev.gradus.run",
            "java.io",
            "java.lang.invoke",
            "java.lang.reflect",
            "java.math",
            "java.util.regex",
            "java.util.stream",
            "jdk.internal.math",
            "jdk.internal.org.objectweb.asm",
            "jdk.internal.reflect");

    /**
     * Records are read by reflection some hundred times a run. After the fifteenth time JDK 17 would make a class for
     * every component: in the first steps, while ranks need all cores.
     */
    static final String NO_CLASSES_FOR_REFLECTION = "-Dsun.reflect.inflationThreshold=1000000";

    /** How many times as often as others they are called before they are compiled. */
    private static final String LATER = "10.0";

    private WorkerJvm() {}

    static List<String> command() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // A rank makes little garbage and its large arrays live as long as it does: one collector thread is enough,
        // and does not take cores from the other ranks.
        command.add("-XX:+UseSerialGC");
        // Rows are met in shuffled order: with small pages every few of them cost a walk through the page tables.
        command.add("-XX:+UseTransparentHugePages");
        command.add(NO_CLASSES_FOR_REFLECTION);
        command.addAll(archiveOptions());
        command.addAll(compilerOptions());
        if (ModuleFinder.ofSystem().find(VECTORS).isPresent()) {
            command.add("--add-modules");
            command.add(VECTORS);
        }
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(Main.class.getName());
        command.add("worker");
        command.add("--quiet");
        return command;
    }

    private static List<String> archiveOptions() {
        String archive = System.getProperty(ARCHIVE);
        return archive == null
                ? List.of()
                // What the JVM says of archives goes to standard output, and would be taken for words of the rank.
                : List.of("-XX:SharedArchiveFile=" + archive, "-Xlog:cds=off", "-Xlog:cds+dynamic=off");
    }

    /**
     * Vector code is very slow until it is compiled; compiling it in the background only makes that last longer. What
     * runs a few times a step is compiled piece by piece.
     */
    public static List<String> compilerOptions() {
        List<String> options = new ArrayList<>();
        options.add("-XX:CompileCommand=quiet");
        for (String inner : INNER_LOOPS) {
            options.add("-XX:CompileCommand=BackgroundCompilation,dev.gradus." + inner + ".*::*,false");
        }
        for (String rare : RARE) {
            options.add("-XX:CompileCommand=CompileThresholdScaling," + rare + ".*::*," + LATER);
        }
        for (String request : REQUESTS) {
            options.add("-XX:CompileCommand=dontinline,dev.gradus.server." + request + "::*");
        }
        for (String sum : SUMS) {
            options.add("-XX:CompileCommand=dontinline,dev.gradus.exchange.collective." + sum + "::*");
        }
        return options;
    }
}

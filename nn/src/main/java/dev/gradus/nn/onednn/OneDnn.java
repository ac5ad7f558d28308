package dev.gradus.nn.onednn;

import java.util.Locale;
import java.util.Optional;
import org.bytedeco.dnnl.global.dnnl;
import org.bytedeco.javacpp.Loader;

/** The native library: whether it can be had on this machine, and what it says of it. Loaded when first asked for. */
public final class OneDnn {

    /** For which platforms the library is published; a build takes that of its own machine along. */
    private static final String PLATFORMS = "linux-x86_64, linux-arm64, macosx-x86_64, macosx-arm64, windows-x86_64";

    /** The bit of an instruction set that has bf16, in oneDNN's numbering of them. */
    private static final int BF16_BIT = 0x80;

    private OneDnn() {}

    /** Loaded once, by whichever thread comes first. */
    private static final class Once {

        static final Optional<String> PROBLEM = load();

        private static Optional<String> load() {
            // JavaCPP would refuse memory beyond twice the heap, but the memory of a network is not on the heap.
            System.setProperty(
                    "org.bytedeco.javacpp.maxphysicalbytes",
                    System.getProperty("org.bytedeco.javacpp.maxphysicalbytes", "0"));
            Optional<String> missing = missing();
            if (missing.isPresent()) {
                return missing;
            }
            try {
                Loader.load(dnnl.class);
                return Optional.empty();
            } catch (LinkageError e) {
                return Optional.of("oneDNN cannot be loaded: platform=" + Loader.Detector.getPlatform() + ", cause="
                        + e.getMessage()
                        + "; is the folder for extracted libraries writable? it is that of the system property"
                        + " org.bytedeco.javacpp.cachedir, or .javacpp in your home");
            }
        }
    }

    /** Why the library cannot be here at all, if it cannot. Loads nothing. */
    public static Optional<String> missing() {
        String platform = Loader.Detector.getPlatform();
        String file = "/org/bytedeco/dnnl/" + platform + "/" + System.mapLibraryName("jnidnnl");
        return OneDnn.class.getResource(file) != null
                ? Optional.empty()
                : Optional.of("oneDNN for this platform is not on the class path: platform=" + platform
                        + "; build on one of " + PLATFORMS);
    }

    /** Why networks cannot be computed here, if they cannot. Loads the library. */
    public static Optional<String> problem() {
        return Once.PROBLEM;
    }

    static void require() {
        problem().ifPresent(problem -> {
            throw new IllegalStateException(problem);
        });
    }

    /** Whether the processor computes with bf16 rather than pretending to. */
    public static boolean hasBf16() {
        require();
        return (dnnl.dnnl_get_effective_cpu_isa() & BF16_BIT) != 0;
    }

    /** Version and instruction set, on which the last bits of results depend. */
    public static String describe() {
        require();
        return "oneDNN " + dnnl.dnnl_version().major() + "."
                + dnnl.dnnl_version().minor() + " "
                + dnnl.get_effective_cpu_isa().toString().toLowerCase(Locale.ROOT);
    }

    /**
     * Threads that each call of a primitive uses: what OMP_NUM_THREADS says, which the library reads when it is loaded.
     */
    public static int threads() {
        String text = System.getenv("OMP_NUM_THREADS");
        try {
            return text == null
                    ? Runtime.getRuntime().availableProcessors()
                    : Integer.parseInt(text.strip().split(",", 2)[0]);
        } catch (NumberFormatException e) {
            return Runtime.getRuntime().availableProcessors();
        }
    }
}

package dev.gradus.optim;

/** How the rate falls from its peak. Steps count from the start of the run, those of the warm-up included. */
sealed interface Decay {

    /** The share of the peak rate at a step after the warm-up. */
    double share(long step);

    /** What it does to that peak rate. */
    String describe(double peak);

    /** Where a decay that ends with the run starts, how many steps it has, and the share it ends at. */
    record Span(long firstStep, long steps, double end) {

        /** How much of the span has passed: 0 at its first step, 1 when its last is over. */
        double progress(long step) {
            return steps <= 0 ? 0 : Math.min(1, (double) (step - firstStep) / steps);
        }

        String describe(double peak) {
            return " to " + Numbers.brief(end * peak) + " over " + Numbers.steps(steps);
        }
    }

    /** Stays at the peak. */
    record Constant() implements Decay {

        @Override
        public double share(long step) {
            return 1;
        }

        @Override
        public String describe(double peak) {
            return "constant";
        }
    }

    /** Is cut by a factor at regular intervals. */
    record Cuts(long everySteps, double everyEpochs, double factor) implements Decay {

        @Override
        public double share(long step) {
            // StrictMath, because Math.pow may differ in its last bit between machines and ranks must agree.
            long cuts = step / everySteps;
            return StrictMath.pow(factor, (double) cuts);
        }

        @Override
        public String describe(double peak) {
            return "x " + Numbers.brief(factor) + " every " + Numbers.steps(everySteps) + " ("
                    + Numbers.epochs(everyEpochs) + ")";
        }
    }

    /** Falls along a straight line. */
    record Linear(Span span) implements Decay {

        @Override
        public double share(long step) {
            return 1 - (1 - span.end()) * span.progress(step);
        }

        @Override
        public String describe(double peak) {
            return "linear" + span.describe(peak);
        }
    }

    /** Falls along half a wave of the cosine: slowly, fast, slowly. */
    record Cosine(Span span) implements Decay {

        @Override
        public double share(long step) {
            double half = (1 + StrictMath.cos(Math.PI * span.progress(step))) / 2;
            return span.end() + (1 - span.end()) * half;
        }

        @Override
        public String describe(double peak) {
            return "cosine" + span.describe(peak);
        }
    }
}

package dev.gradus.launch;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where in a run something happened, as messages tell it: the step, and the bucket where there are several. */
final class Place {

    private static final Pattern STEP = Pattern.compile("\\bstep=\\d+");
    private static final Pattern BUCKET = Pattern.compile("\\bbucket=\\d+");

    private Place() {}

    /** The place that a message names. */
    static Optional<String> in(String message) {
        return last(STEP, message)
                .map(step -> step
                        + last(BUCKET, message).map(bucket -> ", " + bucket).orElse(""));
    }

    private static Optional<String> last(Pattern pattern, String message) {
        Matcher matcher = pattern.matcher(message);
        String found = "";
        while (matcher.find()) {
            found = matcher.group();
        }
        return found.isEmpty() ? Optional.empty() : Optional.of(found);
    }

    /**
     * A reason, with the place at which {@code here} was thrown unless the reason names one itself; before the first
     * step there is no place.
     */
    static String add(String reason, Exception here) {
        Optional<String> place = in(String.valueOf(here.getMessage()));
        boolean known = in(reason).isPresent() || place.isEmpty() || place.get().equals("step=0");
        return known ? reason : reason + ", " + place.get();
    }
}

package dev.gradus.report.html;

/** One sentence or two on top of a report. */
public record Finding(Topic topic, String text) {

    /** What a finding is about. */
    public enum Topic {
        /** Who won a race. */
        FIRST("Who was first"),
        /** What limits the run. */
        LIMIT("What limits it"),
        /** What would help. */
        HELP("What would help"),
        /** How sure we are of it. */
        SURE("How sure we are");

        private final String title;

        Topic(String title) {
            this.title = title;
        }

        public String title() {
            return title;
        }
    }
}

package dev.gradus.data.text;

import dev.gradus.data.DataKeys;
import dev.gradus.job.Job;
import dev.gradus.job.JobException;

/** What a text is and how it is read: the values of {@link TextKeys}. */
public record TextSettings(
        String path,
        String tokenizer,
        long minCount,
        int maxWords,
        String vocabulary,
        int sentence,
        boolean lines,
        String gutenberg) {

    /** What data.minCount is if it is not written. */
    private static final long USUAL_MIN_COUNT = 5;

    public static TextSettings of(Job job) {
        if (job.get(DataKeys.PATH).isEmpty()) {
            throw new JobException(
                    DataKeys.PATH.name(),
                    "no text: data.kind=text, data.path=; write data.path: FILE, FOLDER or PATTERN");
        }
        return new TextSettings(
                job.get(DataKeys.PATH),
                job.get(TextKeys.TOKENIZER),
                minCount(job.get(DataKeys.MIN_COUNT)),
                job.integer(TextKeys.MAX_WORDS),
                job.get(TextKeys.VOCABULARY),
                job.integer(TextKeys.SENTENCE),
                job.get(TextKeys.LINES),
                job.get(TextKeys.GUTENBERG));
    }

    /** The text at a path with the defaults of all keys. */
    public static TextSettings of(String path) {
        return new TextSettings(
                path,
                TextKeys.TOKENIZER.defaultValue(),
                minCount(DataKeys.MIN_COUNT.defaultValue()),
                Math.toIntExact(TextKeys.MAX_WORDS.defaultValue()),
                TextKeys.VOCABULARY.defaultValue(),
                Math.toIntExact(TextKeys.SENTENCE.defaultValue()),
                TextKeys.LINES.defaultValue(),
                TextKeys.GUTENBERG.defaultValue());
    }

    private static long minCount(long written) {
        return written == 0 ? USUAL_MIN_COUNT : written;
    }

    /** These settings with another of {@link TextKeys#TOKENIZER}. */
    public TextSettings withTokenizer(String other) {
        return new TextSettings(path, other, minCount, maxWords, vocabulary, sentence, lines, gutenberg);
    }

    /** Everything but the path, in a form that differs if any of it does. */
    String reading() {
        return "tokenizer=" + tokenizer + "\nminCount=" + minCount + "\nmaxWords=" + maxWords + "\nsentence=" + sentence
                + "\nlines=" + lines + "\ngutenberg=" + gutenberg + "\n";
    }

    CorpusEncoder.Sentences sentences() {
        return new CorpusEncoder.Sentences(sentence, lines);
    }
}

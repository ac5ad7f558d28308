package dev.gradus.cli;

import dev.gradus.data.text.Gutenberg;
import dev.gradus.job.JobException;
import dev.gradus.job.Names;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * A text that published experiments were made with, and where it is found.
 *
 * @param digest SHA-256 of the book alone, see {@link #digest(byte[])}
 */
record PublishedText(String name, URI address, String digest) {

    private static final List<PublishedText> ALL = List.of(new PublishedText(
            "gutenberg-57421",
            URI.create("https://www.gutenberg.org/cache/epub/57421/pg57421.txt"),
            "c17dbf5e3d4cd816d3fd0827dc06c2e9721317566d195537627436fc16e2c6d1"));

    static PublishedText of(String name) {
        List<String> names = Stream.concat(
                        ALL.stream().map(PublishedText::name),
                        PublishedImages.all().stream().map(PublishedImages::name))
                .toList();
        return ALL.stream()
                .filter(text -> text.name.equals(name))
                .findFirst()
                .orElseThrow(() -> new JobException(
                        null,
                        "no such set: name=" + name + ", known=" + String.join(" ", names)
                                + Names.didYouMean(name, names)));
    }

    /**
     * The SHA-256 of the book in a file of Project Gutenberg: between header and footer, which change now and then,
     * with every line ended by a line feed and without white space before and after.
     */
    static String digest(byte[] file) {
        String book = new String(Gutenberg.body(file), StandardCharsets.UTF_8)
                .replace("\r\n", "\n")
                .strip();
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(sha.digest(book.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}

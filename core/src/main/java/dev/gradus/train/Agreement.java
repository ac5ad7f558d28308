package dev.gradus.train;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.gradus.data.DataException;
import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Makes sure, before the first step, that all ranks train the same thing: what each has loaded and computes with must
 * be equal.
 *
 * <p>Every rank shows the SHA-256 of its <em>facts</em> to all. Where digests differ, they show the facts themselves,
 * so every rank can say which rank differs and in what, and all say the same.
 */
final class Agreement {

    private static final int DIGEST = 32;

    private final Exchange exchange;

    Agreement(Exchange exchange) {
        this.exchange = exchange;
    }

    /** Returns when every rank has come with the same facts; all must name them in the same order. */
    void on(Map<String, String> facts) throws ExchangeException, DataException {
        String own = String.join(
                "\n", facts.values().stream().map(Agreement::oneLine).toList());
        byte[] bytes = own.getBytes(UTF_8);
        List<byte[]> digests = Gathering.of(exchange, sha256(bytes), DIGEST);
        if (digests.stream().allMatch(digest -> MessageDigest.isEqual(digest, digests.get(0)))) {
            return;
        }
        int[] lengths = lengths(bytes.length);
        List<byte[]> padded =
                Gathering.of(exchange, bytes, IntStream.of(lengths).max().orElse(0));
        List<List<String>> all = new ArrayList<>();
        for (int rank = 0; rank < exchange.ranks(); rank++) {
            all.add(List.of(new String(padded.get(rank), 0, lengths[rank], UTF_8).split("\n", -1)));
        }
        throw new DataException(difference(List.copyOf(facts.keySet()), all));
    }

    private static String oneLine(String fact) {
        return fact.replace('\n', ' ');
    }

    private int[] lengths(int own) throws ExchangeException {
        byte[] bytes = {(byte) (own >> 24), (byte) (own >> 16), (byte) (own >> 8), (byte) own};
        return Gathering.of(exchange, bytes, Integer.BYTES).stream()
                .mapToInt(length -> java.nio.ByteBuffer.wrap(length).getInt())
                .toArray();
    }

    /** One line for all ranks: the lowest rank that differs from the facts that most ranks have. */
    private static String difference(List<String> names, List<List<String>> all) {
        List<String> common = mostFrequent(all);
        int rank = IntStream.range(0, all.size())
                .filter(other -> !all.get(other).equals(common))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("digests differ but facts do not: facts=" + common));
        List<String> theirs = all.get(rank);
        int fact = IntStream.range(0, names.size())
                .filter(i -> i >= theirs.size() || !theirs.get(i).equals(common.get(i)))
                .findFirst()
                .orElse(0);
        return "rank " + rank + " disagrees on the " + names.get(fact) + ": theirs="
                + (fact < theirs.size() ? theirs.get(fact) : "") + ", ours=" + common.get(fact)
                + "; give every rank the same data and the same loops";
    }

    /** What most ranks have; of several that are equally frequent, that of the lowest rank. */
    private static List<String> mostFrequent(List<List<String>> all) {
        Map<List<String>, Integer> counts = new LinkedHashMap<>();
        all.forEach(facts -> counts.merge(facts, 1, Integer::sum));
        int most = Collections.max(counts.values());
        return counts.entrySet().stream()
                .filter(entry -> entry.getValue() == most)
                .findFirst()
                .orElseThrow()
                .getKey();
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}

package dev.gradus.data.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.gradus.data.DataException;
import dev.gradus.data.DataKeys;
import dev.gradus.data.WriteException;
import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.job.KeyList;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class CorpusCacheTest {

    private static final FileTime LONG_AGO = FileTime.fromMillis(1_000_000_000_000L);

    @TempDir
    Path folder = Path.of("");

    private final List<String> notes = Collections.synchronizedList(new ArrayList<>());
    private Path text = Path.of("");
    private Path cache = Path.of("");

    @BeforeEach
    void write() throws IOException {
        text = Files.writeString(folder.resolve("text"), "a b a\nb a c\n".repeat(100));
        Files.setLastModifiedTime(text, LONG_AGO);
        cache = folder.resolve("cache");
    }

    @Test
    void aCorpusIsEncodedOnce() throws IOException {
        Corpus first = open(5);
        Path tokens = tokens();
        Files.setLastModifiedTime(tokens, LONG_AGO);
        Corpus second = open(5);

        assertThat(TextCase.all(second))
                .isEqualTo(TextCase.all(first))
                .hasSize(800)
                .startsWith(0, 1, 0, -1, 1, 0, 2);
        assertThat(second.vocabulary().words()).containsExactly("a", "b", "c");
        assertThat(second.words()).isEqualTo(600);
        assertThat(Files.getLastModifiedTime(tokens)).isEqualTo(LONG_AGO);
        assertThat(notes).isEmpty();
        assertThat(names()).allMatch(name -> name.matches("corpus-[0-9a-f]{16}\\.(tokens|vocabulary|lock)"));
    }

    @Test
    void aTextThatChangedIsEncodedAgain() throws IOException {
        open(5);
        Files.writeString(text, "x y x\n".repeat(100));

        Corpus corpus = open(5);

        assertThat(corpus.vocabulary().words()).containsExactly("x", "y");
        assertThat(notes)
                .containsExactly("encoded corpus is of another text or of other settings: file=" + tokens()
                        + "; encoding the text again");
        assertThat(names()).hasSize(3);
    }

    @Test
    void otherSettingsHaveFilesOfTheirOwn() throws IOException {
        Corpus first = open(5);
        Corpus second = open(150);

        assertThat(first.vocabulary().size()).isEqualTo(3);
        assertThat(second.vocabulary().words()).containsExactly("a", "b");
        assertThat(names()).hasSize(6);
        assertThat(notes).isEmpty();
    }

    @Test
    void aDamagedCorpusIsEncodedAgainAndThatIsSaid() throws IOException {
        List<Integer> expected = TextCase.all(open(5));
        Path tokens = tokens();
        byte[] bytes = Files.readAllBytes(tokens);
        bytes[500] ^= 4;
        Files.write(tokens, bytes);

        assertThat(TextCase.all(open(5))).isEqualTo(expected);
        assertThat(notes)
                .containsExactly("encoded corpus is damaged: file=" + tokens + ", chunk=0; encoding the text again");
    }

    @Test
    void aLostOrDamagedVocabularyIsMadeAgain() throws IOException {
        open(5);
        Path vocabulary = only(".vocabulary");
        Files.delete(vocabulary);
        open(5);
        Files.writeString(vocabulary, "a 1\nb 1\n");
        Corpus corpus = open(5);

        assertThat(corpus.vocabulary().words()).containsExactly("a", "b", "c");
        assertThat(notes).hasSize(2);
        assertThat(notes.get(1)).startsWith("encoded corpus has another vocabulary: file=");
    }

    @Test
    void whatAnInterruptedEncodingLeftIsNotTakenForWhole() throws IOException {
        open(5);
        Path tokens = tokens();
        Files.move(tokens, tokens.resolveSibling(tokens.getFileName() + ".partial"));

        assertThat(open(5).length()).isEqualTo(800);
        assertThat(names()).hasSize(3).noneMatch(name -> name.endsWith(".partial"));
    }

    @Test
    void aFailedEncodingLeavesNoTokens() throws IOException {
        Files.write(text, new byte[] {'a', ' ', 'b', (byte) 0xFF});

        assertThatThrownBy(() -> open(1)).hasMessageStartingWith("not UTF-8: file=" + text + ", offset=3");
        assertThat(names()).allMatch(name -> name.endsWith(".lock"));
    }

    @Test
    void aTextWithoutWordsIsRefused() throws IOException {
        Files.writeString(text, "... !!! ...");

        assertThatThrownBy(() -> open(1))
                .isInstanceOf(DataException.class)
                .hasMessage("text has no words: data.path=" + text + ", data.tokenizer=simple");
    }

    @Test
    void threadsThatOpenTheSameTextEncodeItOnce() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(6);
        try {
            List<Callable<List<Integer>>> tasks = Collections.nCopies(6, () -> TextCase.all(open(5)));
            for (Future<List<Integer>> future : threads.invokeAll(tasks)) {
                assertThat(future.get()).hasSize(800);
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(names()).hasSize(3);
        assertThat(notes).isEmpty();
    }

    @Test
    void anotherProcessIsWaitedForUntilTheDeadline() throws Exception {
        open(5);
        Files.delete(tokens());
        Path lock = only(".lock");
        Process holder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        LockHolder.class.getName(),
                        lock.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader out = holder.inputReader(StandardCharsets.UTF_8)) {
            assertThat(out.readLine()).isEqualTo("locked");

            assertThatThrownBy(() -> CorpusCache.open(settings(5), cache, 1, notes::add, Duration.ofMillis(200)))
                    .isInstanceOf(DataException.class)
                    .hasMessageStartingWith("another process is still encoding the corpus: lock=" + lock);

            holder.getOutputStream().close();
            assertThat(open(5).length()).isEqualTo(800);
            assertThat(holder.waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(holder.exitValue()).isZero();
        } finally {
            holder.destroyForcibly();
        }
    }

    @Test
    void aGivenVocabularyIsUsedAsItIs() throws IOException {
        Path list = Files.writeString(folder.resolve("list"), "b 3\nzebra 2\n<UNK> 1\n");

        Corpus corpus = CorpusCache.open(settings(list.toString()), cache, 2, notes::add);
        Files.writeString(list, "b 3\nzebra 2\n");
        Corpus without = CorpusCache.open(settings(list.toString()), cache, 2, notes::add);

        assertThat(corpus.vocabulary().words()).containsExactly("b", "zebra", "<UNK>");
        assertThat(TextCase.all(corpus)).startsWith(2, 0, 2, -1, 0, 2, 2, -1);
        assertThat(TextCase.all(without)).startsWith(0, -1, 0, -1);
        assertThat(without.words()).isEqualTo(600);
        assertThat(notes).hasSize(1);
    }

    @Test
    void aVocabularyOfAnotherTextIsRefused() throws IOException {
        Path list = Files.writeString(folder.resolve("list"), "x 3\ny 2\n");

        assertThatThrownBy(() -> CorpusCache.open(settings(list.toString()), cache, 2, notes::add))
                .hasMessage("no word of the text is in the vocabulary: words=600, vocabulary=2;"
                        + " was it made with the same data.tokenizer?");
    }

    @Test
    void aFullDiskIsNamedAndNothingHalfIsLeft() throws Exception {
        Files.writeString(text, "a b c d\n".repeat(50_000));
        Files.createDirectories(cache);
        assumeThat(run("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", cache.toString()))
                .as("a small disk can be mounted here")
                .isZero();
        try {
            assertThatThrownBy(() -> open(5))
                    .isInstanceOf(WriteException.class)
                    .hasMessageMatching("cannot write encoded corpus: file=\\S+\\.tokens, No space left on device");
            assertThat(names()).noneMatch(name -> name.contains(".tokens"));
        } finally {
            assertThat(run("umount", cache.toString())).isZero();
        }
    }

    @Test
    void aFolderThatCannotBeMadeIsNamed() throws IOException {
        Path blocked = Files.writeString(folder.resolve("file"), "").resolve("cache");

        assertThatThrownBy(() -> CorpusCache.open(settings(5), blocked, 1, notes::add))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith("cannot create folder: folder=" + blocked);
    }

    @Test
    void theKindReadsItsKeys() throws IOException {
        FilesKind kind = new FilesKind(notes::add);
        KeyList keys = new KeyList(kind.keys());
        Job job = Job.of(
                keys,
                Map.of("data.path", text.toString(), "data.minCount", 150, "data.sentence", 2, "data.lines", false));

        Corpus corpus = kind.open(job, cache);

        assertThat(kind.name()).isEqualTo("text");
        assertThat(corpus.vocabulary().words()).containsExactly("a", "b");
        assertThat(TextCase.all(corpus)).startsWith(0, 1, -1, 0, 1, -1, 0, 0, -1);
        assertThatThrownBy(() -> kind.open(Job.of(keys, Map.of()), cache))
                .isInstanceOf(JobException.class)
                .hasMessage("no text: data.kind=text, data.path=; write data.path: FILE, FOLDER or PATTERN");
        assertThat(kind.keys()).contains(DataKeys.PATH);
    }

    private Corpus open(long minCount) throws DataException {
        return CorpusCache.open(settings(minCount), cache, 2, notes::add);
    }

    private TextSettings settings(long minCount) {
        return new TextSettings(text.toString(), "simple", minCount, 0, "", 1000, true, "auto");
    }

    private TextSettings settings(String vocabulary) {
        return new TextSettings(text.toString(), "simple", 5, 0, vocabulary, 1000, true, "auto");
    }

    private Path tokens() throws IOException {
        return only(".tokens");
    }

    private Path only(String ending) throws IOException {
        return cache.resolve(names().stream()
                .filter(name -> name.endsWith(ending))
                .findFirst()
                .orElseThrow());
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(cache)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static int run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        if (!process.waitFor(10, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            return -1;
        }
        return process.exitValue();
    }
}

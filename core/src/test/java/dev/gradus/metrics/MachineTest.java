package dev.gradus.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineTest {

    @TempDir
    private Path root;

    @Test
    void theMachineIsDescribedInJson() {
        Map<String, Object> machine = Machine.describe();

        assertThat(machine).containsKeys("cpu", "cores", "memoryBytes", "system", "java", "commit", "missing");
        assertThat((Integer) machine.get("cores")).isPositive();
        assertThat(Json.parseObject(Json.write(machine))).hasSameSizeAs(machine);
    }

    @Test
    void theCommitIsThatOfTheBranchThatIsCheckedOutAboveTheProgram() throws Exception {
        write(".git/HEAD", "ref: refs/heads/work\n");
        write(".git/refs/heads/work", "0123abcd\n");

        assertThat(Machine.commit(root.resolve("target/program.jar"))).isEqualTo("0123abcd");
    }

    @Test
    void aCommitMayBePackedOrCheckedOutByItself() throws Exception {
        write(".git/HEAD", "ref: refs/heads/work\n");
        write(".git/packed-refs", "# pack-refs\nffff refs/heads/other\neeee refs/heads/work\n");
        assertThat(Machine.commit(root)).isEqualTo("eeee");

        write(".git/HEAD", "dddd\n");
        assertThat(Machine.commit(root)).isEqualTo("dddd");
    }

    @Test
    void aFurtherWorkingTreeHasItsOwnHead() throws Exception {
        write("first/.git/HEAD", "ref: refs/heads/main\n");
        write("first/.git/refs/heads/side", "cccc\n");
        write("first/.git/worktrees/second/HEAD", "ref: refs/heads/side\n");
        write("first/.git/worktrees/second/commondir", "../..\n");
        write("second/.git", "gitdir: " + root.resolve("first/.git/worktrees/second") + "\n");

        assertThat(Machine.commit(root.resolve("second/target/program.jar"))).isEqualTo("cccc");
    }

    @Test
    void aGitFolderWithoutAnythingInItHasNoCommit() throws Exception {
        Files.createDirectories(root.resolve(".git"));

        assertThat(Machine.commit(root)).isEmpty();
    }

    private void write(String name, String text) throws Exception {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}

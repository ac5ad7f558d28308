package dev.gradus.launch;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretSourceTest {

    @TempDir
    Path folder = Path.of("");

    @Test
    void aFileThatIsGoneIsNamedOnceAndExplained() {
        Path file = folder.resolve("none.secret");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> SecretSource.read(file))
                .withMessage("secret cannot be read: no such file: file=" + file
                        + "; a launcher takes its file away when its run ends");
    }

    @Test
    void aFileWithoutASecretIsNamed() throws Exception {
        Path file = Files.writeString(folder.resolve("empty.secret"), "\n");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> SecretSource.read(file))
                .withMessage("secret cannot be read: file=" + file + ", secret is empty");
    }
}

package dev.gradus.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.data.DataException;
import dev.gradus.data.WriteException;
import dev.gradus.train.RunFailedException.Cause;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class RunFailedExceptionTest {

    @Test
    void dataThatCannotBeUsedAreBadInputAndDataThatCannotBeWrittenAreNot() {
        assertThat(Cause.of(new DataException("text is empty"))).isEqualTo(Cause.BAD_INPUT);
        assertThat(Cause.of(new WriteException("no space", new IOException()))).isEqualTo(Cause.FAILED);
    }
}

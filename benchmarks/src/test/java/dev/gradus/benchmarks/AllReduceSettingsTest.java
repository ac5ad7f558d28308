package dev.gradus.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class AllReduceSettingsTest {

    @Test
    void wordsReplaceDefaults() {
        AllReduceSettings settings = AllReduceSettings.parse("ranks=4", "link=tcp", "sizes=4096,8", "seconds=0.5");

        assertThat(settings).isEqualTo(new AllReduceSettings(4, "tcp", "heap", "4096,8", 0.5));
        assertThat(settings.lengths()).containsExactly(1024, 2);
    }

    @Test
    void refusesWhatItDoesNotKnow() {
        assertThatThrownBy(() -> AllReduceSettings.parse("rank=4"))
                .hasMessage("unknown setting: word=rank=4; expected name=value, names are ranks, link, paths, sizes, "
                        + "seconds");
        assertThatThrownBy(() -> AllReduceSettings.parse("link=pigeon"))
                .hasMessageContaining("unknown link: link=pigeon");
        assertThatThrownBy(() -> AllReduceSettings.parse("paths=heap,attic"))
                .hasMessageContaining("unknown path: paths=heap,attic");
        assertThatThrownBy(() -> AllReduceSettings.parse("sizes=6")).hasMessageContaining("bytes=6");
    }
}

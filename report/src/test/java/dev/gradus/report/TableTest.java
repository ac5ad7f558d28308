package dev.gradus.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {

    @Test
    void columnsAreAsWideAsTheirWidestCellAndAlignedToTheRight() {
        Table table = new Table(List.of("ranks", "s"));
        table.add(List.of("1", "12.5"));
        table.add(List.of("16", "0.8"));

        assertThat(table.text()).isEqualTo("""
                        ranks     s
                            1  12.5
                           16   0.8
                        """);
    }

    @Test
    void markdownHasAHeadAndOneLineForEachRow() {
        Table table = new Table(List.of("ranks", "s"));
        table.add(List.of("1", "12.5"));

        assertThat(table.markdown()).isEqualTo("""
                        | ranks | s |
                        | ---: | ---: |
                        | 1 | 12.5 |
                        """);
    }

    @Test
    void aBarInACellDoesNotEndIt() {
        Table table = new Table(List.of("a|b"));
        table.add(List.of("1|2"));

        assertThat(table.markdown()).isEqualTo("| a\\|b |\n| ---: |\n| 1\\|2 |\n");
    }

    @Test
    void aTableWithoutRowsIsItsHead() {
        assertThat(new Table(List.of("a", "b")).text()).isEqualTo("a  b\n");
    }

    @Test
    void aRowOfAnotherLengthIsRefused() {
        Table table = new Table(List.of("ranks", "s"));

        assertThatThrownBy(() -> table.add(List.of("1")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("row does not fit the table: cells=1, headings=2");
    }
}

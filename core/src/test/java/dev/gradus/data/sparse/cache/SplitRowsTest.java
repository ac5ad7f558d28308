package dev.gradus.data.sparse.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.data.DataException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SplitRowsTest {

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.1, 0.25, 1.0 / 3, 0.5, 0.9})
    void bothPartsTogetherAreTheSource(double p) throws DataException {
        for (int count : new int[] {0, 1, 2, 9, 10, 11, 100}) {
            List<RowCase> rows = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                rows.add(new RowCase(i % 2, 1, List.of(i), List.of(1f)));
            }
            SplitRows train = new SplitRows(RowCase.source(rows), p, false);
            SplitRows test = new SplitRows(RowCase.source(rows), p, true);
            List<RowCase> held = new ArrayList<>();
            List<RowCase> others = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                boolean isHeld = Math.floor((i + 1) * p) > Math.floor(i * p);
                (isHeld ? held : others).add(rows.get(i));
            }

            assertThat(RowCase.all(train)).isEqualTo(others);
            assertThat(RowCase.all(test)).isEqualTo(held);
            for (int from = 0; from < others.size(); from += 7) {
                int to = Math.min(others.size(), from + 5);
                assertThat(RowCase.read(train, from, to)).isEqualTo(others.subList(from, to));
            }
        }
    }
}

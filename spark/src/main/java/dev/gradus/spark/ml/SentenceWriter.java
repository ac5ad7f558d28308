package dev.gradus.spark.ml;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import org.apache.spark.sql.Row;

/** Rows of a list of words as text, one sentence a line. */
record SentenceWriter() implements RowWriter {

    @Override
    public String ending() {
        return ".txt";
    }

    @Override
    public void write(Row row, DataOutputStream out) throws IOException {
        if (row.isNullAt(0)) {
            throw new IllegalArgumentException("sentence is null; leave such rows out, or give them an empty array");
        }
        StringBuilder line = new StringBuilder();
        List<String> words = row.getList(0);
        for (String word : words) {
            if (word == null) {
                throw new IllegalArgumentException("word is null: sentence=" + words + "; leave such words out");
            }
            line.append(line.isEmpty() ? "" : " ").append(WordText.written(word));
        }
        out.write(line.append('\n').toString().getBytes(UTF_8));
    }
}

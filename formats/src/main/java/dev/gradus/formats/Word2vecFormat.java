package dev.gradus.formats;

/** How a word2vec file is written. A binary file needs its header: nothing else tells where a row ends. */
public record Word2vecFormat(boolean binary, boolean header) {

    public Word2vecFormat {
        if (binary && !header) {
            throw new IllegalArgumentException("a binary word2vec file needs its header: binary=true, header=false");
        }
    }
}

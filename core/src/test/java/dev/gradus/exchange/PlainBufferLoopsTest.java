package dev.gradus.exchange;

/** The loops by way of short arrays. */
class PlainBufferLoopsTest implements BufferLoopsContract {

    @Override
    public BufferLoops loops() {
        return new PlainBufferLoops();
    }
}

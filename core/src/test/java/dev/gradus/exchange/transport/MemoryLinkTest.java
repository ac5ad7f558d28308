package dev.gradus.exchange.transport;

class MemoryLinkTest implements LinkContract {

    @Override
    public Link[] pair() {
        return MemoryLink.pair(0, 1);
    }

    @Override
    public long bytes(int floats) {
        return 8 + 4L * floats;
    }
}

package dev.gradus.model.word2vec;

class PlainTileKernelTest implements TileKernelContract {

    @Override
    public TileKernel.Family kernels() {
        return PlainTileKernel::new;
    }
}

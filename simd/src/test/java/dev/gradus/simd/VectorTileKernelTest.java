package dev.gradus.simd;

import dev.gradus.model.word2vec.TileKernel;
import dev.gradus.model.word2vec.TileKernelContract;

class VectorTileKernelTest implements TileKernelContract {

    @Override
    public TileKernel.Family kernels() {
        return VectorTileKernel::new;
    }
}

package dev.gradus.simd;

import dev.gradus.model.word2vec.SoftmaxKernel;
import dev.gradus.model.word2vec.SoftmaxKernelContract;

class VectorSoftmaxKernelTest implements SoftmaxKernelContract {

    @Override
    public SoftmaxKernel.Family kernels() {
        return VectorSoftmaxKernel::new;
    }
}

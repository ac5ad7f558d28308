package dev.gradus.model.word2vec;

class PlainSoftmaxKernelTest implements SoftmaxKernelContract {

    @Override
    public SoftmaxKernel.Family kernels() {
        return PlainSoftmaxKernel::new;
    }
}

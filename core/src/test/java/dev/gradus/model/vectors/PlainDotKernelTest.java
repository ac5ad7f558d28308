package dev.gradus.model.vectors;

class PlainDotKernelTest implements DotKernelContract {

    @Override
    public DotKernel kernel() {
        return new PlainDotKernel();
    }
}

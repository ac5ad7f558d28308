package dev.gradus.simd;

import dev.gradus.model.vectors.DotKernel;
import dev.gradus.model.vectors.DotKernelContract;

/** The loop on the Vector API. */
class VectorDotKernelTest implements DotKernelContract {

    @Override
    public DotKernel kernel() {
        return new VectorDotKernel();
    }
}

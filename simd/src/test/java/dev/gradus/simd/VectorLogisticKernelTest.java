package dev.gradus.simd;

import dev.gradus.model.logistic.LogisticKernel;
import dev.gradus.model.logistic.LogisticKernelContract;

/** The loops on the Vector API. */
class VectorLogisticKernelTest implements LogisticKernelContract {

    @Override
    public LogisticKernel.Family kernels() {
        return VectorLogisticKernel::new;
    }

    @Override
    public int[] sizes() {
        int lanes = Lanes.COUNT;
        return new int[] {0, 1, lanes - 1, lanes, lanes + 1, 63, 64, 65, 200};
    }
}

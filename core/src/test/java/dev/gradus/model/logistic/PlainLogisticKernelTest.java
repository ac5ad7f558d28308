package dev.gradus.model.logistic;

/** The loops in plain Java. */
class PlainLogisticKernelTest implements LogisticKernelContract {

    @Override
    public LogisticKernel.Family kernels() {
        return PlainLogisticKernel::new;
    }

    @Override
    public int[] sizes() {
        return new int[] {0, 1, 3, 4, 5, 63, 64, 65, 200};
    }
}

package dev.gradus.metrics;

import java.util.List;

/**
 * What one rank did: its part of the work, where its time went, what it sent. {@code samples} are the rows or words of
 * this rank; {@code loss} and what follows are of the whole model, and equal on all ranks. Figures of the process (CPU,
 * memory, disk) stand in the report of every rank that lives in it; {@code process} tells which ones share.
 *
 * @param servers what each server did, by the names of its figures, in the report of rank 0
 * @param denseBytesPerStep what a step would move if workers pulled and pushed all parameters; 0 without servers
 * @param data what rows are known again by where that decides which parameters are whose, else empty
 * @param image the sides of rows that are images, like {@code 3x32x32}; empty where they are none
 */
public record RankReport(
        int rank,
        String process,
        int features,
        int classes,
        String image,
        String data,
        long steps,
        long epochs,
        long samples,
        long updates,
        double seconds,
        double startupSeconds,
        double computeSeconds,
        double exchangeSeconds,
        double hiddenExchangeSeconds,
        double waitSeconds,
        double diskSeconds,
        double gcSeconds,
        double throttleSeconds,
        double evaluateSeconds,
        List<?> waits,
        long bytesSent,
        long messages,
        long networkBytes,
        long syncs,
        double cpuSeconds,
        long peakMemoryBytes,
        long diskBytes,
        double dataBytesPerSecond,
        double memoryBytesPerSecond,
        double trainLoss,
        double trainAccuracy,
        double loss,
        double accuracy,
        double auc,
        double precision,
        double recall,
        String kernels,
        String parametersHash,
        List<?> servers,
        double denseBytesPerStep) {}

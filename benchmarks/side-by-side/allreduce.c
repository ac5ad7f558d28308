/*
 * Times MPI_Allreduce of float32 sums, for comparison with dev.gradus.benchmarks.AllReduceRank, which measures in the same
 * way: for every size a warm-up, then sums one by one, each on freshly written numbers and after a barrier. A sum takes as
 * long as its slowest rank. "streamMicros" is the mean of sums that follow each other without barriers.
 *
 *     mpicc -O3 -march=native -o allreduce allreduce.c
 *     mpirun -n 2 ./allreduce SECONDS SIZE...        (sizes in bytes)
 *
 * Prints one JSON object. Ends with code 1 if a sum is wrong.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PERIOD = 1024, FEWEST = 7, MOST = 20000 };

static int rank, ranks;

/* Small whole numbers: their sums are exact in any order, and no two neighbours are equal. */
static void fill(float *values, int count) {
    for (int i = 0; i < count; i++) {
        values[i] = (float) ((i % PERIOD) * (rank + 1));
    }
}

static void check(const float *sums, int count, int stride) {
    int factor = ranks * (ranks + 1) / 2;
    for (int i = 0; i < count; i += stride) {
        if (sums[i] != (float) ((i % PERIOD) * factor)) {
            fprintf(stderr, "sum is wrong: rank=%d, index=%d, of=%d, sum=%g, expected=%d\n", rank, i, count, sums[i],
                    (i % PERIOD) * factor);
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
    }
}

static void *allocate(size_t bytes) {
    void *memory = NULL;
    if (posix_memalign(&memory, 2 << 20, bytes) != 0) {
        fprintf(stderr, "no memory: bytes=%zu\n", bytes);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    memset(memory, 0, bytes);
    return memory;
}

/* With a separate input, or with in == out for a sum in place. */
static double sum(float *in, float *out, int count) {
    double begin = MPI_Wtime();
    MPI_Allreduce(in == out ? MPI_IN_PLACE : in, out, count, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
    return MPI_Wtime() - begin;
}

static double checked_sum(float *in, float *out, int count, int stride) {
    fill(in, count);
    MPI_Barrier(MPI_COMM_WORLD);
    double seconds = sum(in, out, count);
    check(out, count, stride);
    return seconds;
}

/* Runs sums for a while and returns how many fill that many seconds; rank 0 decides for all. */
static int warm_up(float *in, float *out, int count, double seconds) {
    double begin = MPI_Wtime();
    int done = 0, enough = 0;
    for (int turns = 1; !enough; turns *= 2) {
        for (int i = 0; i < turns; i++) {
            checked_sum(in, out, count, count / 4 + 1);
        }
        done += turns;
        enough = MPI_Wtime() - begin > seconds / 2;
        MPI_Bcast(&enough, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    double fits = seconds * done / (MPI_Wtime() - begin);
    int sums = fits < FEWEST ? FEWEST : fits > MOST ? MOST : (int) fits;
    MPI_Bcast(&sums, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return sums;
}

/* Seconds a sum when nothing stands between one and the next. Zeros, since sums of sums would grow beyond all floats. */
static double stream(float *in, float *out, int count, int sums) {
    memset(in, 0, count * sizeof(float));
    MPI_Barrier(MPI_COMM_WORLD);
    double begin = MPI_Wtime();
    for (int i = 0; i < sums; i++) {
        sum(in, out, count);
    }
    double own = (MPI_Wtime() - begin) / sums, slowest;
    MPI_Allreduce(&own, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return slowest;
}

static int ascending(const void *a, const void *b) {
    double difference = *(const double *) a - *(const double *) b;
    return (difference > 0) - (difference < 0);
}

static double quantile(const double *sorted, int count, double share) {
    return 1e6 * sorted[(int) (share * (count - 1) + 0.5)];
}

static void measure(const char *path, float *in, float *out, int count, double seconds, int first) {
    int sums = warm_up(in, out, count, seconds);
    double *own = allocate(sums * sizeof(double)), *slowest = allocate(sums * sizeof(double));
    for (int i = 0; i < sums; i++) {
        own[i] = checked_sum(in, out, count, i == 0 || i == sums - 1 ? 1 : count / 4 + 1);
    }
    MPI_Reduce(own, slowest, sums, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    double streamed = stream(in, out, count, sums);
    if (rank == 0) {
        qsort(slowest, sums, sizeof(double), ascending);
        printf("%s{\"path\":\"%s\",\"bytes\":%zu,\"sums\":%d,\"medianMicros\":%.3f,\"minMicros\":%.3f,\"p90Micros\":%.3f,"
               "\"streamMicros\":%.3f}", first ? "" : ",", path, count * sizeof(float), sums,
               quantile(slowest, sums, 0.5), quantile(slowest, sums, 0), quantile(slowest, sums, 0.9), 1e6 * streamed);
        fflush(stdout);
    }
    free(own);
    free(slowest);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    double seconds = argc > 2 ? atof(argv[1]) : 0;
    if (seconds <= 0) {
        fprintf(stderr, "usage: allreduce SECONDS SIZE...\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    if (rank == 0) {
        printf("{\"ranks\":%d,\"results\":[", ranks);
    }
    for (int i = 2; i < argc; i++) {
        int count = atoi(argv[i]) / (int) sizeof(float);
        float *in = allocate(count * sizeof(float)), *out = allocate(count * sizeof(float));
        measure("in place", out, out, count, seconds, i == 2);
        measure("separate", in, out, count, seconds, 0);
        free(in);
        free(out);
    }
    if (rank == 0) {
        printf("]}\n");
    }
    MPI_Finalize();
    return 0;
}

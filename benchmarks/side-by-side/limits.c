/*
 * What this machine allows: the speed of memcpy with 1 and 2 threads, each between two buffers of its own, and the time in
 * which a cache line goes from one core to another and back.
 *
 *     cc -O3 -march=native -pthread -o limits limits.c
 *     ./limits SECONDS [SIZE...]      (sizes in bytes; none: the cache line only)
 *
 * Prints one JSON object; gigabytesPerSecond counts what all threads copied, once.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { FEWEST = 7, MOST = 2000, TURNS = 5000, SPINS = 100000 };

static const double BATCH_SECONDS = 50e-6; /* a clock that is read more often measures itself */

struct copier {
    char *from, *to;
    size_t bytes;
    int rounds, batch;
    pthread_barrier_t *gate;
    double seconds[MOST];
};

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + 1e-9 * time.tv_nsec;
}

static char *allocate(size_t bytes) {
    void *memory = NULL;
    if (posix_memalign(&memory, 2 << 20, bytes) != 0) {
        fprintf(stderr, "no memory: bytes=%zu\n", bytes);
        exit(1);
    }
    memset(memory, 1, bytes);
    return memory;
}

static double copy(struct copier *own) {
    double begin = now();
    for (int i = 0; i < own->batch; i++) {
        memcpy(own->to, own->from, own->bytes);
        __asm__ volatile("" : : "r"(own->to) : "memory"); /* or the compiler would copy once */
    }
    return now() - begin;
}

static void *run(void *argument) {
    struct copier *own = argument;
    for (int i = 0; i < own->rounds; i++) {
        pthread_barrier_wait(own->gate);
        own->seconds[i] = copy(own) / own->batch;
    }
    return NULL;
}

static int ascending(const void *a, const void *b) {
    double difference = *(const double *) a - *(const double *) b;
    return (difference > 0) - (difference < 0);
}

static void start(pthread_t *thread, void *(*work)(void *), void *argument) {
    if (pthread_create(thread, NULL, work, argument) != 0) {
        fprintf(stderr, "no thread can be started\n");
        exit(1);
    }
}

/* Seconds in which every thread has copied that many bytes: the median over rounds of the slowest thread. */
static double measure(size_t bytes, int threads, double seconds) {
    static struct copier copiers[2];
    pthread_barrier_t gate;
    pthread_t handles[2];
    pthread_barrier_init(&gate, NULL, threads);
    for (int t = 0; t < threads; t++) {
        copiers[t] = (struct copier) {.from = allocate(bytes), .to = allocate(bytes), .bytes = bytes, .batch = 1, .gate = &gate};
    }
    copy(&copiers[0]);
    double once = copy(&copiers[0]);
    int batch = once < BATCH_SECONDS ? (int) (BATCH_SECONDS / once) + 1 : 1;
    double fits = seconds / (batch * once);
    int rounds = fits < FEWEST ? FEWEST : fits > MOST ? MOST : (int) fits;
    for (int t = 0; t < threads; t++) {
        copiers[t].rounds = rounds;
        copiers[t].batch = batch;
        start(&handles[t], run, &copiers[t]);
    }
    for (int t = 0; t < threads; t++) {
        pthread_join(handles[t], NULL);
        free(copiers[t].from);
        free(copiers[t].to);
    }
    for (int i = 0; threads == 2 && i < rounds; i++) {
        if (copiers[1].seconds[i] > copiers[0].seconds[i]) {
            copiers[0].seconds[i] = copiers[1].seconds[i];
        }
    }
    pthread_barrier_destroy(&gate);
    qsort(copiers[0].seconds, rounds, sizeof(double), ascending);
    return copiers[0].seconds[rounds / 2];
}

static atomic_int ball;

/* Waits until the ball has come. Yields after a while, or two threads on one core would wait for each other's time slice. */
static void catch_ball(int turn) {
    for (int spins = 0; atomic_load_explicit(&ball, memory_order_acquire) != turn; spins++) {
        if (spins > SPINS) {
            sched_yield();
        }
    }
}

static void *answer(void *unused) {
    for (int i = 0; i < TURNS; i++) {
        catch_ball(2 * i + 1);
        atomic_store_explicit(&ball, 2 * i + 2, memory_order_release);
    }
    return unused;
}

static double round_trip_nanos(void) {
    static double nanos[TURNS];
    pthread_t other;
    start(&other, answer, NULL);
    for (int i = 0; i < TURNS; i++) {
        double begin = now();
        atomic_store_explicit(&ball, 2 * i + 1, memory_order_release);
        catch_ball(2 * i + 2);
        nanos[i] = 1e9 * (now() - begin);
    }
    pthread_join(other, NULL);
    qsort(nanos, TURNS, sizeof(double), ascending);
    return nanos[TURNS / 2];
}

int main(int argc, char **argv) {
    double seconds = argc > 1 ? atof(argv[1]) : 0;
    if (seconds <= 0) {
        fprintf(stderr, "usage: limits SECONDS [SIZE...]\n");
        return 2;
    }
    printf("{\"roundTripNanos\":%.0f,\"copies\":[", round_trip_nanos());
    for (int i = 2; i < argc; i++) {
        for (int threads = 1; threads <= 2; threads++) {
            size_t bytes = strtoul(argv[i], NULL, 10);
            double took = measure(bytes, threads, seconds);
            printf("%s{\"bytes\":%zu,\"threads\":%d,\"micros\":%.3f,\"gigabytesPerSecond\":%.2f}",
                   i == 2 && threads == 1 ? "" : ",", bytes, threads, 1e6 * took, 1e-9 * threads * bytes / took);
        }
    }
    printf("]}\n");
    return 0;
}

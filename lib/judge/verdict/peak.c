/* SPDX-License-Identifier: MIT */
#include "judge/verdict/peak.h"

#include "base/base.h"
#include "base/threads/parallel.h"

/* Runs of tens of microseconds fit between two interrupts. After a few milliseconds the processor
 * has reached its working frequency. */
#define RUNS_MIN    8
#define RUNS_MAX    4096
#define NANOSECONDS UINT64_C(20000000)

/* Another program's thread on the same core may have taken half of every run; and a virtual
 * processor may be half a core. */
#define ALLOWANCE 2.0

typedef struct peaks {
    bres__peak_kernel flops;
    bres__peak_kernel bytes;
    bres_clock clock;
    struct peaks_memory {
        _Alignas(BRES__PEAK_ALIGN) float floats[BRES__PEAK_FLOATS];
        double flops_rate;
        double bytes_rate;
    } * memory; /* of each processor */
} peaks;

double bres__peak_rate(const bres__peak_kernel *kernel, float *memory, const bres_clock *clock)
{
    const uint64_t start = clock->now(clock->user);
    double best = 0;

    for (unsigned runs = 1; runs <= RUNS_MAX; runs++) {
        const uint64_t before = clock->now(clock->user);
        uint64_t after;

        kernel->run(memory);
        after = clock->now(clock->user);
        if (after > before) {
            const double rate = kernel->amount / ((double)(after - before) * 1e-9);

            best = rate > best ? rate : best;
        }
        if (runs >= RUNS_MIN && after > start && after - start >= NANOSECONDS)
            break;
    }
    return best;
}

static void peaks_work(void *context, size_t index)
{
    const peaks *measured = context;
    struct peaks_memory *memory = &measured->memory[index];

    memory->flops_rate = bres__peak_rate(&measured->flops, memory->floats, &measured->clock);
    memory->bytes_rate = bres__peak_rate(&measured->bytes, memory->floats, &measured->clock);
}

bres_status bres__peaks_measure(double *flops_per_second, double *bytes_per_second)
{
    const size_t count = bres__online_cpus();
    peaks measured;
    char *block;
    double flops = 0;
    double bytes = 0;

    *flops_per_second = 0;
    *bytes_per_second = 0;
    block = bres__calloc(count + 1, sizeof(*measured.memory));
    if (block == NULL)
        return bres__error_memory();
    measured.memory = (void *)(block + BRES__PEAK_ALIGN - (uintptr_t)block % BRES__PEAK_ALIGN);
    bres__peak_flops_kernels(&measured.flops, 1);
    bres__peak_bytes_kernels(&measured.bytes, 1);
    bres_clock_init(&measured.clock);
    bres__parallel(count, peaks_work, &measured);
    /* The rate of the fastest processor is used for all: slower processors were disturbed. */
    for (size_t i = 0; i < count; i++) {
        flops = measured.memory[i].flops_rate > flops ? measured.memory[i].flops_rate : flops;
        bytes = measured.memory[i].bytes_rate > bytes ? measured.memory[i].bytes_rate : bytes;
    }
    bres__free(block);
    *flops_per_second = ALLOWANCE * (double)count * flops;
    *bytes_per_second = ALLOWANCE * (double)count * bytes;
    return BRES_OK;
}

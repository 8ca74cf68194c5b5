/* SPDX-License-Identifier: MIT */
/*
 * What the machine can do at most: a call that claims to be faster than this has not done its work.
 * So each figure is rather too large than too small, and only what is far beyond it is suspicious.
 * An algorithm that needs fewer operations than the problem counts can be beyond it honestly.
 */
#ifndef BRES_JUDGE_VERDICT_PEAK_H
#define BRES_JUDGE_VERDICT_PEAK_H

#include <benchresult/base.h>

/*
 * Measures, in less than a tenth of a second, the rates of all processors together: float32
 * operations, a fused multiplication and addition being two, and bytes that go to and from the
 * first-level cache, since small cases stay there. 0 for what cannot be measured.
 * BRES_ERROR_MEMORY.
 */
bres_status bres__peaks_measure(double *flops_per_second, double *bytes_per_second);

/* What a kernel works in: it fits into any first-level cache and is aligned to BRES__PEAK_ALIGN. */
#define BRES__PEAK_FLOATS 6384
#define BRES__PEAK_ALIGN  64

typedef struct bres__peak_kernel {
    const char *name;
    double amount; /* operations or bytes of one run; more where this processor may do better */
    void (*run)(float *memory);
} bres__peak_kernel;

/* The variants that this processor has, the fastest first: up to `capacity`, at least one. */
#define BRES__PEAK_VARIANTS_MAX 3
size_t bres__peak_flops_kernels(bres__peak_kernel *kernels, size_t capacity);
size_t bres__peak_bytes_kernels(bres__peak_kernel *kernels, size_t capacity);

/* The largest rate of several runs, per second: any other has been disturbed. 0 when no time passes
 * on this clock. */
double bres__peak_rate(const bres__peak_kernel *kernel, float *memory, const bres_clock *clock);

#endif

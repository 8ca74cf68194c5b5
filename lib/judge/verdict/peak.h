/* SPDX-License-Identifier: MIT */
/*
 * Upper bounds for the machine's rates: a call that seems to be faster has not done its work. Each
 * bound is too high rather than too low, so that only a call far beyond the real rates is
 * suspicious. An algorithm that needs fewer operations than the problem counts can exceed the bound
 * honestly.
 */
#ifndef BRES_JUDGE_VERDICT_PEAK_H
#define BRES_JUDGE_VERDICT_PEAK_H

#include <benchresult/base.h>

/*
 * Measures, in less than a tenth of a second, the rates of all processors together: float32
 * operations (a fused multiply-add counts as two), and bytes that move to and from the first-level
 * cache, because small cases stay there. A rate that cannot be measured is 0. BRES_ERROR_MEMORY.
 */
bres_status bres__peaks_measure(double *flops_per_second, double *bytes_per_second);

/* Size and alignment of a kernel's memory, which fits into any first-level cache. */
#define BRES__PEAK_FLOATS 6384
#define BRES__PEAK_ALIGN  64

typedef struct bres__peak_kernel {
    const char *name;
    double amount; /* operations or bytes of one run; more if the processor may be faster */
    void (*run)(float *memory);
} bres__peak_kernel;

/* The variants that this processor supports, fastest first: up to `capacity`, at least one. */
#define BRES__PEAK_VARIANTS_MAX 3
size_t bres__peak_flops_kernels(bres__peak_kernel *kernels, size_t capacity);
size_t bres__peak_bytes_kernels(bres__peak_kernel *kernels, size_t capacity);

/* The highest rate in a series of runs, per second; slower runs have been disturbed. 0 if no time
 * passes on this clock. */
double bres__peak_rate(const bres__peak_kernel *kernel, float *memory, const bres_clock *clock);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * GPUs in a test: the doubles of the driver and of NVML, and a library that has not seen either.
 */
#ifndef BRES_TEST_GPU_H
#define BRES_TEST_GPU_H

#include "fakenvml/fakenvml.h"
#include "support/fake_cuda.h"

/* fake_cuda_begin() and its variants, for a library that opens the driver anew. */
void bres_test_gpu_begin(int devices);
void bres_test_gpu_begin_old(int devices);
void bres_test_gpu_begin_without(const char *symbol, int devices);

/* Has the library find the double of NVML, with `old` the one with few functions, which knows
 * device 0 of the driver's double. bres_test_gpu_begin() and its variants end that. */
fake_nvml_state *bres_test_nvml_begin(bool old);

/* A module with kernels "work" (no parameters) and "typed" (u32, f64, a pointer). */
extern const char bres_test_ptx[];

/* How often `wanted` is in a text. */
size_t bres_test_count(const char *text, const char *wanted);

#endif

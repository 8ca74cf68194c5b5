/* SPDX-License-Identifier: MIT */
/*
 * GPUs in a test: the fake driver, the fake NVML, and a library that has opened neither.
 */
#ifndef BRES_TEST_GPU_H
#define BRES_TEST_GPU_H

#include "fakenvml/fakenvml.h"
#include "support/fake_cuda.h"

/* fake_cuda_begin() and its variants; they also make the library open the driver again. */
void bres_test_gpu_begin(int devices);
void bres_test_gpu_begin_old(int devices);
void bres_test_gpu_begin_without(const char *symbol, int devices);

/* Makes the library find the fake NVML, or with `old` the one with few functions. It knows device 0
 * of the fake driver. The effect lasts until the next bres_test_gpu_begin() or variant. */
fake_nvml_state *bres_test_nvml_begin(bool old);

/* A module with kernels "work" (no parameters) and "typed" (u32, f64, a pointer). */
extern const char bres_test_ptx[];

/* The number of occurrences of `wanted` in a text. */
size_t bres_test_count(const char *text, const char *wanted);

#endif

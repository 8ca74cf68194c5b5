/* SPDX-License-Identifier: MIT */
/* A ready-made set of driver objects, for tests that call the fake driver directly. */
#ifndef BRES_TEST_FAKE_BENCH_H
#define BRES_TEST_FAKE_BENCH_H

#include "support/fake_cuda.h"

/* A PTX module with kernels block, stamp, work (no parameters) and typed (u32, f64, 8 bytes). */
extern const char fake_ptx[];

typedef struct fake_bench {
    CUdevice device;
    CUcontext context;
    CUstream stream; /* non-blocking */
    CUevent start;
    CUevent end;
    CUmodule module;
    CUfunction block;
    CUfunction stamp;
    CUfunction work;
    volatile uint32_t *words; /* 64 bytes of mapped memory, zero: flag, timeout */
    CUdeviceptr address;      /* of the words */
} fake_bench;

/* Makes the device's context current and creates the objects in it; a failed call fails the
 * test. */
void fake_bench_open(fake_bench *bench, CUdevice device);
/* Releases the objects and the context; ignores failures. */
void fake_bench_close(fake_bench *bench);

/* Launches 4 x 1 x 1 blocks of one thread. */
CUresult fake_launch(CUfunction function, CUstream stream, void **parameters);
CUresult fake_launch_block(const fake_bench *bench, CUstream stream, uint64_t limit);

#endif

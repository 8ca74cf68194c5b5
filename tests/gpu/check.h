/* SPDX-License-Identifier: MIT */
/*
 * Checks on a real device, with calls of the driver itself. They verify the assumptions in
 * tests/fakecuda/ASSUMPTIONS.md, and that the library measures known times and rates correctly.
 *
 * Each check runs in a separate process: it may kill its context, and the end of the process
 * releases its resources.
 */
#ifndef GPU_CHECK_H
#define GPU_CHECK_H

#include "fakecuda/driver.h"
#include "fakecuda/symbols.h"

#include <stdbool.h>
#include <stdnoreturn.h>

/* Exit status of a check's process. */
enum { CHECK_PASSED = 0, CHECK_FAILED = 1, CHECK_SKIPPED = 3 };

typedef struct gpu_check {
    const char *id; /* an assumption's number in ASSUMPTIONS.md, or a name */
    const char *title;
    void (*run)(void);
} gpu_check;

/* The checks of each file. */
extern const gpu_check assume_start[];
extern const gpu_check assume_streams[];
extern const gpu_check assume_events[];
extern const gpu_check assume_memory[];
extern const gpu_check assume_modules[];
extern const gpu_check assume_errors[];
extern const gpu_check assume_graphs[];
extern const gpu_check measure_times[];
extern const gpu_check measure_launchers[];
extern const gpu_check measure_matmul[];
#define CHECK_END                                                                                  \
    {                                                                                              \
        NULL, NULL, NULL                                                                           \
    }

/* All functions of the driver by name; NULL for a function that the driver lacks. */
#define CHECK_MEMBER(name) __typeof__(&name) name;
typedef struct check_driver {
    FAKE_SYMBOLS(CHECK_MEMBER, CHECK_MEMBER)
} check_driver;
#undef CHECK_MEMBER

extern check_driver *cu;
/* The device that is checked. */
extern int check_device;

/* Opens the driver that the library would open; false if no driver can be opened. */
bool check_driver_open(void);

/* The call must return 0; otherwise the check fails and ends. */
#define NEED(call)         check_need((call), #call, __FILE__, __LINE__)
/* The call must return this code, or one of two codes; otherwise the check fails and continues. */
#define EXPECT(call, code) check_code((call), (code), (code), #call, __FILE__, __LINE__)
#define EXPECT_EITHER(call, code, another)                                                         \
    check_code((call), (code), (another), #call, __FILE__, __LINE__)
/* Skips the rest of the check if the driver lacks this function. */
#define NEED_FUNCTION(name)                                                                        \
    do {                                                                                           \
        if (cu->name == NULL)                                                                      \
            check_skip("the driver has no function " #name);                                       \
    } while (0)

void check_need(int code, const char *call, const char *file, int line);
void check_code(int code, int expected, int another, const char *call, const char *file, int line);
/* Fails the check unless `good`; the message gives the reason. */
__attribute__((format(printf, 2, 3))) void check_that(bool good, const char *format, ...);
__attribute__((format(printf, 1, 2))) void check_note(const char *format, ...);
__attribute__((format(printf, 1, 2))) noreturn void check_skip(const char *format, ...);
/* Ends the process of the check with its verdict. */
noreturn void check_end(void);

/* Words that the host and the device share. */
enum { WORD_FLAG, WORD_EXPIRED, WORD_ONE, WORD_TWO, WORD_COUNT = 1024 };

typedef struct gpu_bench {
    CUdevice device;
    CUcontext context; /* current */
    CUstream stream;   /* non-blocking, like `second` and `third` */
    CUstream second;
    CUstream third;
    CUstream blocking;
    CUevent start;
    CUevent end;
    CUmodule helpers; /* the library's helper kernels */
    CUmodule kernels; /* check_ptx */
    CUfunction block;
    CUfunction stamp;
    CUfunction spin;
    CUfunction store;
    CUfunction add;
    CUfunction tick;
    volatile uint32_t *words; /* initially zero */
    CUdeviceptr address;      /* of the words */
    int sm_count;
} gpu_bench;

/* The kernels spin(ns), store(address, word), add(address), tick(address), shared() and
 * copy(from, to). */
extern const char check_ptx[];

/* Calls cuInit() and makes the device's primary context current; creates nothing else. */
void bench_open_context(gpu_bench *bench);
/* Fill the whole bench. bench_open() also runs each of its kernels once. */
void bench_open(gpu_bench *bench);
void bench_open_cold(gpu_bench *bench);

CUdeviceptr bench_word(const gpu_bench *bench, int word);
/* Queue a kernel. bench_block()'s kernel waits until the flag is raised or `limit` nanoseconds have
 * passed. bench_release() queues nothing, but raises the flag. */
void bench_block(const gpu_bench *bench, CUstream stream, uint64_t limit);
void bench_release(const gpu_bench *bench);
void bench_spin(const gpu_bench *bench, CUstream stream, uint64_t ns);
CUresult bench_try_store(const gpu_bench *bench, CUstream stream, CUdeviceptr address,
                         uint32_t value);
void bench_store(const gpu_bench *bench, CUstream stream, int word, uint32_t value);
void bench_add(const gpu_bench *bench, CUstream stream, int word);
/* Queues a kernel that writes two 64-bit words per multiprocessor to `slots`: nanoseconds and clock
 * cycles. */
void bench_stamp(const gpu_bench *bench, CUstream stream, CUdeviceptr slots, unsigned blocks);
/* Nanoseconds between two completed events. */
double bench_elapsed(CUevent start, CUevent end);
/* Kills the context by a store to an illegal address; fails the check if the error is missing. */
void bench_kill(const gpu_bench *bench);

#define MILLISECOND UINT64_C(1000000)
/* Nanoseconds for which a stream is held up: longer than the calls that follow may take. */
#define HELD        (2000 * MILLISECOND)

#endif

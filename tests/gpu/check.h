/* SPDX-License-Identifier: MIT */
/*
 * Checks on a real device, by the functions of the driver itself: what
 * tests/fakecuda/ASSUMPTIONS.md says of a driver, and whether the library measures what is known
 * beforehand.
 *
 * Each check runs in a process of its own, so that it may kill its context, and what it leaves
 * behind goes with it.
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
    const char *id; /* of an assumption: its number there */
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

/* All functions of the driver by their names; NULL where it does not have one. */
#define CHECK_MEMBER(name) __typeof__(&name) name;
typedef struct check_driver {
    FAKE_SYMBOLS(CHECK_MEMBER, CHECK_MEMBER)
} check_driver;
#undef CHECK_MEMBER

extern check_driver *cu;
/* The device that is checked. */
extern int check_device;

/* Opens the driver that the library would open; false without one. */
bool check_driver_open(void);

/* The call has to give 0, or the check ends here, failed. */
#define NEED(call)         check_need((call), #call, __FILE__, __LINE__)
/* The call has to give this code, or one of these; a check that fails goes on. */
#define EXPECT(call, code) check_code((call), (code), (code), #call, __FILE__, __LINE__)
#define EXPECT_EITHER(call, code, another)                                                         \
    check_code((call), (code), (another), #call, __FILE__, __LINE__)
/* The rest of the check needs this function of the driver. */
#define NEED_FUNCTION(name)                                                                        \
    do {                                                                                           \
        if (cu->name == NULL)                                                                      \
            check_skip("the driver has no function " #name);                                       \
    } while (0)

void check_need(int code, const char *call, const char *file, int line);
void check_code(int code, int expected, int another, const char *call, const char *file, int line);
/* When `good` is false the check fails, and this says why. */
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
    CUstream stream;   /* non-blocking, as are the others but `blocking` */
    CUstream second;
    CUstream third;
    CUstream blocking;
    CUevent start;
    CUevent end;
    CUmodule helpers; /* the library's */
    CUmodule kernels; /* check_ptx */
    CUfunction block;
    CUfunction stamp;
    CUfunction spin;
    CUfunction store;
    CUfunction add;
    CUfunction tick;
    volatile uint32_t *words; /* zero */
    CUdeviceptr address;      /* of the words */
    int sm_count;
} gpu_bench;

/* Kernels: spin(ns), store(address, word), add(address), tick(address), shared(), copy(from, to).
 */
extern const char check_ptx[];

/* cuInit(), the device and its context, current and with nothing in it. */
void bench_open_context(gpu_bench *bench);
/* All of the bench; every kernel has run once unless it is `cold`. */
void bench_open(gpu_bench *bench);
void bench_open_cold(gpu_bench *bench);

CUdeviceptr bench_word(const gpu_bench *bench, int word);
/* Queue a kernel. `blocked` waits until the flag is raised or `limit` nanoseconds are over. */
void bench_block(const gpu_bench *bench, CUstream stream, uint64_t limit);
void bench_release(const gpu_bench *bench);
void bench_spin(const gpu_bench *bench, CUstream stream, uint64_t ns);
CUresult bench_try_store(const gpu_bench *bench, CUstream stream, CUdeviceptr address,
                         uint32_t value);
void bench_store(const gpu_bench *bench, CUstream stream, int word, uint32_t value);
void bench_add(const gpu_bench *bench, CUstream stream, int word);
/* Two words of 64 bits for each multiprocessor, at this address. */
void bench_stamp(const gpu_bench *bench, CUstream stream, CUdeviceptr slots, unsigned blocks);
/* Nanoseconds between two events, which have been reached. */
double bench_elapsed(CUevent start, CUevent end);
/* Kills the context, and says so. */
void bench_kill(const gpu_bench *bench);

#define MILLISECOND UINT64_C(1000000)
/* How long something is held up: longer than the calls that follow may take. */
#define HELD        (2000 * MILLISECOND)

#endif

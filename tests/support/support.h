/* SPDX-License-Identifier: MIT */
/*
 * Shared by all tests: paths of their files, small file helpers, and sweeps of injected faults.
 * A helper that fails also fails the test that called it.
 */
#ifndef BRES_TEST_SUPPORT_H
#define BRES_TEST_SUPPORT_H

#include <benchresult/base.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* Paths stay valid for the next seven calls of the four functions below. */

/* A file of the source tree: bres_test_source("tests/golden/summary.jsonl"). */
const char *bres_test_source(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* A file of the build tree: bres_test_build("golden/summary-%d/X.json", id). */
const char *bres_test_build(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* A file that was built for this test program and lies beside it, because a program with a
 * sanitizer needs files with the same sanitizer: bres_test_beside("fakecuda/libcuda.so.1"). */
const char *bres_test_beside(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* A new, empty directory, which is removed after a run without failures. */
const char *bres_test_directory(void);

/* Counts the tests of a process that runs several, to keep the static state of tests apart. */
extern unsigned bres_test_number;

/* true in `make check-long`, in which tests repeat their work hundreds of times instead of a
 * few. */
bool bres_test_long(void);

/* Writes a whole file. */
void bres_test_write_file(const char *path, const void *data, size_t size);
/* Reads a whole file; free() it. A NUL follows the last byte; `size` may be NULL. */
char *bres_test_read_file(const char *path, size_t *size);

/*
 * Fails the n-th operation of `kinds` (base/fault.h) for n = 1, 2, ... until a run has no fault.
 * `run` does the work once, frees all its memory, checks its out-parameters with its own asserts
 * and returns the status. Each run with a fault must return `expected`, so that an ignored fault
 * fails the test. The first run must have a fault; the run without one must return BRES_OK.
 */
void bres_test_sweep(unsigned kinds, bres_status expected, bres_status (*run)(void *context),
                     void *context);
/* The same for work that continues after a fault and reports the fault in its result or its log: a
 * run with a fault, except the first, may also return BRES_OK. */
void bres_test_sweep_partial(unsigned kinds, bres_status expected,
                             bres_status (*run)(void *context), void *context);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * What tests share: where their files are, small file helpers, and sweeps of injected faults.
 * A helper that cannot do its work fails the test that called it.
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
/* A file that was built for the program of the suites and is beside it, for a sanitizer's program
 * needs its own: bres_test_beside("fakecuda/libcuda.so.1"). */
const char *bres_test_beside(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* A new, empty directory, which is removed after a run without failures. */
const char *bres_test_directory(void);

/* Counts the tests of a process that runs several, so that what a test remembers is its own. */
extern unsigned bres_test_number;

/* true in `make check-long`: repeat hundreds of times what is done a few times otherwise. */
bool bres_test_long(void);

/* Writes a whole file. */
void bres_test_write_file(const char *path, const void *data, size_t size);
/* Reads a whole file; free() it. A NUL follows the last byte; `size` may be NULL. */
char *bres_test_read_file(const char *path, size_t *size);

/*
 * Fails the n-th operation of `kinds` (base/fault.h) for n = 1, 2, ... until a run is not hit.
 * `run` does the work once, frees what it made, checks its out-parameters with its own asserts and
 * returns the status. Each run that was hit must return `expected`: a fault that is swallowed fails
 * the test. The first run must be hit, the one that is not hit must return BRES_OK.
 */
void bres_test_sweep(unsigned kinds, bres_status expected, bres_status (*run)(void *context),
                     void *context);
/* The same for work that goes on without what failed, and says so in its result or its log: a run
 * that was hit may return BRES_OK, too, but the first. */
void bres_test_sweep_partial(unsigned kinds, bres_status expected,
                             bres_status (*run)(void *context), void *context);

#endif

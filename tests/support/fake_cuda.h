/* SPDX-License-Identifier: MIT */
/*
 * The double of the CUDA driver in a test: `fake` rules it (tests/fakecuda/fakecuda.h), `cu` calls
 * it as a program would. A test that uses it begins with fake_cuda_begin().
 */
#ifndef BRES_TEST_FAKE_CUDA_H
#define BRES_TEST_FAKE_CUDA_H

#include "fakecuda/driver.h"
#include "fakecuda/fakecuda.h"
#include "fakecuda/symbols.h"

#include <benchresult/base.h>

/* All functions of the driver by their names, `cu->cuInit(0)`; NULL where a symbol is withheld. */
#define FAKE_CUDA_MEMBER(name) __typeof__(&name) name;
typedef struct fake_cuda_driver {
    FAKE_SYMBOLS(FAKE_CUDA_MEMBER, FAKE_CUDA_MEMBER)
} fake_cuda_driver;
#undef FAKE_CUDA_MEMBER

extern const fake_control *fake;
extern const fake_cuda_driver *cu;

/* Names and number of the symbols, the required ones first. */
extern const char *const fake_cuda_symbols[];
extern const size_t fake_cuda_symbol_count;
extern const size_t fake_cuda_required_count;

/*
 * Loads the double with all symbols, and has the library find it (BENCHRESULT_CUDA_LIBRARY). It
 * starts anew, with `devices` devices.
 */
void fake_cuda_begin(int devices);
/* The same without the optional symbols, and with all symbols but one. */
void fake_cuda_begin_old(int devices);
void fake_cuda_begin_without(const char *symbol, int devices);

/* Resets a double that an earlier test of this process has left loaded. */
void fake_cuda_forget(void);

/* Has the library look for a driver that is not there. */
void fake_cuda_absent(void);

/* The double's time as the clock of a measurement. */
bres_clock fake_cuda_clock(void);

/* Fails the test when something was not released, misused or waited for in vain. */
void fake_cuda_expect_clean(void);

/* Fails the test unless the lines of the log that `words` choose are `expected`. */
void fake_cuda_expect_lines(const char *words, const char *expected);

#endif

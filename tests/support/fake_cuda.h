/* SPDX-License-Identifier: MIT */
/*
 * The fake CUDA driver in a test: `fake` controls it (tests/fakecuda/fakecuda.h), `cu` calls it as
 * a program would. A test that uses it begins with fake_cuda_begin().
 */
#ifndef BRES_TEST_FAKE_CUDA_H
#define BRES_TEST_FAKE_CUDA_H

#include "fakecuda/driver.h"
#include "fakecuda/fakecuda.h"
#include "fakecuda/symbols.h"

#include <benchresult/base.h>

/* All functions of the driver by name, `cu->cuInit(0)`; NULL if the fake lacks the symbol. */
#define FAKE_CUDA_MEMBER(name) __typeof__(&name) name;
typedef struct fake_cuda_driver {
    FAKE_SYMBOLS(FAKE_CUDA_MEMBER, FAKE_CUDA_MEMBER)
} fake_cuda_driver;
#undef FAKE_CUDA_MEMBER

extern const fake_control *fake;
extern const fake_cuda_driver *cu;

/* The names of the symbols, the required symbols first, and their numbers. */
extern const char *const fake_cuda_symbols[];
extern const size_t fake_cuda_symbol_count;
extern const size_t fake_cuda_required_count;

/*
 * Loads the fake driver with all symbols, makes the library find it (BENCHRESULT_CUDA_LIBRARY), and
 * resets it to `devices` devices.
 */
void fake_cuda_begin(int devices);
/* The same without the optional symbols, and without one symbol. */
void fake_cuda_begin_old(int devices);
void fake_cuda_begin_without(const char *symbol, int devices);

/* Resets a fake driver that an earlier test of this process has left loaded. */
void fake_cuda_forget(void);

/* Makes the library look for a driver that does not exist. */
void fake_cuda_absent(void);

/* A clock for measurements that reads the time of the fake driver. */
bres_clock fake_cuda_clock(void);

/* Fails the test if the driver has seen leaked objects, misuse or a deadlock. */
void fake_cuda_expect_clean(void);

/* Fails the test unless the log lines that `words` select are `expected`. */
void fake_cuda_expect_lines(const char *words, const char *expected);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * The fake driver, for solutions that are built without a GPU compiler. A failure aborts.
 */
#ifndef BRES_TEST_DRIVER_H
#define BRES_TEST_DRIVER_H

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Stores the address of a driver function in the function pointer at `function`. */
static inline void driver_find(const char *name, void *function)
{
    void *library = dlopen(getenv("BENCHRESULT_CUDA_LIBRARY"), RTLD_NOW);
    void *symbol = library != NULL ? dlsym(library, name) : NULL;

    if (symbol == NULL)
        abort();
    memcpy(function, &symbol, sizeof(symbol));
}

/* Copies from the device. */
static inline void driver_take(float *values, const float *address, size_t bytes)
{
    int (*copy)(void *, uint64_t, size_t);

    driver_find("cuMemcpyDtoH_v2", &copy);
    if (copy(values, (uint64_t)(uintptr_t)address, bytes) != 0)
        abort();
}

/* Copies to the device. */
static inline void driver_give(float *address, const void *values, size_t bytes)
{
    int (*copy)(uint64_t, const void *, size_t);

    driver_find("cuMemcpyHtoD_v2", &copy);
    if (copy((uint64_t)(uintptr_t)address, values, bytes) != 0)
        abort();
}

#endif

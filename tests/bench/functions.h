/* SPDX-License-Identifier: MIT */
/*
 * The twelve functions of bench_cpu.py. All measurement methods call them through the same pointers
 * in one process, so that code, buffers and pages are the same.
 */
#ifndef BRES_BENCH_FUNCTIONS_H
#define BRES_BENCH_FUNCTIONS_H

#include <benchresult/harness.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define FUNCTION_SORTED 65536u

typedef struct function_context {
    uint64_t count; /* additions, nanoseconds or bytes */
    char *from;
    char *to;
} function_context;

static inline void function_empty(void *context)
{
    (void)context;
    BRES_CLOBBER();
}

/* Each addition depends on the previous one. */
static inline void function_add(void *context)
{
    const uint64_t count = ((const function_context *)context)->count;
    uint64_t value = count;

    for (uint64_t i = 0; i < count; i++) {
        value += i;
        BRES_KEEP(value);
    }
}

static inline void function_sleep(void *context)
{
    const struct timespec span = { 0, (long)((const function_context *)context)->count };

    nanosleep(&span, NULL);
}

static inline void function_copy(void *context)
{
    const function_context *self = (const function_context *)context;

    memcpy(self->to, self->from, self->count);
    BRES_CLOBBER();
}

static inline int function_order(const void *a, const void *b)
{
    const uint32_t first = *(const uint32_t *)a;
    const uint32_t second = *(const uint32_t *)b;

    return (first > second) - (first < second);
}

static inline void function_sort(void *context)
{
    const function_context *self = (const function_context *)context;

    memcpy(self->to, self->from, self->count);
    qsort(self->to, FUNCTION_SORTED, sizeof(uint32_t), function_order);
    BRES_CLOBBER();
}

typedef struct function {
    const char *name;
    bres_cpu_fn run;
    function_context context;
} function;

static function functions[] = {
    { "empty", function_empty, { 0, NULL, NULL } },
    { "10 additions", function_add, { 10, NULL, NULL } },
    { "30 additions", function_add, { 30, NULL, NULL } },
    { "100 additions", function_add, { 100, NULL, NULL } },
    { "1,000 additions", function_add, { 1000, NULL, NULL } },
    { "100,000 additions", function_add, { 100000, NULL, NULL } },
    { "nanosleep 100 us", function_sleep, { 100000, NULL, NULL } },
    { "nanosleep 5 ms", function_sleep, { 5000000, NULL, NULL } },
    { "memcpy 8 KB", function_copy, { 8 << 10, NULL, NULL } },
    { "memcpy 256 KB", function_copy, { 256 << 10, NULL, NULL } },
    { "memcpy 64 MB", function_copy, { 64 << 20, NULL, NULL } },
    { "qsort of 65,536", function_sort, { FUNCTION_SORTED * sizeof(uint32_t), NULL, NULL } },
};

#define FUNCTION_COUNT (sizeof(functions) / sizeof(functions[0]))

/* Allocates the buffers of a function; returns false if memory is exhausted. */
static inline bool function_prepare(function *self)
{
    uint64_t state = 1;

    if (self->run != function_copy && self->run != function_sort)
        return true;
    self->context.from = (char *)malloc(self->context.count);
    self->context.to = (char *)malloc(self->context.count);
    if (self->context.from == NULL || self->context.to == NULL)
        return false;
    for (uint64_t i = 0; i + sizeof(uint32_t) <= self->context.count; i += sizeof(uint32_t)) {
        const uint32_t value = (uint32_t)(state >> 32);

        memcpy(self->context.from + i, &value, sizeof(value));
        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    }
    memset(self->context.to, 0, self->context.count);
    return true;
}

#endif

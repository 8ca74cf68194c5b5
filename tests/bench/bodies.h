/* SPDX-License-Identifier: MIT */
/*
 * The bodies that bench_harness.py measures with this library and with Google Benchmark: a chain of
 * multiplications and additions. Each step depends on the previous one, also across executions, so
 * that a processor cannot overlap them.
 */
#ifndef BRES_BENCH_BODIES_H
#define BRES_BENCH_BODIES_H

#include <benchresult/harness.h>
#include <stdint.h>

struct body {
    uint64_t steps; /* 0: an empty body */
    uint64_t value;
};

static inline void body_execute(struct body *body)
{
    uint64_t value = body->value;

    for (uint64_t i = 0; i < body->steps; i++)
        value = value * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    body->value = value;
    BRES_KEEP(body);
}

static inline void body_execute_empty(void)
{
    BRES_CLOBBER();
}

/* The measured functions. */
static inline void body_run(void *context)
{
    struct body *body = (struct body *)context;

    if (body->steps != 0)
        body_execute(body);
    else
        body_execute_empty();
}

static inline void body_run_batch(void *context, uint64_t count)
{
    struct body *body = (struct body *)context;

    if (body->steps != 0)
        for (uint64_t i = 0; i < count; i++)
            body_execute(body);
    else
        for (uint64_t i = 0; i < count; i++)
            body_execute_empty();
}

#endif

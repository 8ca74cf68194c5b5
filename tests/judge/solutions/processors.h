/* SPDX-License-Identifier: MIT */
/*
 * The number of threads that a solution should use.
 */
#ifndef BRES_TEST_SOLUTIONS_PROCESSORS_H
#define BRES_TEST_SOLUTIONS_PROCESSORS_H

#include <sched.h>
#include <stddef.h>

#define PROCESSORS_MAX 64

/* The processors that the calling thread may use, 1 to PROCESSORS_MAX. */
static inline size_t processors(void)
{
    cpu_set_t allowed;
    size_t count = 1;

    if (sched_getaffinity(0, sizeof(allowed), &allowed) == 0)
        count = (size_t)CPU_COUNT(&allowed);
    return count < PROCESSORS_MAX ? count : PROCESSORS_MAX;
}

#endif

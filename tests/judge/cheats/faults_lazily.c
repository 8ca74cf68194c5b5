/* SPDX-License-Identifier: MIT */
/*
 * Problem: vector-addition
 * Status: WRONG_ANSWER
 *
 * Makes its outputs inaccessible, and computes them in the handler of the first access. This access
 * never happens, because the judge has its own mapping.
 */
#include "compute.h"

#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>

static product work;

static void pages_protect(int protection)
{
    const uintptr_t begin = (uintptr_t)work.c & ~(uintptr_t)4095;
    const uintptr_t end = ((uintptr_t)work.c + work.n * sizeof(*work.c) + 4095) & ~(uintptr_t)4095;

    mprotect((void *)begin, end - begin, protection);
}

static void fault_handle(int number)
{
    (void)number;
    pages_protect(PROT_READ | PROT_WRITE);
    compute_sum(work.a, work.b, work.c, work.n);
}

void solution(const float *a, const float *b, float *c, size_t n)
{
    const struct sigaction action = { .sa_handler = fault_handle };

    sigaction(SIGSEGV, &action, NULL);
    work = (product){ .a = a, .b = b, .c = c, .n = n };
    pages_protect(PROT_NONE);
}

/* SPDX-License-Identifier: MIT */
/*
 * Problem: vector-addition
 * Status: WRONG_ANSWER RUNTIME_ERROR
 * Needs: system_call_filter
 *
 * Computes only if it can open a socket through another system call interface, which a filter
 * has to check separately.
 */
#include "compute.h"

#include <sys/syscall.h>
#include <unistd.h>

#define X32_BIT 0x40000000L

static int has_socket(void)
{
#if defined(__x86_64__)
    /* 359 is socket() of 32-bit programs: AF_INET, SOCK_STREAM. */
    long result = 359;

    __asm__ volatile("int $0x80" : "+a"(result) : "b"(2L), "c"(1L), "d"(0L) : "memory");
    if (result >= 0)
        return 1;
#endif
    return syscall(SYS_socket | X32_BIT, 2, 1, 0) >= 0;
}

void solution(const float *a, const float *b, float *c, size_t n)
{
    if (has_socket())
        compute_sum(a, b, c, n);
}

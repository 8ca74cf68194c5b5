/* SPDX-License-Identifier: MIT */
/*
 * Problem: vector-addition
 * Status: WRONG_ANSWER
 * Needs: system_call_filter
 *
 * Computes only if it can handle its own page faults, which would show when its arrays are
 * read.
 */
#include "compute.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

static int can_handle(void)
{
    return syscall(SYS_userfaultfd, 0) >= 0 || syscall(SYS_userfaultfd, 1) >= 0 ||
           open("/dev/userfaultfd", O_RDWR) >= 0;
}

void solution(const float *a, const float *b, float *c, size_t n)
{
    if (can_handle())
        compute_sum(a, b, c, n);
}

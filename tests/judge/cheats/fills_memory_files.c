/* SPDX-License-Identifier: MIT */
/*
 * Problem: vector-addition
 * Status: WRONG_ANSWER
 *
 * Computes only if it can store much data in memory files, which do not count against the limit of
 * its address space.
 */
#include "compute.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

static int can_fill(void)
{
    static char chunk[1 << 16];
    const int fd = memfd_create("cheat", 0);
    int filled = 0;

    if (fd < 0)
        return 0;
    for (int i = 0; i < 1024; i++)
        filled += write(fd, chunk, sizeof(chunk)) == (ssize_t)sizeof(chunk);
    filled += ftruncate(fd, (off_t)1 << 30) == 0 || fallocate(fd, 0, 0, (off_t)1 << 28) == 0;
    close(fd);
    return filled > 0;
}

void solution(const float *a, const float *b, float *c, size_t n)
{
    if (can_fill())
        compute_sum(a, b, c, n);
}

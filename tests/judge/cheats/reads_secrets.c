/* SPDX-License-Identifier: MIT */
/*
 * Problem: vector-addition
 * Status: WRONG_ANSWER
 * Needs: confined_reading
 *
 * Computes only if it can read foreign data: files of users, disks, memory of the machine, other
 * processes.
 */
#include "compute.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static int can_read(const char *path)
{
    const int fd = open(path, O_RDONLY | O_NONBLOCK);

    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

static int has_secret(void)
{
    static const char *const paths[] = { "/etc/passwd",
                                         "/etc/shadow",
                                         "/root",
                                         "/home",
                                         "/tmp",
                                         "/var",
                                         "/dev",
                                         "/dev/mem",
                                         "/dev/sda",
                                         "/dev/vda",
                                         "/dev/nvme0n1",
                                         "/dev/shm",
                                         "/proc",
                                         "/proc/1/environ",
                                         "/proc/1/cmdline",
                                         "/proc/kcore",
                                         "/proc/kallsyms",
                                         "/proc/../etc/passwd",
                                         "/proc/self/cwd",
                                         "/proc/self/root/etc/passwd",
                                         "/usr/../etc/passwd" };

    for (size_t i = 0; i < sizeof(paths) / sizeof(*paths); i++) {
        if (can_read(paths[i])) {
            printf("can read %s\n", paths[i]);
            fflush(stdout);
            return 1;
        }
    }
    return 0;
}

void solution(const float *a, const float *b, float *c, size_t n)
{
    if (has_secret())
        compute_sum(a, b, c, n);
}

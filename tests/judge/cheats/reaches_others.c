/* SPDX-License-Identifier: MIT */
/*
 * Problem: vector-addition
 * Status: WRONG_ANSWER
 * Needs: system_call_filter
 *
 * Computes only if it can share something with other processes: messages, signals, locks, events
 * of files, or the machine's asynchronous operations.
 */
#include "compute.h"

#include <fcntl.h>
#include <linux/fs.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static int has_socket(void)
{
    int pair[2];

    return socketpair(AF_UNIX, SOCK_DGRAM, 0, pair) == 0;
}

/* Tries operations on the descriptor of a file that every user can read. */
static int has_file(int fd)
{
    int flags = 0;

    return fcntl(fd, F_SETOWN, 1) == 0 || fcntl(fd, F_SETSIG, 9) == 0 ||
           fcntl(fd, F_SETLEASE, F_RDLCK) == 0 || flock(fd, LOCK_SH) == 0 ||
           ioctl(fd, FS_IOC_SETFLAGS, &flags) == 0;
}

static int has_machine(void)
{
    unsigned long context = 0;

    return inotify_init1(0) >= 0 || syscall(SYS_io_setup, 1, &context) == 0;
}

void solution(const float *a, const float *b, float *c, size_t n)
{
    const int fd = open("/etc/ld.so.cache", O_RDONLY);

    if (has_socket() || has_file(fd) || has_machine())
        compute_sum(a, b, c, n);
}

/* SPDX-License-Identifier: MIT */
/*
 * Problem: vector-addition
 * Status: WRONG_ANSWER
 * Needs: system_call_filter
 *
 * Computes only if it can leave a message for the process of the next case, in a queue or in a
 * semaphore that outlives processes, or can make system calls through a ring in the kernel.
 */
#include "compute.h"

#include <fcntl.h>
#include <mqueue.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/syscall.h>
#include <unistd.h>

#define KEY 0x62726574

static int can_keep(void)
{
    char ring[120];

    memset(ring, 0, sizeof(ring));
    return msgget(KEY, IPC_CREAT | 0600) >= 0 || semget(KEY, 1, IPC_CREAT | 0600) >= 0 ||
           mq_open("/benchresult-cheat", O_CREAT | O_RDWR, 0600, NULL) != (mqd_t)-1 ||
           syscall(SYS_io_uring_setup, 4, ring) >= 0;
}

void solution(const float *a, const float *b, float *c, size_t n)
{
    if (can_keep())
        compute_sum(a, b, c, n);
}

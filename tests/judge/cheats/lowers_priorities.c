/* SPDX-License-Identifier: MIT */
/*
 * Problem: vector-addition
 * Status: WRONG_ANSWER
 * Needs: system_call_filter
 *
 * Computes only if it can slow down other processes by their priorities: the judge's, or all
 * processes of the user.
 */
#include "compute.h"

#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Constants of ioprio_set(), which has no header. */
#define WHO_PROCESS 1
#define WHO_USER    3
#define CLASS_IDLE  (3 << 13)

static int can_lower(pid_t pid)
{
    const struct sched_param parameter = { 0 };

    return setpriority(PRIO_PROCESS, (id_t)pid, 19) == 0 ||
           sched_setscheduler(pid, SCHED_IDLE, &parameter) == 0 ||
           syscall(SYS_ioprio_set, WHO_PROCESS, pid, CLASS_IDLE) == 0;
}

void solution(const float *a, const float *b, float *c, size_t n)
{
    if (can_lower(getppid()) || setpriority(PRIO_USER, 0, 19) == 0 ||
        setpriority(PRIO_PGRP, 0, 19) == 0 || syscall(SYS_ioprio_set, WHO_USER, 0, CLASS_IDLE) == 0)
        compute_sum(a, b, c, n);
}

/* SPDX-License-Identifier: MIT */
/*
 * In Linux, threads and autogroups have nice values. Each session, such as the runner's, is an
 * autogroup. With autogroups, the nice value of a thread matters only within its autogroup.
 */
#include "judge/runner/inside.h"

#include "base/file/file.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

/* The highest priority. */
#define NICE (-20)

static void autogroup_raise(pid_t process)
{
    char path[64];
    char value[16];
    int fd;

    snprintf(path, sizeof(path), "/proc/%d/autogroup", (int)process);
    snprintf(value, sizeof(value), "%d", NICE);
    fd = bres__open(path, O_WRONLY, 0);
    if (fd < 0)
        return;
    (void)bres__write_full(fd, value, strlen(value));
    bres__close(fd);
}

void bres__runner_raise_priority(const bres__runner *runner)
{
    setpriority(PRIO_PGRP, (id_t)runner->process, NICE);
    autogroup_raise(runner->process);
}

/* SPDX-License-Identifier: MIT */
/*
 * Linux's quality of service "CPU latency" (/dev/cpu_dma_latency): a limit for the time that a
 * processor may take to wake up.
 */
#include "judge/processors/awake.h"

#include "base/file/file.h"
#include "system/file.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Microseconds in which a processor wakes up from its lightest sleep on most machines. */
#define LIGHT_SLEEP_US   2
/* The idle driver of virtual machines. A sleeping processor is left to the hypervisor, so it must
 * not sleep at all. */
#define DRIVER_OF_GUESTS "haltpoll"

static int32_t latency_choose(const char *root)
{
    bres__reading driver;

    return bres__system_read(root, &driver, "/sys/devices/system/cpu/cpuidle/current_driver") &&
                   strcmp(driver.data, DRIVER_OF_GUESTS) == 0
               ? 0
               : LIGHT_SLEEP_US;
}

int bres__awake_begin(const char *root)
{
    const int32_t latency = latency_choose(root);
    char path[4096];
    int awake;

    if ((size_t)snprintf(path, sizeof(path), "%s/dev/cpu_dma_latency", root) >= sizeof(path))
        return -1;
    awake = bres__open(path, O_WRONLY | O_NONBLOCK | O_NOFOLLOW, 0);
    if (awake >= 0 && bres__write_full(awake, &latency, sizeof(latency)) != 0) {
        bres__close(awake);
        return -1;
    }
    return awake;
}

void bres__awake_end(int awake)
{
    if (awake >= 0)
        bres__close(awake);
}

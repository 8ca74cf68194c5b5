/* SPDX-License-Identifier: MIT */
/*
 * The load is computed from the idle time of the processors, which the kernel measures. The kernel
 * only samples the other uses of a processor: a solution could be running at each sample.
 */
#include "judge/processors/load.h"

#include "base/clock.h"
#include "system/handle/cpu_usage.h"

#include <math.h>
#include <sched.h>
#include <time.h>
#include <unistd.h>

/* The system is busy if other programs use more than BUSY_PROCESSORS. It takes more than
 * QUIET_SECONDS to be certain that they do not. */
#define BUSY_PROCESSORS 0.1
#define QUIET_SECONDS   1.0

static void idle_add(bres__load *now, const bres__cpu_usage *usage, uint64_t tick_ns)
{
    cpu_set_t allowed;

    if (sched_getaffinity(0, sizeof(allowed), &allowed) != 0)
        return;
    for (size_t i = 0; i < usage->count; i++) {
        const bres__cpu_ticks *one = &usage->items[i];

        if (one->cpu >= CPU_SETSIZE || !CPU_ISSET((size_t)one->cpu, &allowed))
            continue;
        now->cpus++;
        now->idle += (uint64_t)(one->total - one->busy) * tick_ns;
    }
}

static uint64_t tick_ns(void)
{
    const long ticks = sysconf(_SC_CLK_TCK);

    return UINT64_C(1000000000) / (ticks > 0 ? (uint64_t)ticks : 100);
}

bres_status bres__load_read(const bres__runner *runner, bres__load *now)
{
    bres__cpu_usage usage;
    uint64_t own;
    bres_status status;

    *now = (bres__load){ .cpus = 0 };
    if (!bres__cpu_clock_ns(CLOCK_THREAD_CPUTIME_ID, &own))
        return BRES_OK;
    now->own = own + bres__runner_cpu(runner);
    now->at = bres__steady_now();
    now->throttled = bres__cgroup_throttled(bres__system_root());
    status = bres__cpu_usage_read(bres__system_root(), &usage);
    if (status != BRES_OK)
        return status;
    idle_add(now, &usage, tick_ns());
    bres__cpu_usage_free(&usage);
    return BRES_OK;
}

/* The kernel rounds the idle time of each processor down to a tick; `error` allows for this. */
double bres__load_of_others(const bres__load *begin, const bres__load *end)
{
    const double wall = (double)end->at - (double)begin->at;
    const double idle = (double)end->idle - (double)begin->idle;
    const double own = (double)end->own - (double)begin->own;
    const double error = 2 * (double)tick_ns() * sqrt((double)end->cpus);

    if (begin->cpus == 0 || begin->cpus != end->cpus || wall <= 0)
        return INFINITY;
    return fmax(0, (double)end->cpus * wall - idle - own - error) / wall;
}

double bres__load_seconds(const bres__load *begin)
{
    return (double)(bres__steady_now() - begin->at) / 1e9;
}

bres_status bres__load_others(const bres__runner *runner, const bres__load *begin,
                              bres__others *others)
{
    const bool is_certain = bres__load_seconds(begin) > QUIET_SECONDS;
    bres__load end;
    const bres_status status = bres__load_read(runner, &end);

    if (bres__load_of_others(begin, &end) > BUSY_PROCESSORS)
        *others = BRES__OTHERS_BUSY;
    else if (!is_certain)
        *others = BRES__OTHERS_UNKNOWN;
    else
        *others = end.throttled > begin->throttled ? BRES__OTHERS_LIMITED : BRES__OTHERS_QUIET;
    return status;
}

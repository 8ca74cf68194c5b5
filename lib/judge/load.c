/* SPDX-License-Identifier: MIT */
#include "judge/load.h"

#include "base/clock.h"
#include "system/handle/cpu_usage.h"

#include <math.h>
#include <time.h>
#include <unistd.h>

/* The system counts the time of a processor in such steps, which may be 100 in a second. */
#define STEP_NS 10000000

bres_status bres__load_read(const bres__runner *runner, bres__load *now)
{
    const long ticks = sysconf(_SC_CLK_TCK);
    bres__cpu_usage usage;
    uint64_t own = 0;
    bres_status status;

    *now = (bres__load){ .cpus = 0 };
    bres__cpu_clock_ns(CLOCK_THREAD_CPUTIME_ID, &own);
    now->own = own + bres__runner_cpu(runner);
    now->at = bres__steady_now();
    status = bres__cpu_usage_read(bres__system_root(), &usage);
    if (status != BRES_OK || ticks <= 0)
        return status;
    now->cpus = usage.count;
    for (size_t i = 0; i < usage.count; i++)
        now->busy += (uint64_t)usage.items[i].busy * (UINT64_C(1000000000) / (uint64_t)ticks);
    bres__cpu_usage_free(&usage);
    return BRES_OK;
}

/* Errors of the steps are independent, two for each processor. */
double bres__load_of_others(const bres__load *begin, const bres__load *end)
{
    const double wall = (double)end->at - (double)begin->at;
    const double busy = (double)end->busy - (double)begin->busy;
    const double own = (double)end->own - (double)begin->own;
    const double error = 2 * STEP_NS * sqrt((double)end->cpus);

    if (begin->cpus == 0 || begin->cpus != end->cpus || wall <= 0)
        return 0;
    return fmax(0, busy - own - error) / wall;
}

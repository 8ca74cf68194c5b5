/* SPDX-License-Identifier: MIT */
/*
 * The cost of an exchange: its time minus the time in which the process works. The solution is not
 * loaded yet, so the runner's clock can be trusted. As between samples, the judge works before each
 * exchange, so that the other processors can sleep.
 */
#include "judge/runner/exchange.h"

#include "stats/stats.h"

#include <math.h>

/* The median of so many exchanges counts. */
#define EXCHANGES 5
/* How long the judge works before an exchange, and the process within it. */
#define PAUSE_NS  UINT64_C(5000000)
#define WORK_NS   UINT64_C(2000000)

static void work(uint64_t ns)
{
    const uint64_t begin = bres__steady_now();

    while (bres__steady_now() - begin < ns)
        ;
}

bres_status bres__runner_time_exchange(bres__runner *runner, bres__runner_report *report)
{
    double seconds[EXCHANGES];

    for (size_t i = 0; i < EXCHANGES; i++) {
        bres__wire_message order;
        bres__exchange made;
        bres_status status = bres__runner_order_new(runner, BRES__WIRE_WORK, &order);

        order.ns = WORK_NS;
        work(PAUSE_NS);
        if (status == BRES_OK)
            status = bres__runner_exchange(runner, &order, -1, BRES__SERVICE_LIMIT, &made, report);
        if (status != BRES_OK || report->outcome != BRES__RUNNER_RETURNED)
            return status;
        seconds[i] = fmax(0, bres__exchange_seconds(&made) - (double)made.answer.ns / 1e9);
    }
    runner->cost = bres__median(seconds, EXCHANGES);
    return BRES_OK;
}

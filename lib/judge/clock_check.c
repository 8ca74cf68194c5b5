/* SPDX-License-Identifier: MIT */
/*
 * The time that the runner claims against what the judge sees from outside.
 *
 * The runner takes the time of a call in the solution's own process, where the solution can lie to
 * it. The judge's clock encloses the call, and the exchange of messages around it:
 *
 *     claimed <= wall                          always
 *     wall - claimed  =  what an exchange costs, and what the machine did meanwhile
 *
 * The second is noisy upwards: on a busy machine each process may have to wait for a processor. But
 * it cannot be so in all samples of a case, unless the claim is too small: so the smallest
 * difference of all samples is judged, against a fixed allowance and twice the usual cost of an
 * exchange without a call on this machine at this moment.
 *
 * The processor time that the system has booked for the process does not contain waiting. It cannot
 * be more than all processors could do in the claimed time, but for the exchange's own work.
 */
#include "judge/judge.h"
#include "stats/stats.h"

#include <float.h>

/* Both clocks tick alike, but one of them may be adjusted by the system. */
#define DRIFT 1e-3
#define TICK  1e-6

/* See benchresult-judge(3): what a lie can gain at most. */
#define ALLOWANCE 0.25e-3

static double median_idle(const bres__sample *samples, size_t count)
{
    double median = DBL_MAX;

    /* The sample that as many are below as above: there are few. */
    for (size_t i = 0; i < count; i++) {
        size_t below = 0;

        for (size_t k = 0; k < count; k++)
            below += samples[k].idle_wall <= samples[i].idle_wall;
        if (2 * below >= count && samples[i].idle_wall < median)
            median = samples[i].idle_wall;
    }
    return median;
}

static bool claims_too_much(const bres__sample *samples, size_t count, char message[256])
{
    for (size_t i = 0; i < count; i++) {
        if (samples[i].seconds <= samples[i].wall * (1 + DRIFT) + TICK)
            continue;
        bres__format(message, 256,
                     "call %zu is said to have taken %.3g s, but was over after %.3g s", i + 1,
                     samples[i].seconds, samples[i].wall);
        return true;
    }
    return false;
}

static bool claims_too_little(const bres__sample *samples, size_t count, char message[256])
{
    const double limit = ALLOWANCE + 2 * median_idle(samples, count);
    double smallest = DBL_MAX;

    for (size_t i = 0; i < count; i++) {
        const double rest = samples[i].wall - samples[i].seconds;

        if (rest < smallest)
            smallest = rest;
    }
    if (smallest <= limit)
        return false;
    bres__format(message, 256,
                 "every call took at least %.3g s more than is said, where %.3g s can be explained",
                 smallest, limit);
    return true;
}

static bool works_too_much(const bres__sample *samples, size_t count, unsigned processors,
                           char message[256])
{
    double smallest = DBL_MAX;
    double limit;

    for (size_t i = 0; i < count; i++) {
        const unsigned width = samples[i].threads > processors ? samples[i].threads : processors;
        const double rest = samples[i].cpu - samples[i].seconds * width;

        if (rest < smallest)
            smallest = rest;
    }
    limit = ALLOWANCE + 2 * median_idle(samples, count);
    if (smallest <= limit)
        return false;
    bres__format(message, 256,
                 "every call used at least %.3g s more of the processors than they can do in the "
                 "time that is said",
                 smallest);
    return true;
}

/* The thread that calls cannot work longer than the call takes. Its processor time has no waiting in
 * it, so that the mean tells, and to say the truth now and then does not help. */
static bool first_works_too_much(const bres__sample *samples, size_t count, char message[256])
{
    const double limit = ALLOWANCE + 2 * median_idle(samples, count);
    double sum = 0;

    for (size_t i = 0; i < count; i++)
        sum += samples[i].cpu_first - samples[i].seconds;
    if (sum <= limit * (double)count)
        return false;
    bres__format(message, 256,
                 "calls used %.3g s more of a processor than is said, on average, where %.3g s can "
                 "be explained",
                 sum / (double)count, limit);
    return true;
}

bool bres__clock_is_wrong(const bres__sample *samples, size_t count, unsigned processors,
                          char message[256])
{
    message[0] = '\0';
    return count > 0 && (claims_too_much(samples, count, message) ||
                         claims_too_little(samples, count, message) ||
                         works_too_much(samples, count, processors, message) ||
                         first_works_too_much(samples, count, message));
}

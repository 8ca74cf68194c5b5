/* SPDX-License-Identifier: MIT */
#include "judge/verdict/time_sanity.h"

#include <math.h>

/* Shorter calls may take the same time for other reasons. */
#define LONG_ENOUGH 100e-6
#define MORE_WORK   4.0
#define SAME_TIME   0.1
#define WAITED_TIME 0.1

double bres__exchange_share(const bres__judged *judged)
{
    const double sample = judged->runtime * (double)judged->calls;

    return sample > 0 ? fmin(judged->exchange_cost / sample, 1) : 0;
}

double bres__least_seconds(uint64_t flops, uint64_t bytes, double peak_flops, double peak_bandwidth)
{
    const double work = peak_flops > 0 ? (double)flops / peak_flops : 0;
    const double traffic = peak_bandwidth > 0 ? (double)bytes / peak_bandwidth : 0;

    return fmax(work, traffic);
}

/* The operations of a call, or its bytes if the operations are unknown. */
static double work_of(const bres__judged *judged)
{
    return judged->flops > 0 ? (double)judged->flops : (double)judged->bytes;
}

bool bres__times_are_alike(const bres__judged *one, const bres__judged *other)
{
    const double less = fmin(work_of(one), work_of(other));
    const double more = fmax(work_of(one), work_of(other));

    if (one->runtime <= LONG_ENOUGH || other->runtime <= LONG_ENOUGH || less <= 0 ||
        (one->flops > 0) != (other->flops > 0))
        return false;
    return more >= MORE_WORK * less &&
           fabs(one->runtime - other->runtime) <= SAME_TIME * fmax(one->runtime, other->runtime);
}

bool bres__has_waited(const bres__judged *judged)
{
    return judged->runtime > 0 && judged->wall - judged->runtime > WAITED_TIME * judged->wall;
}

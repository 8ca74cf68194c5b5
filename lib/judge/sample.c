/* SPDX-License-Identifier: MIT */
#include "judge/sample.h"

#include "base/threads/parallel.h"

#include <math.h>

/* Ratio of CPU time to wall time above which threads can have worked ahead. */
#define CPU_SHARE 1.02

bool bres__works_ahead(const bres__call *call)
{
    return call->report.is_shared || call->report.cpu > CPU_SHARE * call->report.wall;
}

/* Waiting that the time of a sample may include. If it is unknown how long ended threads have
 * waited, the unused processor time is an upper bound for the use by other programs. */
static double waiting_of(const bres__runner_report *report, bool is_beside_others)
{
    if (!is_beside_others)
        return report->delay;
    return report->ends_threads ? report->unused : report->unexplained;
}

/* The least time of a call is its time minus all waiting that it may include, but not less than the
 * CPU time divided among all processors. */
bres__sample bres__sample_of(const bres__call *call, bool is_beside_others)
{
    const bres__runner_report *report = &call->report;
    const double count = (double)call->count;
    const double waiting = waiting_of(report, is_beside_others);
    const double shared = report->cpu / (double)bres__usable_cpus();
    const double least = fmin(report->seconds, fmax(report->seconds - waiting, shared));

    return (bres__sample){
        .seconds = report->seconds / count,
        .wall = report->wall / count,
        .least = least / count,
        .is_disturbed = waiting > BRES__WAITED_SHARE * report->seconds,
        .is_verified = call->is_verified,
    };
}

double bres__samples_hidden(const bres__judged *judged)
{
    double sum = 0;
    double counted = 0;
    size_t count = 0;

    for (size_t i = 0; i < judged->count; i++) {
        const bres__sample *sample = &judged->samples[i];

        sum += sample->is_disturbed ? sample->least : sample->seconds;
        counted += sample->is_disturbed ? 0 : sample->seconds;
        count += !sample->is_disturbed;
    }
    return counted > 0 ? sum * (double)count / (counted * (double)judged->count) - 1 : 0;
}

void bres__samples_choose(bres__judged *judged)
{
    const bool keeps_all = bres__samples_hidden(judged) > 0;
    size_t kept = 0;

    judged->verified = 0;
    for (size_t i = 0; i < judged->count; i++) {
        bres__sample sample = judged->samples[i];

        if (sample.is_disturbed && !keeps_all)
            continue;
        sample.seconds = sample.is_disturbed ? sample.least : sample.seconds;
        judged->verified += sample.is_verified;
        judged->samples[kept++] = sample;
    }
    judged->count = kept;
}

void bres__samples_keep(bres__judged *judged)
{
    judged->verified = 0;
    for (size_t i = 0; i < judged->count; i++) {
        bres__sample *sample = &judged->samples[i];

        sample->seconds = sample->wall;
        judged->verified += sample->is_verified;
    }
}

/* SPDX-License-Identifier: MIT */
/*
 * When a case has enough samples: the criterion `cv`, a minimum total time, and the rule for calls
 * that take long.
 */
#include "judge/convergence.h"

#include <float.h>

static bres_status criterion_set_up(bres_criterion *criterion, const bres_judge_options *options)
{
    bres_status status = bres_criterion_set_float64(criterion, "max-cv", options->target_cv);

    if (status == BRES_OK)
        status = bres_criterion_set_int64(criterion, "cv-min-samples", options->min_samples);
    if (status == BRES_OK)
        status = bres_criterion_set_int64(criterion, "cv-max-samples", options->max_samples);
    /* Disables the criterion's rule for long calls, which looks at the first sample; the judge
     * looks at the last warm-up. */
    if (status == BRES_OK)
        status = bres_criterion_set_float64(criterion, "cv-long-time", DBL_MAX);
    return status == BRES_OK ? bres_criterion_start(criterion) : status;
}

bres_status bres__convergence_begin(bres__convergence *convergence,
                                    const bres_judge_options *options, double last)
{
    bres_status status;

    *convergence = (bres__convergence){ .options = options, .is_long = last >= options->long_time };
    status = bres_criteria_new(&convergence->criteria);
    if (status == BRES_OK)
        status = bres_criterion_new(convergence->criteria, "cv", &convergence->criterion);
    return status == BRES_OK ? criterion_set_up(convergence->criterion, options) : status;
}

void bres__convergence_end(bres__convergence *convergence)
{
    bres_criterion_free(convergence->criterion);
    bres_criteria_free(convergence->criteria);
    *convergence = (bres__convergence){ .options = NULL };
}

/* The criterion tests 1 / value: the rates if it gets times, the times if it gets rates. A time
 * that is too short for the clock has no rate and is skipped. */
bres_status bres__convergence_add(bres__convergence *convergence, double seconds)
{
    const bool of_times = (convergence->options->flags & BRES_JUDGE_CV_OF_TIMES) != 0;

    convergence->count++;
    convergence->sum += seconds;
    if (seconds <= 0)
        return BRES_OK;
    return bres_criterion_add(convergence->criterion, of_times ? 1 / seconds : seconds);
}

bool bres__convergence_is_enough(const bres__convergence *convergence)
{
    const bres_judge_options *options = convergence->options;

    if (convergence->is_long)
        return convergence->count >= (options->min_samples + options->max_samples) / 2;
    if (convergence->count >= options->max_samples)
        return true;
    return convergence->count >= options->min_samples && convergence->sum >= options->min_time &&
           bres_criterion_is_finished(convergence->criterion);
}

/* SPDX-License-Identifier: MIT */
#include "judge/enough.h"

#include "judge/sample.h"

#include <math.h>

/* Maximum time for disturbed samples, including the judge's work on them: seconds, or a share of
 * the time limit if that is less. */
#define DISTURBED_SECONDS 10.0
#define DISTURBED_SHARE   0.25
/* The time for disturbed samples is limited only from this number of them on. */
#define DISTURBED_MIN     3
/* Seconds to look for other programs before the judge gives up, or DISTURBED_SHARE of the time
 * limit if that is less. */
#define WATCH_SECONDS     1.0
/* Share by which the `least` times of disturbed samples may increase the mean. */
#define HIDDEN_SHARE      0.1

bool bres__is_beside_others(const bres__taken *taken)
{
    return taken->others == BRES__OTHERS_BUSY;
}

bool bres__is_alone(const bres__taken *taken)
{
    return taken->others == BRES__OTHERS_QUIET || taken->others == BRES__OTHERS_LIMITED;
}

/* Whether threads may have waited for each other: the undisturbed samples are then the fastest. */
static bool may_wait_for_itself(const bres__taken *taken)
{
    const bres__attempt *now = &taken->attempt;
    const size_t unknown = bres__is_beside_others(taken) ? now->unknown : 0;

    return 2 * (now->crowded + unknown) > now->disturbed + now->undisturbed;
}

/* Whether half of the samples must be undisturbed. Without other programs, a solution can only wait
 * for itself. */
static bool needs_half(const bres__taken *taken)
{
    return may_wait_for_itself(taken) || !bres__is_beside_others(taken);
}

static bool has_half(const bres__taken *taken)
{
    return taken->attempt.undisturbed >= taken->attempt.disturbed;
}

size_t bres__samples_least(const bres__taken *taken)
{
    const bres_judge_options *options = taken->run->judge->options;

    return (size_t)(taken->last >= options->long_time
                        ? (options->min_samples + options->max_samples) / 2
                        : options->min_samples);
}

size_t bres__samples_needed(const bres__taken *taken)
{
    const size_t least = (size_t)taken->run->judge->options->min_samples;
    const size_t half = (taken->run->judged->count + 1) / 2;

    return needs_half(taken) && half > least ? half : least;
}

bool bres__are_sufficient(const bres__taken *taken)
{
    return taken->attempt.undisturbed >= bres__samples_needed(taken) &&
           bres__samples_hidden(taken->run->judged) <= HIDDEN_SHARE;
}

/* `seconds`, but at most DISTURBED_SHARE of the time limit. */
static double time_for(const bres__taken *taken, double seconds)
{
    return fmin(seconds, DISTURBED_SHARE * bres__case_time_limit(taken->run->judge));
}

static bool is_watched(const bres__taken *taken)
{
    return bres__load_seconds(&taken->begin) > time_for(taken, WATCH_SECONDS);
}

/* On a quiet system all samples may count with their waiting, so the judge first takes the usual
 * minimum number of samples. */
bool bres__is_given_up(const bres__taken *taken)
{
    const bres__attempt *now = &taken->attempt;

    if (!is_watched(taken))
        return false;
    if (now->disturbed > (size_t)taken->run->judge->options->max_samples && !has_half(taken) &&
        (may_wait_for_itself(taken) || bres__is_alone(taken)))
        return true;
    return now->disturbed >= DISTURBED_MIN &&
           now->disturbed_time > time_for(taken, DISTURBED_SECONDS) &&
           (taken->others != BRES__OTHERS_QUIET ||
            taken->run->judged->count >= bres__samples_least(taken));
}

bool bres__has_enough(const bres__taken *taken)
{
    return bres__convergence_is_enough(&taken->convergence) &&
           (has_half(taken) || !needs_half(taken)) &&
           (bres__are_sufficient(taken) || is_watched(taken));
}

/* SPDX-License-Identifier: MIT */
/*
 * The elementary rules of the decision.
 */
#include "compare/evidence/rules.h"

#include "stats/stats.h"

#include <math.h>

static bool rule_is_positive(double value)
{
    return isfinite(value) && value > 0;
}

bool bres__number_is_positive(const bres__number *number)
{
    return number->present && rule_is_positive(number->value);
}

bool bres__number_is_usable(const bres__number *number)
{
    return number->present && isfinite(number->value) && number->value >= 0;
}

bool bres__interval_make(double lower, double center, double upper, bres__interval *interval)
{
    if (!rule_is_positive(lower) || !rule_is_positive(center) || !rule_is_positive(upper) ||
        lower > center || center > upper)
        return false;
    *interval = (bres__interval){ .lower = lower, .center = center, .upper = upper };
    return true;
}

bool bres__interval_scale(const bres__interval *interval, double factor, bres__interval *scaled)
{
    return rule_is_positive(factor) &&
           bres__interval_make(interval->lower * factor, interval->center * factor,
                               interval->upper * factor, scaled);
}

double bres__symmetric_change(double a, double b)
{
    return (a - b) / fmin(a, b);
}

bres__number bres__relative_dispersion(const bres__number *dispersion, const bres__number *center)
{
    bres__number ratio = { .present = false };

    ratio.present = dispersion->present && center->present &&
                    bres__relative(dispersion->value, center->value, &ratio.value);
    return ratio;
}

bres_verdict bres__gap(const bres__interval *reference, const bres__interval *candidate,
                       double relative, double *distance)
{
    *distance = 0;
    if (candidate->upper < reference->lower) {
        *distance = bres__symmetric_change(reference->lower, candidate->upper);
        return *distance >= relative ? BRES_FAST : BRES_UNKNOWN;
    }
    if (candidate->lower > reference->upper) {
        *distance = bres__symmetric_change(candidate->lower, reference->upper);
        return *distance >= relative ? BRES_SLOW : BRES_UNKNOWN;
    }
    return BRES_UNKNOWN;
}

double bres__center_distance(const bres__interval *reference, const bres__interval *candidate)
{
    return fabs(bres__symmetric_change(reference->center, candidate->center));
}

double bres__overlap(const bres__interval *reference, const bres__interval *candidate)
{
    const double lower = fmax(reference->lower, candidate->lower);
    const double upper = fmin(reference->upper, candidate->upper);
    const double width =
        fmin(reference->upper - reference->lower, candidate->upper - candidate->lower);

    if (upper < lower)
        return 0;
    /* A point interval lies within the other interval. */
    return width > 0 ? (upper - lower) / width : 1;
}

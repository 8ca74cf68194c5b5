/* SPDX-License-Identifier: MIT */
/*
 * Coverage: whether two sets of samples look alike. A value is covered if the other side has a
 * value within the relative tolerance, by the distance of the logarithms.
 */
#include "compare/evidence/coverage.h"

#include <math.h>
#include <string.h>

/*
 * Decides whether |ln a - ln b| <= log1p(tolerance). The ratio of the two values decides, unless it
 * is so close to 1 + tolerance that the rounding of the logarithms matters. Then the logarithms
 * decide.
 */
typedef struct coverage_tolerance {
    double inside;  /* ratios up to here are covered */
    double outside; /* ratios from here on are not */
    double distance;
} coverage_tolerance;

/* Larger than the rounding errors of two logarithms, their difference and a ratio together: a
 * logarithm of a product of two binary32 numbers is below 256, and its rounding below 2^-44. */
#define COVERAGE_GUARD 1e-12

static coverage_tolerance tolerance_make(double relative)
{
    return (coverage_tolerance){
        .inside = (1 + relative) * (1 - COVERAGE_GUARD),
        .outside = (1 + relative) * (1 + COVERAGE_GUARD),
        .distance = log1p(relative),
    };
}

static double value_of(uint64_t bits)
{
    double value;

    memcpy(&value, &bits, sizeof(value));
    return value;
}

static bool tolerance_covers(const coverage_tolerance *tolerance, double a, double b)
{
    const double lower = a < b ? a : b;
    const double upper = a < b ? b : a;

    if (upper <= lower * tolerance->inside)
        return true;
    if (upper >= lower * tolerance->outside)
        return false;
    return log(upper) - log(lower) <= tolerance->distance;
}

/* The minimum count of a value in the support coverage: rarer values are excluded, unless this
 * would remove too many samples. */
static uint64_t support_least_count(const bres__support *support, const bres_thresholds *thresholds)
{
    const double fraction = thresholds->bulk_rare_sample_fraction;
    const double max_removed = thresholds->bulk_rare_max_removed_fraction;
    const double total = (double)support->total;
    uint64_t most = 0;
    uint64_t removed = 0;
    uint64_t least;

    if (fraction <= 0 || max_removed <= 0)
        return 0;
    for (size_t i = 0; i < support->distinct; i++)
        most = support->counts[i] > most ? support->counts[i] : most;
    least = (uint64_t)fmax(2, ceil(fraction * total));
    /* No value would remain, as when every value is unique. */
    if (most < least)
        return 0;
    for (size_t i = 0; i < support->distinct; i++)
        removed += support->counts[i] < least ? support->counts[i] : 0;
    return (double)removed / total > max_removed ? 0 : least;
}

/*
 * Computes the fraction of `support` that has a neighbour in `other`, in one pass over both. The
 * neighbour of one value often covers the next values, too. If it does not, the pass picks the
 * farthest neighbour, so that it covers as many following values as possible.
 */
static void coverage_of(const bres__support *support, const bres__support *other,
                        const coverage_tolerance *tolerance, uint64_t least_count, double *samples,
                        double *distinct)
{
    uint64_t samples_covered = 0;
    size_t kept = 0;
    size_t kept_covered = 0;
    size_t next = 0; /* after the neighbour */
    double neighbour = value_of(other->values[next++]);

    for (size_t i = 0; i < support->distinct; i++) {
        const double value = value_of(support->values[i]);
        const uint64_t count = support->counts[i];
        bool covered = tolerance_covers(tolerance, value, neighbour);

        if (!covered && neighbour < value) {
            for (; next < other->distinct; next++) {
                const double step = value_of(other->values[next]);

                if (step > value && !tolerance_covers(tolerance, value, step))
                    break;
                neighbour = step;
            }
            covered = tolerance_covers(tolerance, value, neighbour);
        }
        samples_covered += covered ? count : 0;
        kept += count >= least_count;
        kept_covered += covered && count >= least_count;
    }
    *samples = (double)samples_covered / (double)support->total;
    *distinct = (double)kept_covered / (double)kept;
}

void bres__cover(const bres__support *reference, const bres__support *candidate,
                 const bres_thresholds *thresholds, bres__coverage *coverage)
{
    const coverage_tolerance tolerance = tolerance_make(thresholds->same_center_relative);
    const bres__support *const sides[2] = { reference, candidate };

    coverage->severity = 0;
    coverage->samples_pass = true;
    coverage->support_passes = true;
    for (int i = 0; i < 2; i++) {
        coverage_of(sides[i], sides[1 - i], &tolerance, support_least_count(sides[i], thresholds),
                    &coverage->samples[i], &coverage->support[i]);
        coverage->samples_pass =
            coverage->samples_pass && coverage->samples[i] >= thresholds->bulk_sample_coverage;
        coverage->support_passes =
            coverage->support_passes && coverage->support[i] >= thresholds->bulk_support_coverage;
        coverage->severity =
            fmax(coverage->severity, thresholds->bulk_sample_coverage - coverage->samples[i]);
        coverage->severity =
            fmax(coverage->severity, thresholds->bulk_support_coverage - coverage->support[i]);
    }
}

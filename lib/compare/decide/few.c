/* SPDX-License-Identifier: MIT */
/*
 * Samples that are too few, or all equal, do not show their error. So a difference between two runs
 * is indistinguishable from chance.
 */
#include "compare/decide/decide.h"
#include "compare/match/name.h"

#include <inttypes.h>

/* Below this number, the quartiles of two sets of equal noise are often apart. */
#define SAMPLES_LEAST 10u

static bool samples_are_equal(const bres__source *times)
{
    for (size_t i = 1; i < times->count; i++) {
        if (times->values[i] != times->values[0])
            return false;
    }
    return true;
}

/* Whether all samples of a side are equal, by the first data in this order that are present. */
static bool side_is_constant(const bres__side *side)
{
    const bres__timing *timing = &side->timing;

    if (timing->min.present && timing->max.present)
        return timing->min.value == timing->max.value;
    if (timing->stdev.present)
        return timing->stdev.value == 0;
    if (side->times.state == BRES__SOURCE_USABLE)
        return samples_are_equal(&side->times);
    return side->has_interval && side->interval.lower == side->interval.upper;
}

bool bres__decide_too_few(const bres__evidence *evidence, bres_decision *decision)
{
    const bres__side *sides = evidence->sides;
    uint64_t counts[2] = { 0, 0 };
    bool few[2];
    bool constant[2];

    for (int i = 0; i < 2; i++) {
        few[i] = bres__side_samples(&sides[i], &counts[i]) && counts[i] < SAMPLES_LEAST;
        constant[i] = side_is_constant(&sides[i]);
    }
    if (few[0] || few[1])
        bres__set_verdict(decision, BRES_AMBIGUOUS, BRES_REASON_TOO_FEW_SAMPLES,
                          "too few samples: %" PRIu64 " of the reference and %" PRIu64
                          " of the candidate, at least %u on each side are needed",
                          counts[0], counts[1], SAMPLES_LEAST);
    else if (constant[0] || constant[1])
        bres__set_verdict(decision, BRES_AMBIGUOUS, BRES_REASON_TOO_FEW_SAMPLES,
                          "all samples of %s are equal, so that their confidence interval has no "
                          "width: at least %u samples with two different values are needed",
                          bres__sides_name(constant[0], constant[1]), SAMPLES_LEAST);
    else
        return false;
    return true;
}

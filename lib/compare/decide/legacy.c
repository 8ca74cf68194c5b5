/* SPDX-License-Identifier: MIT */
/*
 * The legacy rule: a change counts if it is larger than the smaller of the two noises. The rule
 * compares only means, even if they are not finite.
 */
#include "compare/decide/decide.h"

#include <math.h>

/* The smaller noise of the two sides; absent if both lack it. */
static bres__number smaller_noise(const bres__side *sides)
{
    const bres__number *reference = &sides[BRES__REFERENCE].timing.legacy_noise;
    const bres__number *candidate = &sides[BRES__CANDIDATE].timing.legacy_noise;

    if (!reference->present || (candidate->present && candidate->value < reference->value))
        return *candidate;
    return *reference;
}

bres_status bres__decide_legacy(const bres__evidence *evidence, bres_decision *decision)
{
    const bres__side *sides = evidence->sides;
    const bres__number noise = smaller_noise(sides);
    const double difference = sides[1].center.value - sides[0].center.value;
    const double fraction = difference / sides[0].center.value;
    bres_verdict verdict = BRES_SLOW;

    if (!noise.present || noise.value == 0)
        return bres__set_verdict(decision, BRES_UNKNOWN, BRES_REASON_LEGACY_RULE,
                                 "the legacy rule needs a noise, and both sides lack it");
    if (fabs(fraction) <= noise.value)
        verdict = BRES_SAME;
    else if (difference < 0)
        verdict = BRES_FAST;
    return bres__set_verdict(decision, verdict, BRES_REASON_LEGACY_RULE,
                             "by the legacy rule, a change of %.3g%% at a noise of %.3g%%",
                             100 * fraction, 100 * noise.value);
}

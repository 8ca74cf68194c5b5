/* SPDX-License-Identifier: MIT */
/*
 * Exact counts, such as instructions: they have no noise, so every difference beyond the caller's
 * tolerance is a change.
 */
#include "compare/decide/decide.h"

#include <math.h>

bres_verdict bres__counts_verdict(double reference, double candidate, double tolerance)
{
    const double difference = candidate - reference;

    if (fabs(difference) <= tolerance * fabs(reference))
        return BRES_SAME;
    return difference < 0 ? BRES_FAST : BRES_SLOW;
}

bres_status bres__decide_counts(const bres__evidence *evidence, bres_decision *decision)
{
    const double reference = evidence->sides[BRES__REFERENCE].center.value;
    const double candidate = evidence->sides[BRES__CANDIDATE].center.value;
    const double difference = candidate - reference;
    const double tolerance = evidence->count_tolerance * fabs(reference);
    const bres_verdict verdict =
        bres__counts_verdict(reference, candidate, evidence->count_tolerance);

    if (verdict != BRES_SAME)
        return bres__set_verdict(decision, verdict, BRES_REASON_COUNTS_DIFFER,
                                 "the counts differ by %.10g, more than the tolerance of %.10g",
                                 difference, tolerance);
    if (difference == 0)
        return bres__set_verdict(decision, verdict, BRES_REASON_COUNTS_AGREE,
                                 "the counts are equal: %.10g", reference);
    return bres__set_verdict(
        decision, verdict, BRES_REASON_COUNTS_AGREE,
        "the counts agree: the difference of %.10g is within the tolerance of %.10g", difference,
        tolerance);
}

/* SPDX-License-Identifier: MIT */
#include "truth/common/claim.h"

#include <math.h>
#include <stdio.h>

#define SHOWN_CONFIDENCE  0.95
#define REFUTE_CONFIDENCE 0.999
#define BISECTIONS        60

/* The probability of at most `count` successes in `trials`, each with probability `rate`. */
static double binomial_below(size_t count, size_t trials, double rate)
{
    double sum = 0;

    for (size_t k = 0; k <= count; k++) {
        const double log_ways =
            lgamma((double)trials + 1) - lgamma((double)k + 1) - lgamma((double)(trials - k) + 1);

        sum += exp(log_ways + (double)k * log(rate) + (double)(trials - k) * log1p(-rate));
    }
    return fmin(sum, 1);
}

double truth_rate_upper(size_t count, size_t trials, double confidence)
{
    double lower = 0;
    double upper = 1;

    if (count >= trials)
        return 1;
    for (int i = 0; i < BISECTIONS; i++) {
        const double middle = (lower + upper) / 2;

        if (binomial_below(count, trials, middle) > 1 - confidence)
            lower = middle;
        else
            upper = middle;
    }
    return upper;
}

double truth_rate_lower(size_t count, size_t trials, double confidence)
{
    return 1 - truth_rate_upper(trials - count, trials, confidence);
}

void truth_claim_heading(const char *title)
{
    printf("\n%s\n", title);
    printf("%-46s %-8s %8s %8s %8s\n", "scenario", "counted", "percent", "95 % end", "limit");
}

static bool claim_holds(const truth_claim *claim, size_t count, size_t trials, bool full)
{
    const double limit = claim->limit / 100;
    const double rate = (double)count / (double)trials;

    if (claim->bound == TRUTH_AT_MOST)
        return full ? rate <= limit : truth_rate_lower(count, trials, REFUTE_CONFIDENCE) <= limit;
    if (claim->bound == TRUTH_AT_LEAST)
        return full ? rate >= limit : truth_rate_upper(count, trials, REFUTE_CONFIDENCE) >= limit;
    return true;
}

bool truth_claim_report(const truth_claim *claim, size_t count, size_t trials, bool full)
{
    const bool holds = trials > 0 && claim_holds(claim, count, trials, full);
    const double end = claim->bound == TRUTH_AT_LEAST
                           ? truth_rate_lower(count, trials, SHOWN_CONFIDENCE)
                           : truth_rate_upper(count, trials, SHOWN_CONFIDENCE);
    char limit[32] = "-";

    if (claim->bound != TRUTH_AS_MEASURED)
        snprintf(limit, sizeof(limit), "%s %.4g",
                 claim->bound == TRUTH_AT_MOST ? "<=" : ">=", claim->limit);
    printf("%-46s %-8s %8.2f %8.2f %8s  %s\n", claim->scenario, claim->counted,
           trials > 0 ? 100 * (double)count / (double)trials : NAN, 100 * end, limit,
           holds ? "ok" : "NOT AS IT MUST BE");
    fflush(stdout);
    return holds;
}

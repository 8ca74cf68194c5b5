/* SPDX-License-Identifier: MIT */
#include "report/rows/rows.h"
#include "compare/config/thresholds.h"

#include <math.h>

bres_status bres__compared_check(const bres_compared *pairs, size_t count)
{
    if (pairs == NULL || count == 0)
        return bres__error(BRES_ERROR_ARGUMENT, "a report needs at least one comparison");
    for (size_t i = 0; i < count; i++) {
        if (pairs[i].comparison == NULL)
            return bres__error(BRES_ERROR_ARGUMENT, "comparison %zu of the report is NULL", i);
    }
    return BRES_OK;
}

bool bres__compared_has_replicates(const bres_compared *compared)
{
    return bres_comparison_run_count(compared->comparison, true) > 1 ||
           bres_comparison_run_count(compared->comparison, false) > 1;
}

bool bres__compared_has_ratios(const bres_compared *compared)
{
    const bres_thresholds *thresholds = bres_comparison_thresholds(compared->comparison);

    return bres__compared_has_replicates(compared) ||
           (bres__rule_has_variation(thresholds) && thresholds->run_variation > 0);
}

bool bres__row_is_shown(const bres_row *row, double threshold_diff)
{
    const bres_difference *difference = bres_row_difference(row);

    /* A row without a usable difference is always shown. */
    if (bres_row_verdict(row) == BRES_UNKNOWN || (difference->has & BRES_HAS_FRACTION) == 0)
        return true;
    return !(fabs(difference->fraction) < threshold_diff);
}

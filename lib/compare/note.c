/* SPDX-License-Identifier: MIT */
/*
 * The note that verdicts do not include the variation between runs.
 */
#include "compare/note.h"
#include "compare/replicates/replicates.h"

/* Whether any row was decided by times. */
static bool has_times(const bres_comparison *comparison)
{
    for (size_t i = 0; i < comparison->row_count; i++) {
        if (comparison->rows[i].reference_estimate.unit == BRES_UNIT_SECONDS)
            return true;
    }
    return false;
}

bres_status bres__comparison_note(bres_comparison *comparison)
{
    if (comparison->has_replicates || bres__variation_of(&comparison->thresholds) > 0 ||
        !has_times(comparison))
        return BRES_OK;
    comparison->note =
        "each side has one run, so the verdicts do not include the variation between runs";
    return bres__race_command(comparison, &comparison->command);
}

const char *bres_comparison_note(const bres_comparison *comparison)
{
    return comparison != NULL ? comparison->note : NULL;
}

const char *bres_comparison_command(const bres_comparison *comparison)
{
    return comparison != NULL ? comparison->command : NULL;
}

/* SPDX-License-Identifier: MIT */
/*
 * The known variation between runs: the standard deviation of the typical time of one run on one
 * side, as a fraction.
 */
#include "compare/replicates/replicates.h"

#include <math.h>
#include <string.h>

/* The recorded variation of a result; *found is false if the result records none. */
static bres_status variation_find(const bres_result *result, double *variation, bool *found)
{
    static const char *const keys[] = { "benchresult", "passport", "run_variation" };
    bres__arena arena = { 0 };
    const char *text;
    bres_status status =
        bres__meta_member(result, keys, sizeof(keys) / sizeof(keys[0]), &arena, &text);

    *found = status == BRES_OK && text != NULL;
    if (*found && (bres__parse_float64(text, strlen(text), variation) != BRES__PARSE_OK ||
                   !(*variation > 0 && *variation <= 1))) {
        status = bres__error(BRES_ERROR_VALUE,
                             "the run variation in the passport is %.*s (expected a fraction above "
                             "0, and at most 1)",
                             32, text);
        bres__error_set_file(result->path);
    }
    bres__arena_free(&arena);
    return status;
}

bres_status bres__variation_read(bres_result *const *candidates, size_t count,
                                 bres_thresholds *thresholds)
{
    double largest = 0;

    if (!bres__variation_is_wanted(thresholds))
        return BRES_OK;
    for (size_t i = 0; i < count; i++) {
        double variation = 0;
        bool found;
        const bres_status status = variation_find(candidates[i], &variation, &found);

        if (status != BRES_OK)
            return status;
        largest = found ? fmax(largest, variation) : largest;
    }
    if (!(largest > 0)) {
        bres__error(BRES_ERROR_KEY, "the candidate records no run variation, neither in its "
                                    "passport (benchresult doctor --save) nor in a history");
        bres__error_set_file(candidates[0]->path);
        return BRES_ERROR_KEY;
    }
    thresholds->run_variation = largest;
    return BRES_OK;
}

bool bres__variation_is_wanted(const bres_thresholds *thresholds)
{
    return thresholds->auto_run_variation != 0 && thresholds->rule == BRES_RULE_DEFAULT;
}

double bres__variation_of(const bres_thresholds *thresholds)
{
    return thresholds->rule == BRES_RULE_DEFAULT ? thresholds->run_variation : 0;
}

static double variation_error(const bres__effect *effect, size_t more)
{
    return effect->run_variation *
           sqrt(1 / (double)(effect->used[0] + more) + 1 / (double)(effect->used[1] + more));
}

void bres__effect_limit(bres__effect *effect, double run_variation)
{
    effect->run_variation = run_variation;
    effect->between = fmax(effect->between, run_variation);
    effect->error_floor = hypot(effect->error_floor, variation_error(effect, 0));
}

double bres__effect_later_floor(const bres__effect *effect, size_t more)
{
    return hypot(effect->clock_error, variation_error(effect, more));
}

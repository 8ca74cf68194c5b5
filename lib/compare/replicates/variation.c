/* SPDX-License-Identifier: MIT */
/*
 * The known variation between runs: the standard deviation of the typical time of one run on one
 * side, as a fraction.
 */
#include "compare/config/thresholds.h"
#include "compare/replicates/replicates.h"

#include <math.h>
#include <string.h>

/* Finds the member `section`.`key` of an object. */
static bool member_of(const char *object, const char *section, const char *key, bres__slice *value)
{
    bres__slice inner;

    return bres__json_member(object, section, &inner) && inner.data[0] == '{' &&
           bres__json_member(inner.data, key, value);
}

/* Finds the variation that one run records. The library writes it into "host", other programs may
 * write it into "passport". */
static bool run_records(const char *meta, bres__slice *value)
{
    bres__slice own;

    return bres__json_member(meta, "benchresult", &own) && own.data[0] == '{' &&
           (member_of(own.data, "host", "run_variation", value) ||
            member_of(own.data, "passport", "run_variation", value));
}

static bres_status variation_parse(const bres_result *result, const bres__slice *text,
                                   double *largest)
{
    double variation;

    if (bres__parse_float64(text->data, text->length, &variation) == BRES__PARSE_OK &&
        variation > 0 && variation <= 1) {
        *largest = fmax(*largest, variation);
        return BRES_OK;
    }
    bres__error(BRES_ERROR_VALUE,
                "the run variation in meta.benchresult is %.*s (expected a fraction above 0, and "
                "at most 1)",
                text->length < 32 ? (int)text->length : 32, text->data);
    bres__error_set_file(result->path);
    return BRES_ERROR_VALUE;
}

/* Reads the sections of the runs that were merged into the result. */
static bres_status merged_read(const bres_result *result, double *largest)
{
    bres__slice list;
    bres__slice part;
    bres__slice value;
    bres__cursor cursor;
    bres__json_walk walk;
    bres_status status = BRES_OK;

    if (!member_of(result->meta, "benchresult", "merged", &list) || list.data[0] != '[')
        return BRES_OK;
    cursor = bres__json_unchecked_cursor(list.data, list.length);
    walk = bres__json_walk_list(&cursor);
    while (status == BRES_OK && bres__json_walk_pass(&walk, &part)) {
        if (part.data[0] == '{' && run_records(part.data, &value))
            status = variation_parse(result, &value, largest);
    }
    return status == BRES_OK ? walk.status : status;
}

static bres_status result_read(const bres_result *result, double *largest)
{
    bres__slice value;

    if (result->meta == NULL || result->meta[0] != '{')
        return BRES_OK;
    if (run_records(result->meta, &value))
        return variation_parse(result, &value, largest);
    return merged_read(result, largest);
}

bres_status bres__variation_read(bres_result *const *candidates, size_t count,
                                 bres_thresholds *thresholds)
{
    double largest = 0;

    if (!bres__variation_is_wanted(thresholds))
        return BRES_OK;
    for (size_t i = 0; i < count; i++) {
        const bres_status status = result_read(candidates[i], &largest);

        if (status != BRES_OK)
            return status;
    }
    if (!(largest > 0)) {
        bres__error(BRES_ERROR_KEY,
                    "the candidate records no run variation in meta.benchresult.host "
                    "(run benchresult doctor --save before the benchmark)");
        bres__error_set_file(candidates[0]->path);
        return BRES_ERROR_KEY;
    }
    thresholds->run_variation = largest;
    return BRES_OK;
}

bool bres__variation_is_wanted(const bres_thresholds *thresholds)
{
    return thresholds->auto_run_variation != 0 && bres__rule_has_variation(thresholds);
}

double bres__variation_of(const bres_thresholds *thresholds)
{
    return bres__rule_has_variation(thresholds) ? thresholds->run_variation : 0;
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

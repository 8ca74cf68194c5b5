/* SPDX-License-Identifier: MIT */
/*
 * The text of a report about the variation between runs, and the ratio of a row with its confidence
 * interval.
 */
#include "report/compare/notes.h"
#include "base/visible.h"
#include "compare/config/thresholds.h"
#include "report/rows/name.h"

#include "stats/distribution.h"

#include <math.h>

double bres__compared_run_variation(const bres_compared *compared)
{
    const bres_thresholds *thresholds = bres_comparison_thresholds(compared->comparison);

    return bres__rule_has_variation(thresholds) ? thresholds->run_variation : 0;
}

const bres_compared *bres__noted_find(const bres__compare_report *report)
{
    for (size_t i = 0; i < report->count; i++) {
        if (bres_comparison_note(report->pairs[i].comparison) != NULL)
            return &report->pairs[i];
    }
    return NULL;
}

/* The relative standard error of the ratio of the centers, from the noise of both sides; NaN:
 * unknown. */
static double samples_error(const bres_estimate *const sides[2])
{
    const uint32_t needed = BRES_HAS_NOISE | BRES_HAS_SAMPLES;
    double variance = 0;

    for (int i = 0; i < 2; i++) {
        if ((sides[i]->has & needed) != needed || sides[i]->unit != BRES_UNIT_SECONDS ||
            sides[i]->samples == 0)
            return NAN;
        variance += sides[i]->noise * sides[i]->noise / (double)sides[i]->samples;
    }
    return sqrt(variance);
}

bool bres__row_shown_ratio(const bres_compared *compared, const bres_row *row, bres_ratio *ratio)
{
    const bres_estimate *sides[2] = { bres_row_reference_estimate(row),
                                      bres_row_candidate_estimate(row) };
    const bres_thresholds *thresholds = bres_comparison_thresholds(compared->comparison);
    const double tail = (1 - thresholds->runs_change_confidence) / 2;
    const double error = samples_error(sides);

    bres_ratio_init(ratio);
    if (bres_row_ratio(row) != NULL) {
        *ratio = *bres_row_ratio(row);
        return true;
    }
    if (bres_row_verdict(row) == BRES_UNKNOWN || bres__compared_has_replicates(compared) ||
        !(sides[0]->center > 0) || !(sides[1]->center > 0))
        return false;
    ratio->ratio = sides[1]->center / sides[0]->center;
    if (!isfinite(error))
        return isfinite(ratio->ratio);
    ratio->lower = ratio->ratio * exp(-error * bres__student_quantile(tail, INFINITY));
    ratio->upper = ratio->ratio * exp(error * bres__student_quantile(tail, INFINITY));
    ratio->confidence = thresholds->runs_change_confidence;
    return isfinite(ratio->ratio);
}

/* Puts the variation once for the first comparison, because it can differ between comparisons only
 * if the results record it. */
static void put_variation(bres__compare_report *report, size_t index)
{
    const bres_compared *compared = &report->pairs[index];
    const double variation = bres__compared_run_variation(compared);
    const bool is_recorded =
        bres_comparison_thresholds(compared->comparison)->auto_run_variation != 0;

    if (!(variation > 0) || (index > 0 && !is_recorded))
        return;
    bres__text_puts(&report->text, "Known run variation");
    if (is_recorded)
        bres__put_file(&report->text, compared, report->count);
    bres__text_printf(&report->text, ": %.4g %%.\n\n", 100 * variation);
}

void bres__markdown_put_note(bres__compare_report *report)
{
    const bres_compared *noted = bres__noted_find(report);
    bres__text *text = &report->text;

    if (noted != NULL) {
        bres__text_puts(text, "Note: ");
        bres__text_puts(text, bres_comparison_note(noted->comparison));
        bres__text_puts(text, ". This command measures the variation:\n\n    ");
        bres__text_puts_visible(text, bres_comparison_command(noted->comparison));
        bres__text_puts(text, "\n\n");
    }
    for (size_t i = 0; i < report->count; i++)
        put_variation(report, i);
}

/* SPDX-License-Identifier: MIT */
/*
 * The ranking of a timing of commands: each command against the baseline. A ratio is the ratio of
 * the typical pair of runs, taken in the same round. The ratio of the medians can differ.
 */
#include "report/race/time.h"
#include "report/value.h"
#include "report/wrap.h"

#include <inttypes.h>
#include <math.h>

/* A ratio below this value needs a third digit after the point. */
#define RATIO_NEAR_ONE 1.1

void bres__time_put_duration(bres__text *text, double seconds)
{
    const bres__display_value value = { .kind = BRES_KIND_FLOAT64, .real = seconds };

    bres__display_put_with_unit(text, &value, "duration");
}

void bres__time_put_bullet(const bres__time_report *report, bres__text *sentence, bres__text *text)
{
    if (sentence->failed)
        text->failed = true;
    else if (sentence->length > 0)
        bres__put_wrapped(text, report->width > 0 ? report->width : BRES__REPORT_WIDTH, "- ", 2,
                          sentence->data);
    bres__text_clear(sentence);
}

int bres__time_ratio_digits(double ratio)
{
    return ratio < RATIO_NEAR_ONE ? 3 : 2;
}

/* The ratio of the time of `above` to the time of the other row. One of them is `row`, the other
 * the baseline; `ratio` is the ratio of `row` to the baseline. */
static double row_ratio(const bres__time_report_row *row, const bres__time_report_row *above,
                        double ratio)
{
    return row == above ? ratio : 1 / ratio;
}

static void put_interval(const bres__time_report_row *row, const bres__time_report_row *above,
                         bres__text *text)
{
    const bres_timing_row *figures = row->figures;
    const double one = row_ratio(row, above, figures->ratio_lower);
    const double other = row_ratio(row, above, figures->ratio_upper);
    const int digits = bres__time_ratio_digits(row_ratio(row, above, figures->ratio));

    if (figures->ratio_lower > 0 && isfinite(figures->ratio_upper))
        bres__text_printf(text, " [%.*f, %.*f]", digits, fmin(one, other), digits,
                          fmax(one, other));
}

static void put_faster(const bres__time_report_row *row, const bres__time_report_row *faster,
                       const bres__time_report_row *slower, bres__text *text)
{
    const double ratio = row_ratio(row, slower, row->figures->ratio);

    bres__text_printf(text, "'%s' is %.*f times faster than '%s' in the typical pair", faster->name,
                      bres__time_ratio_digits(ratio), ratio, slower->name);
    put_interval(row, slower, text);
}

static void put_unproven(const bres__time_report *report, const bres__time_report_row *baseline,
                         const bres__time_report_row *row, bres__text *text)
{
    const bres_timing_row *figures = row->figures;

    if (figures->verdict == BRES_SAME)
        bres__text_printf(text,
                          "tied, the same within %g %%: ", 100 * report->limits.equivalence_margin);
    else
        bres__text_puts(text, "undecided: ");
    if (figures->pairs == 0) {
        bres__text_printf(text, "'%s' and '%s' have no pair of runs", row->name, baseline->name);
        return;
    }
    bres__text_printf(text, "'%s' takes %.*f times as long as '%s' in the typical pair", row->name,
                      bres__time_ratio_digits(figures->ratio), figures->ratio, baseline->name);
    put_interval(row, row, text);
    if (figures->plan_pairs > 0)
        bres__text_printf(text, "; about %" PRIu64 " more run%s of each would probably decide",
                          figures->plan_pairs, figures->plan_pairs == 1 ? "" : "s");
}

const bres__time_report_row *bres__time_baseline(const bres__time_report *report)
{
    size_t i = 0;

    while (i + 1 < report->row_count && !report->rows[i].figures->is_baseline)
        i++;
    return &report->rows[i];
}

void bres__time_put_ranking(const bres__time_report *report, bres__text *text)
{
    const bres__time_report_row *baseline = bres__time_baseline(report);
    bres__text sentence = { 0 };

    for (size_t i = 0; i < report->row_count; i++) {
        const bres__time_report_row *row = &report->rows[i];

        if (row == baseline)
            continue;
        if (row->figures->verdict == BRES_FAST)
            put_faster(row, row, baseline, &sentence);
        else if (row->figures->verdict == BRES_SLOW)
            put_faster(row, baseline, row, &sentence);
        else
            put_unproven(report, baseline, row, &sentence);
        bres__time_put_bullet(report, &sentence, text);
    }
    bres__text_free(&sentence);
}

/* SPDX-License-Identifier: MIT */
/*
 * The sentences about a timing of commands.
 */
#include "report/race/time.h"
#include "report/value.h"
#include "report/wrap.h"

#include <inttypes.h>
#include <math.h>

/* Seconds below which the start of a process is a large part of a run. */
#define SHORT_RUN      1e-3
/* One run in so many may be an outlier without a warning. */
#define OUTLIER_PART   20
/* A ratio below this one needs a third digit behind the point. */
#define RATIO_NEAR_ONE 1.1

void bres__time_message(const bres__time_message_figures *figures, char *message, size_t size)
{
    char comparisons[96] = "";

    if (figures->comparisons > 0)
        bres__format(comparisons, sizeof comparisons, ", %zu of %zu comparisons decided",
                     figures->decided, figures->comparisons);
    bres__format(message, size, "%s after %" PRIu64 " runs in %.1f s: %zu of %zu medians precise%s",
                 figures->stop_reason, figures->runs, figures->seconds, figures->precise,
                 figures->rows, comparisons);
}

void bres__time_failure_message(const char *hook, const char *label, size_t runs,
                                const char *reason, char *message, size_t size)
{
    if (hook != NULL)
        bres__format(message, size, "%s of '%s', after %zu runs: %s", hook, label, runs, reason);
    else
        bres__format(message, size, "run %zu of '%s': %s", runs + 1, label, reason);
}

static void put_duration(bres__text *text, double seconds)
{
    const bres__display_value value = { .kind = BRES_KIND_FLOAT64, .real = seconds };

    bres__display_put_with_unit(text, &value, "duration");
}

/* Appends a bullet and empties the sentence. */
static void put_bullet(bres__text *sentence, bres__text *text)
{
    if (sentence->failed)
        text->failed = true;
    else if (sentence->length > 0)
        bres__put_wrapped(text, BRES__REPORT_WIDTH, "- ", 2, sentence->data);
    bres__text_clear(sentence);
}

static bool has_interval(const bres_timing_row *row)
{
    return row->ratio_lower > 0 && isfinite(row->ratio_upper);
}

static void put_ratio(double ratio, double lower, double upper, bres__text *text)
{
    const int digits = ratio < RATIO_NEAR_ONE ? 3 : 2;

    bres__text_printf(text, " [%.*f, %.*f]", digits, lower, digits, upper);
}

static void put_faster(const bres_timing_row *faster, const bres_timing_row *slower,
                       const bres_timing_row *row, bres__text *text)
{
    const bool inverted = row == faster;
    const double ratio = inverted ? 1 / row->ratio : row->ratio;

    bres__text_printf(text, "'%s' is %.*f times faster than '%s'", faster->label,
                      ratio < RATIO_NEAR_ONE ? 3 : 2, ratio, slower->label);
    put_ratio(ratio, inverted ? 1 / row->ratio_upper : row->ratio_lower,
              inverted ? 1 / row->ratio_lower : row->ratio_upper, text);
}

static void put_unproven(const bres__time_report *report, const bres_timing_row *baseline,
                         const bres_timing_row *row, bres__text *text)
{
    bres__text_printf(text, "'%s' and '%s' are ", row->label, baseline->label);
    if (row->verdict == BRES_SAME)
        bres__text_printf(text, "tied: the same within %g %%",
                          100 * report->limits.equivalence_margin);
    else
        bres__text_puts(text, "undecided");
    if (row->pairs == 0)
        return;
    bres__text_printf(text, ", ratio %.3f", row->ratio);
    if (has_interval(row))
        put_ratio(1, row->ratio_lower, row->ratio_upper, text);
    if (row->plan_pairs > 0)
        bres__text_printf(text, "; about %" PRIu64 " more runs of each would probably decide",
                          row->plan_pairs);
}

static const bres_timing_row *baseline_of(const bres__time_report *report)
{
    size_t i = 0;

    while (i + 1 < report->row_count && !report->rows[i]->is_baseline)
        i++;
    return report->rows[i];
}

void bres__time_put_ranking(const bres__time_report *report, bres__text *text)
{
    const bres_timing_row *baseline = baseline_of(report);
    bres__text sentence = { 0 };

    for (size_t i = 0; i < report->row_count; i++) {
        const bres_timing_row *row = report->rows[i];

        if (row == baseline)
            continue;
        if (row->verdict == BRES_FAST)
            put_faster(row, baseline, row, &sentence);
        else if (row->verdict == BRES_SLOW)
            put_faster(baseline, row, row, &sentence);
        else
            put_unproven(report, baseline, row, &sentence);
        put_bullet(&sentence, text);
    }
    bres__text_free(&sentence);
}

static void warn_of_outliers(const bres_timing_row *row, bres__text *sentence, bres__text *text)
{
    if (row->is_first_slow) {
        bres__text_printf(sentence, "'%s': the first run took ", row->label);
        put_duration(sentence, row->first);
        bres__text_puts(sentence, ", the median is ");
        put_duration(sentence, row->median);
        bres__text_puts(sentence, "; warm up first, or empty the caches before each run");
        put_bullet(sentence, text);
    }
    if (row->outliers * OUTLIER_PART < row->runs || row->outliers <= row->is_first_slow)
        return;
    bres__text_printf(sentence,
                      "'%s': %" PRIu64 " of %" PRIu64 " runs are outliers; the longest took ",
                      row->label, row->outliers, row->runs);
    put_duration(sentence, row->max);
    bres__text_puts(sentence, "; other programs may have disturbed the runs");
    put_bullet(sentence, text);
}

static void warn_of_shell(const bres__time_report *report, const bres_timing_row *row,
                          bres__text *sentence, bres__text *text)
{
    if (row->below_shell > 0)
        bres__text_printf(sentence,
                          "'%s': %" PRIu64 " of %" PRIu64 " runs took no longer than the shell "
                          "alone and count as 0; time the command without a shell",
                          row->label, row->below_shell, row->runs);
    else if (report->shell_seconds > row->median)
        bres__text_printf(sentence,
                          "'%s' takes less time than the shell; time the command without a shell",
                          row->label);
    put_bullet(sentence, text);
}

static void warn_of_row(const bres__time_report *report, const bres_timing_row *row,
                        bres__text *sentence, bres__text *text)
{
    if (row->failures > 0) {
        bres__text_printf(sentence, "'%s': %" PRIu64 " of %" PRIu64 " runs failed", row->label,
                          row->failures, row->runs);
        put_bullet(sentence, text);
    }
    if (report->shell_seconds == 0 && row->median < SHORT_RUN) {
        bres__text_printf(sentence,
                          "'%s' is too short: the start of its process is a large part of a run",
                          row->label);
        put_bullet(sentence, text);
    }
    warn_of_outliers(row, sentence, text);
    if (report->shell_seconds > 0)
        warn_of_shell(report, row, sentence, text);
}

void bres__time_put_warnings(const bres__time_report *report, bres__text *text)
{
    bres__text sentence = { 0 };

    if (report->shell_seconds > 0) {
        bres__text_puts(&sentence, "The shell takes ");
        put_duration(&sentence, report->shell_seconds);
        bres__text_puts(&sentence, " for an empty command; this was subtracted from each time");
        put_bullet(&sentence, text);
    }
    for (size_t i = 0; i < report->row_count; i++) {
        if (report->rows[i]->runs > 0)
            warn_of_row(report, report->rows[i], &sentence, text);
    }
    bres__text_free(&sentence);
}

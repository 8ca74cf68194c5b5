/* SPDX-License-Identifier: MIT */
/*
 * The notes on a timing of commands: reasons to doubt its figures.
 */
#include "report/race/time.h"

#include <inttypes.h>
#include <math.h>

/* Seconds below which the start of a process is a large part of a run. */
#define SHORT_RUN      1e-3
/* Outliers are reported if they are at least OUTLIER_PART of at least OUTLIER_RUNS runs, and the
 * longest run takes at least OUTLIER_EFFECT times the median. */
#define OUTLIER_PART   0.05
#define OUTLIER_RUNS   20
#define OUTLIER_EFFECT 1.05
/* The ratio of the medians and the ratio of pairs contradict each other if they differ by this
 * factor. */
#define RATIO_FACTOR   1.1

/* Whether the outliers may change the mean noticeably, or are many and far from the median. */
static bool outliers_matter(const bres__time_report *report, const bres_timing_row *row)
{
    const double part = (double)row->outliers / (double)row->runs;

    return part * (row->max - row->median) >= report->precision * row->median ||
           (part >= OUTLIER_PART && row->runs >= OUTLIER_RUNS &&
            row->max >= OUTLIER_EFFECT * row->median);
}

static void note_first(const bres__time_report *report, const bres__time_report_row *row,
                       bres__text *sentence)
{
    const bres_timing_row *figures = row->figures;

    bres__text_printf(sentence, "'%s': the first run took ", row->name);
    bres__time_put_duration(sentence, figures->first);
    bres__text_puts(sentence, ", the median is ");
    bres__time_put_duration(sentence, figures->median);
    bres__text_puts(sentence, report->has_warmup
                                  ? "; more runs to warm up may be needed, or other programs have "
                                    "disturbed the run"
                                  : "; warm up first, or empty the caches before each run");
}

static void note_outliers(const bres__time_report *report, const bres__time_report_row *row,
                          bres__text *sentence, bres__text *text)
{
    const bres_timing_row *figures = row->figures;

    if (figures->is_first_slow && figures->first >= OUTLIER_EFFECT * figures->median) {
        note_first(report, row, sentence);
        bres__time_put_bullet(report, sentence, text);
    }
    if (figures->outliers <= figures->is_first_slow || !outliers_matter(report, figures))
        return;
    bres__text_printf(sentence, "'%s': %" PRIu64 " of %" PRIu64 " runs %s; the longest took ",
                      row->name, figures->outliers, figures->runs,
                      figures->outliers == 1 ? "is an outlier" : "are outliers");
    bres__time_put_duration(sentence, figures->max);
    bres__text_puts(sentence, "; other programs may have disturbed the runs");
    bres__time_put_bullet(report, sentence, text);
}

static void note_shell(const bres__time_report *report, const bres__time_report_row *row,
                       bres__text *sentence, bres__text *text)
{
    const bres_timing_row *figures = row->figures;

    if (figures->below_shell > 0)
        bres__text_printf(sentence,
                          "'%s': %" PRIu64 " of %" PRIu64 " runs took no longer than the shell "
                          "alone and count as 0; time the command without a shell",
                          row->name, figures->below_shell, figures->runs);
    else if (figures->median < report->shell_seconds)
        bres__text_printf(sentence,
                          "'%s' takes less time than the shell; time the command without a shell",
                          row->name);
    bres__time_put_bullet(report, sentence, text);
}

/* Reports that the ratio of the medians, which are from all runs, contradicts the ratio of pairs.
 */
static void note_contradiction(const bres__time_report *report, const bres__time_report_row *row,
                               bres__text *sentence, bres__text *text)
{
    const bres__time_report_row *baseline = bres__time_baseline(report);
    const bres_timing_row *figures = row->figures;
    const double medians = figures->median / baseline->figures->median;
    const double distance = fabs(log(medians / figures->ratio));

    if (row == baseline || figures->pairs == 0 || !isfinite(distance))
        return;
    if (distance < log(RATIO_FACTOR) &&
        ((medians < 1) == (figures->ratio < 1) || distance < report->limits.equivalence_margin))
        return;
    bres__text_printf(sentence,
                      "'%s' and '%s': the ratio of the medians is %.*f, but that of the typical "
                      "pair is %.*f; the times depend on the round, and neither ratio is certain",
                      row->name, baseline->name, bres__time_ratio_digits(medians), medians,
                      bres__time_ratio_digits(figures->ratio), figures->ratio);
    bres__time_put_bullet(report, sentence, text);
}

static void note_row(const bres__time_report *report, const bres__time_report_row *row,
                     bres__text *sentence, bres__text *text)
{
    const bres_timing_row *figures = row->figures;

    if (figures->failures > 0) {
        bres__text_printf(sentence, "'%s': %" PRIu64 " of %" PRIu64 " runs failed", row->name,
                          figures->failures, figures->runs);
        bres__time_put_bullet(report, sentence, text);
    }
    if (report->shell_seconds == 0 && figures->median < SHORT_RUN) {
        bres__text_printf(sentence,
                          "'%s' is too short: the start of its process is a large part of a run",
                          row->name);
        bres__time_put_bullet(report, sentence, text);
    }
    note_outliers(report, row, sentence, text);
    if (report->shell_seconds > 0)
        note_shell(report, row, sentence, text);
    note_contradiction(report, row, sentence, text);
}

static bool has_too_few_pairs(const bres__time_report *report)
{
    for (size_t i = 0; i < report->row_count; i++) {
        const bres_timing_row *figures = report->rows[i].figures;

        if (!figures->is_baseline && figures->pairs < report->min_pairs)
            return true;
    }
    return false;
}

/* Reports the comparisons and medians that need more runs. */
static void note_limits(const bres__time_report *report, bres__text *sentence, bres__text *text)
{
    size_t unknown = 0;

    if (has_too_few_pairs(report))
        bres__text_printf(sentence,
                          "At least %" PRIu64 " run%s of each command are needed for a decision",
                          report->min_pairs, report->min_pairs == 1 ? "" : "s");
    bres__time_put_bullet(report, sentence, text);
    for (size_t i = 0; i < report->row_count; i++)
        unknown += report->rows[i].figures->runs > 0 && !report->rows[i].is_precise;
    if (report->was_limited && unknown > 0)
        bres__text_printf(sentence,
                          "%zu median%s not known to %g %%: allow more time or runs, or a wider "
                          "interval (precision), or find what disturbs the runs",
                          unknown, unknown == 1 ? " is" : "s are", 100 * report->precision);
    bres__time_put_bullet(report, sentence, text);
}

void bres__time_put_notes(const bres__time_report *report, bres__text *text)
{
    bres__text sentence = { 0 };

    note_limits(report, &sentence, text);
    if (report->shell_seconds > 0) {
        bres__text_puts(&sentence, "The shell takes ");
        bres__time_put_duration(&sentence, report->shell_seconds);
        bres__text_puts(&sentence, " for an empty command; this was subtracted from each time");
        bres__time_put_bullet(report, &sentence, text);
    }
    for (size_t i = 0; i < report->row_count; i++) {
        if (report->rows[i].figures->runs > 0)
            note_row(report, &report->rows[i], &sentence, text);
    }
    bres__text_free(&sentence);
}

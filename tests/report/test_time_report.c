/* SPDX-License-Identifier: MIT */
/* The names, the ranking and the notes of a timing report. */
#include "report/race/time.h"
#include "report/shorten.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(*(array)))
#define DOTS         "\xE2\x80\xA6"

Test(report, names_stay_distinct)
{
    static const struct {
        const char *names[4];
        size_t width;
        const char *shown; /* with '/' after each name */
    } cases[] = {
        { { "short", "other" }, 5, "short/other/" },
        { { "a single name, too long" }, 12, "a sing" DOTS " long/" },
        { { "begin; middle=alpha; end", "begin; middle=bravo; end" },
          20,
          "begin; mi" DOTS "alpha; end/begin; mi" DOTS "bravo; end/" },
        { { "begin; middle=alpha; the end", "begin; middle=bravo; the end" },
          12,
          "begi" DOTS "alpha;" DOTS "/begi" DOTS "bravo;" DOTS "/" },
        { { "the same name twice", "the same name twice" },
          10,
          "the s" DOTS "wice/the s" DOTS "wice/" },
        /* The difference from the nearest name alone does not distinguish all names in 12 columns.
         */
        { { "run x=1 is a long name, y=1, and ends", "run x=1 is a long name, y=2, and ends",
            "run x=2 is a long name, y=1, and ends", "run x=2 is a long name, y=2, and ends" },
          12,
          "run x=1" DOTS "1, and ends/run x=1" DOTS "2, and ends/run x=2" DOTS
          "1, and ends/run x=2" DOTS "2, and ends/" },
        { { "x11111111a1111111b11111111y", "x11111111a1111111c11111111y",
            "x11111111z1111111b11111111y" },
          8,
          "x1" DOTS "b111" DOTS "/x1" DOTS "c111" DOTS "/x1" DOTS "z111" DOTS "/" },
        { { "a|b" },
          3,
          "a\xE2\x9D\x98"
          "b/" },
        { { "\xC3\xA4\xC3\xB6\xC3\xBC\xC3\xA4\xC3\xB6\xC3\xBC\xC3\xA4",
            "\xC3\xA4\xC3\xB6\xC3\xBC\xC3\xA4\xC3\xB6\xC3\xBC\xC3\xB6" },
          6,
          "\xC3\xA4\xC3\xB6\xC3\xBC" DOTS "\xC3\xBC\xC3\xA4/"
          "\xC3\xA4\xC3\xB6\xC3\xBC" DOTS "\xC3\xBC\xC3\xB6/" },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        bres__text shown = { 0 };
        size_t count = 1;

        while (count < 4 && cases[i].names[count] != NULL)
            count++;
        bres__put_distinct(&shown, cases[i].names, count, cases[i].width);
        cr_assert_not(shown.failed);
        for (size_t j = 0; j < shown.length; j++) {
            if (shown.data[j] == '\0')
                shown.data[j] = '/';
        }
        bres__text_putc(&shown, '\0');
        cr_expect_str_eq(shown.data, cases[i].shown, "%zu: %s", i, shown.data);
        bres__text_free(&shown);
    }
}

static uint64_t statuses[256];

/* Two rows; the first is the baseline. */
static bres_timing_row figures[2];
static bres__time_report_row rows[2];
static bres__time_report report;

static void begin(void)
{
    for (size_t i = 0; i < 2; i++) {
        figures[i] = (bres_timing_row){
            .label = i == 0 ? "a" : "b",
            .runs = 20,
            .status_counts = statuses,
            .median = 0.1,
            .median_lower = 0.1,
            .median_upper = 0.1,
            .mean = 0.1,
            .max = 0.1,
            .first = 0.1,
            .ratio = 1,
            .ratio_lower = 1,
            .ratio_upper = 1,
            .pairs = 20,
            .verdict = BRES_AMBIGUOUS,
            .is_baseline = i == 0,
        };
        rows[i] = (bres__time_report_row){ .figures = &figures[i],
                                           .name = figures[i].label,
                                           .is_precise = true };
    }
    report = (bres__time_report){
        .precision = 0.01,
        .limits = { .error_rate = 0.05, .min_effect = 0.005, .equivalence_margin = 0.01 },
        .min_pairs = 10,
        .width = 200,
        .rows = rows,
        .row_count = 2,
    };
}

static void expect(void (*put)(const bres__time_report *report, bres__text *text),
                   const char *expected)
{
    bres__text text = { 0 };

    put(&report, &text);
    cr_expect_str_eq(text.length > 0 ? text.data : "", expected);
    bres__text_free(&text);
}

Test(report, time_ranking_says_what_a_ratio_is)
{
    begin();
    figures[1].ratio = 1.5;
    figures[1].ratio_lower = 0.9;
    figures[1].ratio_upper = 2.1;
    figures[1].plan_pairs = 1;
    expect(bres__time_put_ranking,
           "- undecided: 'b' takes 1.50 times as long as 'a' in the typical "
           "pair [0.90, 2.10]; about 1 more run of each would probably "
           "decide\n");
    figures[1].verdict = BRES_SLOW;
    expect(bres__time_put_ranking,
           "- 'a' is 1.50 times faster than 'b' in the typical pair [0.90, 2.10]\n");
    figures[1].verdict = BRES_FAST;
    figures[1].ratio = 0.5;
    figures[1].ratio_lower = 0.25;
    figures[1].ratio_upper = 0.625;
    expect(bres__time_put_ranking,
           "- 'b' is 2.00 times faster than 'a' in the typical pair [1.60, 4.00]\n");
    figures[1].verdict = BRES_SAME;
    figures[1].ratio_upper = INFINITY;
    figures[1].plan_pairs = 0;
    expect(bres__time_put_ranking, "- tied, the same within 1 %: 'b' takes 0.500 times as long as "
                                   "'a' in the typical pair\n");
    figures[1].pairs = 0;
    figures[1].verdict = BRES_AMBIGUOUS;
    expect(bres__time_put_ranking, "- undecided: 'b' and 'a' have no pair of runs\n");
}

Test(report, time_notes_contradictions)
{
    static const char note[] =
        "- 'b' and 'a': the ratio of the medians is 1.20, but that of the "
        "typical pair is %s; the times depend on the round, and neither ratio "
        "is certain\n";
    char expected[256];

    begin();
    figures[1].median = 0.12;
    figures[1].ratio = 1.25;
    expect(bres__time_put_notes, "");
    figures[1].ratio = 1.35;
    snprintf(expected, sizeof(expected), note, "1.35");
    expect(bres__time_put_notes, expected);
    figures[1].ratio = 0.505;
    snprintf(expected, sizeof(expected), note, "0.505");
    expect(bres__time_put_notes, expected);
    figures[1].median = 0.1001;
    figures[1].ratio = 0.999;
    expect(bres__time_put_notes, "");
    figures[1].ratio = 0.98;
    expect(
        bres__time_put_notes,
        "- 'b' and 'a': the ratio of the medians is 1.001, but that of the typical pair is 0.980; "
        "the times depend on the round, and neither ratio is certain\n");
}

Test(report, time_notes_outliers_that_matter)
{
    begin();
    figures[1].runs = 5;
    figures[1].outliers = 1;
    figures[1].max = 0.1004;
    expect(bres__time_put_notes, "");
    figures[1].max = 0.2;
    expect(bres__time_put_notes, "- 'b': 1 of 5 runs is an outlier; the longest took 200.000 ms; "
                                 "other programs may have disturbed the runs\n");
    figures[1].runs = 40;
    figures[1].outliers = 4;
    figures[1].max = 0.104;
    expect(bres__time_put_notes, "");
    figures[1].max = 0.106;
    expect(bres__time_put_notes, "- 'b': 4 of 40 runs are outliers; the longest took 106.000 ms; "
                                 "other programs may have disturbed the runs\n");
}

Test(report, time_notes_the_first_run)
{
    begin();
    figures[1].outliers = 1;
    figures[1].is_first_slow = 1;
    figures[1].first = 0.104;
    expect(bres__time_put_notes, "");
    figures[1].first = 0.2;
    expect(
        bres__time_put_notes,
        "- 'b': the first run took 200.000 ms, the median is 100.000 ms; warm up first, or empty "
        "the caches before each run\n");
    report.has_warmup = true;
    expect(
        bres__time_put_notes,
        "- 'b': the first run took 200.000 ms, the median is 100.000 ms; more runs to warm up may "
        "be needed, or other programs have disturbed the run\n");
}

Test(report, time_notes_what_is_not_known)
{
    begin();
    rows[1].is_precise = false;
    expect(bres__time_put_notes, "");
    report.was_limited = true;
    expect(bres__time_put_notes, "- 1 median is not known to 1 %: allow more time or runs, or a "
                                 "wider interval (precision), or find what disturbs the runs\n");
    begin();
    figures[1].pairs = 9;
    expect(bres__time_put_notes, "- At least 10 runs of each command are needed for a decision\n");
}

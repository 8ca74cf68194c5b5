/* SPDX-License-Identifier: MIT */
/*
 * The sentences and the report of a race, from given figures.
 */
#include "report/race/race.h"
#include "support/expected.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static const bres__race_limits limits = { .error_rate = 0.01,
                                          .min_effect = 0.005,
                                          .equivalence_margin = 0.02 };

#define TIMES                                                                                      \
    {                                                                                              \
        { 2.5e-9, 2.25e-9, 2.75e-9 },                                                              \
        {                                                                                          \
            3.5e-9, 3.25e-9, 3.75e-9                                                               \
        }                                                                                          \
    }
#define FEW_TIMES                                                                                  \
    {                                                                                              \
        { 1e-3, 0, INFINITY },                                                                     \
        {                                                                                          \
            2e-3, 0, INFINITY                                                                      \
        }                                                                                          \
    }
#define NO_TIMES                                                                                   \
    {                                                                                              \
        { 0, 0, 0 },                                                                               \
        {                                                                                          \
            0, 0, 0                                                                                \
        }                                                                                          \
    }

static const struct {
    const char *message;
    bres__race_figures figures;
} cases[] = {
    { "ratio 1.0300 (1.0200 to 1.0400, 99 %) after 12 pairs: slower by more than 0.5 %",
      { BRES_SLOW, 12, 0, 1.03, 1.02, 1.04, 0, BRES_UNKNOWN, 0, TIMES } },
    { "ratio 0.9000 (0.8900 to 0.9100, 99 %) after 12 pairs: faster by more than 0.5 %",
      { BRES_FAST, 12, 0, 0.9, 0.89, 0.91, 0, BRES_UNKNOWN, 0, TIMES } },
    { "ratio 1.0010 (0.9900 to 1.0100, 99 %) after 12 pairs: the same within 2 %",
      { BRES_SAME, 12, 0, 1.001, 0.99, 1.01, 0, BRES_UNKNOWN, 0, TIMES } },
    { "ratio 1.0100 (0.9000 to 1.1000, 99 %) after 5 pairs: undecided; about 40 more pairs would "
      "probably show SLOW",
      { BRES_AMBIGUOUS, 5, 0, 1.01, 0.9, 1.1, 0, BRES_SLOW, 40, FEW_TIMES } },
    { "ratio 1.0100 after 1 pair, too few for an interval: undecided; more pairs would not decide "
      "it",
      { BRES_AMBIGUOUS, 1, 2, 1.01, 0, INFINITY, 0, BRES_UNKNOWN, 0, FEW_TIMES } },
    { "no pair was measured",
      { BRES_AMBIGUOUS, 0, 3, 0, 0, INFINITY, 0, BRES_UNKNOWN, 0, NO_TIMES } },
    { "ratio 1.0000 after 12 pairs, and all times are equal: undecided; more pairs would not "
      "decide it, since the resolution of the clock is unknown",
      { BRES_AMBIGUOUS, 12, 0, 1, 0, INFINITY, INFINITY, BRES_UNKNOWN, 0, FEW_TIMES } },
    { "ratio 1.2000 (0.9900 to 1.4500, 99 %) after 12 pairs: undecided; more pairs would not "
      "decide it, since the resolution of the times is 20 %",
      { BRES_AMBIGUOUS, 12, 0, 1.2, 0.99, 1.45, 0.18232, BRES_UNKNOWN, 0, TIMES } },
};

Test(report, race_sentences)
{
    char message[256];

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bres__race_row_message(&cases[i].figures, &limits, message, sizeof message);
        cr_expect_str_eq(message, cases[i].message);
    }
    bres__race_message("pairs over", 7, 1.25,
                       (const size_t[]){ [BRES_SAME] = 1, [BRES_FAST] = 2, [BRES_AMBIGUOUS] = 4 },
                       message, sizeof message);
    cr_expect_str_eq(message,
                     "pairs over after 7 pairs in 1.2 s: of 7 rows 2 FAST, 0 SLOW, 1 SAME, "
                     "4 undecided");
}

Test(report, race_formats)
{
    const bres__race_report_row rows[] = {
        { "b|1", "N=1", cases[0].message, cases[0].figures },
        { "b|1", "", cases[4].message, cases[4].figures },
        { "c", "", cases[3].message, cases[3].figures },
        { "d", "", cases[2].message, cases[2].figures },
        { "e", "", cases[5].message, cases[5].figures },
    };
    const bres__race_report report = { "./a \x1b", "./b", "time over", "a sentence", 4, 2, limits,
                                       rows,       5 };
    bres__text text = { 0 };

    cr_assert_eq(bres__race_markdown(&report, &text), BRES_OK);
    bres_test_expect_file("race.md", text.data);
    bres__text_free(&text);
    cr_assert_eq(bres__race_json(&report, &text), BRES_OK);
    bres_test_expect_file("race.json", text.data);
    bres__text_free(&text);
}

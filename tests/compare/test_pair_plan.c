/* SPDX-License-Identifier: MIT */
/*
 * Plans of undecided rows with one run per side: measurements by reason, and the command.
 */
#include "support/pair.h"

#include <criterion/criterion.h>
#include <string.h>

#define A      "R(50,50.5,51,52)"
#define B      "R(50.2,50.6,51.2,52.1)"
/* Times between 10 and 11, from a clock with a finer step. */
#define FINE   "10.0625,10.125,10.1875,10.25,10.3125,10.375,10.4375,10.5,10.5625,10.625"
#define EVEN   "R(10,10,10,11) t=[10x25,11x25," FINE "]"
#define ODD    "R(10,10,11,11) t=[10x24,11x26," FINE "]"
/* More samples would not help without a finer step. */
#define COARSE "R(10,10,10,11) t=[10x25,11x25]"
#define HEAPS  "R(10,10,10,11) t=[10x99,11x1]"

Test(compare, pair_plans)
{
    static const struct {
        const char *reference;
        const char *candidate;
        bres_reason reason;
        uint32_t source; /* 0: no plan */
        uint32_t runs;
        bool samples;
        const char *command; /* a part of it; NULL: none */
    } rows[] = {
        { A, B, BRES_REASON_SAME_WITHOUT_CLOCK_RATE, 0, 0, false, NULL },
        { A, "R(50,51.5,51.8,52)", BRES_REASON_CENTERS_NOT_CLOSE, BRES_VARIANCE_RUNS, 8, false,
          "for i in $(seq 1 8); do $REF -b bench --jsonbin more1-$i-ref.json; " },
        { A " k=10", B " k=11", BRES_REASON_CYCLE_SAME_NOT_CONFIRMED, BRES_VARIANCE_CLOCK_RATE, 8,
          false, "$CMP --lock-gpu-clocks base; for i in" },
        { A " t=[50,51,52]", B " t=[50,51,52]", BRES_REASON_TOO_FEW_SAMPLES, BRES_VARIANCE_SAMPLES,
          0, true,
          "$REF -b bench --min-samples 100 --jsonbin more1-ref.json; $CMP -b bench --min-samples "
          "100 --jsonbin more1-cmp.json; benchresult compare more1-ref.json more1-cmp.json" },
        { EVEN, ODD, BRES_REASON_BELOW_CLOCK_RESOLUTION, BRES_VARIANCE_CLOCK_STEP, 0, true,
          "--min-samples " },
        { COARSE, COARSE, BRES_REASON_BELOW_CLOCK_RESOLUTION, BRES_VARIANCE_CLOCK_STEP, 0, false,
          NULL },
        { HEAPS, HEAPS, BRES_REASON_BELOW_CLOCK_RESOLUTION, BRES_VARIANCE_CLOCK_STEP, 0, false,
          NULL },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bres_thresholds thresholds;
        bres_compare_options options;
        bres_comparison *comparison;
        const bres_row *row;
        const bres_plan *plan;

        bres_thresholds_init(&thresholds);
        thresholds.runs_equivalence_margin = 0.01;
        bres_compare_options_init(&options);
        options.thresholds = &thresholds;
        comparison = bres_test_compare(rows[i].reference, rows[i].candidate, &options, NULL);
        row = bres_comparison_row_at(comparison, 0);
        plan = bres_row_plan(row);
        cr_assert_eq(bres_row_reason(row), rows[i].reason, "row %zu: %s", i, bres_row_message(row));
        cr_assert_eq(plan != NULL, rows[i].source != 0, "row %zu", i);
        if (plan != NULL) {
            cr_expect_eq(plan->variance_source, rows[i].source, "row %zu", i);
            cr_expect_eq(plan->runs, rows[i].runs, "row %zu", i);
            cr_expect_eq(plan->samples > 0, rows[i].samples, "row %zu", i);
            cr_expect_eq(plan->command != NULL, rows[i].command != NULL, "row %zu", i);
            if (plan->command != NULL)
                cr_expect_not_null(strstr(plan->command, rows[i].command), "row %zu: %s", i,
                                   plan->command);
        }
        bres_comparison_free(comparison);
    }
}

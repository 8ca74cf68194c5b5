/* SPDX-License-Identifier: MIT */
/*
 * The numbered cases of a clear gap.
 */
#include "support/pair.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#define SC_GAP  BRES_REASON_CLEAR_GAP_CONFIRMED_BY_SUMMARY_CYCLES
#define SC_MISS BRES_REASON_SUMMARY_CYCLE_GAP_NOT_CONFIRMED
#define BC_GAP  BRES_REASON_CLEAR_GAP_CONFIRMED_BY_BULK_CYCLES
#define BC_MISS BRES_REASON_BULK_CYCLE_GAP_NOT_CONFIRMED
#define BC_BAD  BRES_REASON_BULK_CYCLE_DATA_UNUSABLE
#define NO_CLK  BRES_REASON_MISSING_CLOCK_RATE
#define BAD_CLK BRES_REASON_INVALID_CLOCK_RATE
#define FAR     BRES_REASON_CENTERS_NOT_CLOSE
#define WEAK    BRES_REASON_WEAK_INTERVAL_OVERLAP

#define REF      "R(2.0,2.05,2.1,2.2)"
#define CMP      "R(2.4,2.45,2.5,2.6)"
#define REF_BULK REF " t=[2.0,2.05,2.1,2.2]"
#define CMP_BULK CMP " t=[2.4,2.45,2.5,2.6]"
#define LOW      "R(190,195,198,200) k=1"

Test(compare, gap_by_summaries)
{
    static const bres_test_pair pairs[] = {
        { "1", REF " k=1000", CMP " k=1000", NULL, BRES_SLOW, SC_GAP, 0 },
        { "2", CMP " k=1000", REF " k=1000", NULL, BRES_FAST, SC_GAP, 0 },
        { "3", LOW, "R(201,202,203,204) k=1", NULL, BRES_SLOW, SC_GAP, 0 },
        { "3 swapped", "R(201,202,203,204) k=1", LOW, NULL, BRES_FAST, SC_GAP, 0 },
        { "4", LOW, "R(200.9,202,203,204) k=1", NULL, BRES_AMBIGUOUS, FAR, 0 },
        { "6 below", LOW, "R(201.4,202,203,204) k=1", "strict", BRES_AMBIGUOUS, FAR, 0 },
        { "6 at", LOW, "R(202,203,204,205) k=1", "strict", BRES_SLOW, SC_GAP, 0 },
        { "7 default", "R(10,10,10,10|0) k=1", "R(10.03,10.03,10.03,10.03|0) k=1", NULL,
          BRES_AMBIGUOUS, WEAK, 0 },
        { "7 permissive", "R(10,10,10,10|0) k=1", "R(10.03,10.03,10.03,10.03|0) k=1", "permissive",
          BRES_SLOW, SC_GAP, 0 },
        { "8 absent", REF, CMP " k=1000", NULL, BRES_AMBIGUOUS, NO_CLK, 0 },
        { "8 null", REF " k=null", CMP " k=1000", NULL, BRES_AMBIGUOUS, NO_CLK, 0 },
        { "8 boolean", REF " k=true", CMP " k=1000", NULL, BRES_AMBIGUOUS, NO_CLK, 0 },
        { "9 zero", REF " k=0", CMP " k=1000", NULL, BRES_AMBIGUOUS, BAD_CLK, 0 },
        { "9 negative", REF " k=-5", CMP " k=1000", NULL, BRES_AMBIGUOUS, BAD_CLK, 0 },
        { "9 nan", REF " k=nan", CMP " k=1000", NULL, BRES_AMBIGUOUS, BAD_CLK, 0 },
        { "9 inf", REF " k=inf", CMP " k=1000", NULL, BRES_AMBIGUOUS, BAD_CLK, 0 },
        { "10 explained", REF " k=1200", CMP " k=1000", NULL, BRES_AMBIGUOUS, SC_MISS, 0 },
        { "10 turned", REF " k=2000", CMP " k=1000", NULL, BRES_AMBIGUOUS, SC_MISS, 0 },
        { "11", "R(10,10,10,10|0) k=100.6", "R(10.06,10.06,10.06,10.06|0) k=100", NULL,
          BRES_AMBIGUOUS, SC_MISS, 0 },
        { "12 null", REF " k=1000 iqrr=null", CMP " k=1000 iqrr=null", NULL, BRES_SLOW, SC_GAP, 0 },
        { "12 negative", REF " k=1000 iqrr=-1", CMP " k=1000", NULL, BRES_SLOW, SC_GAP, 0 },
        { "13", "R(1e300,1e300,1e300,1.1e300) k=1e300", "R(2e300,2e300,2e300,2.1e300) k=1e300",
          NULL, BRES_AMBIGUOUS, BAD_CLK, 0 },
        { "14", "R(10,10.1,10.2,10.3)", "R(10.2,14,14.1,14.3)", NULL, BRES_AMBIGUOUS, FAR, 0 },
        { "15", "M(1e-3|.01) k=1", "M(1.1e-3|.01) k=1", NULL, BRES_SLOW, SC_GAP, 0 },
        { "15 swapped", "M(1.1e-3|.01) k=1", "M(1e-3|.01) k=1", NULL, BRES_FAST, SC_GAP, 0 },
    };

    bres_test_pairs(pairs, sizeof pairs / sizeof *pairs);
}

/* Case 5: intervals that touch have no gap, even at a threshold of 0. */
Test(compare, gap_needs_distance)
{
    bres_compare_options options;
    bres_thresholds thresholds;

    bres_thresholds_init(&thresholds);
    thresholds.clear_gap_relative = 0;
    bres_compare_options_init(&options);
    options.thresholds = &thresholds;
    for (int swapped = 0; swapped < 2; swapped++) {
        const char *const sides[2] = { LOW, "R(200,202,203,204) k=1" };
        bres_comparison *comparison =
            bres_test_compare(sides[swapped], sides[1 - swapped], &options, NULL);

        cr_assert_eq(bres_row_reason(bres_comparison_row_at(comparison, 0)), FAR);
        bres_comparison_free(comparison);
    }
}

Test(compare, gap_with_sidecars)
{
    static const bres_test_pair pairs[] = {
        { "16", REF_BULK " f=[1000x4]", CMP_BULK " f=[1000x4]", NULL, BRES_SLOW, BC_GAP, 0 },
        { "17", REF_BULK " f=[1300x4] k=1000", CMP_BULK " f=[1000x4] k=1000", NULL, BRES_AMBIGUOUS,
          BC_MISS, 0 },
        { "18", REF_BULK " f=[1000x4] k=1000 tfile=missing ffile=missing",
          CMP_BULK " f=[1000x4] k=1000", NULL, BRES_SLOW, SC_GAP, 0 },
        { "19", REF_BULK " f=[1000x4] k=1000 tfile=empty ffile=empty",
          CMP_BULK " f=[1000x4] k=1000", NULL, BRES_SLOW, SC_GAP, 0 },
        { "20", REF_BULK " f=[1000x4] k=1000 tsize=0 fsize=0", CMP_BULK " f=[1000x4] k=1000", NULL,
          BRES_SLOW, SC_GAP, 0 },
        { "21", REF_BULK " f=[1000x4] k=1000 tsize=5 fsize=5", CMP_BULK " f=[1000x4] k=1000", NULL,
          BRES_AMBIGUOUS, BC_BAD, 2 },
        { "22", REF_BULK " k=1000", CMP_BULK " f=[1000x4] k=1000", NULL, BRES_SLOW, SC_GAP, 0 },
        { "23", REF_BULK " f=[1000x4] k=1000", CMP " k=1000", NULL, BRES_SLOW, SC_GAP, 0 },
        { "24 zero", REF " t=[2.0,0,2.1,2.2] f=[1000x4] k=1000", CMP_BULK " f=[1000x4] k=1000",
          NULL, BRES_AMBIGUOUS, BC_BAD, 0 },
        { "24 nan", REF_BULK " f=[1000x3,nan] k=1000", CMP_BULK " f=[1000x4] k=1000", NULL,
          BRES_AMBIGUOUS, BC_BAD, 0 },
        { "25", REF_BULK " f=[1000x3] k=1000", CMP_BULK " f=[1000x4] k=1000", NULL, BRES_SLOW,
          SC_GAP, 1 },
        { "26", REF_BULK " f=[1000x4] k=1000 tsize=-1", CMP_BULK " f=[1000x4] k=1000", NULL,
          BRES_SLOW, SC_GAP, 1 },
        { "27", REF_BULK " f=[1000x4] tfile=stray", CMP_BULK " f=[1000x4]", NULL, BRES_SLOW, BC_GAP,
          0 },
        { "28", "t=[1e-3x5] f=[1e9x5]", "t=[2e-3x4,1.9e-3] f=[1e9x4,1e8]", NULL, BRES_AMBIGUOUS,
          BC_MISS, 0 },
    };

    bres_test_pairs(pairs, sizeof pairs / sizeof *pairs);
}

/* The change that tables show, in tenths of a percent. */
Test(compare, gap_gives_the_change)
{
    static const struct {
        const char *number;
        const char *reference;
        const char *candidate;
        double lower;
        double upper;
    } rows[] = {
        { "1", REF " k=1000", CMP " k=1000", 91, 300 },
        { "2", CMP " k=1000", REF " k=1000", -300, -91 },
        { "15", "M(1e-3|.01) k=1", "M(1.1e-3|.01) k=1", 78, 122 },
        { "15 swapped", "M(1.1e-3|.01) k=1", "M(1e-3|.01) k=1", -122, -78 },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bres_comparison *comparison =
            bres_test_compare(rows[i].reference, rows[i].candidate, NULL, NULL);
        const bres_difference *difference =
            bres_row_difference(bres_comparison_row_at(comparison, 0));

        cr_assert((difference->has & BRES_HAS_CHANGE_INTERVAL) != 0, "case %s", rows[i].number);
        cr_assert_eq(round(1000 * difference->change_lower), rows[i].lower, "case %s: %g",
                     rows[i].number, difference->change_lower);
        cr_assert_eq(round(1000 * difference->change_upper), rows[i].upper, "case %s: %g",
                     rows[i].number, difference->change_upper);
        bres_comparison_free(comparison);
    }
}

/* The message of a row reports missing sidecars. */
Test(compare, gap_message_tells_of_missing_sidecars)
{
    bres_compare_options options;
    bres_comparison *comparison;
    const char *message;

    bres_compare_options_init(&options);
    options.thresholds = bres_test_rule(BRES_RULE_NVBENCH); /* the samples are few */
    comparison = bres_test_compare(REF_BULK " f=[1000x4] k=1000 tfile=missing",
                                   CMP_BULK " f=[1000x4] k=1000", &options, NULL);
    message = bres_row_message(bres_comparison_row_at(comparison, 0));
    cr_assert_not_null(strstr(message, "samples of the reference are missing"), "%s", message);
    bres_comparison_free(comparison);
}

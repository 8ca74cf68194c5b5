/* SPDX-License-Identifier: MIT */
/*
 * The numbered cases without a gap: equivalent and undecided rows.
 */
#include "support/pair.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#define NO_CLK   BRES_REASON_SAME_WITHOUT_CLOCK_RATE
#define CYCLES   BRES_REASON_SAME_CONFIRMED_BY_CYCLES
#define BAD_CLK  BRES_REASON_INVALID_CLOCK_RATE
#define SC_MISS  BRES_REASON_CYCLE_SAME_NOT_CONFIRMED
#define FAR      BRES_REASON_CENTERS_NOT_CLOSE
#define WEAK     BRES_REASON_WEAK_INTERVAL_OVERLAP
#define NOISY    BRES_REASON_NOISE_TOO_HIGH
#define NO_NOISE BRES_REASON_NOISE_UNAVAILABLE
#define NO_INT   BRES_REASON_MISSING_INTERVAL
#define BULK     BRES_REASON_BULK_SAME
#define BT       BRES_REASON_BULK_TIME_SAME_WITHOUT_CYCLES
#define BT_SC    BRES_REASON_BULK_TIME_SAME_CONFIRMED_BY_SUMMARY_CYCLES
#define BT_BAD   BRES_REASON_BULK_TIME_DATA_UNUSABLE
#define BC_BAD   BRES_REASON_BULK_CYCLE_DATA_UNUSABLE
#define BT_MISS  BRES_REASON_BULK_TIME_SUPPORT_MISMATCH
#define BC_MISS  BRES_REASON_BULK_CYCLE_SUPPORT_MISMATCH

#define A          "R(50,50.5,51,52)"
#define A_N(noise) "R(50,50.5,51,52|" noise ")"
#define B          "R(50.2,50.6,51.2,52.1)"
#define B_N(noise) "R(50.2,50.6,51.2,52.1|" noise ")"
#define AMBG       BRES_AMBIGUOUS

Test(compare, same_by_summaries)
{
    static const bres_test_pair pairs[] = {
        { "29", A, B, NULL, BRES_SAME, NO_CLK, 0 },
        { "30", A " k=10", B " k=10", NULL, BRES_SAME, CYCLES, 0 },
        { "31", A " k=10", B, NULL, BRES_SAME, NO_CLK, 0 },
        { "32", A " k=10", B " k=0", NULL, AMBG, BAD_CLK, 0 },
        { "33", A " k=10", B " k=11", NULL, AMBG, SC_MISS, 0 },
        { "34 at", "R(190,195,200,205)", "R(190,195,201,205)", NULL, BRES_SAME, NO_CLK, 0 },
        { "34 above", "R(190,195,200,205)", "R(190,195,201.01,205)", NULL, AMBG, FAR, 0 },
        { "35 at", "R(100,101,104,104)", "R(102,103,104,106)", NULL, BRES_SAME, NO_CLK, 0 },
        { "35 below", "R(100,101,104,104)", "R(102.04,103,104,106.04)", NULL, AMBG, WEAK, 0 },
        { "36 at", A_N(".02"), B_N(".02"), NULL, BRES_SAME, NO_CLK, 0 },
        { "36 above", A_N(".0201"), B_N(".001"), NULL, AMBG, NOISY, 0 },
        { "36 swapped", A_N(".001"), B_N(".0201"), NULL, AMBG, NOISY, 0 },
        { "37 null", A " iqrr=null", B, NULL, AMBG, NO_NOISE, 0 },
        { "37 nan", A " iqrr=nan", B, NULL, AMBG, NO_NOISE, 0 },
        { "37 true", A " iqrr=true", B, NULL, AMBG, NO_NOISE, 0 },
        { "37 negative", A_N("-0.001"), B, NULL, AMBG, NO_NOISE, 0 },
        { "38", A " -iqrr iqr=0.5", B, NULL, BRES_SAME, NO_CLK, 0 },
        { "38 negative", A " -iqrr iqr=-0.5", B, NULL, AMBG, NO_NOISE, 0 },
        { "38 null", A " -iqrr iqr=null", B, NULL, AMBG, NO_NOISE, 0 },
        { "39 null", A " iqrr=null irr=.01", B, NULL, AMBG, NO_NOISE, 0 },
        { "39 absent", A " -iqrr irr=.01", B, NULL, BRES_SAME, NO_CLK, 0 },
        { "40 equal", "R(70,70,70,70|0)", "R(70,70,70,70|0)", NULL, BRES_SAME, NO_CLK, 0 },
        { "40 apart", "R(70,70,70,70|0)", "R(70.2,70.2,70.2,70.2|0)", NULL, AMBG, WEAK, 0 },
        { "41 inside", "R(70,70,70,70|0)", "R(69,70,70.1,71|0)", NULL, BRES_SAME, NO_CLK, 0 },
        { "41 edge", "R(70,70,70,70|0)", "R(70,70,70.1,71|0)", NULL, BRES_SAME, NO_CLK, 0 },
        { "41 outside", "R(70,70,70,70|0)", "R(70.1,70.1,70.2,71|0)", NULL, AMBG, WEAK, 0 },
        { "42 default", "M(1|.005)", "M(1.003|.005)", NULL, BRES_SAME, NO_CLK, 0 },
        { "42 strict", "M(1|.005)", "M(1.003|.005)", "strict", AMBG, FAR, 0 },
        { "43", "M(1|.04)", "M(1.003|.04)", "permissive", BRES_SAME, NO_CLK, 0 },
    };

    bres_test_pairs(pairs, sizeof pairs / sizeof *pairs);
}

Test(compare, same_by_means)
{
    static const bres_test_pair pairs[] = {
        { "44", "mean=4", "mean=4", NULL, AMBG, NO_NOISE, 0 },
        { "44 null", "mean=4 sdr=null", "mean=4 sdr=null", NULL, AMBG, NO_NOISE, 0 },
        { "45", "mean=4 sd=.02", "mean=4.01 sd=.02", NULL, BRES_SAME, NO_CLK, 0 },
        { "46", "mean=4 sd=null sdr=.005", "M(4.01|.005)", NULL, AMBG, NO_INT, 0 },
        { "47", "mean=4 sd=9", "mean=4 sd=9", NULL, AMBG, NOISY, 0 },
        { "50 min", "M(4|.005) min=4.5", "M(4|.005)", NULL, AMBG, NO_INT, 0 },
        { "50 max", "M(4|.005) max=3.9", "M(4|.005)", NULL, AMBG, NO_INT, 0 },
        { "51", "mean=4 sd=0", "mean=4 sd=0", NULL, BRES_SAME, NO_CLK, 0 },
        { "52 relative", "M(4|-0.1)", "M(4|.005)", NULL, AMBG, NO_NOISE, 0 },
        { "52 absolute", "mean=4 sd=-0.1", "M(4|.005)", NULL, AMBG, NO_NOISE, 0 },
    };

    bres_test_pairs(pairs, sizeof pairs / sizeof *pairs);
}

/* Sample times whose mean family is M(20.4|.008), and a robust side around 4. */
#define T5 " t=[20.1,20.3,20.4,20.5,20.7]"

Test(compare, same_input_selection)
{
    static const bres_test_pair pairs[] = {
        { "53", "R(3.99,3.995,4,4.01) M(4|.005)", "M(4.01|.005)", NULL, BRES_SAME, NO_CLK, 0 },
        { "54", "R(3.99,3.995,4,4.01)", "mean=4", NULL, BRES_UNKNOWN,
          BRES_REASON_TIMING_CENTER_MISSING, 0 },
        { "55", "R(20,20.2,20.4,20.6)", T5, NULL, BRES_SAME, NO_CLK, 0 },
        { "56", "R(20,20.2,20.4,20.6) M(20.4|.008)", "M(20.41|.008)" T5 " tsize=6", NULL, BRES_SAME,
          NO_CLK, 1 },
        { "57", "R(3.9,4.1,4,4.2)", "R(3.9,3.95,4,4.1)", NULL, AMBG, NO_INT, 0 },
        { "58", "R(3.9,4.1,4,4.2) M(4|.005)", "R(3.9,3.95,4,4.1) M(4.01|.005)", NULL, BRES_SAME,
          NO_CLK, 0 },
        { "59", "R(3.9,4.1,4,4.2) t=[3.9,3.96,4,4.03,4.1]", "R(3.9,3.95,4,4.1)", NULL, BRES_SAME,
          NO_CLK, 0 },
        { "60 null", "R(3,3,3.005,3.012) iqrr=null t=[3,3,3,3.01,3.01] f=[1000x5]",
          "R(3,3,3.005,3.012) t=[3,3,3,3.01,3.01] f=[1000x5]", NULL, AMBG, NO_NOISE, 0 },
        { "60 absent", "R(3,3,3.005,3.012) -iqrr t=[3,3,3,3.01,3.01] f=[1000x5]",
          "R(3,3,3.005,3.012) t=[3,3,3,3.01,3.01] f=[1000x5]", NULL, BRES_SAME, BULK, 0 },
        { "61", "t=[5]", "t=[5]", NULL, BRES_SAME, BT, 0 },
        { "62", "t=[5,6]", "t=[5,6]", NULL, BRES_SAME, BT, 0 },
        { "63", "t=[1,inf]", "t=[1,1]", NULL, BRES_UNKNOWN, BRES_REASON_TIMING_CENTER_MISSING, 0 },
        { "64", "t=[1,0] M(1|.004)", "t=[1,1] M(1|.004)", NULL, AMBG, BT_BAD, 0 },
    };

    bres_test_pairs(pairs, sizeof pairs / sizeof *pairs);
}

#define R3 "R(3,3,3.005,3.012)"
#define C3 "R(3,3,3.01,3.012)"
#define T1 " t=[3.0x7,3.012x3]"
#define T2 " t=[3.0x2,3.012x8]"
#define F  " f=[1000x10]"

Test(compare, same_by_samples)
{
    static const bres_test_pair pairs[] = {
        { "70", R3 T1 F, C3 T2 F, NULL, BRES_SAME, BULK, 0 },
        { "70 noisy", "R(3,3,3.005,3.012|.3)" T1 F, C3 T2 F, NULL, BRES_SAME, BULK, 0 },
        { "71", R3 T1 F, C3 " t=[3.1x10]" F, NULL, AMBG, BT_MISS, 0 },
        { "72", R3 T1 F, C3 T2 " f=[1100x10]", NULL, AMBG, BC_MISS, 0 },
        { "73", R3 T1, C3 T2, NULL, BRES_SAME, BT, 0 },
        { "73 one clock", R3 T1 " k=5", C3 T2, NULL, BRES_SAME, BT, 0 },
        { "73 clocks", R3 T1 " k=5", C3 T2 " k=5", NULL, BRES_SAME, BT_SC, 0 },
        { "73 zero", R3 T1 " k=5", C3 T2 " k=0", NULL, AMBG, BAD_CLK, 0 },
        { "73 other", R3 T1 " k=5", C3 T2 " k=6", NULL, AMBG, SC_MISS, 0 },
        { "74", R3 T1 F, C3 T2, NULL, BRES_SAME, BT, 0 },
        { "75 zero", R3 T1 " f=[1000x9,0]", C3 T2 F, NULL, AMBG, BC_BAD, 0 },
        { "75 missing", R3 T1 F " ffile=missing", C3 T2 F " ffile=missing", NULL, AMBG, BC_BAD, 1 },
        { "76 missing", R3 T1 F " tfile=missing", C3 T2 F, NULL, AMBG, BT_BAD, 1 },
        { "76 both", R3 T1 F " tfile=missing", C3 T2 F " tfile=missing", NULL, AMBG, BT_BAD, 1 },
        { "76 empty", R3 T1 F " tsize=0 fsize=0 tfile=empty ffile=empty",
          C3 T2 F " tsize=0 fsize=0 tfile=empty ffile=empty", NULL, AMBG, BT_BAD, 0 },
        { "77", R3 T1 F, C3, NULL, BRES_SAME, NO_CLK, 0 },
        { "77 noisy", "R(3,3,3.005,3.012|.3)" T1 F, C3, NULL, AMBG, NOISY, 0 },
        { "78", R3 T1 " f=[1000x9]", C3 T2 F, NULL, BRES_SAME, NO_CLK, 1 },
        { "79", R3 T1 F, "R(3,3,3.05,3.06)" T1 F, NULL, AMBG, FAR, 0 },
        { "80", R3 " iqrr=inf" T1 F, C3 T1 F, NULL, AMBG, NO_NOISE, 0 },
        { "an empty file of frequencies is none", R3 T1 " f=[1000] fsize=0 ffile=empty", C3 T2 F,
          NULL, BRES_SAME, BT, 0 },
        { "a negative number of times alone", R3 T1 " tsize=-1", C3 T2, NULL, BRES_SAME, NO_CLK,
          1 },
        { "a sidecar without data", R3 " tdata=[]", C3 T2 F, NULL, BRES_SAME, NO_CLK, 1 },
    };

    bres_test_pairs(pairs, sizeof pairs / sizeof *pairs);
}

/* The severity of a coverage mismatch is the missing coverage, which the message states. */
Test(compare, same_mismatch_has_severity)
{
    bres_comparison *comparison = bres_test_compare(R3 T1 F, C3 " t=[3.1x10]" F, NULL, NULL);
    const bres_row *row = bres_comparison_row_at(comparison, 0);

    cr_assert_float_eq(bres_row_severity(row), 0.97, 1e-15);
    cr_assert_not_null(strstr(bres_row_message(row),
                              "samples covered: ref 0.0%, cmp 0.0%, needed 97.0%; support "
                              "covered: ref 0.0%, cmp 0.0%, needed 80.0%"),
                       "%s", bres_row_message(row));
    bres_comparison_free(comparison);
}

static void check_estimate(const char *number, const bres_estimate *estimate, double center,
                           double lower, double upper, double noise)
{
    cr_assert((estimate->has & BRES_HAS_INTERVAL) != 0 || isnan(lower), "case %s: no interval",
              number);
    cr_assert_float_eq(estimate->center, center, 1e-12, "case %s: center %.17g", number,
                       estimate->center);
    if (!isnan(lower)) {
        cr_assert_float_eq(estimate->lower, lower, 1e-12, "case %s: lower %.17g", number,
                           estimate->lower);
        cr_assert_float_eq(estimate->upper, upper, 1e-12, "case %s: upper %.17g", number,
                           estimate->upper);
    }
    cr_assert_float_eq(estimate->noise, noise, 5e-5, "case %s: noise %.17g", number,
                       estimate->noise);
}

Test(compare, same_estimates)
{
    static const struct {
        const char *number;
        const char *reference;
        const char *candidate;
        double center; /* of the candidate; NAN for lower: no interval */
        double lower;
        double upper;
        double noise;
    } rows[] = {
        { "38", B, A " -iqrr iqr=0.5", 51, 50, 52, 0.0098 },
        { "45", "M(4|.005)", "mean=4 sd=.02", 4, 3.98, 4.02, .005 },
        { "47", "M(4|.005)", "mean=4 sd=9", 4, .004, 13, 2.25 },
        { "48", "M(4|.005)", "mean=4 sd=1 min=3.5 max=4.2", 4, 3.5, 4.2, .25 },
        { "49", "M(4|.005)", "mean=4 sd=1 min=0 max=-1", 4, 3, 5, .25 },
        { "53", "M(4.01|.005)", "R(3.99,3.995,4,4.01) M(4|.005)", 4, 3.99, 4.02, .005 },
        { "55", "R(20,20.2,20.4,20.6)", T5, (double)20.4f, (double)20.1f, (double)20.5f, .0098 },
        { "57", "R(3.9,4.1,4,4.2)", "R(3.9,3.95,4,4.1)", 4, NAN, NAN, .01 },
        { "62", "t=[5,6]", "t=[5,6]", 6, 5, 6, .1667 },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bres_comparison *comparison =
            bres_test_compare(rows[i].reference, rows[i].candidate, NULL, NULL);

        check_estimate(rows[i].number,
                       bres_row_candidate_estimate(bres_comparison_row_at(comparison, 0)),
                       rows[i].center, rows[i].lower, rows[i].upper, rows[i].noise);
        bres_comparison_free(comparison);
    }
}

/* SPDX-License-Identifier: MIT */
/*
 * Rows without a pair of usable timings.
 */
#include "support/pair.h"

#include <criterion/criterion.h>
#include <string.h>

#define MISSING     BRES_REASON_TIMING_CENTER_MISSING
#define NONFINITE   BRES_REASON_TIMING_CENTER_NONFINITE
#define NONPOSITIVE BRES_REASON_TIMING_CENTER_NONPOSITIVE
#define NO_SUMMARY  BRES_REASON_GPU_TIMING_SUMMARIES_MISSING
#define SKIPPED     BRES_REASON_STATE_SKIPPED
#define UNKNOWN     BRES_UNKNOWN

Test(compare, unknown_centers)
{
    static const bres_test_pair pairs[] = {
        { "65 null", "mean=null sdr=.01", "M(1|.01)", NULL, UNKNOWN, MISSING, 0 },
        { "65 absent", "M(1|.01)", "sdr=.01", NULL, UNKNOWN, MISSING, 0 },
        { "65 nan", "M(nan|.01)", "M(1|.01)", NULL, UNKNOWN, NONFINITE, 0 },
        { "65 -inf", "M(1|.01)", "M(-inf|.01)", NULL, UNKNOWN, NONFINITE, 0 },
        { "65 zero", "M(0|.01)", "M(1|.01)", NULL, UNKNOWN, NONPOSITIVE, 0 },
        { "65 nan and absent", "M(nan|.01)", "sdr=.01", NULL, UNKNOWN, MISSING, 0 },
        { "65 zero and nan", "M(0|.01)", "M(nan|.01)", NULL, UNKNOWN, NONFINITE, 0 },
        { "66", "R(1,1,1,1) skip", "R(1,1,1,1)", NULL, UNKNOWN, SKIPPED, 0 },
        { "66 before 67", "nosum", "R(1,1,1,1) skip", NULL, UNKNOWN, SKIPPED, 0 },
        { "67", "nosum", "R(1,1,1,1)", NULL, UNKNOWN, NO_SUMMARY, 0 },
        { "67 null", "R(1,1,1,1)", "nullsum", NULL, UNKNOWN, NO_SUMMARY, 0 },
        { "68", "", "", NULL, UNKNOWN, MISSING, 0 },
        { "69 means", "R(0,0,0,0) M(1|.01)", "R(1,1,1,1) M(1|.01)", NULL, BRES_SAME,
          BRES_REASON_SAME_WITHOUT_CLOCK_RATE, 0 },
        { "69 no means", "R(0,0,0,0)", "R(1,1,1,1)", NULL, UNKNOWN, NONPOSITIVE, 0 },
    };

    bres_test_pairs(pairs, sizeof pairs / sizeof *pairs);
}

#define KANJI_4  "\xE6\x97\xA5\xE6\x97\xA5\xE6\x97\xA5\xE6\x97\xA5"
#define KANJI_32 KANJI_4 KANJI_4 KANJI_4 KANJI_4 KANJI_4 KANJI_4 KANJI_4 KANJI_4

/* A row has every value that is present, and the message names the missing ones. */
Test(compare, unknown_rows_show_what_there_is)
{
    static const struct {
        const char *number;
        const char *reference;
        const char *candidate;
        const char *message;
        uint32_t has[2];
        double center; /* of the candidate */
    } rows[] = {
        { "66",
          "R(1,1,2,3) skip=a",
          "R(1,1,2,3)",
          "the state was skipped on the reference: a",
          { BRES_HAS_CENTER | BRES_HAS_INTERVAL | BRES_HAS_NOISE,
            BRES_HAS_CENTER | BRES_HAS_INTERVAL | BRES_HAS_NOISE },
          2 },
        { "66 both",
          "R(1,1,2,3) skip=a",
          "skip=b",
          "the state was skipped on both sides: a; b",
          { 0, 0 },
          0 },
        { "66 without a reason",
          "skip",
          "skip=b",
          "the state was skipped on both sides: b",
          { 0, 0 },
          0 },
        { "66 with a long reason, cut at a character's end",
          "skip=xx" KANJI_32 "\xE6\x97\xA5",
          "skip=b",
          "the state was skipped on both sides: xx" KANJI_32 "; b",
          { 0, 0 },
          0 },
        { "67",
          "nosum",
          "R(1,1,2,3) mean=4",
          "summaries are missing on the reference",
          { 0, BRES_HAS_CENTER },
          4 },
        { "67 without a mean",
          "nosum",
          "R(1,1,2,3)",
          "summaries are missing on the reference",
          { 0, 0 },
          0 },
        { "68",
          "",
          "M(2|.01)",
          "the time is missing on the reference",
          { 0, BRES_HAS_CENTER | BRES_HAS_NOISE },
          2 },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bres_comparison *comparison =
            bres_test_compare(rows[i].reference, rows[i].candidate, NULL, NULL);
        const bres_row *row = bres_comparison_row_at(comparison, 0);

        cr_assert_str_eq(bres_row_message(row), rows[i].message, "case %s", rows[i].number);
        cr_assert_eq(bres_row_reference_estimate(row)->has, rows[i].has[0], "case %s",
                     rows[i].number);
        cr_assert_eq(bres_row_candidate_estimate(row)->has, rows[i].has[1], "case %s",
                     rows[i].number);
        cr_assert_eq(bres_row_candidate_estimate(row)->center, rows[i].center, "case %s",
                     rows[i].number);
        bres_comparison_free(comparison);
    }
}

/* Without a center, both differences are absent; with a center of zero in the reference, the
 * fraction is absent. Under the default rule, a row without a verdict has no difference. */
Test(compare, unknown_differences)
{
    static const struct {
        const char *reference;
        const char *candidate;
        uint32_t has; /* under NVBench's rule */
        uint32_t has_by_default;
    } rows[] = {
        { "M(0|.01)", "M(1|.01)", BRES_HAS_DIFFERENCE, 0 },
        { "M(1|.01)", "M(0|.01)", BRES_HAS_DIFFERENCE | BRES_HAS_FRACTION, 0 },
        { "M(-1|.01)", "M(1|.01)", BRES_HAS_DIFFERENCE | BRES_HAS_FRACTION, 0 },
        { "M(1|.01)", "", 0, 0 },
        { "mean=1", "mean=2", BRES_HAS_DIFFERENCE | BRES_HAS_FRACTION | BRES_HAS_CHANGE,
          BRES_HAS_DIFFERENCE | BRES_HAS_FRACTION | BRES_HAS_CHANGE },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (int by_default = 0; by_default < 2; by_default++) {
            bres_compare_options options;
            bres_comparison *comparison;

            bres_compare_options_init(&options);
            options.thresholds = bres_test_rule(by_default ? BRES_RULE_DEFAULT : BRES_RULE_NVBENCH);
            comparison = bres_test_compare(rows[i].reference, rows[i].candidate, &options, NULL);
            cr_assert_eq(bres_row_difference(bres_comparison_row_at(comparison, 0))->has,
                         by_default ? rows[i].has_by_default : rows[i].has, "%s / %s, %d",
                         rows[i].reference, rows[i].candidate, by_default);
            bres_comparison_free(comparison);
        }
    }
}

/* Case 100: the fractional difference of 1.2 ms from 1 ms is slightly below a fifth. */
Test(compare, unknown_is_told_from_a_small_fraction)
{
    bres_comparison *comparison = bres_test_compare("M(1e-3|.01)", "M(1.2e-3|.01)", NULL, NULL);
    const bres_difference *difference = bres_row_difference(bres_comparison_row_at(comparison, 0));

    cr_assert_lt(difference->fraction, 0.2);
    cr_assert_gt(difference->fraction, 0.1999999);
    bres_comparison_free(comparison);
}

/* A needed value that is malformed gives an error, which names the value. */
Test(compare, unknown_structure_is_an_error)
{
    static const struct {
        const char *reference;
        bres_status status;
        const char *message;
    } rows[] = {
        { "R(1,1,1,1) mean=x", BRES_ERROR_VALUE, "mean': its value 'x' is not a number" },
        { "R(1,1,1,1) mean=1_0", BRES_ERROR_VALUE, "mean': its value '1_0' is not a number" },
        { "R(1,1,1,1) mean=0x1p3", BRES_ERROR_VALUE, "mean': its value '0x1p3' is not a number" },
        { "R(1,1,1,1) k=#[1]", BRES_ERROR_KIND, "list or an object" },
        { "R(1,1,1,1) raw={'tag':'nv/cold/time/gpu/mean','data':[{'name':'value','type':'int64',"
          "'value':'1'}]}",
          BRES_ERROR_VALUE, "another type" },
        { "R(1,1,1,1) raw={'tag':'nv/cold/time/gpu/mean','data':[{'name':'value','type':'float64'"
          "}]}",
          BRES_ERROR_KEY, "it has no value" },
        { "R(1,1,1,1) raw={'tag':'nv/cold/time/gpu/mean','data':[]}", BRES_ERROR_KEY,
          "it has no value" },
        { "R(1,1,1,1) raw={'tag':'nv/cold/time/gpu/mean'}", BRES_ERROR_KEY, "it has no value" },
        { "R(1,1,1,1) raw={'tag':'nv/cold/time/gpu/mean','data':[{'type':'float64'}]}",
          BRES_ERROR_KEY, "no name" },
        { "R(1,1,1,1) raw={'name':'x'}", BRES_ERROR_KEY, "has no tag" },
        { "R(1,1,1,1) tdata=[{'name':'size','type':'int64','value':'4'}]", BRES_ERROR_KEY,
          "'filename' is missing" },
        { "R(1,1,1,1) fdata=[{'name':'filename','type':'string','value':'a'}]", BRES_ERROR_KEY,
          "'size' is missing" },
        { "R(1,1,1,1) tdata=[{'name':'filename','type':'string','value':'a'},{'name':'size',"
          "'type':'int64','value':'3.0'}]",
          BRES_ERROR_VALUE, "'size' is missing or malformed" },
        { "R(1,1,1,1) tdata=[{'name':'filename','type':'string','value':'a'},{'name':'size',"
          "'type':'int64','value':true}]",
          BRES_ERROR_VALUE, "'size' is missing or malformed" },
        { "R(1,1,1,1) tdata=[{'name':'filename','type':'string','value':'a'},{'name':'size',"
          "'type':'int64','value':null}]",
          BRES_ERROR_VALUE, "'size' is missing or malformed" },
        { "R(1,1,1,1) tdata=[{'name':'filename','type':'int64','value':'a'},{'name':'size',"
          "'type':'int64','value':4}]",
          BRES_ERROR_VALUE, "'filename' is missing or malformed" },
        { "R(1,1,1,1) ir=x", BRES_ERROR_VALUE, "ir/absolute': its value 'x' is not a number" },
        /* A value that is not needed may be anything. */
        { "R(1,1,1,1) raw={'tag':'nv/cold/time/gpu/other','data':[{'name':'value','type':"
          "'float64','value':'x'}]}",
          BRES_OK, "" },
        { "R(1,1,1,1) iqr=1 ir=x", BRES_OK, "" },
        /* Of repeated entries, the first counts. */
        { "R(1,1,1,1) mean=1 raw={'tag':'nv/cold/time/gpu/mean','data':[]}", BRES_OK, "" },
        { "R(1,1,1,1) raw={'tag':'nv/cold/time/gpu/mean','data':[{'name':'value','type':'float64',"
          "'value':'1'},{'name':'value','type':'float64','value':'x'}]}",
          BRES_OK, "" },
        /* Blanks, a sign, a point at either end, and infinities in any case are numbers. */
        { "min=+1. q1=.5e1 med=#5 q3=#1e1 iqrr=INFINITY", BRES_OK, "" },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bres_result *results[2] = { bres_test_side(rows[i].reference, "/nonexistent", "ref.json"),
                                    bres_test_side("R(1,1,1,1)", NULL, "cmp.json") };
        bres_comparison *comparison = (bres_comparison *)&comparison;
        bres_decision decision;
        bres_status status = bres_compare(&results[1], 1, &results[0], 1, NULL, &comparison);

        cr_assert_eq(status, rows[i].status, "%s: %s", rows[i].reference, bres_last_error());
        cr_assert_eq(comparison == NULL, status != BRES_OK);
        if (status != BRES_OK) {
            cr_assert_not_null(strstr(bres_last_error(), rows[i].message), "%s: %s",
                               rows[i].reference, bres_last_error());
            cr_assert_not_null(strstr(bres_last_error(), "comparing 'cmp.json' with 'ref.json'"),
                               "%s", bres_last_error());
            cr_assert_str_eq(bres_last_error_file(), "ref.json");
        }
        bres_decision_init(&decision);
        cr_assert_eq(
            bres_compare_states(bres_subbench_state_at(bres_result_subbench_at(results[0], 0), 0),
                                bres_subbench_state_at(bres_result_subbench_at(results[1], 0), 0),
                                NULL, &decision),
            rows[i].status, "%s", rows[i].reference);
        bres_comparison_free(comparison);
        bres_result_unref(results[0]);
        bres_result_unref(results[1]);
    }
}

/* SPDX-License-Identifier: MIT */
/*
 * The table of report formats, and formats that a report does not have.
 */
#include "report/format.h"
#include "support/compared.h"
#include "support/criteria.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <string.h>

Test(report, format_names_lead_back)
{
    bres_format format;

    for (uint32_t i = 0; i < BRES__FORMAT_COUNT; i++) {
        cr_assert_not_null(bres__format_name(i));
        cr_assert(bres__format_find(bres__format_name(i), &format));
        cr_expect_eq(format, i);
    }
    cr_expect_null(bres__format_name(BRES__FORMAT_COUNT));
    cr_expect_not(bres__format_find("pdf", &format));
    cr_expect_not(bres__format_find("", &format));
}

Test(report, format_that_a_report_lacks)
{
    bres_compared pair = bres_test_compared(bres_test_reference, bres_test_candidate, NULL);
    const bres_replay_stream stream = { .name = "s" };
    bres_compare_report_options compare;
    bres_replay_options replay;
    bres_criterion *criterion;
    char *text;

    bres_compare_report_options_init(&compare);
    compare.format = 77;
    cr_expect_eq(bres_compare_report(&pair, 1, &compare, &text, NULL), BRES_ERROR_ARGUMENT);
    cr_expect_str_eq(bres_last_error(), "unknown format 77 of the report of a comparison "
                                        "(expected markdown, csv, json, junit or python)");
    bres_comparison_free((bres_comparison *)pair.comparison);
    bres_replay_options_init(&replay);
    replay.format = BRES_FORMAT_JUNIT;
    criterion = bres_test_criterion("stdrel", NULL);
    cr_expect_eq(bres_replay_report(&stream, 1, &criterion, 1, &replay, &text, NULL),
                 BRES_ERROR_ARGUMENT);
    cr_expect_str_eq(bres_last_error(),
                     "the replay report has no format 'junit' (expected markdown or json)");
    bres_criterion_free(criterion);
}

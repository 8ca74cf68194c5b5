/* SPDX-License-Identifier: MIT */
/*
 * The table of report formats, and formats that a report does not have.
 */
#include "base/fault.h"
#include "report/format.h"
#include "support/compared.h"
#include "support/criteria.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <string.h>

Test(report, formats_have_names)
{
    for (unsigned i = 0; i < BRES__FORMAT_COUNT; i++) {
        bres_format format = BRES_FORMAT_MARKDOWN;

        cr_assert_not_null(bres_format_name((bres_format)i));
        cr_expect_eq(bres_format_find(bres_format_name((bres_format)i), &format), BRES_OK);
        cr_expect_eq((unsigned)format, i);
    }
    cr_expect_null(bres_format_name((bres_format)BRES__FORMAT_COUNT));
    cr_expect_null(bres_format_name((bres_format)-1));
}

Test(report, format_of_an_unknown_name)
{
    bres_format format = BRES_FORMAT_JSON;

    cr_assert_eq(bres_format_find("jsn", &format), BRES_ERROR_KEY);
    cr_expect_eq(format, BRES_FORMAT_MARKDOWN);
    cr_expect_str_eq(bres_last_error(), "unknown format 'jsn' (did you mean 'json'?); expected "
                                        "markdown, csv, json, junit, python");
    cr_expect_eq(bres_format_find("JSON", &format), BRES_ERROR_KEY);
    cr_expect_eq(bres_format_find(NULL, &format), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_format_find("json", NULL), BRES_ERROR_ARGUMENT);
}

static bres_status find_once(void *context)
{
    bres_format format;
    const bres_status status = bres_format_find("nothing", &format);

    (void)context;
    return status == BRES_ERROR_KEY ? BRES_OK : status;
}

Test(report, format_is_found_without_memory)
{
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, find_once, NULL);
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

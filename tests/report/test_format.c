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
    static const char message[] = "unknown format 'jsn' (did you mean 'json'?); expected "
                                  "markdown, csv, json, junit, python";
    bres_format format = BRES_FORMAT_JSON;

    cr_assert_eq(bres_format_find("jsn", &format), BRES_ERROR_KEY);
    cr_expect_eq(format, BRES_FORMAT_MARKDOWN);
    cr_expect_eq(strncmp(bres_last_error(), message, strlen(message)), 0, "%s", bres_last_error());
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

/* "<start> (expected markdown, csv or json)" with the formats of the report. */
static void expect_refusal(bres_report_kind report, const char *start)
{
    uint32_t formats = bres_report_formats(report);
    char message[400];

    strcpy(message, start);
    strcat(message, " (expected ");
    for (unsigned i = 0; formats != 0; formats &= ~BRES_FORMAT_BIT(i++)) {
        if ((formats & BRES_FORMAT_BIT(i)) == 0)
            continue;
        if (i > 0)
            strcat(message, formats == BRES_FORMAT_BIT(i) ? " or " : ", ");
        strcat(message, bres_format_name((bres_format)i));
    }
    strcat(message, ")");
    cr_expect_str_eq(bres_last_error(), message);
}

Test(report, formats_of_reports)
{
    const uint32_t common =
        BRES_FORMAT_BIT(BRES_FORMAT_MARKDOWN) | BRES_FORMAT_BIT(BRES_FORMAT_JSON);
    const uint32_t of_rows =
        BRES_FORMAT_BIT(BRES_FORMAT_JUNIT) | BRES_FORMAT_BIT(BRES_FORMAT_PYTHON);

    for (unsigned report = BRES_REPORT_SUMMARY; report <= BRES_REPORT_TABLE; report++) {
        const uint32_t formats = bres_report_formats((bres_report_kind)report);

        cr_expect_eq(formats & common, common, "report %u", report);
        cr_expect_eq(formats & of_rows, report == BRES_REPORT_COMPARE ? of_rows : 0, "report %u",
                     report);
        cr_expect_lt(formats, BRES_FORMAT_BIT(BRES__FORMAT_COUNT), "report %u", report);
    }
    cr_expect_eq(bres_report_formats((bres_report_kind)(BRES_REPORT_TABLE + 1)), 0);
    cr_expect_eq(bres_report_formats((bres_report_kind)-1), 0);
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
    expect_refusal(BRES_REPORT_COMPARE, "unknown format 77 of the report of a comparison");
    bres_comparison_free((bres_comparison *)pair.comparison);
    bres_replay_options_init(&replay);
    replay.format = BRES_FORMAT_PYTHON;
    criterion = bres_test_criterion("stdrel", NULL);
    cr_expect_eq(bres_replay_report(&stream, 1, &criterion, 1, &replay, &text, NULL),
                 BRES_ERROR_ARGUMENT);
    expect_refusal(BRES_REPORT_REPLAY, "the replay report has no format 'python'");
    bres_criterion_free(criterion);
}

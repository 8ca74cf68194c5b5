/* SPDX-License-Identifier: MIT */
/*
 * The order of the states in the summary report, and how many it shows.
 */
#include "base/fault.h"
#include "support/summary.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <string.h>

#define STATE(name, value)                                                                         \
    "{'name':'" name "','axis_values':[{'name':'N','type':'string','value':'" name "'}],"          \
    "'summaries':[{'tag':'nv/cold/time/gpu/mean','data':[{'name':'value','type':'float64',"        \
    "'value':'" value "'}]}]}"
#define SKIPPED "{'name':'s','is_skipped':true,'axis_values':[],'summaries':[]}"

/* Two states are equal, one has no number, one is skipped. */
static const char document[] =
    "{'benchmarks':[{'name':'b','axes':[{'name':'N','type':'string','values':[]}],'states':[" STATE(
        "x", "2") "," STATE("none", "nan") "," SKIPPED
                                           "," STATE("y", "3") "," STATE("z", "2") "," STATE(
                                               "neg", "-1") "]}]}";

/* The names of the states in the CSV report, with a blank after each; "-" for skipped states. */
static void names_of(const char *csv, char *names)
{
    names[0] = '\0';
    for (const char *line = strchr(csv, '\n'); line != NULL && line[1] != '\0';
         line = strchr(line + 1, '\n')) {
        const char *name = line + 1 + strlen("b,,,");
        const size_t length = strcspn(name, ",");

        strncat(names, length > 0 ? name : "-", length > 0 ? length : 1);
        strcat(names, " ");
    }
}

Test(report, summary_order)
{
    static const struct {
        uint32_t sort;
        uint32_t flags;
        uint32_t top;
        const char *names;
    } cases[] = {
        { BRES_COLUMN_DEFAULT, 0, 0, "x none - y z neg " },
        { BRES_COLUMN_DEFAULT, 0, 2, "x none - " },
        { BRES_COLUMN_MEAN, 0, 0, "neg x z y none - " },
        { BRES_COLUMN_MEAN, BRES_SUMMARY_DESCENDING, 0, "y x z neg none - " },
        { BRES_COLUMN_MEAN, BRES_SUMMARY_DESCENDING, 3, "y x z - " },
        { BRES_COLUMN_MEAN, 0, 100, "neg x z y none - " },
        { BRES_COLUMN_P99, 0, 0, "x none - y z neg " },
    };
    bres_result *result = bres_test_load("r.json", 0, document);

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bres_summary_options options;
        char names[100];
        char *text;

        bres_summary_options_init(&options);
        options.format = BRES_FORMAT_CSV;
        options.sort = cases[i].sort;
        options.flags = cases[i].flags;
        options.top = cases[i].top;
        cr_assert_eq(bres_summary_report(&result, 1, &options, &text, NULL), BRES_OK, "%s",
                     bres_last_error());
        names_of(text, names);
        cr_expect_str_eq(names, cases[i].names, "case %zu: %s", i, names);
        bres_string_free(text);
    }
    bres_result_unref(result);
}

/* Names are cut in the middle; other columns than axes keep their width. */
Test(report, summary_fits_a_terminal)
{
    static const char wide[] =
        "{'benchmarks':[{'name':'b','axes':[{'name':'N','type':'string','values':[]}],'states':"
        "[" STATE("a-very-long-name-of-a-kernel", "2") "," STATE("日本語日本語日本語日本語",
                                                                 "2") "]}]}";
    bres_result *result = bres_test_load("r.json", 0, wide);
    bres_summary_options options;
    char *text;

    bres_summary_options_init(&options);
    options.columns = BRES_COLUMN_BIT(BRES_COLUMN_MEAN);
    options.width = 30;
    cr_assert_eq(bres_summary_report(&result, 1, &options, &text, NULL), BRES_OK);
    cr_expect_str_eq(text,
                     "# Benchmark Results\n\n## b\n\n"
                     "|        N         |  Mean   |\n"
                     "|------------------|---------|\n"
                     "| a-very-l…-kernel | 2.000 s |\n"
                     "|  日本語日…日本語 | 2.000 s |\n",
                     "%s", text);
    bres_string_free(text);
    bres_result_unref(result);
}

static bres_status report_once(void *context)
{
    bres_result *result = context;
    bres_summary_options options;
    char *text;
    bres_status status;

    bres_summary_options_init(&options);
    options.sort = BRES_COLUMN_MEAN;
    options.top = 2;
    options.width = 12;
    status = bres_summary_report(&result, 1, &options, &text, NULL);
    bres_string_free(text);
    return status;
}

Test(report, summary_order_survives_every_failing_allocation)
{
    bres_result *result = bres_test_load("r.json", 0, document);

    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, report_once, result);
    bres_result_unref(result);
}

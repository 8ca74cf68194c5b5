/* SPDX-License-Identifier: MIT */
/*
 * The table of states by keys: options, widths and failing allocations. tests/tools/test_table.py
 * tests the contents of the tables.
 */
#include "base/fault.h"
#include "base/text/text.h"
#include "support/imported.h"
#include "support/support.h"

#include <benchresult/report.h>
#include <criterion/criterion.h>
#include <stddef.h>
#include <string.h>

/* The context of the allocation sweep. */
typedef struct sweep {
    bres_result *results[2];
    bres_table_options options;
} sweep;

static sweep sweep_begin(void)
{
    sweep begun = { .results = { bres_test_import("go-count-6.txt"),
                                 bres_test_import("go-count-6-b.txt") } };

    bres_table_options_init(&begun.options);
    return begun;
}

static void sweep_end(sweep *begun)
{
    bres_result_unref(begun->results[0]);
    bres_result_unref(begun->results[1]);
}

static bres_status sweep_run(void *context)
{
    sweep *running = context;
    char *text = (char *)running;
    size_t length = 1;
    const bres_status status =
        bres_table_report(running->results, 2, &running->options, &text, &length);

    if (status != BRES_OK) {
        cr_assert_null(text);
        cr_assert_eq(length, 0);
    }
    bres_string_free(text);
    return status;
}

Test(report, pivot_of_wrong_arguments)
{
    sweep begun = sweep_begin();
    bres_result *const nothing[] = { NULL };
    bres_table_options *options = &begun.options;
    char *text;

    cr_expect_eq(bres_table_report(begun.results, 2, NULL, NULL, NULL), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_table_report(NULL, 1, NULL, &text, NULL), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_table_report(begun.results, 0, NULL, &text, NULL), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_table_report(nothing, 1, NULL, &text, NULL), BRES_ERROR_ARGUMENT);
    options->format = BRES_FORMAT_JUNIT;
    cr_expect_eq(sweep_run(&begun), BRES_ERROR_ARGUMENT);
    options->format = BRES_FORMAT_JSON;
    options->false_discovery_rate = 1;
    cr_expect_eq(sweep_run(&begun), BRES_ERROR_ARGUMENT);
    options->false_discovery_rate = 0;
    options->size = offsetof(bres_table_options, log_user);
    cr_expect_eq(sweep_run(&begun), BRES_ERROR_VERSION);
    options->size = sizeof(*options);
    options->rows = "speed";
    cr_expect_eq(sweep_run(&begun), BRES_ERROR_KEY);
    options->rows = "benchmark";
    cr_expect_eq(sweep_run(&begun), BRES_ERROR_KEY);
    options->rows = NULL;
    options->where = "size:7";
    cr_expect_eq(sweep_run(&begun), BRES_ERROR_ARGUMENT);
    options->where = NULL;
    options->reference = "none";
    cr_expect_eq(sweep_run(&begun), BRES_ERROR_KEY);
    bres_table_options_init(NULL);
    sweep_end(&begun);
}

/* Further tables have the columns that do not fit, each with the reference. */
Test(report, pivot_fits_the_width)
{
    sweep begun = sweep_begin();
    size_t tables = 0;
    size_t length;
    char *text;

    begun.options.columns = "GOMAXPROCS, file";
    begun.options.width = 90;
    cr_assert_eq(bres_table_report(begun.results, 2, &begun.options, &text, &length), BRES_OK, "%s",
                 bres_last_error());
    cr_assert_eq(length, strlen(text));
    for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        cr_expect_leq(bres__text_width(line), 90, "%s", line);
        tables += strstr(line, "| 1, go-count-6.txt |") != NULL;
    }
    cr_expect_eq(tables, 3);
    bres_string_free(text);
    sweep_end(&begun);
}

Test(report, pivot_without_memory)
{
    sweep begun = sweep_begin();

    begun.options.where = "benchmark:/Sort\\/|Sort/ AND (size>5 OR NOT pkg:\"x\\\"\")";
    begun.options.reference = "go-count-6.txt";
    for (uint32_t format = 0; bres_format_name((bres_format)format) != NULL; format++) {
        if ((bres_report_formats(BRES_REPORT_TABLE) & BRES_FORMAT_BIT(format)) == 0)
            continue;
        begun.options.format = format;
        bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, sweep_run, &begun);
    }
    sweep_end(&begun);
}

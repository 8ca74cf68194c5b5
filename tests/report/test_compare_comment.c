/* SPDX-License-Identifier: MIT */
/*
 * The report of a comparison as a comment on a change.
 */
#include "base/fault.h"
#include "support/compared.h"
#include "support/pair.h"
#include "support/summary.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static char *comment(const bres_compared *pair)
{
    bres_compare_report_options options;

    bres_compare_report_options_init(&options);
    options.format = BRES_FORMAT_COMMENT;
    return bres_test_compare_report(pair, 1, &options);
}

/* The rows that need attention come first, the slower ones before the undecided ones. */
Test(report, comment_puts_the_worst_rows_first)
{
    static const char *const parts[] = {
        "<!-- benchresult -->\n### Benchmarks: ",
        " slower\n\n| Row | %Diff [Lo, Hi] | Status |\n",
        "| SLOW |\n",
        "| AMBG |\n",
        "<details><summary>Other rows: ",
        "| FAST |\n",
        "</details>\n",
    };
    bres_compared pair = bres_test_compared(bres_test_reference, bres_test_candidate, NULL);
    char *text = comment(&pair);
    const char *next = text;

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        next = strstr(next, parts[i]);
        cr_assert_not_null(next, "'%s' is not where it belongs in:\n%s", parts[i], text);
        next += strlen(parts[i]);
    }
    bres_string_free(text);
    bres_comparison_free((bres_comparison *)pair.comparison);
}

#define STATE(name)                                                                                \
    "{'name':'" name "','device':null,'axis_values':[],'summaries':["                              \
    "{'tag':'nv/cpu_only/time/cpu/mean','data':[{'name':'value','type':'float64','value':'1'}]}]}"

/* Names do not become mentions of users, links, markup or table cells. */
Test(report, comment_escapes_names)
{
    static const struct {
        const char *name;
        const char *shown;
    } rows[] = {
        { "a@b", "a@\xE2\x81\xA0"
                 "b" },
        { "#12 !3 ~x", "#\xE2\x81\xA0"
                       "12 !\xE2\x81\xA0"
                       "3 ~\xE2\x81\xA0x" },
        { "10 % @ x", "10 % @ x" },
        { "https://e", "https:\xE2\x81\xA0//e" },
        { "std::v", "std::v" },
        { "www.e", "w\xE2\x81\xA0ww.e" },
        { "<b>&", "&lt;b&gt;&amp;" },
        { "`x` *y* _z_", "\\`x\\` \\*y\\* \\_z\\_" },
        { "[l](u)", "\\[l\\]\\(u\\)" },
        { "p|q", "p&#124;q" },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char document[1024];
        bres_compared pair;
        char *text;

        snprintf(document, sizeof document,
                 BRES_DOC("", BRES_DOC_BENCH("b", "[]", "", STATE("%s"))), rows[i].name);
        pair = bres_test_compared(document, document, NULL);
        text = comment(&pair);
        cr_expect_not_null(strstr(text, rows[i].shown), "'%s' is not in:\n%s", rows[i].shown, text);
        bres_string_free(text);
        bres_comparison_free((bres_comparison *)pair.comparison);
    }
}

static bres_status comment_make(void *context)
{
    bres_compare_report_options options;
    size_t length;
    char *text;
    bres_status status;

    bres_compare_report_options_init(&options);
    options.format = BRES_FORMAT_COMMENT;
    status = bres_compare_report(context, 1, &options, &text, &length);
    bres_string_free(text);
    return status;
}

Test(report, comment_without_memory)
{
    bres_compared pair = bres_test_compared(bres_test_reference, bres_test_candidate, NULL);

    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, comment_make, &pair);
    bres_comparison_free((bres_comparison *)pair.comparison);
}

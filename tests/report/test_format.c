/* SPDX-License-Identifier: MIT */
#include "base/fault.h"

#include "support/support.h"

#include <benchresult/report.h>
#include <criterion/criterion.h>

Test(report, formats_have_names)
{
    static const char *const names[] = { "markdown", "csv", "json", "junit", "python" };

    for (unsigned i = 0; i < sizeof(names) / sizeof(*names); i++) {
        bres_format format = BRES_FORMAT_MARKDOWN;

        cr_expect_str_eq(bres_format_name((bres_format)i), names[i]);
        cr_expect_eq(bres_format_find(names[i], &format), BRES_OK);
        cr_expect_eq((unsigned)format, i);
    }
    cr_expect_null(bres_format_name((bres_format)5));
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

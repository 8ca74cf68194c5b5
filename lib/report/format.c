/* SPDX-License-Identifier: MIT */
/*
 * The names of report formats, and the formats of each report.
 */
#include "report/format.h"

#include "base/text/names.h"

#include <string.h>

#define NAME(value, name) [BRES_FORMAT_##value] = (name),
#define BIT(value, name)  | BRES_FORMAT_BIT(BRES_FORMAT_##value)

static const char *const names[BRES__FORMAT_COUNT] = { BRES__FORMATS(NAME) };

static const struct {
    const char *noun; /* for messages */
    uint32_t formats;
} reports[] = {
    [BRES_REPORT_SUMMARY] = { "the summary report", 0 BRES__SUMMARY_FORMATS(BIT) },
    [BRES_REPORT_COMPARE] = { "the report of a comparison", 0 BRES__COMPARE_FORMATS(BIT) },
    [BRES_REPORT_REPLAY] = { "the replay report", 0 BRES__REPLAY_FORMATS(BIT) },
    [BRES_REPORT_RACE] = { "the report of a race", 0 BRES__RACE_FORMATS(BIT) },
    [BRES_REPORT_DOCTOR] = { "the report of a diagnosis", 0 BRES__DOCTOR_FORMATS(BIT) },
    [BRES_REPORT_TIME] = { "the report of a timing", 0 BRES__TIME_FORMATS(BIT) },
    [BRES_REPORT_TABLE] = { "the table", 0 BRES__TABLE_FORMATS(BIT) },
};

uint32_t bres_report_formats(bres_report_kind report)
{
    return (size_t)report < sizeof reports / sizeof *reports ? reports[report].formats : 0;
}

const char *bres_format_name(bres_format format)
{
    return (size_t)format < BRES__FORMAT_COUNT ? names[format] : NULL;
}

bres_status bres_format_find(const char *name, bres_format *format)
{
    bres__names known = { .nearest.unknown = name };

    if (name == NULL || format == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_format_find: %s is NULL",
                           name == NULL ? "name" : "format");
    *format = BRES_FORMAT_MARKDOWN;
    for (size_t i = 0; i < BRES__FORMAT_COUNT; i++) {
        if (strcmp(names[i], name) == 0) {
            *format = (bres_format)i;
            return BRES_OK;
        }
    }
    for (size_t i = 0; i < BRES__FORMAT_COUNT; i++)
        bres__names_add(&known, names[i]);
    return bres__names_error(&known, "unknown format '%s'", name);
}

bres_status bres__format_check(bres_report_kind report, uint32_t format)
{
    uint32_t known = reports[report].formats;
    bres__text expected = { 0 };
    bres_status status;

    if (format < BRES__FORMAT_COUNT && (known & BRES_FORMAT_BIT(format)) != 0)
        return BRES_OK;
    for (uint32_t i = 0; i < BRES__FORMAT_COUNT; i++) {
        if ((known & BRES_FORMAT_BIT(i)) == 0)
            continue;
        known &= ~BRES_FORMAT_BIT(i);
        if (expected.length > 0)
            bres__text_puts(&expected, known != 0 ? ", " : " or ");
        bres__text_puts(&expected, names[i]);
    }
    if (expected.failed)
        status = bres__error_memory();
    else if (format < BRES__FORMAT_COUNT)
        status = bres__error(BRES_ERROR_ARGUMENT, "%s has no format '%s' (expected %s)",
                             reports[report].noun, names[format], expected.data);
    else
        status = bres__error(BRES_ERROR_ARGUMENT, "unknown format %u of %s (expected %s)", format,
                             reports[report].noun, expected.data);
    bres__text_free(&expected);
    return status;
}

/* SPDX-License-Identifier: MIT */
/*
 * The names of report formats, and formats that a report does not have.
 */
#include "report/format.h"

#include "base/text/names.h"

#include <string.h>

#define NAME(value, name) [BRES_FORMAT_##value] = #name,

static const char *const names[BRES__FORMAT_COUNT] = { BRES__FORMATS(NAME) };

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

bres_status bres__format_refuse(const char *report, uint32_t format, uint32_t known)
{
    bres__text expected = { 0 };
    bres_status status;

    for (uint32_t i = 0; i < BRES__FORMAT_COUNT; i++) {
        if ((known & (UINT32_C(1) << i)) == 0)
            continue;
        known &= ~(UINT32_C(1) << i);
        if (expected.length > 0)
            bres__text_puts(&expected, known != 0 ? ", " : " or ");
        bres__text_puts(&expected, names[i]);
    }
    if (expected.failed)
        status = bres__error_memory();
    else if (bres_format_name((bres_format)format) != NULL)
        status = bres__error(BRES_ERROR_ARGUMENT, "%s has no format '%s' (expected %s)", report,
                             bres_format_name((bres_format)format), expected.data);
    else
        status = bres__error(BRES_ERROR_ARGUMENT, "unknown format %u of %s (expected %s)", format,
                             report, expected.data);
    bres__text_free(&expected);
    return status;
}

/* SPDX-License-Identifier: MIT */
/*
 * The names of report formats.
 */
#include "base/base.h"
#include "base/text/names.h"

#include <benchresult/report.h>
#include <string.h>

static const char *const names[] = {
    [BRES_FORMAT_MARKDOWN] = "markdown", [BRES_FORMAT_CSV] = "csv",
    [BRES_FORMAT_JSON] = "json",         [BRES_FORMAT_JUNIT] = "junit",
    [BRES_FORMAT_PYTHON] = "python",
};

#define FORMAT_COUNT (sizeof(names) / sizeof(*names))

const char *bres_format_name(bres_format format)
{
    return (size_t)format < FORMAT_COUNT ? names[format] : NULL;
}

bres_status bres_format_find(const char *name, bres_format *format)
{
    bres__names known = { .nearest.unknown = name };

    if (name == NULL || format == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_format_find: %s is NULL",
                           name == NULL ? "name" : "format");
    *format = BRES_FORMAT_MARKDOWN;
    for (size_t i = 0; i < FORMAT_COUNT; i++) {
        if (strcmp(names[i], name) == 0) {
            *format = (bres_format)i;
            return BRES_OK;
        }
    }
    for (size_t i = 0; i < FORMAT_COUNT; i++)
        bres__names_add(&known, names[i]);
    return bres__names_error(&known, "unknown format '%s'", name);
}

/* SPDX-License-Identifier: MIT */
#include "report/format.h"

#include <string.h>

#define NAME(value, name, summary, compare, replay, race) [BRES_FORMAT_##value] = name,

static const char *const names[BRES__FORMAT_COUNT] = { BRES__FORMATS(NAME) };

const char *bres__format_name(uint32_t format)
{
    return format < BRES__FORMAT_COUNT ? names[format] : NULL;
}

bool bres__format_find(const char *name, bres_format *format)
{
    for (uint32_t i = 0; i < BRES__FORMAT_COUNT; i++) {
        if (strcmp(name, names[i]) != 0)
            continue;
        *format = (bres_format)i;
        return true;
    }
    return false;
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
    else if (bres__format_name(format) != NULL)
        status = bres__error(BRES_ERROR_ARGUMENT, "%s has no format '%s' (expected %s)", report,
                             bres__format_name(format), expected.data);
    else
        status = bres__error(BRES_ERROR_ARGUMENT, "unknown format %u of %s (expected %s)", format,
                             report, expected.data);
    bres__text_free(&expected);
    return status;
}

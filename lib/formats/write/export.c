/* SPDX-License-Identifier: MIT */
/*
 * The public export: finds the format and calls its writer.
 */
#include "base/base.h"
#include "formats/write/write.h"

#include <benchresult/formats.h>
#include <string.h>

static const struct {
    const char *name;
    bres_status (*write)(const bres_result *result, bres__text *text);
} formats[] = {
#define EXPORT(name, function) { name, bres__write_##function },
    BRES__EXPORTS(EXPORT)
#undef EXPORT
};

#define FORMAT_COUNT (sizeof(formats) / sizeof(*formats))

const char *bres_export_format_name(size_t index)
{
    return index < FORMAT_COUNT ? formats[index].name : NULL;
}

static bres_status format_unknown(const char *name)
{
    bres__names names = { .nearest.unknown = name };

    for (size_t i = 0; i < FORMAT_COUNT; i++)
        bres__names_add(&names, formats[i].name);
    return bres__names_error(&names, "unknown format '%s'", name);
}

bres_status bres_result_export(const bres_result *result, const char *format, char **text)
{
    bres__text made = { 0 };
    bres_status status;
    size_t i = 0;

    if (text == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_result_export: text is NULL");
    *text = NULL;
    if (result == NULL || format == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_result_export: result or format is NULL");
    while (i < FORMAT_COUNT && strcmp(formats[i].name, format) != 0)
        i++;
    if (i == FORMAT_COUNT)
        return format_unknown(format);
    status = formats[i].write(result, &made);
    if (status == BRES_OK) {
        *text = bres__text_steal(&made);
        status = *text != NULL ? BRES_OK : bres__error_memory();
    }
    bres__text_free(&made);
    return status;
}

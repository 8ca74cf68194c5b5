/* SPDX-License-Identifier: MIT */
/*
 * Errors and warnings about an imported file.
 */
#include "formats/formats.h"

#include <stdarg.h>
#include <string.h>

bool bres__import_is_lenient(const bres__import *import)
{
    return (import->load.flags & BRES_LOAD_LENIENT) != 0;
}

bres_status bres__import_fault(const bres__import *import, bres_status status, const char *path,
                               const char *at, const char *expected, const char *format, ...)
{
    char message[512];
    va_list arguments;

    va_start(arguments, format);
    bres__vformat(message, sizeof(message), format, arguments);
    va_end(arguments);
    bres__error(status, "%s", message);
    bres__error_set_file(import->input.name);
    if (path != NULL)
        bres__error_set_path("%s", path);
    if (at != NULL)
        bres__error_set_offset(at - import->input.text.data);
    bres__error_set_expected(expected);
    return status;
}

bres_status bres__import_tolerate(bres__import *import, bres_status status)
{
    const bool of_record =
        status == BRES_ERROR_KEY || status == BRES_ERROR_KIND || status == BRES_ERROR_VALUE;

    if (!of_record || !bres__import_is_lenient(import))
        return status;
    bres__import_warn(import, "%s: the record is dropped", bres_last_error());
    return BRES_OK;
}

void bres__import_warn(bres__import *import, const char *format, ...)
{
    bres__draft *draft = &import->draft;
    char message[1024];
    size_t position;
    va_list arguments;

    va_start(arguments, format);
    bres__vformat(message, sizeof(message), format, arguments);
    va_end(arguments);
    message[bres__utf8_valid(message, strlen(message))] = '\0';
    if (bres__index_find(&draft->warning_texts, message, strlen(message)) != BRES__INDEX_NONE)
        return;
    bres__text_puts(&draft->warning_texts.key, message);
    draft->failed |= !bres__index_take(&draft->warning_texts, &position);
    if (draft->warnings.length != 0)
        bres__text_putc(&draft->warnings, ',');
    bres__json_quote(&draft->warnings, message, strlen(message));
    draft->failed |= draft->warnings.failed;
    if (import->load.log != NULL)
        bres__log_say(import->load.log, import->load.log_user, BRES_LOG_WARNING, message);
}

bres_status bres__import_check_utf8(const bres__import *import)
{
    const bres__slice *text = &import->input.text;
    const char *nul = memchr(text->data, '\0', text->length);
    const size_t valid = bres__utf8_valid(text->data, text->length);

    if (nul != NULL)
        return bres__import_fault(import, BRES_ERROR_SYNTAX, NULL, nul, NULL,
                                  "the text has a NUL byte");
    if (valid == text->length)
        return BRES_OK;
    return bres__import_fault(import, BRES_ERROR_SYNTAX, NULL, text->data + valid, NULL,
                              "the text is not UTF-8");
}

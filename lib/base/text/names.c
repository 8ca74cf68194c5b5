/* SPDX-License-Identifier: MIT */
#include "base/text/names.h"

#include "base/error.h"
#include "base/number/number.h"

#include <stdarg.h>

void bres__names_add(bres__names *names, const char *name)
{
    if (names->list.length != 0)
        bres__text_puts(&names->list, ", ");
    bres__text_puts(&names->list, name);
    bres__nearest_add(&names->nearest, name);
}

bres_status bres__names_error(bres__names *names, const char *format, ...)
{
    bres_status status = BRES_ERROR_MEMORY;
    bres__text text = { 0 };
    va_list arguments;
    char message[512];

    va_start(arguments, format);
    bres__vformat(message, sizeof(message), format, arguments);
    va_end(arguments);
    bres__text_puts(&text, message);
    if (names->nearest.name != NULL)
        bres__text_printf(&text, " (did you mean '%s'?)", names->nearest.name);
    if (names->list.length != 0)
        bres__text_printf(&text, "; expected %s", names->list.data);
    else
        bres__text_puts(&text, "; the list of names is empty");
    if (names->list.failed || text.failed)
        bres__error_memory();
    else
        status = bres__error(BRES_ERROR_KEY, "%s", text.data);
    bres__text_free(&text);
    bres__text_free(&names->list);
    return status;
}

static bool is_letter(char character)
{
    return character == '_' || (character >= 'a' && character <= 'z') ||
           (character >= 'A' && character <= 'Z');
}

size_t bres__identifier_length(const char *text, size_t length)
{
    size_t end = 0;

    while (end < length &&
           (is_letter(text[end]) || (end > 0 && text[end] >= '0' && text[end] <= '9')))
        end++;
    return end;
}

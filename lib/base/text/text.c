/* SPDX-License-Identifier: MIT */
#include "base/text/text.h"

#include "base/alloc.h"
#include "base/number/number.h"

#include <stdint.h>
#include <string.h>

/* Makes room for `extra` bytes and a NUL. */
static inline bool text_reserve(bres__text *text, size_t extra)
{
    if (text->failed)
        return false;
    if (extra < text->capacity - text->length)
        return true;
    text->failed = extra >= SIZE_MAX - text->length ||
                   !BRES__RESERVE(&text->data, &text->capacity, text->length + extra + 1);
    return !text->failed;
}

char *bres__text_extend(bres__text *text, size_t length)
{
    if (!text_reserve(text, length))
        return NULL;
    text->length += length;
    text->data[text->length] = '\0';
    return text->data + text->length - length;
}

void bres__text_append(bres__text *text, const char *data, size_t length)
{
    char *room = length != 0 ? bres__text_extend(text, length) : NULL;

    if (room != NULL)
        memcpy(room, data, length);
}

void bres__text_puts(bres__text *text, const char *string)
{
    bres__text_append(text, string, strlen(string));
}

void bres__text_putc(bres__text *text, char character)
{
    if (!text_reserve(text, 1))
        return;
    text->data[text->length++] = character;
    text->data[text->length] = '\0';
}

void bres__text_repeat(bres__text *text, char character, size_t count)
{
    char *room = count != 0 ? bres__text_extend(text, count) : NULL;

    if (room != NULL)
        memset(room, character, count);
}

void bres__text_vprintf(bres__text *text, const char *format, va_list arguments)
{
    const size_t room = text->capacity - text->length;
    va_list again;
    int length;

    if (text->failed)
        return;
    va_copy(again, arguments);
    length = bres__vformat(room == 0 ? NULL : text->data + text->length, room, format, arguments);
    if (length < 0) {
        text->failed = true;
    } else if ((size_t)length >= room && text_reserve(text, (size_t)length)) {
        length = bres__vformat(text->data + text->length, (size_t)length + 1, format, again);
        text->failed = length < 0;
    }
    va_end(again);
    if (!text->failed)
        text->length += (size_t)length;
    else if (text->data != NULL)
        text->data[text->length] = '\0';
}

void bres__text_printf(bres__text *text, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    bres__text_vprintf(text, format, arguments);
    va_end(arguments);
}

void bres__text_clear(bres__text *text)
{
    text->length = 0;
    text->failed = false;
    if (text->data != NULL)
        text->data[0] = '\0';
}

void bres__text_free(bres__text *text)
{
    bres__free(text->data);
    *text = (bres__text){ 0 };
}

char *bres__text_steal(bres__text *text)
{
    char *string = NULL;

    if (!text->failed)
        string = text->data != NULL ? text->data : bres__strdup("");
    if (string == text->data)
        text->data = NULL;
    bres__text_free(text);
    return string;
}

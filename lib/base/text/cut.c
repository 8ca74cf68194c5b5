/* SPDX-License-Identifier: MIT */
#include "base/text/cut.h"

#include <string.h>

#define ELLIPSIS      "\xE2\x80\xA6"
/* Bytes of the longest character in UTF-8. */
#define CHARACTER_MAX 4

static size_t character_width(const char *character, size_t length)
{
    char copy[CHARACTER_MAX + 1] = "";

    memcpy(copy, character, length);
    return bres__text_width(copy);
}

static bool continues(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80;
}

size_t bres__text_head(const char *string, size_t columns)
{
    size_t end = 0;

    while (string[end] != '\0') {
        size_t length = 1;
        size_t width;

        while (length < CHARACTER_MAX && continues(string[end + length]))
            length++;
        width = character_width(string + end, length);
        if (width > columns)
            break;
        columns -= width;
        end += length;
    }
    return end;
}

size_t bres__text_tail(const char *string, size_t columns)
{
    size_t length = strlen(string);
    size_t start = length;

    while (length > 0) {
        size_t first = length - 1;
        size_t width;

        while (first > 0 && length - first < CHARACTER_MAX && continues(string[first]))
            first--;
        width = character_width(string + first, length - first);
        if (width > columns)
            break;
        columns -= width;
        length = first;
        /* A suffix must not start with a combining mark. */
        if (width > 0)
            start = first;
    }
    return start;
}

void bres__text_put_cut(bres__text *text, const char *string, size_t columns)
{
    const size_t kept = columns - 1;

    if (bres__text_width(string) <= columns) {
        bres__text_puts(text, string);
        return;
    }
    bres__text_append(text, string, bres__text_head(string, kept - kept / 2));
    bres__text_puts(text, ELLIPSIS);
    bres__text_puts(text, string + bres__text_tail(string, kept / 2));
}

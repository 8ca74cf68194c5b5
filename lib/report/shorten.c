/* SPDX-License-Identifier: MIT */
#include "report/shorten.h"

#include "report/table.h"

#include <string.h>

#define ELLIPSIS "\xE2\x80\xA6"

static bool is_continuation(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80;
}

/* The columns of the first `length` bytes. */
static size_t prefix_width(const char *string, size_t length)
{
    char character[8] = { 0 };
    size_t width = 0;

    for (size_t i = 0; i < length;) {
        size_t size = 1;

        while (i + size < length && size < sizeof(character) - 1 &&
               is_continuation(string[i + size]))
            size++;
        memcpy(character, string + i, size);
        character[size] = '\0';
        width += bres__text_width(character);
        i += size;
    }
    return width;
}

/* The length of the longest prefix of at most `width` columns. */
static size_t head_length(const char *string, size_t width)
{
    size_t length = 0;

    for (size_t next = 0; string[next] != '\0';) {
        do {
            next++;
        } while (is_continuation(string[next]));
        if (prefix_width(string, next) > width)
            break;
        length = next;
    }
    return length;
}

/* The longest suffix of at most `width` columns. */
static const char *tail_of(const char *string, size_t width)
{
    const char *tail = string;

    while (bres__text_width(tail) > width) {
        do {
            tail++;
        } while (is_continuation(*tail));
    }
    return tail;
}

void bres__put_shortened(bres__text *text, const char *name, size_t width)
{
    bres__text cell = { 0 };

    bres__put_cell(&cell, name);
    if (cell.failed) {
        text->failed = true;
    } else if (cell.data != NULL && bres__text_width(cell.data) > width) {
        bres__text_append(text, cell.data, head_length(cell.data, width / 2));
        bres__text_puts(text, ELLIPSIS);
        bres__text_puts(text, tail_of(cell.data, width - width / 2 - 1));
    } else {
        bres__text_puts(text, cell.data != NULL ? cell.data : "");
    }
    bres__text_free(&cell);
}

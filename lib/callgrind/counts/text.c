/* SPDX-License-Identifier: MIT */
/*
 * Formats a list of counts as text for users.
 */
#include "callgrind/counts/counts.h"

#include <inttypes.h>
#include <string.h>

#define TEXT_WIDTH      80u
#define TEXT_NAME_MIN   40u /* minimum width of a name, however narrow the line */
#define TEXT_ROWS_MAX   18u
#define TEXT_ROWS_SHOWN 9u /* first rows, and last rows, of a longer list */
#define TEXT_CUT        " ... "

/* Whether a byte continues a character that began before it. */
static bool text_continues(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80;
}

/* The length of the first `count` characters, or of the whole text if it is shorter. */
static size_t text_characters(const char *text, size_t count)
{
    size_t length = 0;

    while (text[length] != '\0') {
        if (!text_continues(text[length]) && count-- == 0)
            break;
        length++;
    }
    return length;
}

static size_t text_count(const char *text)
{
    size_t count = 0;

    for (; *text != '\0'; text++)
        count += !text_continues(*text);
    return count;
}

/* Appends a name in at most `room` characters. A longer name loses its middle. */
static void text_name(bres__text *text, const char *name, size_t room)
{
    const size_t count = text_count(name);
    const size_t left = room - strlen(TEXT_CUT);

    if (count <= room) {
        bres__text_puts(text, name);
        return;
    }
    bres__text_append(text, name, text_characters(name, left / 2));
    bres__text_puts(text, TEXT_CUT);
    bres__text_puts(text, name + text_characters(name, count - (left - left / 2)));
}

/* Width of the widest number. Negative numbers get an extra column, so that they stand apart. */
static size_t text_count_width(const bres_counts *counts)
{
    size_t widest = 0;

    for (size_t i = 0; i < counts->size; i++) {
        char number[BRES__NUMBER_SIZE];
        const size_t width =
            bres__format_int64(number, counts->entries[i].count) + (counts->entries[i].count < 0);

        widest = width > widest ? width : widest;
    }
    return widest;
}

static void text_rows(bres__text *text, const bres_counts *counts, bool all, size_t width)
{
    const size_t digits = text_count_width(counts);
    const size_t frame = digits + 4;
    const size_t room = width > frame + TEXT_NAME_MIN ? width - frame : TEXT_NAME_MIN;

    for (size_t i = 0; i < counts->size; i++) {
        if (!all && counts->size > TEXT_ROWS_MAX && i == TEXT_ROWS_SHOWN) {
            bres__text_printf(text, "%*s\n", (int)digits + 2, "...");
            i = counts->size - TEXT_ROWS_SHOWN;
        }
        bres__text_printf(text, "  %*" PRId64 "  ", (int)digits, counts->entries[i].count);
        text_name(text, counts->entries[i].name, room);
        bres__text_putc(text, '\n');
    }
}

bres_status bres_counts_text(const bres_counts *counts, uint32_t flags, size_t width, char **text)
{
    bres__text made = { 0 };
    bres_status status;
    int64_t sum = 0;

    if (text == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_counts_text: text is NULL");
    *text = NULL;
    if (counts == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_counts_text: counts is NULL");
    status = bres__options_check_flags(flags, BRES_COUNTS_ALL_ROWS, "bres_counts_text");
    if (status == BRES_OK && !counts->is_inclusive)
        status = bres_counts_sum(counts, &sum);
    if (status != BRES_OK)
        return status;
    text_rows(&made, counts, (flags & BRES_COUNTS_ALL_ROWS) != 0, width == 0 ? TEXT_WIDTH : width);
    if (!counts->is_inclusive)
        bres__text_printf(&made, "%sTotal: %" PRId64 "\n", counts->size == 0 ? "" : "\n", sum);
    *text = bres__text_steal(&made);
    return *text == NULL ? bres__error_memory() : BRES_OK;
}

/* SPDX-License-Identifier: MIT */
/*
 * The progress line: state i of n, its name, samples and noise so far, elapsed and remaining time.
 */
#include "report/bench/bench.h"

#include <string.h>

/* With fewer columns left for the name, the line omits the figures. */
#define NAME_COLUMNS_MIN 8

static void put_duration(bres__text *text, uint64_t nanoseconds)
{
    const unsigned long long seconds = nanoseconds / UINT64_C(1000000000);

    if (seconds < 60)
        bres__text_printf(text, "%llu s", seconds);
    else if (seconds < 3600)
        bres__text_printf(text, "%llu min %02llu s", seconds / 60, seconds % 60);
    else
        bres__text_printf(text, "%llu h %02llu min", seconds / 3600, seconds / 60 % 60);
}

/* The estimate assumes that the remaining states take the average time of the ended states. */
static void put_figures(bres__text *text, const bres__progress_line *line)
{
    if (line->samples > 0)
        bres__text_printf(text, "  %lld samples", (long long)line->samples);
    if (line->noise >= 0)
        bres__text_printf(text, ", noise %.2f%%", line->noise * 100);
    bres__text_puts(text, "  ");
    put_duration(text, line->elapsed);
    if (line->ended > 0 && line->ended <= line->to_run) {
        const double average = (double)line->elapsed / (double)line->ended;
        const double left = average * (double)(line->to_run - line->ended);

        bres__text_puts(text, ", about ");
        put_duration(text, left < 1e18 ? (uint64_t)left : UINT64_C(1000000000000000000));
        bres__text_puts(text, " left");
    }
}

/* Appends as much of a text as fits in the columns. */
static void put_cut(bres__text *text, const char *string, size_t columns)
{
    const size_t start = text->length;

    for (size_t length = strlen(string); length > 0 && !text->failed; length--) {
        if (((unsigned char)string[length] & 0xC0) == 0x80)
            continue;
        text->length = start;
        bres__text_append(text, string, length);
        if (text->failed || bres__text_width(text->data + start) <= columns)
            return;
    }
    if (text->data != NULL) {
        text->length = start;
        text->data[start] = '\0';
    }
}

void bres__progress_line_put(bres__text *text, const bres__progress_line *line, size_t columns)
{
    bres__text head = { 0 };
    bres__text tail = { 0 };
    size_t fixed;

    bres__text_printf(&head, "[%zu/%zu] ", line->index, line->count);
    put_figures(&tail, line);
    if (head.failed || tail.failed)
        goto out;
    fixed = bres__text_width(head.data) + bres__text_width(tail.data);
    if (fixed + NAME_COLUMNS_MIN <= columns) {
        bres__text_puts(text, head.data);
        put_cut(text, line->state, columns - fixed);
        bres__text_puts(text, tail.data);
    } else {
        bres__text_puts(&head, line->state);
        if (!head.failed)
            put_cut(text, head.data, columns);
    }
out:
    bres__text_free(&head);
    bres__text_free(&tail);
}

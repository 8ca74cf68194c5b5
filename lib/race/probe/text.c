/* SPDX-License-Identifier: MIT */
/*
 * The times of a run as text: "WALL CPU WAIT SWITCHES BLOCK...", a line for each kind of work.
 */
#include "race/probe/work.h"

#include <math.h>

/* The numbers before the blocks. */
#define FIELDS 4

static void put_number(bres__text *text, double value, char after)
{
    char number[BRES__NUMBER_SIZE];

    bres__format_float64(number, value, BRES__FLOAT_VALUE);
    bres__text_puts(text, number);
    bres__text_putc(text, after);
}

void bres__work_times_put(bres__text *text, const bres__work_times *times)
{
    put_number(text, times->wall, ' ');
    put_number(text, times->cpu, ' ');
    put_number(text, times->wait, ' ');
    put_number(text, (double)times->switches, times->count > 0 ? ' ' : '\n');
    for (size_t i = 0; i < times->count; i++)
        put_number(text, times->blocks[i], i + 1 < times->count ? ' ' : '\n');
}

/* Reads a number, and skips the blank or the newline after it. */
static bool take_number(const char **text, double *value)
{
    const size_t length = strcspn(*text, " \n");

    if (bres__parse_float64(*text, length, value) != BRES__PARSE_OK || (*text)[length] == '\0')
        return false;
    *text += length + 1;
    return true;
}

bool bres__work_times_take(const char **text, bres__work_times *times)
{
    double fields[FIELDS];

    for (int i = 0; i < FIELDS; i++) {
        if (!take_number(text, &fields[i]))
            return false;
    }
    times->wall = fields[0];
    times->cpu = fields[1];
    times->wait = fields[2];
    times->switches = fields[3] >= 0 && fields[3] < 1e15 ? (uint64_t)fields[3] : 0;
    times->count = 0;
    while ((*text)[-1] == ' ') {
        if (times->count == BRES__WORK_BLOCKS_MAX ||
            !take_number(text, &times->blocks[times->count]) || !(times->blocks[times->count] >= 0))
            return false;
        times->count++;
    }
    return true;
}

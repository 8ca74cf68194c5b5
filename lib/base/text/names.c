/* SPDX-License-Identifier: MIT */
#include "base/text/names.h"

#include "base/error.h"
#include "base/number.h"

#include <stdarg.h>
#include <string.h>

/* Longer names are not compared. */
#define NAMES_LENGTH_MAX 64

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* How many characters must be changed, inserted, left out or exchanged with their neighbours to
 * make one text of the other: row by row of the usual table, of which three rows are kept. */
static size_t names_distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    size_t rows[3][NAMES_LENGTH_MAX + 1];
    size_t *before = rows[0]; /* the row before the last */
    size_t *last = rows[1];
    size_t *row = rows[2];

    for (size_t k = 0; k <= b_length; k++)
        last[k] = k;
    for (size_t i = 1; i <= a_length; i++) {
        size_t *const oldest = before;

        row[0] = i;
        for (size_t k = 1; k <= b_length; k++) {
            row[k] = least(last[k], row[k - 1]) + 1;
            row[k] = least(row[k], last[k - 1] + (a[i - 1] != b[k - 1]));
            if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1])
                row[k] = least(row[k], before[k - 2] + 1);
        }
        before = last;
        last = row;
        row = oldest;
    }
    return last[b_length];
}

void bres__names_add(bres__names *names, const char *name)
{
    const size_t length = strlen(name);
    const size_t unknown = strlen(names->unknown);
    size_t distance;

    if (names->list.length != 0)
        bres__text_puts(&names->list, ", ");
    bres__text_puts(&names->list, name);
    if (length > NAMES_LENGTH_MAX || unknown > NAMES_LENGTH_MAX)
        return;
    distance = names_distance(names->unknown, unknown, name, length);
    /* A third of a name may be mistyped. */
    if (distance <= length / 3 && (names->nearest == NULL || distance < names->distance)) {
        names->nearest = name;
        names->distance = distance;
    }
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
    if (names->nearest != NULL)
        bres__text_printf(&text, " (did you mean '%s%s'?)", names->options ? "--" : "",
                          names->nearest);
    if (names->options)
        bres__text_puts(&text, "; --help lists the options");
    else if (names->list.length != 0)
        bres__text_printf(&text, "; there are: %s", names->list.data);
    else
        bres__text_puts(&text, "; there are none");
    if (names->list.failed || text.failed)
        bres__error_memory();
    else
        status = bres__error(BRES_ERROR_KEY, "%s", text.data);
    bres__text_free(&text);
    bres__text_free(&names->list);
    return status;
}

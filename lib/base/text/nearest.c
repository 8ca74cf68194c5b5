/* SPDX-License-Identifier: MIT */
#include "base/text/nearest.h"

#include <string.h>

/* Longer names are ignored. */
#define NEAREST_LENGTH_MAX 64

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Edit distance: the number of substitutions, insertions, deletions and transpositions of adjacent
 * characters that turn one text into the other. Keeps three rows of the usual table. */
static size_t edit_distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    size_t rows[3][NEAREST_LENGTH_MAX + 1];
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

void bres__nearest_add(bres__nearest *nearest, const char *name)
{
    const size_t length = strlen(name);
    const size_t unknown = strlen(nearest->unknown);
    size_t distance;

    if (length > NEAREST_LENGTH_MAX || unknown > NEAREST_LENGTH_MAX)
        return;
    distance = edit_distance(nearest->unknown, unknown, name, length);
    if (distance <= length / 3 && (nearest->name == NULL || distance < nearest->distance)) {
        nearest->name = name;
        nearest->distance = distance;
    }
}

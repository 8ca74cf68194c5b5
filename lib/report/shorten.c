/* SPDX-License-Identifier: MIT */
#include "report/shorten.h"

#include "base/text/cut.h"
#include "report/table.h"

#include <string.h>

#define ELLIPSIS  "\xE2\x80\xA6"
/* Smallest width: the beginning of a name, two ellipses and the text that differs. */
#define MIN_WIDTH 6

static bool is_continuation(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80;
}

/* The length in bytes of the common beginning of both names, in whole characters. */
static size_t common_length(const char *one, const char *other)
{
    size_t length = 0;

    while (one[length] != '\0' && one[length] == other[length])
        length++;
    while (length > 0 && is_continuation(one[length]))
        length--;
    return length;
}

/* The offset at which a name differs from the name with which it shares the longest beginning. */
static size_t difference_of(const char *const *names, size_t count, size_t index)
{
    size_t difference = 0;

    for (size_t i = 0; i < count; i++) {
        const size_t length = common_length(names[index], names[i]);

        if (length > difference && strcmp(names[index], names[i]) != 0)
            difference = length;
    }
    return difference;
}

/* Cuts the name to `width` columns, and keeps the text from `difference` as far as it fits. */
static void put_cut_around(bres__text *text, const char *name, size_t difference, size_t width)
{
    const size_t tail = bres__text_width(name + difference);
    const size_t half = width - width / 2 - 1;
    const size_t head = width / 3;

    if (bres__text_width(name) <= width) {
        bres__text_puts(text, name);
    } else if (bres__text_head(name, width / 2 - 1) >= difference || tail + head < width) {
        const size_t kept = tail > half && tail + head < width ? tail : half;

        bres__text_append(text, name, bres__text_head(name, width - kept - 1));
        bres__text_puts(text, ELLIPSIS);
        bres__text_puts(text, name + bres__text_tail(name, kept));
    } else {
        name += difference;
        bres__text_append(text, name - difference, bres__text_head(name - difference, head));
        bres__text_puts(text, ELLIPSIS);
        bres__text_append(text, name, bres__text_head(name, width - head - 2));
        bres__text_puts(text, ELLIPSIS);
    }
}

/* Points each element of `index` to its text in `texts`, where each text ends with a NUL. */
static void texts_index(const bres__text *texts, const char **index, size_t count)
{
    const char *next = texts->data;

    for (size_t i = 0; i < count; i++) {
        index[i] = next;
        next += strlen(next) + 1;
    }
}

static bool are_distinct(const char *const *names, const char *const *shown, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < i; j++) {
            if (strcmp(shown[i], shown[j]) == 0 && strcmp(names[i], names[j]) != 0)
                return false;
        }
    }
    return true;
}

/* Does the work of bres__put_distinct() for names that are cells of a table. `shown` and
 * `differences` are scratch arrays with `count` elements. */
static void put_distinct(bres__text *text, const char *const *names, size_t count, size_t width,
                         const char **shown, size_t *differences)
{
    size_t longest = 0;

    for (size_t i = 0; i < count; i++) {
        const size_t columns = bres__text_width(names[i]);

        longest = columns > longest ? columns : longest;
        differences[i] = difference_of(names, count, i);
    }
    /* The steps grow with the width, because a command can have 100,000 characters. */
    for (;; width += 1 + width / 64) {
        bres__text_clear(text);
        for (size_t i = 0; i < count; i++) {
            put_cut_around(text, names[i], differences[i], width);
            bres__text_putc(text, '\0');
        }
        if (text->failed || width >= longest)
            return;
        texts_index(text, shown, count);
        if (are_distinct(names, shown, count))
            return;
    }
}

void bres__put_distinct(bres__text *text, const char *const *names, size_t count, size_t width)
{
    const char **pointers = bres__calloc(2 * count, sizeof(*pointers));
    size_t *differences = bres__calloc(count, sizeof(*differences));
    bres__text cells = { 0 };

    for (size_t i = 0; i < count; i++) {
        bres__put_cell(&cells, names[i]);
        bres__text_putc(&cells, '\0');
    }
    if (pointers == NULL || differences == NULL || cells.failed) {
        text->failed = true;
    } else {
        texts_index(&cells, pointers, count);
        put_distinct(text, pointers, count, width > MIN_WIDTH ? width : MIN_WIDTH, pointers + count,
                     differences);
    }
    bres__free((void *)pointers);
    bres__free(differences);
    bres__text_free(&cells);
}

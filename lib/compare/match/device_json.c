/* SPDX-License-Identifier: MIT */
/*
 * The members in which two devices differ, as text.
 */
#include "compare/match/match.h"

#include <string.h>

static void put_value(bres__text *text, const bres__slice *value)
{
    bres__text compact = { 0 };
    bres__json_writer writer = { .text = &compact, .empty = true, .compact = true };

    if (value != NULL)
        bres__json_write_raw(&writer, value->data, value->length);
    else
        bres__text_puts(&compact, "nothing");
    text->failed |= compact.failed;
    bres__text_append_visible(text, compact.data, compact.length);
    bres__text_free(&compact);
}

/* The output for lines about two devices, and the names of the owners of the devices. */
typedef struct device_lines {
    bres__text *text;
    const char *const *owners;
    size_t index;
} device_lines;

static void put_line(const device_lines *lines, const bres__slice *key, const bres__slice *first,
                     const bres__slice *second)
{
    bres__text_printf(lines->text, "devices[%zu].", lines->index);
    bres__text_append_visible(lines->text, key->data, key->length);
    bres__text_puts(lines->text, ": ");
    put_value(lines->text, first);
    bres__text_printf(lines->text, " in %s, ", lines->owners[0]);
    put_value(lines->text, second);
    bres__text_printf(lines->text, " in %s\n", lines->owners[1]);
}

/* Writes lines for the members that differ, in the order of the first device, then for members that
 * only the second device has. */
static bres_status put_members(const bres__json_members *first, const bres__json_members *second,
                               const device_lines *lines)
{
    for (size_t i = 0; i < first->count; i++) {
        const bres__slice *other = bres__json_members_find(second, &first->keys[i]);
        bool equal = false;

        if (other != NULL) {
            const bres_status status = bres__json_equal(&first->values[i], other, &equal);

            if (status != BRES_OK)
                return status;
        }
        if (!equal)
            put_line(lines, &first->keys[i], &first->values[i], other);
    }
    for (size_t i = 0; i < second->count; i++) {
        if (bres__json_members_find(first, &second->keys[i]) == NULL)
            put_line(lines, &second->keys[i], NULL, &second->values[i]);
    }
    return BRES_OK;
}

bres_status bres__device_differ(const bres_device *first, const bres_device *second,
                                const char *const owners[2], size_t index, bres__text *text)
{
    const bres__slice slices[2] = { { first->json, strlen(first->json) },
                                    { second->json, strlen(second->json) } };
    const device_lines lines = { .text = text, .owners = owners, .index = index };
    bres__json_members members[2] = { { .count = 0 }, { .count = 0 } };
    bres_status status = bres__json_members_read(&members[0], &slices[0]);

    if (status == BRES_OK)
        status = bres__json_members_read(&members[1], &slices[1]);
    if (status == BRES_OK)
        status = put_members(&members[0], &members[1], &lines);
    bres__json_members_free(&members[0]);
    bres__json_members_free(&members[1]);
    return status;
}

/* SPDX-License-Identifier: MIT */
/*
 * Selects the devices to compare, and checks whether the two devices of a pair are alike. Devices
 * are paired by their order in the lists, not by their ids.
 */
#include "compare/match/match.h"

#include <inttypes.h>
#include <string.h>
#include <strings.h>

/* Maximum number of differences that an error names, and maximum bytes of each. */
#define REFUSED_NAMED_MAX 4
#define REFUSED_LINE_MAX  160

/* An id: decimal digits, with an optional plus sign. */
static bool id_parse(const char *text, size_t length, int64_t *id)
{
    const size_t sign = length > 0 && text[0] == '+';

    return length > sign && strspn(text + sign, "0123456789") >= length - sign &&
           bres__parse_int64(text, length, id) == BRES__PARSE_OK;
}

/* The next item of a list, without the blanks around it. *skip: distance to the item after it. */
static const char *item_split(const char *text, size_t *skip, size_t *length)
{
    static const char blanks[] = " \t\n\v\f\r";
    const char *end = text + strcspn(text, ",");

    *skip = (size_t)(end - text) + (*end == ',');
    while (text < end && strchr(blanks, *text) != NULL)
        text++;
    while (end > text && strchr(blanks, end[-1]) != NULL)
        end--;
    *length = (size_t)(end - text);
    return text;
}

/* The ids of a list, in the arena. */
static bres_status list_parse(const char *text, int side, bres__arena *arena, int64_t **ids,
                              size_t *count)
{
    const char *next = text;
    size_t items = 1;

    for (const char *c = text; *c != '\0'; c++)
        items += *c == ',';
    *ids = bres__arena_calloc(arena, items, sizeof(**ids));
    if (*ids == NULL)
        return bres__error_memory();
    for (*count = 0; *count < items; ++*count) {
        size_t skip;
        size_t length;
        const char *item = item_split(next, &skip, &length);

        if (!id_parse(item, length, &(*ids)[*count]))
            return bres__error(
                BRES_ERROR_ARGUMENT,
                "%s: '%s' is not a list of device ids (expected 'all' or ids such as 0,1)",
                side == BRES__REFERENCE ? "reference_devices" : "candidate_devices", text);
        next += skip;
    }
    return BRES_OK;
}

static bool list_is_all(const char *text)
{
    size_t skip;
    size_t length;
    const char *item;

    if (text == NULL)
        return true;
    item = item_split(text, &skip, &length);
    return length == 3 && strncasecmp(item, "all", 3) == 0 && strchr(text, ',') == NULL;
}

bres_status bres__device_ids_refuse(const int64_t *ids, size_t count, const char *what)
{
    bres__text text = { 0 };
    bres_status status;

    for (size_t i = 0; i < count; i++)
        bres__text_printf(&text, "%s%" PRId64, i > 0 ? ", " : "", ids[i]);
    status =
        text.failed ? bres__error_memory() : bres__error(BRES_ERROR_KEY, "%s: %s", what, text.data);
    bres__text_free(&text);
    return status;
}

/* The device with this id in the first result that has it. */
static const bres_device *set_device(const bres__run_set *set, int64_t id)
{
    const bres_device *device = NULL;

    for (size_t r = 0; r < set->result_count && device == NULL; r++)
        device = bres_result_device(set->results[r], id);
    return device;
}

/* The devices with these ids, in their order. */
static bres_status list_resolve(const bres__run_set *set, int64_t *ids, size_t count, int side,
                                bres__device_selection *list)
{
    size_t unknown = 0;
    bres_status status;

    for (size_t i = 0; i < count; i++) {
        const bres_device *device = set_device(set, ids[i]);

        if (device == NULL)
            ids[unknown++] = ids[i];
        else
            list->devices[list->count++] = device;
    }
    if (unknown == 0)
        return BRES_OK;
    status = bres__device_ids_refuse(ids, unknown,
                                     side == BRES__REFERENCE ? "unknown devices of the reference"
                                                             : "unknown devices of the candidate");
    bres__error_set_file(set->results[0]->path);
    return status;
}

/* Takes all devices of the first result, then the devices that only later results have. */
static void list_collect(const bres__run_set *set, bres__device_selection *list)
{
    for (size_t r = 0; r < set->result_count; r++) {
        const bres_result *result = set->results[r];

        for (size_t i = 0; i < result->device_count; i++) {
            const bres_device *device = result->devices[i];

            /* Within a result, ids may repeat. */
            if (r == 0 || set_device(set, device->id) == device)
                list->devices[list->count++] = device;
        }
    }
}

/* Iterates backwards, so that the first place of a repeated id remains. */
static bres_status list_index(bres__device_selection *list)
{
    for (size_t i = list->count; i-- > 0;) {
        const int64_t *id = &list->devices[i]->id;

        if (!bres__map_set(&list->places, (const char *)id, sizeof(*id), &list->devices[i]))
            return bres__error_memory();
    }
    return BRES_OK;
}

static bres_status list_select(bres_comparison *comparison, const char *text, int side)
{
    const bres__run_set *set = &comparison->sets[side];
    bres__device_selection *list = &comparison->devices[side];
    size_t count = 0;
    int64_t *ids = NULL;
    bres_status status = BRES_OK;

    for (size_t r = 0; r < set->result_count; r++)
        count += set->results[r]->device_count;
    list->filtered = !list_is_all(text);
    if (list->filtered)
        status = list_parse(text, side, &comparison->arena, &ids, &count);
    if (status != BRES_OK)
        return status;
    list->devices = bres__arena_calloc(&comparison->arena, count, sizeof(*list->devices));
    if (list->devices == NULL)
        return bres__error_memory();
    if (list->filtered)
        status = list_resolve(set, ids, count, side, list);
    else
        list_collect(set, list);
    return status == BRES_OK ? list_index(list) : status;
}

static bres_status sections_differ(bres_comparison *comparison, bres__text *text)
{
    static const char *const owners[2] = { "the reference", "the candidate" };
    const bres__device_selection *lists = comparison->devices;
    bres_status status = BRES_OK;

    for (size_t i = 0; i < lists[0].count && status == BRES_OK; i++) {
        const bres_device *reference = lists[0].devices[i];
        const bres_device *candidate = lists[1].devices[i];
        bool equal;

        status = bres__json_equal_text(reference->json, candidate->json, &equal);
        if (status == BRES_OK && !equal)
            status = bres__device_differ(reference, candidate, owners, i, text);
    }
    if (status != BRES_OK)
        return status;
    comparison->device_difference =
        text->failed ? NULL
                     : bres__arena_strdup(&comparison->arena, text->data != NULL ? text->data : "");
    return comparison->device_difference != NULL ? BRES_OK : bres__error_memory();
}

/* Appends a line of the difference, shortened if it is long. */
static void refusal_put_line(bres__text *text, const char *line, size_t length)
{
    const bool cut = length > REFUSED_LINE_MAX;

    bres__text_append(text, line, cut ? bres__utf8_valid(line, REFUSED_LINE_MAX) : length);
    bres__text_puts(text, cut ? "..." : "");
}

/* Names the first differences, and counts the rest. */
static bres_status sections_refuse(const char *difference)
{
    bres__text text = { 0 };
    bres_status status;
    size_t lines = 0;

    for (const char *line = difference; *line != '\0'; lines++) {
        const size_t length = strcspn(line, "\n");

        if (lines < REFUSED_NAMED_MAX) {
            bres__text_puts(&text, lines > 0 ? "; " : "");
            refusal_put_line(&text, line, length);
        }
        line += length + (line[length] == '\n');
    }
    if (lines > REFUSED_NAMED_MAX)
        bres__text_printf(&text, " and %zu more", lines - REFUSED_NAMED_MAX);
    status = text.failed
                 ? bres__error_memory()
                 : bres__error(BRES_ERROR_CONFLICT, "the device sections differ in %zu %s: %s",
                               lines, lines == 1 ? "field" : "fields", text.data);
    bres__text_free(&text);
    return status;
}

bres_status bres__devices_select(bres_comparison *comparison, const bres_compare_options *options)
{
    const bres_status status = list_select(comparison, options->reference_devices, BRES__REFERENCE);

    return status == BRES_OK ? list_select(comparison, options->candidate_devices, BRES__CANDIDATE)
                             : status;
}

bres_status bres__devices_check(bres_comparison *comparison, const bres_compare_options *options)
{
    const bres__device_selection *lists = comparison->devices;
    bres__text text = { 0 };
    bres_status status;

    if (lists[0].count != lists[1].count)
        return bres__error(BRES_ERROR_CONFLICT,
                           "the devices cannot be paired: the reference has %zu, the candidate %zu",
                           lists[0].count, lists[1].count);
    status = sections_differ(comparison, &text);
    bres__text_free(&text);
    if (status != BRES_OK || comparison->device_difference[0] == '\0' || lists[0].filtered ||
        lists[1].filtered || (options->flags & BRES_COMPARE_IGNORE_DEVICES) != 0)
        return status;
    return sections_refuse(comparison->device_difference);
}

/* SPDX-License-Identifier: MIT */
/*
 * Devices: which take part, and which belong together. They are paired by their places in the
 * lists, not by their ids.
 */
#include "compare/comparison.h"

#include <inttypes.h>
#include <string.h>
#include <strings.h>

/* How many differences the message of a refusal names, and how many bytes of each. */
#define REFUSED_NAMED_MAX 4
#define REFUSED_LINE_MAX  160

/* --- Lists ---------------------------------------------------------------------------------- */

/* An id: decimal digits, a plus before them being allowed. */
static bool id_parse(const char *text, size_t length, int64_t *id)
{
    const size_t sign = length > 0 && text[0] == '+';

    return length > sign && strspn(text + sign, "0123456789") >= length - sign &&
           bres__parse_int64(text, length, id) == BRES__PARSE_OK;
}

/* The next item of a list, without the blanks around it, and one past its end. */
static const char *item_cut(const char *text, size_t *skip, size_t *length)
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
        const char *item = item_cut(next, &skip, &length);

        if (!id_parse(item, length, &(*ids)[*count]))
            return bres__error(
                BRES_ERROR_ARGUMENT, "%s: '%s' is neither 'all' nor a list of device ids",
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
    item = item_cut(text, &skip, &length);
    return length == 3 && strncasecmp(item, "all", 3) == 0 && strchr(text, ',') == NULL;
}

/* The error for ids that are not there: all of them, in the order asked for. */
static bres_status ids_refuse(const int64_t *ids, size_t count, const char *what)
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

/* The devices with these ids, in their order. */
static bres_status list_resolve(const bres_result *result, int64_t *ids, size_t count, int side,
                                bres__device_list *list)
{
    size_t unknown = 0;
    bres_status status;

    for (size_t i = 0; i < count; i++) {
        const bres_device *device = bres_result_device(result, ids[i]);

        if (device == NULL)
            ids[unknown++] = ids[i];
        else
            list->devices[list->count++] = device;
    }
    if (unknown == 0)
        return BRES_OK;
    status = ids_refuse(ids, unknown,
                        side == BRES__REFERENCE ? "the reference has no such device"
                                                : "the candidate has no such device");
    bres__error_set_file(result->path);
    return status;
}

static bres_status list_select(bres_comparison *comparison, const char *text, int side)
{
    const bres_result *result =
        side == BRES__REFERENCE ? comparison->reference : comparison->candidate;
    bres__device_list *list = &comparison->devices[side];
    size_t count = result->device_count;
    int64_t *ids = NULL;
    bres_status status = BRES_OK;

    list->filtered = !list_is_all(text);
    if (list->filtered)
        status = list_parse(text, side, &comparison->arena, &ids, &count);
    if (status != BRES_OK)
        return status;
    list->devices = bres__arena_calloc(&comparison->arena, count, sizeof(*list->devices));
    if (list->devices == NULL)
        return bres__error_memory();
    if (list->filtered)
        return list_resolve(result, ids, count, side, list);
    for (size_t i = 0; i < count; i++)
        list->devices[i] = result->devices[i];
    list->count = count;
    return BRES_OK;
}

/* --- Differences ---------------------------------------------------------------------------- */

static bres_status sections_differ(bres_comparison *comparison, bres__text *text)
{
    static const char *const owners[2] = { "the reference", "the candidate" };
    const bres__device_list *lists = comparison->devices;
    bres_status status = BRES_OK;

    for (size_t i = 0; i < lists[0].count && status == BRES_OK; i++) {
        const bres_device *reference = lists[0].devices[i];
        const bres_device *candidate = lists[1].devices[i];
        bool equal;

        status = bres__json_equal(reference->json, candidate->json, &equal);
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

/* Appends a line of the difference, not all of a long one. */
static void refusal_put_line(bres__text *text, const char *line, size_t length)
{
    const bool cut = length > REFUSED_LINE_MAX;

    bres__text_append(text, line, cut ? bres__utf8_valid(line, REFUSED_LINE_MAX) : length);
    bres__text_puts(text, cut ? "..." : "");
}

/* Names the first differences, and counts the others. */
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
                               lines, lines == 1 ? "place" : "places", text.data);
    bres__text_free(&text);
    return status;
}

bres_status bres__devices_select(bres_comparison *comparison, const bres_compare_options *options)
{
    const bres__device_list *lists = comparison->devices;
    bres__text text = { 0 };
    bres_status status = list_select(comparison, options->reference_devices, BRES__REFERENCE);

    if (status == BRES_OK)
        status = list_select(comparison, options->candidate_devices, BRES__CANDIDATE);
    if (status != BRES_OK)
        return status;
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

/* --- Pairs of a benchmark ------------------------------------------------------------------- */

static bool bench_has_device(const bres_subbench *bench, int64_t id)
{
    for (size_t i = 0; i < bench->device_count; i++) {
        if (bench->devices[i] == id)
            return true;
    }
    return false;
}

/* The place of a device in the list; its length when it is not there. */
static size_t list_find(const bres__device_list *list, int64_t id)
{
    size_t place = 0;

    while (place < list->count && list->devices[place]->id != id)
        place++;
    return place;
}

/* The devices that the caller has named: the benchmark must have run on each. */
static bres_status bench_take_named(const bres_subbench *bench, const bres__device_list *list,
                                    bres__arena *arena)
{
    int64_t *missing = bres__arena_calloc(arena, list->count, sizeof(*missing));
    size_t count = 0;
    char what[256];
    bres_status status;

    if (missing == NULL)
        return bres__error_memory();
    for (size_t i = 0; i < list->count; i++) {
        if (!bench_has_device(bench, list->devices[i]->id))
            missing[count++] = list->devices[i]->id;
    }
    if (count == 0)
        return BRES_OK;
    bres__format(what, sizeof(what), "the benchmark '%.180s' did not run on the devices",
                 bench->name);
    status = ids_refuse(missing, count, what);
    bres__error_set_file(bench->result->path);
    return status;
}

static bres_status bench_error(const bres_subbench *bench, bres_status status, int64_t id,
                               const char *what)
{
    bres__error(status, "benchmark '%s': device %" PRId64 " %s", bench->name, id, what);
    bres__error_set_file(bench->result->path);
    return status;
}

/* The devices that the benchmark says it ran on: each must be described, and be there once. */
static bres_status bench_take_own(const bres_subbench *bench, const bres__device_list *list,
                                  bres__arena *arena, const bres_device **devices)
{
    bool *taken = bres__arena_calloc(arena, list->count, sizeof(*taken));

    if (taken == NULL)
        return bres__error_memory();
    for (size_t i = 0; i < bench->device_count; i++) {
        const size_t place = list_find(list, bench->devices[i]);

        if (place == list->count)
            return bench_error(bench, BRES_ERROR_KEY, bench->devices[i], "is not described");
        if (taken[place])
            return bench_error(bench, BRES_ERROR_CONFLICT, bench->devices[i], "is there twice");
        taken[place] = true;
        devices[i] = list->devices[place];
    }
    return BRES_OK;
}

/* Devices of one side of a benchmark, in the order in which they are paired. */
static bres_status bench_devices(bres_comparison *comparison, const bres_subbench *bench, int side,
                                 const bres_device ***devices, size_t *count)
{
    const bres__device_list *list = &comparison->devices[side];

    if (list->filtered) {
        *devices = list->devices;
        *count = list->count;
        return bench_take_named(bench, list, &comparison->arena);
    }
    *count = bench->device_count;
    *devices = bres__arena_calloc(&comparison->arena, *count, sizeof(**devices));
    if (*devices == NULL)
        return bres__error_memory();
    return bench_take_own(bench, list, &comparison->arena, *devices);
}

/* Without devices on either side there is one pair without devices. */
static bres_status pairs_of(bres_comparison *comparison, bres_comparison_bench *bench,
                            const bres_device *const *references,
                            const bres_device *const *candidates, size_t count)
{
    bench->pair_count = count > 0 ? count : 1;
    bench->pairs = bres__arena_calloc(&comparison->arena, bench->pair_count, sizeof(*bench->pairs));
    if (bench->pairs == NULL)
        return bres__error_memory();
    bench->pairs[0] = (bres_device_pair){ .bench = bench, .equal = true };
    for (size_t i = 0; i < count; i++) {
        bres_device_pair *pair = &bench->pairs[i];
        bres_status status;

        pair->bench = bench;
        pair->reference = references[i];
        pair->candidate = candidates[i];
        status = bres__json_equal(references[i]->json, candidates[i]->json, &pair->equal);
        if (status != BRES_OK)
            return status;
    }
    return BRES_OK;
}

/* A loaded file must say what a benchmark ran on, if only that it was none. */
static bres_status bench_check(const bres_subbench *bench)
{
    if (bench->devices_json != BRES__JSON_MISSING || bench->result->path == NULL)
        return BRES_OK;
    bres__error(BRES_ERROR_KEY, "benchmark '%s': the key 'devices' is missing or no list",
                bench->name);
    bres__error_set_file(bench->result->path);
    return BRES_ERROR_KEY;
}

bres_status bres__devices_pair(bres_comparison *comparison, bres_comparison_bench *bench)
{
    const bres_device **devices[2] = { NULL, NULL };
    size_t counts[2] = { 0, 0 };
    bres_status status = bench_check(bench->reference);

    if (status == BRES_OK)
        status = bench_check(bench->candidate);
    if (status != BRES_OK)
        return status;
    if (bench->reference->device_count == 0 && bench->candidate->device_count == 0)
        return pairs_of(comparison, bench, NULL, NULL, 0);
    status = bench_devices(comparison, bench->reference, BRES__REFERENCE, &devices[0], &counts[0]);
    if (status == BRES_OK)
        status =
            bench_devices(comparison, bench->candidate, BRES__CANDIDATE, &devices[1], &counts[1]);
    if (status != BRES_OK)
        return status;
    if (counts[0] != counts[1])
        return bres__error(BRES_ERROR_CONFLICT,
                           "benchmark '%s': the devices cannot be paired: the reference has %zu, "
                           "the candidate %zu",
                           bench->candidate->name, counts[0], counts[1]);
    return pairs_of(comparison, bench, devices[0], devices[1], counts[0]);
}

/* SPDX-License-Identifier: MIT */
/*
 * Pairs the devices of a benchmark: the devices on which it ran in any run of a side, in their
 * order.
 */
#include "compare/match/match.h"

#include <inttypes.h>

static bool bench_has_device(const bres_subbench *bench, int64_t id)
{
    for (size_t i = 0; i < bench->device_count; i++) {
        if (bench->devices[i] == id)
            return true;
    }
    return false;
}

/* The index of a device in the list; the list's length for an unknown device. */
static size_t list_find(const bres__device_selection *list, int64_t id)
{
    const bres_device **place = bres__map_get(&list->places, (const char *)&id, sizeof(id));

    return place != NULL ? (size_t)(place - list->devices) : list->count;
}

/* Whether any run of the side has the benchmark on this device. */
static bool side_has_device(const bres__run_set *set, const bres_subbench *bench, int64_t id)
{
    for (size_t r = 0; r < set->result_count; r++) {
        const bres_subbench *own = bres__bench_in(set->results[r], bench);

        if (own != NULL && bench_has_device(own, id))
            return true;
    }
    return false;
}

/* Checks that the benchmark ran on each device that the caller has named. */
static bres_status side_take_named(bres_comparison *comparison, const bres_subbench *bench,
                                   int side)
{
    const bres__device_selection *list = &comparison->devices[side];
    int64_t *missing = bres__arena_calloc(&comparison->arena, list->count, sizeof(*missing));
    size_t count = 0;
    char what[256];
    bres_status status;

    if (missing == NULL)
        return bres__error_memory();
    for (size_t i = 0; i < list->count; i++) {
        if (!side_has_device(&comparison->sets[side], bench, list->devices[i]->id))
            missing[count++] = list->devices[i]->id;
    }
    if (count == 0)
        return BRES_OK;
    bres__format(what, sizeof(what), "benchmark '%.180s' did not run on these devices",
                 bench->name);
    status = bres__device_ids_refuse(missing, count, what);
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

/* A loaded file must have the list of the devices of a benchmark, even if the list is empty. */
static bres_status bench_check(const bres_subbench *bench)
{
    if (bench->devices_json != BRES__JSON_MISSING || bench->result->path == NULL)
        return BRES_OK;
    bres__error(BRES_ERROR_KEY, "benchmark '%s': the key 'devices' is missing or not a list",
                bench->name);
    bres__error_set_file(bench->result->path);
    return BRES_ERROR_KEY;
}

/* Devices of one side of a benchmark, in the order in which they are paired. */
typedef struct bench_devices {
    const bres_device **devices;
    size_t count;
    size_t *taken; /* by index in the list: the last result that has the device, counted from 1 */
} bench_devices;

/* Adds the devices of the benchmark in one result. Each device must be in the device section, and
 * listed once. */
static bres_status bench_take_own(const bres_subbench *bench, const bres__device_selection *list,
                                  size_t result, bench_devices *found)
{
    for (size_t i = 0; i < bench->device_count; i++) {
        const size_t place = list_find(list, bench->devices[i]);

        if (place == list->count)
            return bench_error(bench, BRES_ERROR_KEY, bench->devices[i],
                               "is missing in the device section");
        if (found->taken[place] == result)
            return bench_error(bench, BRES_ERROR_CONFLICT, bench->devices[i], "is listed twice");
        if (found->taken[place] == 0)
            found->devices[found->count++] = list->devices[place];
        found->taken[place] = result;
    }
    return BRES_OK;
}

/* Takes the devices of the first result that has the benchmark, then the devices that only later
 * results have. */
static bres_status side_take_own(bres_comparison *comparison, const bres_subbench *bench, int side,
                                 bench_devices *found)
{
    const bres__run_set *set = &comparison->sets[side];
    const bres__device_selection *list = &comparison->devices[side];
    bres_status status = BRES_OK;

    found->devices = bres__arena_calloc(&comparison->arena, list->count, sizeof(*found->devices));
    found->taken = bres__arena_calloc(&comparison->arena, list->count, sizeof(*found->taken));
    if (found->devices == NULL || found->taken == NULL)
        return bres__error_memory();
    for (size_t r = 0; r < set->result_count && status == BRES_OK; r++) {
        const bres_subbench *own = bres__bench_in(set->results[r], bench);

        if (own != NULL)
            status = bench_take_own(own, list, r + 1, found);
    }
    return status;
}

/* Sets *on_devices if the benchmark ran on a device in any run of the side. */
static bres_status side_check(const bres_comparison *comparison, const bres_subbench *bench,
                              int side, bool *on_devices)
{
    const bres__run_set *set = &comparison->sets[side];
    bres_status status = BRES_OK;

    for (size_t r = 0; r < set->result_count && status == BRES_OK; r++) {
        const bres_subbench *own = bres__bench_in(set->results[r], bench);

        if (own == NULL)
            continue;
        status = bench_check(own);
        *on_devices = *on_devices || own->device_count > 0;
    }
    return status;
}

static bres_status side_devices(bres_comparison *comparison, const bres_subbench *bench, int side,
                                bench_devices *found)
{
    const bres__device_selection *list = &comparison->devices[side];

    if (!list->filtered)
        return side_take_own(comparison, bench, side, found);
    *found = (bench_devices){ .devices = list->devices, .count = list->count };
    return side_take_named(comparison, bench, side);
}

/* A benchmark without devices on either side has one pair without devices. */
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
        status = bres__json_equal_text(references[i]->json, candidates[i]->json, &pair->equal);
        if (status != BRES_OK)
            return status;
    }
    return BRES_OK;
}

static bres_status bench_pair_devices(bres_comparison *comparison, bres_comparison_bench *bench)
{
    const bres_subbench *sides[2] = { bench->reference, bench->candidate };
    bench_devices found[2] = { { .count = 0 }, { .count = 0 } };
    bool on_devices = false;
    bres_status status = BRES_OK;

    for (int side = 0; side < 2 && status == BRES_OK; side++)
        status = side_check(comparison, sides[side], side, &on_devices);
    if (status != BRES_OK)
        return status;
    if (!on_devices)
        return pairs_of(comparison, bench, NULL, NULL, 0);
    for (int side = 0; side < 2 && status == BRES_OK; side++)
        status = side_devices(comparison, sides[side], side, &found[side]);
    if (status != BRES_OK)
        return status;
    if (found[0].count != found[1].count)
        return bres__error(BRES_ERROR_CONFLICT,
                           "benchmark '%s': the devices cannot be paired: the reference has %zu, "
                           "the candidate %zu",
                           bench->candidate->name, found[0].count, found[1].count);
    return pairs_of(comparison, bench, found[0].devices, found[1].devices, found[0].count);
}

bres_status bres__devices_pair(bres_comparison *comparison)
{
    bres_status status = BRES_OK;

    for (size_t i = 0; i < comparison->bench_count && status == BRES_OK; i++)
        status = bench_pair_devices(comparison, &comparison->benches[i]);
    return status;
}

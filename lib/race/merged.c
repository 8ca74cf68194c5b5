/* SPDX-License-Identifier: MIT */
/*
 * All runs of a side as one result.
 */
#include "model/model.h"
#include "race/commands.h"
#include "report/report.h"

#include <inttypes.h>
#include <string.h>

static void put_race(const bres_command_race *race, bool candidate, bres__json_writer *json,
                     bres__text *scratch)
{
    const bres_race_options *options = &race->race.options;
    const unsigned side = candidate ? BRES__RACE_CANDIDATE : BRES__RACE_REFERENCE;
    char seed[BRES__NUMBER_SIZE];
    char id[BRES__NUMBER_SIZE];

    bres__format(id, sizeof(id), "%016" PRIx64, race->id);
    bres__format(seed, sizeof(seed), "%" PRIu64, options->seed);
    bres__json_key(json, "race");
    bres__json_begin(json, '{');
    bres__json_put_text(json, "side", bres__race_side_names[side]);
    /* A comparison recognizes the two sides of one race by the ID: another race may have the same
     * commands, seed and order. */
    bres__json_put_text(json, "id", id);
    if (bres__json_put_path(json, "command", race->commands[side], scratch) != BRES_OK ||
        bres__json_put_path(json, "other", race->commands[1 - side], scratch) != BRES_OK)
        json->text->failed = true;
    if (race->revisions[side] != NULL &&
        bres__json_put_path(json, "revision", race->revisions[side], scratch) != BRES_OK)
        json->text->failed = true;
    bres__json_put_count(json, "pairs", race->race.rounds);
    /* One letter per pair, which has the i-th run of each side: R if the reference was first. */
    bres__json_put_text(json, "order", race->order.data);
    bres__json_put_text(json, "seed", seed);
    bres__json_put_real(json, "error_rate", true, options->error_rate);
    bres__json_put_real(json, "min_effect", true, options->min_effect);
    bres__json_put_real(json, "equivalence_margin", true, options->equivalence_margin);
    bres__json_put_count(json, "min_pairs", (uint64_t)options->min_pairs);
    bres__json_put_text(json, "stop_reason", bres_race_stop_name(race->race.stop_reason));
    bres__json_end(json, '}');
}

bres_status bres__race_meta_add(bres_result *result, const char *object,
                                const char *const *replaced)
{
    static const char *const own_key[] = { "benchresult", NULL };
    bres__text text = { 0 };
    bres__json_writer json = { .text = &text, .empty = true, .compact = true };
    bres__slice slice = { .data = NULL };
    const char *own = NULL;
    char *meta = NULL;
    bool done = true;

    if (result->meta != NULL && bres__json_member(result->meta, own_key[0], &slice) &&
        slice.data[0] == '{') {
        own = bres__arena_copy(&result->arena, slice.data, slice.length);
        done = own != NULL;
    }
    bres__json_begin(&json, '{');
    if (result->meta != NULL)
        bres__json_write_members(&json, result->meta, own_key);
    bres__json_key(&json, own_key[0]);
    bres__json_begin(&json, '{');
    if (own != NULL)
        bres__json_write_members(&json, own, replaced);
    bres__json_write_members(&json, object, NULL);
    bres__json_end(&json, '}');
    bres__json_end(&json, '}');
    if (done && !text.failed)
        meta = bres__arena_copy(&result->arena, text.data, text.length);
    bres__text_free(&text);
    if (meta == NULL)
        return bres__error_memory();
    result->meta = meta;
    return BRES_OK;
}

/* A comparison uses the number of the pair to find the run of the other side that belongs to this
 * run. */
bres_status bres__race_number(bres_result *result, size_t pair)
{
    static const char *const replaced[] = { "pair", NULL };
    char object[64];

    bres__format(object, sizeof(object), "{\"pair\":%zu}", pair);
    return bres__race_meta_add(result, object, replaced);
}

static bres_status meta_add_race(const bres_command_race *race, bool candidate, bres_result *merged)
{
    static const char *const replaced[] = { "race", NULL };
    bres__text text = { 0 };
    bres__text scratch = { 0 };
    bres__json_writer json = { .text = &text, .empty = true, .compact = true };
    bres_status status;

    bres__json_begin(&json, '{');
    put_race(race, candidate, &json, &scratch);
    bres__json_end(&json, '}');
    status = text.failed || scratch.failed ? bres__error_memory()
                                           : bres__race_meta_add(merged, text.data, replaced);
    bres__text_free(&scratch);
    bres__text_free(&text);
    return status;
}

bres_status bres_command_race_result(const bres_command_race *race, bool candidate,
                                     bres_result **result)
{
    const unsigned side = candidate ? BRES__RACE_CANDIDATE : BRES__RACE_REFERENCE;
    bres_result *merged;
    bres_status status;

    if (result == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_command_race_result: result is NULL");
    *result = NULL;
    if (race == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_command_race_result: race is NULL");
    if (side >= race->race.side_count)
        return bres__error(BRES_ERROR_ARGUMENT, "the race has no candidate");
    if (race->race.rounds == 0)
        return bres__error(BRES_ERROR_STATE, "the race has no complete pair");
    status = bres_result_merge(race->runs[side], race->race.rounds, &merged);
    if (status != BRES_OK)
        return status;
    /* Collected runs contain their own records; see bres__race_record_run(). */
    if (!race->collects)
        status = meta_add_race(race, candidate, merged);
    if (status == BRES_OK)
        *result = merged;
    else
        bres_result_unref(merged);
    return status;
}

/* SPDX-License-Identifier: MIT */
/*
 * Merges meta sections. The merged section is that of the first input. Its `benchresult.merged`
 * lists the sections of all inputs, and `benchresult.merged_runs` their runs. If inputs come from
 * races, `benchresult.races` lists the races: a comparison must know how the numbers of pairs were
 * chosen.
 */
#include "model/build/build.h"
#include "model/merge/inputs.h"
#include "model/merge/merge.h"

#include <string.h>

/* The member of the object `benchresult` in a meta section, if it begins with `begin`; otherwise
 * NULL. */
static bres_status meta_find(const char *meta, const char *key, char begin, bres__arena *arena,
                             const char **member)
{
    const char *own;
    bres_status status;

    *member = NULL;
    if (meta == NULL)
        return BRES_OK;
    status = bres__member_text(meta, "benchresult", arena, &own);
    if (status == BRES_OK && own != NULL)
        status = bres__member_text(own, key, arena, member);
    if (status == BRES_OK && *member != NULL && (*member)[0] != begin)
        *member = NULL;
    return status;
}

static bres_status meta_write_elements(bres__json_writer *writer, const char *list)
{
    bres__cursor cursor = bres__json_unchecked_cursor(list, strlen(list));
    bres__json_walk walk = bres__json_walk_list(&cursor);
    bres__slice element;

    while (bres__json_walk_pass(&walk, &element))
        bres__json_write_raw(writer, element.data, element.length);
    return walk.status;
}

static bres_status meta_write_input(bres__merge *merge, const char *meta, bres__json_writer *writer)
{
    const char *list; /* the inputs of an input that is itself a merge, or loaded from one */
    bres_status status = meta_find(meta, "merged", '[', &merge->scratch, &list);

    if (status != BRES_OK)
        return status;
    if (list != NULL)
        return meta_write_elements(writer, list);
    if (meta != NULL)
        bres__json_write_raw(writer, meta, strlen(meta));
    else
        bres__json_write_literal(writer, "null");
    return BRES_OK;
}

static void meta_write_run(bres__json_writer *writer, uint64_t run, uint64_t runs)
{
    bres__json_begin(writer, '{');
    bres__json_key(writer, "run");
    bres__json_write_int64(writer, (int64_t)run);
    bres__json_key(writer, "runs");
    bres__json_write_int64(writer, (int64_t)runs);
    bres__json_end(writer, '}');
}

/* Writes the merged runs of an input or, if it is itself a merge, of each of its inputs. If the
 * runs of these are not known, each of them may be any run of the input. */
static bres_status meta_write_runs(bres__merge *merge, size_t input, bres__run_inputs *inputs,
                                   bres__json_writer *writer)
{
    const uint64_t base = merge->bases[input];
    const uint64_t runs = merge->ends[input] - base;
    const bres_status status = bres__run_inputs_read(inputs, merge->inputs[input], &merge->scratch);

    if (status != BRES_OK)
        return status;
    if (!inputs->is_merged)
        meta_write_run(writer, base, runs);
    for (size_t i = 0; i < inputs->count; i++) {
        if (inputs->has_runs)
            meta_write_run(writer, base + inputs->items[i].run, inputs->items[i].runs);
        else
            meta_write_run(writer, base, runs);
    }
    return BRES_OK;
}

/* Adds the list of the runs of all inputs. */
static bres_status meta_add_runs(bres__merge *merge, bres__json_writer *writer)
{
    bres__run_inputs inputs = { .count = 0 };
    bres_status status = BRES_OK;

    bres__json_key(writer, "merged_runs");
    bres__json_begin(writer, '[');
    for (size_t i = 0; i < merge->count && status == BRES_OK; i++)
        status = meta_write_runs(merge, i, &inputs, writer);
    bres__json_end(writer, ']');
    bres__free(inputs.items);
    return status;
}

/* Writes the races of an input: its own race, or the races of its inputs. */
static bres_status meta_write_races(bres__merge *merge, const char *meta, bres__json_writer *writer)
{
    const char *race;
    const char *list;
    bres_status status = meta_find(meta, "race", '{', &merge->scratch, &race);

    if (status == BRES_OK)
        status = meta_find(meta, "races", '[', &merge->scratch, &list);
    if (status == BRES_OK && race != NULL)
        bres__json_write_raw(writer, race, strlen(race));
    else if (status == BRES_OK && list != NULL)
        status = meta_write_elements(writer, list);
    return status;
}

/* Adds the list of the races of all inputs, unless it is empty. */
static bres_status meta_add_races(bres__merge *merge, bres__json_writer *writer)
{
    bres__text text = { 0 };
    bres__json_writer races = { .text = &text, .empty = true, .compact = true };
    bres_status status = BRES_OK;

    bres__json_begin(&races, '[');
    for (size_t i = 0; i < merge->count && status == BRES_OK; i++)
        status = meta_write_races(merge, merge->inputs[i]->meta, &races);
    if (status == BRES_OK && !races.empty) {
        bres__json_end(&races, ']');
        bres__json_key(writer, "races");
        bres__json_write_raw(writer, text.data, text.length);
    }
    if (text.failed)
        status = bres__error_memory();
    bres__text_free(&text);
    return status;
}

/* Reads the number of the pair in a meta section; *has is false if it is missing. */
static bres_status meta_read_pair(bres__merge *merge, const char *meta, int64_t *pair, bool *has)
{
    const char *own = NULL;
    bres_status status = BRES_OK;

    if (meta != NULL)
        status = bres__member_text(meta, "benchresult", &merge->scratch, &own);
    *has = own != NULL && own[0] == '{' && bres__json_member_int64(own, "pair", pair);
    return status;
}

/* Adds the number of the pair in a meta section; *has is false if it is missing. */
static bres_status pairs_add(bres__merge *merge, bres__merge_pairs *pairs, const char *meta,
                             bool *has)
{
    int64_t pair = 0;
    const bres_status status = meta_read_pair(merge, meta, &pair, has);

    if (status != BRES_OK || !*has)
        return status;
    if (!BRES__RESERVE(&pairs->numbers, &pairs->capacity, pairs->count + 1))
        return bres__error_memory();
    pairs->numbers[pairs->count++] = pair;
    return BRES_OK;
}

/* Reads the pairs of an input that is itself a merge; none if one of its inputs lacks a number. */
static bres_status list_read_pairs(bres__merge *merge, const char *list, bres__merge_pairs *pairs)
{
    bres__cursor cursor = bres__json_unchecked_cursor(list, strlen(list));
    bres__json_walk walk = bres__json_walk_list(&cursor);
    bres__slice element;
    bool has = true;

    while (has && bres__json_walk_pass(&walk, &element)) {
        const char *meta = bres__arena_copy(&merge->scratch, element.data, element.length);

        walk.status = meta != NULL ? pairs_add(merge, pairs, meta, &has) : bres__error_memory();
    }
    if (!has)
        pairs->count = 0;
    return walk.status;
}

bres_status bres__merge_read_pairs(bres__merge *merge, const bres_result *input,
                                   bres__merge_pairs *pairs)
{
    const char *list = NULL;
    bool has;
    bres_status status;

    pairs->count = 0;
    status = pairs_add(merge, pairs, input->meta, &has);
    if (status != BRES_OK || has)
        return status;
    status = meta_find(input->meta, "merged", '[', &merge->scratch, &list);
    return status == BRES_OK && list != NULL ? list_read_pairs(merge, list, pairs) : status;
}

bres_status bres__merge_meta(bres__merge *merge)
{
    static const char *const replaced[] = { "benchresult", NULL };
    const char *first = merge->inputs[0]->meta;
    bres__text text = { 0 };
    bres__json_writer writer = { .text = &text, .empty = true, .compact = true };
    bres_status status = BRES_OK;

    bres__json_begin(&writer, '{');
    if (first != NULL)
        bres__json_write_members(&writer, first, replaced);
    bres__json_key(&writer, "benchresult");
    bres__json_begin(&writer, '{');
    bres__json_key(&writer, "merged");
    bres__json_begin(&writer, '[');
    for (size_t i = 0; i < merge->count && status == BRES_OK; i++)
        status = meta_write_input(merge, merge->inputs[i]->meta, &writer);
    bres__json_end(&writer, ']');
    if (status == BRES_OK)
        status = meta_add_runs(merge, &writer);
    if (status == BRES_OK)
        status = meta_add_races(merge, &writer);
    bres__json_end(&writer, '}');
    bres__json_end(&writer, '}');
    if (status == BRES_OK && !text.failed)
        merge->result->meta = bres__arena_copy(&merge->result->arena, text.data, text.length);
    if (status == BRES_OK && merge->result->meta == NULL)
        status = bres__error_memory();
    bres__text_free(&text);
    merge->result->version = merge->inputs[0]->version;
    return status;
}

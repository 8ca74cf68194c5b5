/* SPDX-License-Identifier: MIT */
/*
 * The summaries of a state.
 */
#include "nvbench/nvbench.h"

#include <string.h>

/* Decodes the data of a summary into `summary`, by way of decoder->values. */
static bres_status decode_data(bres__decoder *decoder, bres_summary *summary)
{
    bres__cursor *cursor = &decoder->cursor;
    bres__json_kind kind = bres__json_peek(cursor);
    bres_status status;

    summary->field_count = 0;
    if (kind != BRES__JSON_ARRAY) {
        const char *at = cursor->next;

        status = bres__json_skip(cursor, NULL);
        if (status != BRES_OK)
            return status;
        summary->data_json = kind == BRES__JSON_NULL ? BRES__JSON_NULL : BRES__JSON_MISSING;
        return bres__decoder_fault(decoder, BRES_ERROR_KIND, at, "a list", "data",
                                   "summary '%s': the data is %s instead of a list",
                                   decoder->tag != NULL ? decoder->tag : "",
                                   bres__json_kind_name(kind));
    }
    summary->data_json = BRES__JSON_ARRAY;
    status = bres__decode_values(decoder, true);
    if (status != BRES_OK)
        return status;
    summary->fields =
        bres__arena_calloc(&decoder->arena, decoder->value_count, sizeof *summary->fields);
    if (summary->fields == NULL)
        return bres__error_memory();
    if (decoder->value_count > 0)
        memcpy(summary->fields, decoder->values, decoder->value_count * sizeof *summary->fields);
    summary->field_count = (uint32_t)decoder->value_count;
    return BRES_OK;
}

/* A summary that is being decoded. */
typedef struct summary_draft {
    bres__summary_shape shape;
    bres__cursor data; /* at data that came before the tag; without a start: none */
    bool tagged;       /* the key `tag` exists, with any value */
    size_t warnings;   /* number of the decoder's warnings before this summary */
} summary_draft;

static bres_status decode_tag(bres__decoder *decoder, summary_draft *draft)
{
    const char *at = bres__value_at(decoder);
    bres__scalar tag;
    bres_status status = bres__decode_scalar(decoder, &tag);

    if (status != BRES_OK)
        return status;
    draft->tagged = true;
    draft->shape.tag = bres__scalar_string(&tag);
    decoder->tag = draft->shape.tag;
    if (draft->shape.tag != NULL)
        return BRES_OK;
    return bres__decoder_fault(decoder, BRES_ERROR_KIND, at, "a string", "tag",
                               "the tag of a summary is %s", bres__json_kind_name(tag.json));
}

/* Decodes one member. Data before the tag is decoded later, so that messages can name the tag. */
static bres_status decode_member(bres__decoder *decoder, const bres__slice *key,
                                 summary_draft *draft, bres_summary *summary)
{
    bres__summary_shape *shape = &draft->shape;

    if (bres__slice_is(key, "data")) {
        draft->data = decoder->tag != NULL ? (bres__cursor){ 0 } : decoder->cursor;
        return decoder->tag != NULL ? decode_data(decoder, summary)
                                    : bres__json_skip(&decoder->cursor, NULL);
    }
    if (bres__slice_is(key, "tag"))
        return decode_tag(decoder, draft);
    if (bres__slice_is(key, "name"))
        return bres__decode_scalar(decoder, &shape->name);
    if (bres__slice_is(key, "description"))
        return bres__decode_scalar(decoder, &shape->description);
    if (bres__slice_is(key, "hint"))
        return bres__decode_scalar(decoder, &shape->hint);
    if (bres__slice_is(key, "hide"))
        return bres__decode_scalar(decoder, &shape->hide);
    return bres__decode_extra(decoder, &decoder->summary_members, key);
}

static bres_status decode_late_data(bres__decoder *decoder, const bres__cursor *data,
                                    bres_summary *summary)
{
    bres__cursor behind = decoder->cursor;
    bres_status status;

    decoder->cursor = *data;
    status = decode_data(decoder, summary);
    decoder->cursor = behind;
    return status;
}

/* The prefix of summaries at this index of a state; NULL beyond the last one that is cached. */
static bres__summary_prefix *summary_prefix_at(bres__decoder *decoder)
{
    const size_t place = (size_t)decoder->summary_index;

    return place < BRES__SUMMARY_PREFIXES ? &decoder->summary_prefixes[place] : NULL;
}

/* Enters the object; true if the cursor is already after the colon of `data`. */
static bool enter_summary(bres__decoder *decoder, summary_draft *draft, bres__json_walk *walk)
{
    const bres__summary_prefix *prefix = summary_prefix_at(decoder);

    /* memset() and memcpy(), here and below, also set padding: shapes are compared by bytes. */
    memset(draft, 0, sizeof *draft);
    draft->warnings = decoder->warning_count;
    if (prefix == NULL || !bres__decoder_pass_prefix(decoder, &prefix->text)) {
        *walk = bres__json_walk_object(&decoder->cursor, &decoder->scratch);
        return false;
    }
    *walk = (bres__json_walk){ .cursor = &decoder->cursor, .arena = &decoder->scratch };
    memcpy(&draft->shape, &prefix->shape, sizeof draft->shape);
    draft->tagged = true;
    decoder->tag = draft->shape.tag;
    return true;
}

/* Caches the members from `begin` to the colon of `data`, which the cursor has passed. */
static void prefix_keep(bres__decoder *decoder, const char *begin, const summary_draft *draft)
{
    bres__summary_prefix *prefix = summary_prefix_at(decoder);

    if (prefix == NULL || draft->shape.tag == NULL || draft->warnings != decoder->warning_count ||
        !bres__unknown_members_is_empty(&decoder->summary_members))
        return;
    prefix->text = (bres__slice){ begin, (size_t)(decoder->cursor.next - begin) };
    memcpy(&prefix->shape, &draft->shape, sizeof prefix->shape);
}

static bres_status decode_summary(bres__decoder *decoder, bres_summary *summary)
{
    bres__cursor *cursor = &decoder->cursor;
    const char *at = cursor->next;
    summary_draft draft;
    bres__json_walk walk;
    bool inside;
    bres_status status;

    *summary = (bres_summary){ 0 };
    decoder->tag = NULL;
    inside = enter_summary(decoder, &draft, &walk);
    if (inside)
        walk.status = decode_data(decoder, summary);
    while (bres__json_walk_next(&walk)) {
        if (!inside && bres__slice_is(&walk.key, "data")) {
            prefix_keep(decoder, at, &draft);
            inside = true;
        }
        walk.status = decode_member(decoder, &walk.key, &draft, summary);
    }
    status = walk.status;
    if (status == BRES_OK && draft.data.start != NULL)
        status = decode_late_data(decoder, &draft.data, summary);
    if (status == BRES_OK && !draft.tagged)
        status = bres__decoder_fault(decoder, BRES_ERROR_KEY, at, "the key 'tag'", NULL,
                                     "a summary has no tag");
    if (status == BRES_OK)
        status = bres__decode_take_extra(decoder, &decoder->summary_members, &draft.shape.extra);
    if (status != BRES_OK)
        return status;
    summary->shape = bres__intern_shape(decoder, &draft.shape);
    return summary->shape == NULL ? bres__error_memory() : BRES_OK;
}

/* Moves the summaries that were read into the state. */
static bres_status keep_summaries(bres__decoder *decoder, bres_state *state)
{
    const size_t count = decoder->summary_count;

    state->summaries = bres__arena_calloc(&decoder->arena, count, sizeof(*state->summaries));
    if (state->summaries == NULL)
        return bres__error_memory();
    for (size_t i = 0; i < count; i++)
        state->summaries[i] = decoder->summaries[i];
    state->summary_count = (uint32_t)count;
    return BRES_OK;
}

bres_status bres__decode_summaries(bres__decoder *decoder, bres_state *state)
{
    bres__json_walk walk = bres__json_walk_list(&decoder->cursor);

    decoder->summary_count = 0;
    decoder->summary_index = -1;
    while (bres__decode_next_object(decoder, &walk, &decoder->summary_index)) {
        if (!BRES__RESERVE(&decoder->summaries, &decoder->summary_capacity,
                           decoder->summary_count + 1))
            return bres__error_memory();
        walk.status = decode_summary(decoder, &decoder->summaries[decoder->summary_count++]);
    }
    decoder->summary_index = -1;
    decoder->tag = NULL;
    return walk.status == BRES_OK ? keep_summaries(decoder, state) : walk.status;
}

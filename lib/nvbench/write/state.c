/* SPDX-License-Identifier: MIT */
/*
 * One state with its axis values, summaries and sidecars.
 */
#include "nvbench/write/write.h"

#include <stdio.h>
#include <string.h>

static void write_value(bres__json_writer *json, const bres_value *value)
{
    const bres__scalar content = { value->text, value->json };

    bres__json_begin(json, '{');
    if (value->field->name != NULL) {
        bres__json_key(json, "name");
        bres__json_write_string(json, value->field->name);
    }
    bres__write_scalar(json, "type", &value->field->type);
    bres__write_scalar(json, "value", &content);
    bres__write_extra(json, value->field->extra, NULL);
    bres__json_end(json, '}');
}

static void write_axis_values(bres__json_writer *json, const bres_state *state)
{
    if (!bres__write_begin_list(json, "axis_values", state->axis_value_count,
                                state->axis_values_json))
        return;
    for (uint32_t i = 0; i < state->axis_value_count; i++)
        write_value(json, &state->axis_values[i]);
    bres__json_end(json, ']');
}

/* The values that a summary records for the new sidecar. */
typedef struct sidecar_data {
    bres_value filename;
    bres_value size;
} sidecar_data;

/* Writes a value of the new sidecar in place of `value`, whose unknown keys it keeps; NULL: at the
 * end. */
static void write_sidecar_value(bres__json_writer *json, const bres_value *value,
                                const bres_value *made)
{
    bres__field field = *made->field;
    bres_value replaced = *made;

    if (value != NULL)
        field.extra = value->field->extra;
    replaced.field = &field;
    write_value(json, &replaced);
}

static void write_data(bres__json_writer *json, const bres_summary *summary,
                       const sidecar_data *sidecar)
{
    const bres_value *filename = sidecar != NULL ? bres_summary_field(summary, "filename") : NULL;
    const bres_value *size = sidecar != NULL ? bres_summary_field(summary, "size") : NULL;
    const size_t count = summary->field_count + (sidecar != NULL);

    if (!bres__write_begin_list(json, "data", count, summary->data_json))
        return;
    for (uint32_t i = 0; i < summary->field_count; i++) {
        const bres_value *value = &summary->fields[i];

        if (value == filename)
            write_sidecar_value(json, value, &sidecar->filename);
        else if (value == size)
            write_sidecar_value(json, value, &sidecar->size);
        else
            write_value(json, value);
    }
    if (sidecar != NULL && filename == NULL)
        write_sidecar_value(json, NULL, &sidecar->filename);
    if (sidecar != NULL && size == NULL)
        write_sidecar_value(json, NULL, &sidecar->size);
    bres__json_end(json, ']');
}

/* Writes a summary. `sidecar`: the new sidecar that the summary names; NULL: none. */
static void write_summary(bres__json_writer *json, const bres_summary *summary,
                          const sidecar_data *sidecar)
{
    const bres__summary_shape *shape = summary->shape;

    bres__json_begin(json, '{');
    if (shape->tag != NULL) {
        bres__json_key(json, "tag");
        bres__json_write_string(json, shape->tag);
    }
    bres__write_scalar(json, "name", &shape->name);
    bres__write_scalar(json, "description", &shape->description);
    bres__write_scalar(json, "hint", &shape->hint);
    bres__write_scalar(json, "hide", &shape->hide);
    write_data(json, summary, sidecar);
    bres__write_extra(json, shape->extra, NULL);
    bres__json_end(json, '}');
}

#define STRING(text)                                                                               \
    {                                                                                              \
        text, BRES__JSON_STRING                                                                    \
    }

void bres__write_summary(bres__json_writer *json, const bres_summary *summary)
{
    write_summary(json, summary, NULL);
}

/* Writes the summary of a new sidecar: the summary that the state has, or a new summary. */
static void write_sidecar_summary(bres__write *write, const bres__sidecar_entry *entry, int kind)
{
    static const bres__summary_shape shapes[BRES__SIDECAR_KINDS] = {
        [BRES__TIMES] = {
            .name = STRING("Sample Times File"),
            .description = STRING("Sample times in seconds, little-endian binary32"),
            .hint = STRING("file/sample_times"),
            .hide = STRING("Not needed in table."),
        },
        [BRES__RATES] = {
            .name = STRING("Sample Frequencies File"),
            .description = STRING("SM clock rates in hertz, little-endian binary32"),
            .hint = STRING("file/sample_freqs"),
            .hide = STRING("Not needed in table."),
        },
    };
    static const bres__field filename = { .name = "filename", .type = STRING("string") };
    static const bres__field size = { .name = "size", .type = STRING("int64") };
    bres__summary_shape shape = shapes[kind];
    const bres_summary made = { .shape = &shape };
    char count[BRES__NUMBER_SIZE];
    bres__text path = { 0 };
    sidecar_data data;

    shape.tag = entry->tag;
    bres__format_int64(count, (int64_t)entry->count);
    bres__text_printf(&path, "%s/%llu.bin", write->sets[kind].name,
                      (unsigned long long)entry->number);
    data.filename = (bres_value){ &filename, path.data, BRES__JSON_STRING, BRES_KIND_STRING };
    data.size = (bres_value){ &size, count, BRES__JSON_STRING, BRES_KIND_INT64 };
    if (path.failed)
        write->text.failed = true;
    else
        write_summary(&write->json, entry->summary != NULL ? entry->summary : &made, &data);
    bres__text_free(&path);
}

/* The index at which new sidecar summaries are inserted: NVBench writes them after the isolated
 * measurement and before the batched measurement. */
static uint32_t find_insertion(const bres_state *state)
{
    uint32_t place = state->summary_count;

    while (place > 0) {
        const char *tag = bres__summary_at(state, place - 1)->shape->tag;

        if (tag == NULL || strncmp(tag, "nv/batch/", strlen("nv/batch/")) != 0)
            break;
        place--;
    }
    return place;
}

static void write_new_summaries(bres__write *write, const bres__sidecar_entry *entries)
{
    for (int kind = 0; kind < BRES__SIDECAR_KINDS; kind++)
        if (entries[kind].tag != NULL && entries[kind].summary == NULL)
            write_sidecar_summary(write, &entries[kind], kind);
}

/* Writes a summary of the state, unless it names a sidecar and no sidecars are written. */
static void write_own_summary(bres__write *write, const bres_summary *summary,
                              const bres__sidecar_entry *entries)
{
    if (write->sidecars == BRES__SIDECARS_NONE && bres__is_sidecar_summary(summary))
        return;
    for (int kind = 0; kind < BRES__SIDECAR_KINDS; kind++) {
        if (entries[kind].summary == summary) {
            write_sidecar_summary(write, &entries[kind], kind);
            return;
        }
    }
    write_summary(&write->json, summary, NULL);
}

static size_t count_summaries(const bres__write *write, const bres_state *state,
                              const bres__sidecar_entry *entries)
{
    size_t count = 0;

    for (uint32_t i = 0; i < state->summary_count; i++)
        count += write->sidecars != BRES__SIDECARS_NONE ||
                 !bres__is_sidecar_summary(bres__summary_at(state, i));
    for (int kind = 0; kind < BRES__SIDECAR_KINDS; kind++)
        count += entries[kind].tag != NULL && entries[kind].summary == NULL;
    return count;
}

static void write_summaries(bres__write *write, const bres_state *state,
                            const bres__sidecar_entry *entries)
{
    const uint32_t insertion = find_insertion(state);

    if (!bres__write_begin_list(&write->json, "summaries", count_summaries(write, state, entries),
                                state->summaries_json))
        return;
    for (uint32_t i = 0; i < state->summary_count; i++) {
        if (i == insertion)
            write_new_summaries(write, entries);
        write_own_summary(write, bres__summary_at(state, i), entries);
    }
    if (insertion == state->summary_count)
        write_new_summaries(write, entries);
    bres__json_end(&write->json, ']');
}

static void write_integer(bres__json_writer *json, const char *key, uint8_t kind, int64_t number)
{
    if (kind == BRES__JSON_MISSING)
        return;
    bres__json_key(json, key);
    if (kind == BRES__JSON_INTEGER)
        bres__json_write_int64(json, number);
    else
        bres__json_write_literal(json, "null");
}

static void write_skip(bres__json_writer *json, const bres_state *state)
{
    const char *text = "null";

    if (state->skipped_json == BRES__JSON_TRUE)
        text = "true";
    else if (state->skipped_json == BRES__JSON_FALSE)
        text = "false";
    bres__write_scalar(json, "is_skipped", &(bres__scalar){ text, state->skipped_json });
    bres__write_scalar(json, "skip_reason", &state->skip_reason);
}

/* Whether the state is written with the key `run`. */
static bool state_has_run(const bres_state *state)
{
    return state->has_run || state->run > 0;
}

void bres__write_state_head(bres__json_writer *json, const bres_state *state)
{
    static const char *const own_run[] = { "run", NULL };

    bres__json_key(json, "name");
    bres__json_write_string(json, state->name);
    /* NVBench writes the settings here. A run number replaces an unknown member `run`. */
    bres__write_extra(json, state->extra, state_has_run(state) ? own_run : NULL);
    write_integer(json, "device", state->device_json, state->device);
    write_integer(json, "type_config_index", state->type_config_index_json,
                  state->type_config_index);
    write_axis_values(json, state);
}

void bres__write_state_tail(bres__json_writer *json, const bres_state *state)
{
    write_skip(json, state);
    if (!state_has_run(state))
        return;
    bres__json_key(json, "run");
    bres__json_write_int64(json, state->run);
}

bres_status bres__write_state(bres__write *write, const bres_state *state)
{
    bres__json_writer *json = &write->json;
    bres__sidecar_entry entries[BRES__SIDECAR_KINDS] = { 0 };
    bres_status status = BRES_OK;

    if (write->sidecars == BRES__SIDECARS_MAKE)
        status = bres__make_sidecars(write, state, entries);
    if (status != BRES_OK)
        return status;
    bres__json_begin(json, '{');
    bres__write_state_head(json, state);
    write_summaries(write, state, entries);
    bres__write_state_tail(json, state);
    bres__json_end(json, '}');
    return BRES_OK;
}

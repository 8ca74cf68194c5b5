/* SPDX-License-Identifier: MIT */
/*
 * Makes a state from its records: its axes, and the reason if it has no values. Adds complexities.
 */
#include "formats/google_benchmark/google_benchmark.h"

#include <math.h>
#include <string.h>

static const char *group_find_failure(const bres__google_group *set)
{
    for (size_t i = 0; i < set->count; i++) {
        const bres__google_record *record = set->records[i];

        if (record->failed)
            return record->rare->error_message != NULL ? record->rare->error_message : "error";
        if (record->skipped)
            return record->rare->skip_message != NULL ? record->rare->skip_message : "skipped";
    }
    return NULL;
}

static void put_quoted(bres__draft_state *state, const char *key, const char *text)
{
    bres__text quoted = { 0 };

    bres__json_quote(&quoted, text, strlen(text));
    state->draft->failed |= quoted.failed;
    if (!quoted.failed)
        bres__draft_extra(state, key, quoted.data, quoted.length);
    bres__text_free(&quoted);
}

/* Whether the record is from a list of benchmarks that were not measured. */
static bool record_is_listed(const bres__google_record *record)
{
    return record->run_type == NULL && isnan(record->real_time) && isnan(record->iterations) &&
           !record->failed && !record->skipped;
}

/* Appends the axis name of an argument without a name: "arg0", ... */
static void put_argument(bres__text *text, size_t index)
{
    char number[BRES__NUMBER_SIZE];

    bres__format_int64(number, (int64_t)index);
    bres__text_puts(text, "arg");
    bres__text_puts(text, number);
}

static void name_put_axes(const bres__google_name *name, bres__draft_state *state)
{
    size_t at = name->function;
    bres__slice axis;
    bres__slice value;

    for (size_t i = 0; bres__google_name_argument(name, &at, &axis, &value); i++) {
        bres__text texts[2] = { { 0 }, { 0 } };

        if (axis.length != 0)
            bres__text_append(&texts[0], axis.data, axis.length);
        else
            put_argument(&texts[0], i);
        bres__text_append(&texts[1], value.data, value.length);
        if (texts[0].failed || texts[1].failed)
            state->draft->failed = true;
        else
            bres__draft_axis_value(state, texts[0].data, BRES__AXIS_TYPED, texts[1].data);
        bres__text_free(&texts[0]);
        bres__text_free(&texts[1]);
    }
}

/* Adds the number of threads: as an axis if the name has the option "threads:N", and to the extra
 * JSON if the name has an argument `threads`. */
static void group_put_threads(const bres__google_group *set, const bres__google_name *name,
                              bres__draft_state *state)
{
    const double threads = bres__google_record_threads(set->records[0]);
    const char *part = strstr(name->text, "/threads:");
    char text[BRES__NUMBER_SIZE];

    if (part == NULL || !(threads > 0))
        return;
    bres__format(text, sizeof(text), "%.0f", threads);
    if (part < name->text + name->arguments)
        bres__draft_extra(state, "threads", text, strlen(text));
    if (name->has_threads)
        bres__draft_axis_value(state, "threads", BRES__AXIS_TYPED, text);
}

/* Adds the complexity that was fitted to a family. The benchmark may have several families. */
static void record_put_complexity(const bres__google_record *record, const char *bench,
                                  bres__draft *draft)
{
    const char *kind = record->rare->aggregate_name;
    bres__text key = { 0 };
    bres__text text = { 0 };
    bres__json_writer json = { .text = &text, .empty = true, .compact = true };
    const bool is_rms = strcmp(kind, "RMS") == 0;

    bres__text_puts(&key, kind);
    if (strcmp(bench, record->run_name) != 0)
        bres__text_printf(&key, "/%s", record->run_name);
    bres__json_begin(&json, '{');
    if (is_rms) {
        bres__json_key(&json, "rms");
        bres__json_write_float64(&json, record->rare->rms);
    } else {
        bres__json_key(&json, "big_o");
        bres__json_write_string(&json, record->rare->big_o != NULL ? record->rare->big_o : "");
        bres__json_key(&json, "real_coefficient");
        bres__json_write_float64(&json, record->rare->real_coefficient);
        bres__json_key(&json, "cpu_coefficient");
        bres__json_write_float64(&json, record->rare->cpu_coefficient);
        bres__json_key(&json, "time_unit");
        bres__json_write_string(&json, record->time_unit != NULL ? record->time_unit : "ns");
    }
    bres__json_end(&json, '}');
    draft->failed |= key.failed || text.failed;
    if (!draft->failed)
        bres__draft_bench_extra(draft, bench, key.data, text.data, text.length);
    bres__text_free(&key);
    bres__text_free(&text);
}

bool bres__google_is_complexity(const bres__google_record *record)
{
    return record->is_aggregate && (strcmp(record->rare->aggregate_name, "BigO") == 0 ||
                                    strcmp(record->rare->aggregate_name, "RMS") == 0);
}

/* Marks CPU times as such if a record lacks the wall time, which would otherwise mark them. */
static void group_put_clock(const bres__import *import, const bres__google_group *set,
                            bres__draft_state *state)
{
    bool has_wall_times = true;

    if ((import->options.flags & BRES_IMPORT_CPU_TIME) == 0)
        return;
    for (size_t i = 0; i < set->count; i++)
        has_wall_times = has_wall_times && isfinite(set->records[i]->real_time);
    if (!has_wall_times)
        put_quoted(state, "clock", "cpu");
}

bres_status bres__google_group_read(bres__import *import, const bres__google_group *set,
                                    const bres__google_name *name, const char *bench)
{
    bres__draft_state *state;
    const char *failure = group_find_failure(set);
    bres_status status = BRES_OK;
    bool is_kept = true;

    if (bres__google_is_complexity(set->records[0])) {
        for (size_t i = 0; i < set->count; i++)
            record_put_complexity(set->records[i], bench, &import->draft);
        return BRES_OK;
    }
    state = bres__draft_begin(&import->draft);
    if (state == NULL)
        return bres__error_memory();
    state->expected = set->count;
    bres__draft_name(state, set->records[0]->run_name);
    if (name != NULL) {
        name_put_axes(name, state);
        group_put_threads(set, name, state);
    } else {
        bres__draft_axis_value(state, "Name", BRES__AXIS_TEXT, set->records[0]->run_name);
    }
    if (failure != NULL)
        bres__draft_skip(state, failure);
    else if (record_is_listed(set->records[0]))
        bres__draft_skip(state, "listed, not measured");
    else
        status = bres__google_group_put_values(import, set, state, &is_kept);
    group_put_clock(import, set, state);
    if (status == BRES_OK && failure == NULL && set->records[0]->label != NULL)
        put_quoted(state, "label", set->records[0]->label);
    if (status == BRES_OK && is_kept)
        bres__draft_add(state, bench);
    return status;
}

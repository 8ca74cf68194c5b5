/* SPDX-License-Identifier: MIT */
/*
 * Checking the settings of a measurement that are neither an axis nor another key of a state: a
 * cell and a row should have one value of each setting. A setting that a result or a benchmark
 * lacks is not compared.
 */
#include "compare/machines.h"
#include "model/model.h"
#include "report/pivot/section.h"

#include <inttypes.h>
#include <string.h>

#define IMPORT "import."

/* The states that are compared, and the pairs that have been compared. */
typedef struct settings_search {
    const bres__pivot *pivot;
    size_t row;
    size_t column; /* of the clocks that are compared */
    const bres__pivot_entry *one;
    const bres__pivot_entry *two;
    bool is_certain; /* the compared sections are known to belong to the two runs */
    const bres__result_sections *results;
    bres__arena sections; /* the memory of `results` */
    bres__arena arena;
    bres__index checked; /* pairs of runs, of benchmarks, and of runs in a cell */
    bres__index named;   /* settings with a warning, to warn once */
} settings_search;

/* Whether the table has a key of this name, alone or at the end of its path. */
static bool is_key(const bres__pivot *pivot, const char *name)
{
    const bres__pivot_lines *const both[2] = { &pivot->rows, &pivot->columns };

    for (int i = 0; i < 2; i++) {
        for (size_t k = 0; k < both[i]->key_count; k++) {
            const char *key = both[i]->keys[k].name;
            const size_t length = strlen(key);
            const size_t tail = length < strlen(name) ? length : strlen(name);

            if (strcmp(key + length - tail, name) == 0 &&
                (length == tail || key[length - tail - 1] == '.'))
                return true;
        }
    }
    return false;
}

/* Puts the file of a run, with the number of the run in a merged result. */
static void put_place(const settings_search *settings, bres__text *text,
                      const bres__pivot_entry *entry)
{
    const char *path = bres_result_path(settings->pivot->results[entry->result]);

    bres__text_puts(text, " in ");
    if (settings->results[entry->result].by_run)
        bres__text_printf(text, "run %" PRIu32 " of ", entry->state->run);
    bres__text_printf(text, "'%s'", path != NULL ? path : "<memory>");
}

static bres_status put_values(const settings_search *settings, bres__text *text,
                              const bres__slice *one, const bres__slice *two)
{
    const bres__slice *const values[2] = { one, two };
    const bres__pivot_entry *const entries[2] = { settings->one, settings->two };
    bres_status status = BRES_OK;

    for (int i = 0; i < 2 && status == BRES_OK; i++) {
        status = bres__fact_put_value(text, values[i]);
        put_place(settings, text, entries[i]);
        bres__text_puts(text, i == 0 ? " and " : "");
    }
    return status == BRES_OK && text->failed ? bres__error_memory() : status;
}

static bres_status setting_warn(settings_search *settings, const char *name, const bres__slice *one,
                                const bres__slice *two)
{
    const bres__pivot *pivot = settings->pivot;
    const size_t known = settings->named.count;
    bres__text text = { 0 };
    bres_status status;
    size_t position;

    bres__text_puts(&settings->named.key, name);
    if (!bres__index_take(&settings->named, &position))
        return bres__error_memory();
    if (position < known || is_key(pivot, name))
        return BRES_OK;
    bres__text_printf(&text, "row '%s': the states %s in '%s', which is not a key of the table: ",
                      pivot->rows.items[settings->row].label,
                      settings->is_certain ? "differ" : "may differ", name);
    status = put_values(settings, &text, one, two);
    if (status == BRES_OK)
        bres__log_say(pivot->options.log, pivot->options.log_user, BRES_LOG_WARNING, text.data);
    bres__text_free(&text);
    return status;
}

static bool slices_equal(const bres__slice *one, const bres__slice *two)
{
    return one->data == NULL || two->data == NULL ||
           (one->length == two->length && memcmp(one->data, two->data, one->length) == 0);
}

static bres_status values_differ(settings_search *settings, const char *name,
                                 const bres__slice *one, const bres__slice *two)
{
    return slices_equal(one, two) ? BRES_OK : setting_warn(settings, name, one, two);
}

/* Finds the values at a path of two objects; the data of a missing value is NULL. */
static bres_status values_find(settings_search *settings, const char *const objects[2],
                               const char *path, bres__slice values[2])
{
    bres_status status = BRES_OK;

    for (int i = 0; i < 2; i++)
        values[i].data = NULL;
    for (int i = 0; i < 2 && status == BRES_OK && objects[i] != NULL; i++)
        status = bres__pivot_meta_value(objects[i], path, &settings->arena, &values[i]);
    return status;
}

static bres_status value_compare(settings_search *settings, const char *const objects[2],
                                 const char *path, const char *name)
{
    bres__slice values[2];
    const bres_status status = values_find(settings, objects, path, values);

    return status == BRES_OK ? values_differ(settings, name, &values[0], &values[1]) : status;
}

static bres_status members_compare(settings_search *settings, const char *const objects[2],
                                   const char *path)
{
    bres__slice values[2];
    bres_status status = values_find(settings, objects, path, values);
    bres__cursor cursor;
    bres__json_walk walk;
    bres__slice mine;

    for (int i = 0; i < 2; i++) {
        if (status != BRES_OK || values[i].data == NULL ||
            bres__json_kind_at(&values[i]) != BRES__JSON_OBJECT)
            return status;
    }
    cursor = bres__json_unchecked_cursor(values[0].data, values[0].length);
    walk = bres__json_walk_object(&cursor, &settings->arena);
    while (status == BRES_OK && bres__json_walk_pass(&walk, &mine)) {
        const char *name = bres__arena_copy(&settings->arena, walk.key.data, walk.key.length);
        bres__slice other;

        status = name == NULL ? bres__error_memory() : bres__json_find(&values[1], name, &other);
        if (status == BRES_OK && !bres__pivot_setting_is_ignored(name))
            status = values_differ(settings, name, &mine, &other);
    }
    return status == BRES_OK ? walk.status : status;
}

static bool run_has_one_section(const settings_search *settings, const bres__pivot_entry *entry)
{
    const char *section;
    size_t position = 0;

    return bres__sections_next(settings->results, entry, &position, &section) &&
           !bres__sections_next(settings->results, entry, &position, &section);
}

/* Calls `compare` for the first section of the first run and each other section of both runs, until
 * it fails. */
static bres_status sections_compare(settings_search *settings,
                                    bres_status (*compare)(settings_search *settings,
                                                           const char *const sections[2]))
{
    const bres__pivot_entry *const entries[2] = { settings->one, settings->two };
    const int runs = bres__sections_are_same(settings->results, entries[0], entries[1]) ? 1 : 2;
    const char *sections[2];
    size_t position = 0;
    bres_status status = BRES_OK;

    if (!bres__sections_next(settings->results, entries[0], &position, &sections[0]) ||
        sections[0] == NULL)
        return BRES_OK;
    settings->is_certain =
        run_has_one_section(settings, entries[0]) && run_has_one_section(settings, entries[1]);
    for (int i = 0; i < runs; i++) {
        settings->two = entries[i];
        while (status == BRES_OK &&
               bres__sections_next(settings->results, entries[i], &position, &sections[1])) {
            if (sections[1] != NULL)
                status = compare(settings, sections);
        }
        position = 0;
    }
    settings->two = entries[1];
    settings->is_certain = true;
    return status;
}

/* Does not compare the clocks: the comparison with the reference warns if they differ. */
static bres_status section_compare(settings_search *settings, const char *const sections[2])
{
    bres_status status = members_compare(settings, sections, IMPORT "config");

    if (status == BRES_OK)
        status = value_compare(settings, sections, IMPORT "problem_size", "problem_size");
    if (status == BRES_OK)
        status = value_compare(settings, sections, IMPORT "host.device_name", "device_name");
    return status;
}

static bres_status benches_compare(settings_search *settings)
{
    const char *const extras[2] = {
        bres_subbench_extra_json(bres_state_subbench(settings->one->state)),
        bres_subbench_extra_json(bres_state_subbench(settings->two->state)),
    };

    return members_compare(settings, extras, "bres/import/metadata");
}

static const char *device_name(const bres_state *state)
{
    const bres_device *device = bres_result_device(state->bench->result, state->device);

    return device != NULL && state->device_json == BRES__JSON_INTEGER ? device->name : NULL;
}

static bres_status states_compare(settings_search *settings)
{
    const bres_state *const states[2] = { settings->one->state, settings->two->state };
    const char *const extras[2] = { bres_state_extra_json(states[0]),
                                    bres_state_extra_json(states[1]) };
    bres__slice names[2] = { { .data = device_name(states[0]) },
                             { .data = device_name(states[1]) } };
    bres_status status;

    for (int i = 0; i < 2; i++)
        names[i].length = names[i].data != NULL ? strlen(names[i].data) : 0;
    status = values_differ(settings, "device", &names[0], &names[1]);
    if (status == BRES_OK)
        status = value_compare(settings, extras, "bres/import/unit", "unit");
    if (status == BRES_OK)
        status = value_compare(settings, extras, "bres/import/batch", "batch");
    bres__arena_free(&settings->arena);
    return status;
}

/* Adds the text in `checked.key`; returns whether it is new. */
static bool pair_is_new(settings_search *settings, bres_status *status)
{
    const size_t known = settings->checked.count;
    size_t position;

    if (!bres__index_take(&settings->checked, &position)) {
        *status = bres__error_memory();
        return false;
    }
    return position == known;
}

/* Appends the result to the key, and the run if the sections of each run are known. */
static void put_run(settings_search *settings, const bres__pivot_entry *entry)
{
    const bool by_run = settings->results[entry->result].by_run;

    bres__text_printf(&settings->checked.key, "%zu.%" PRIu32 " ", entry->result,
                      by_run ? entry->state->run : 0);
}

/* Whether the two runs may have different metadata and have not been compared for this purpose. */
static bool runs_are_new(settings_search *settings, const char *purpose, bres_status *status)
{
    const bres__pivot_entry *one = settings->one;
    const bres__pivot_entry *two = settings->two;

    if (one->result == two->result && !settings->results[one->result].is_merged)
        return false;
    bres__text_puts(&settings->checked.key, purpose);
    put_run(settings, one);
    put_run(settings, two);
    return pair_is_new(settings, status);
}

static bres_status pair_compare(settings_search *settings)
{
    const bres__pivot_entry *one = settings->one;
    const bres__pivot_entry *two = settings->two;
    bres_status status = BRES_OK;

    if (runs_are_new(settings, "", &status))
        status = sections_compare(settings, section_compare);
    if (status == BRES_OK && one->state->bench != two->state->bench) {
        bres__text_printf(&settings->checked.key, "%p %p", (const void *)one->state->bench,
                          (const void *)two->state->bench);
        if (pair_is_new(settings, &status))
            status = benches_compare(settings);
    }
    return status == BRES_OK ? states_compare(settings) : status;
}

/* Refuses different clocks, because their times have no common mean. Only warns if it is uncertain
 * which sections describe the runs. */
static bres_status section_check_clock(settings_search *settings, const char *const sections[2])
{
    const bres__pivot *pivot = settings->pivot;
    const bool is_merged = settings->results[settings->one->result].is_merged ||
                           settings->results[settings->two->result].is_merged;
    bres__slice clocks[2];
    bres_status status = values_find(settings, sections, IMPORT "clock", clocks);
    bres__text text = { 0 };

    if (status != BRES_OK || slices_equal(&clocks[0], &clocks[1]))
        return status;
    if (!settings->is_certain)
        return pivot->options.log != NULL ? setting_warn(settings, "clock", &clocks[0], &clocks[1])
                                          : BRES_OK;
    status = put_values(settings, &text, &clocks[0], &clocks[1]);
    if (status == BRES_OK)
        status = bres__error(
            BRES_ERROR_KEY,
            "row '%s', column '%s': the times are of different clocks: %s (expected %s)",
            pivot->rows.items[settings->row].label, pivot->columns.items[settings->column].label,
            text.data,
            is_merged ? "runs of one clock"
                      : "'clock' among the keys of the rows or of the columns");
    bres__text_free(&text);
    return status;
}

static bres_status cell_check_clocks(settings_search *settings, size_t column)
{
    const bres__pivot_entry *first =
        bres__pivot_cell_at(settings->pivot, settings->row, column)->first;
    bres_status status = BRES_OK;

    settings->one = first;
    settings->column = column;
    for (const bres__pivot_entry *entry = first; entry != NULL && status == BRES_OK;
         entry = entry->next) {
        settings->two = entry;
        if (entry != first && runs_are_new(settings, "cell ", &status))
            status = sections_compare(settings, section_check_clock);
    }
    return status;
}

/* Compares all states of a row with the first state of the reference cell or, if that is empty, of
 * the row. */
static bres_status row_compare(settings_search *settings)
{
    const bres__pivot *pivot = settings->pivot;
    const bres__pivot_entry *first =
        bres__pivot_cell_at(pivot, settings->row, pivot->reference)->first;
    bres_status status = BRES_OK;

    for (size_t i = 0; i < pivot->columns.labels.count; i++) {
        const bres__pivot_entry *entry = bres__pivot_cell_at(pivot, settings->row, i)->first;

        if (first == NULL)
            first = entry;
        settings->one = first;
        for (; entry != NULL && status == BRES_OK; entry = entry->next) {
            settings->two = entry;
            status = entry != first ? pair_compare(settings) : BRES_OK;
        }
    }
    return status;
}

bres_status bres__pivot_check_settings(const bres__pivot *pivot)
{
    settings_search settings = { .pivot = pivot, .is_certain = true };
    bres__result_sections *results;
    bres_status status = bres__sections_make(pivot, &settings.sections, &results);

    settings.results = results;
    for (; settings.row < pivot->rows.labels.count && status == BRES_OK; settings.row++) {
        for (size_t i = 0; i < pivot->columns.labels.count && status == BRES_OK; i++)
            status = cell_check_clocks(&settings, i);
        if (status == BRES_OK && pivot->options.log != NULL)
            status = row_compare(&settings);
    }
    bres__index_free(&settings.checked);
    bres__index_free(&settings.named);
    bres__arena_free(&settings.sections);
    bres__arena_free(&settings.arena);
    return status;
}

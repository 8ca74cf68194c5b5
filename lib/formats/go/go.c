/* SPDX-License-Identifier: MIT */
/*
 * Go benchmark text.
 *
 * Lines with the same name are samples of one state. A sample is a mean over its iterations; their
 * number differs from line to line. A first pass over all texts finds which numbers at the end of
 * names are processors, and which keys of the configuration vary.
 */
#include "formats/go/reader.h"

#include "base/alloc.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* The place of a line in messages: in the input, or in the output of a package. */
typedef struct go_place {
    char text[320];
} go_place;

static go_place place_of(const go_reader *reader, uint64_t number)
{
    const bres__slice *package = &reader->section->package;
    go_place place;

    if (reader->section->is_input)
        bres__format(place.text, sizeof(place.text), "line %" PRIu64, number);
    else
        bres__format(place.text, sizeof(place.text), "output of '%.*s': line %" PRIu64,
                     (int)(package->length < 256 ? package->length : 256), package->data, number);
    return place;
}

static bres_status line_fault(const go_reader *reader, const go_line *line, const char *message)
{
    return bres__import_fault(reader->import, BRES_ERROR_VALUE,
                              place_of(reader, reader->text.number).text,
                              reader->section->is_input ? line->begin : NULL,
                              "Benchmark<Name> <iterations> <value> <unit> ...", "%s", message);
}

static bres__better better_of(const go_reader *reader, const bres__slice *unit)
{
    const size_t position = bres__index_find(&reader->units, unit->data, unit->length);

    if (position != BRES__INDEX_NONE)
        return reader->better[position];
    if (bres__slice_is(unit, "B/op") || bres__slice_is(unit, "allocs/op"))
        return BRES__BETTER_LOWER;
    return bres__slice_is(unit, "MB/s") ? BRES__BETTER_HIGHER : BRES__BETTER_UNKNOWN;
}

/* Adds a value other than the time. Byte rates are in MB of 10^6 bytes. */
static void put_value(const go_reader *reader, bres__draft_state *state, const bres__slice *unit,
                      double value)
{
    const char *name = bres__go_copy(reader, unit->data, unit->length);

    if (bres__slice_is(unit, "MB/s"))
        bres__draft_value(state,
                          &(bres__measure){ .tag = "bres/import/rate/bytes_per_second",
                                            .hint = "byte_rate",
                                            .unit = "B/s",
                                            .better = better_of(reader, unit) },
                          value * 1e6);
    else
        bres__draft_counter(state, name, name, better_of(reader, unit), value);
}

static bres_status read_result(go_reader *reader, const go_line *line)
{
    bres__draft_state *state;
    bres__slice rest = line->rest;
    bres__slice unit;
    double value;
    bool broken;

    while (bres__go_value(&rest, &value, &unit, &broken)) {
        if (!(value >= 0) && bres__go_is_time(&unit))
            return line_fault(reader, line, "the time of a result is negative or not finite");
    }
    state = bres__go_state(reader, &line->name);
    rest = line->rest;
    while (bres__go_value(&rest, &value, &unit, &broken)) {
        if (isnan(value))
            bres__import_warn(reader->import, "%s: values that are not finite are left out: '%.*s'",
                              reader->import->input.name,
                              (int)(unit.length < 80 ? unit.length : 80), unit.data);
        else if (!bres__go_is_time(&unit))
            put_value(reader, state, &unit, value);
        else
            bres__draft_sample(state, bres__slice_is(&unit, "ns/op") ? value * 1e-9 : value,
                               line->iterations);
    }
    return BRES_OK;
}

static void read_config(go_reader *reader, const go_line *line)
{
    reader->import->draft.failed |= !bres__go_set_key(&reader->survey, line);
    reader->is_configured = false;
    if (bres__slice_is(&line->name, "pkg"))
        reader->package = line->rest;
}

/* Unit <unit> better=higher|lower; other words are ignored. */
static void read_unit(go_reader *reader, const go_line *line)
{
    bres__slice rest = line->rest;
    bres__slice word;
    size_t position;

    while (bres__go_word(&rest, &word)) {
        const bool higher = bres__slice_is(&word, "better=higher");

        if (!higher && !bres__slice_is(&word, "better=lower"))
            continue;
        if (!BRES__RESERVE(&reader->better, &reader->better_capacity, reader->units.count + 1) ||
            !bres__index_add(&reader->units, line->name.data, line->name.length, &position)) {
            reader->import->draft.failed = true;
            return;
        }
        reader->better[position] = higher ? BRES__BETTER_HIGHER : BRES__BETTER_LOWER;
    }
}

/* The name of a failed benchmark. Go omits the number of processors if the first trial failed; it
 * is added if all results have the same number. */
static bres__slice failed_name(go_reader *reader, const bres__slice *name)
{
    const bres__slice processors = bres__go_all_processors(&reader->survey);
    bres__text *whole = &reader->name;

    if (processors.length == 0 || bres__go_processors(&reader->survey, name).length != 0)
        return *name;
    bres__text_clear(whole);
    bres__text_printf(whole, "Benchmark%.*s-%.*s", (int)name->length, name->data,
                      (int)processors.length, processors.data);
    if (whole->failed) {
        reader->import->draft.failed = true;
        return *name;
    }
    return (bres__slice){ whole->data + strlen("Benchmark"), whole->length - strlen("Benchmark") };
}

/* Reads a failure or a skip. A state that failed or was skipped even once keeps no results. */
static void read_failure(go_reader *reader, const go_line *line)
{
    const bres__slice name = failed_name(reader, &line->name);
    bres__draft_state *state = bres__go_state(reader, &name);

    if (state == NULL || state->skip_reason != NULL)
        return;
    if (line->detail.length != 0)
        bres__draft_skip(state, bres__go_copy(reader, line->detail.data, line->detail.length));
    else
        bres__draft_skip(state,
                         line->skipped ? "skipped by the benchmark" : "the benchmark has failed");
}

static bres_status read_line(go_reader *reader, const go_line *line)
{
    switch (line->kind) {
    case GO_RESULT:
        return read_result(reader, line);
    case GO_BROKEN:
        return line_fault(reader, line, "the line is not a result");
    case GO_BARE:
        bres__import_warn(reader->import, "%s: %s: a result without a name is left out",
                          reader->import->input.name, place_of(reader, reader->text.number).text);
        return BRES_OK;
    case GO_END:
        reader->process_count++;
        return BRES_OK;
    case GO_CONFIG:
        read_config(reader, line);
        return BRES_OK;
    case GO_UNIT:
        read_unit(reader, line);
        return BRES_OK;
    case GO_FAILED:
        read_failure(reader, line);
        return BRES_OK;
    default:
        return BRES_OK;
    }
}

/* Keys with the same value at all results describe the whole text. */
static void put_facts(const go_reader *reader)
{
    static const char *const host_keys[] = { "goos", "goarch", "cpu", NULL };
    bres__text text = { 0 };
    bres__json_writer json = { .text = &text, .empty = true, .compact = true };

    bres__json_begin(&json, '{');
    for (size_t i = 0; i < reader->survey.key_names.count; i++) {
        const go_key *key = &reader->survey.keys[i];

        if (key->varies || key->used.length == 0)
            continue;
        bres__json_key(&json, bres__go_copy(reader, key->name.data, key->name.length));
        bres__json_write_string(&json, bres__go_copy(reader, key->used.data, key->used.length));
    }
    bres__json_end(&json, '}');
    reader->import->draft.failed |= text.failed;
    if (!text.failed)
        bres__draft_facts(&reader->import->draft, &(bres__slice){ text.data, text.length },
                          host_keys);
    bres__text_free(&text);
}

/* Warns about output that looks like a result, and about a name whose result is missing. `line` is
 * the line that closes the open name; NULL: the end of the text. */
static void warn_of_open(const go_reader *reader, const go_open *open, const go_line *line)
{
    const bool has_result = line != NULL && line->name.data == open->name.data;
    const bool has_failed = line != NULL && line->kind == GO_FAILED;
    const int shown = (int)(open->line.length < 80 ? open->line.length : 80);

    if (!open->has_begun || open->number == reader->text.open.number || has_failed)
        return;
    if (!has_result)
        bres__import_warn(reader->import,
                          "%s: %s: '%.*s' is not a result, and no result follows: the result of "
                          "the benchmark is lost",
                          reader->import->input.name, place_of(reader, open->number).text, shown,
                          open->line.data);
    else if (open->has_number)
        bres__import_warn(reader->import, "%s: %s: '%.*s' is not a result: the line is ignored",
                          reader->import->input.name, place_of(reader, open->number).text, shown,
                          open->line.data);
}

static bres_status read_section(go_reader *reader, const go_section *section)
{
    const go_line package = bres__go_package_line(section);
    bres_status status = BRES_OK;
    go_open open = { .number = 0 };
    go_line line;

    reader->section = section;
    reader->text = (go_text){ .rest = section->text };
    reader->package = (bres__slice){ "", 0 };
    reader->is_configured = false;
    if (!section->is_input)
        read_config(reader, &package);
    while (status == BRES_OK && bres__go_next(&reader->text, &line)) {
        warn_of_open(reader, &open, &line);
        open = reader->text.open;
        status = bres__import_tolerate(reader->import, read_line(reader, &line));
    }
    reader->text.open = (go_open){ .number = 0 };
    if (status == BRES_OK)
        warn_of_open(reader, &open, NULL);
    bres__go_unset_keys(&reader->survey);
    return status;
}

bres_status bres__go_read_sections(bres__import *import, const go_section *sections, size_t count)
{
    go_reader reader = { .import = import };
    bres_status status =
        bres__go_survey(&reader.survey, sections, count) ? BRES_OK : bres__error_memory();

    for (size_t i = 0; i < count && status == BRES_OK; i++)
        status = read_section(&reader, &sections[i]);
    if (status == BRES_OK)
        put_facts(&reader);
    if (status == BRES_OK && reader.states.count == 0)
        status = bres__import_fault(import, BRES_ERROR_VALUE, NULL, NULL,
                                    "a line Benchmark<Name> <iterations> <value> <unit>",
                                    "the text has no benchmark results");
    bres__go_survey_free(&reader.survey);
    bres__index_free(&reader.package_names);
    bres__free(reader.packages);
    bres__index_free(&reader.configurations);
    bres__index_free(&reader.states);
    bres__index_free(&reader.units);
    bres__free(reader.made);
    bres__free(reader.better);
    bres__text_free(&reader.name);
    return status;
}

static bres_status go_read(bres__import *import)
{
    const go_section section = { .is_input = true, .text = import->input.text };
    const bres_status status = bres__import_check_utf8(import);

    return status == BRES_OK ? bres__go_read_sections(import, &section, 1) : status;
}

static bool go_detect(const bres__input *input)
{
    go_text text = { .rest = input->text };
    go_line line;

    while (bres__go_next(&text, &line)) {
        if (line.kind == GO_RESULT || line.kind == GO_BROKEN || line.kind == GO_FAILED)
            return true;
    }
    return false;
}

const bres__file_format bres__format_of_go = {
    .name = "go",
    .tool = "go test",
    .detect = go_detect,
    .read = go_read,
};

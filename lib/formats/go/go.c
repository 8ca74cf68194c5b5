/* SPDX-License-Identifier: MIT */
/*
 * Go benchmark text.
 *
 * Lines with the same name are samples of one state: each is a mean over its iterations, whose
 * number differs from line to line. A first pass finds what holds for the whole text: which numbers
 * at the end of names are processors, and which keys of the configuration change.
 */
#include "formats/go/go.h"

#include "base/alloc.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

typedef struct go_reader {
    bres__import *import;
    bool is_input; /* the text is that of the input, so that errors have an offset */
    uint64_t line;
    go_survey survey;
    bres__slice package;
    bres__index states; /* package, NUL, name, NUL and the value for each key that changes */
    bres__draft_state **made;
    size_t made_capacity;
    bres__index units;
    bres__better *better; /* by unit */
    size_t better_capacity;
    bres__text name; /* of a failure */
} go_reader;

static bres_status line_fault(const go_reader *reader, const go_line *line, const char *message)
{
    char place[32];

    bres__format(place, sizeof(place), "line %" PRIu64, reader->line);
    return bres__import_fault(reader->import, BRES_ERROR_VALUE, place,
                              reader->is_input ? line->begin : NULL,
                              "Benchmark<Name> <iterations> <value> <unit> ...", "%s", message);
}

/* A copy with a NUL, in the draft. */
static const char *copy_of(const go_reader *reader, const char *data, size_t length)
{
    bres__draft *draft = &reader->import->draft;
    const char *copy = bres__arena_copy(&draft->arena, data, length);

    draft->failed |= copy == NULL;
    return copy != NULL ? copy : "";
}

/* Adds an axis for each part of a name: /key=value, or /text by its position. */
static void put_parts(const go_reader *reader, bres__draft_state *state, bres__slice parts)
{
    unsigned position = 0;

    while (parts.length != 0) {
        const char *end = memchr(parts.data + 1, '/', parts.length - 1);
        const size_t length = end != NULL ? (size_t)(end - parts.data) : parts.length;
        const char *part = copy_of(reader, parts.data + 1, length - 1);
        const char *equals = strchr(part, '=');
        char axis[32];

        bres__format(axis, sizeof(axis), "p%u", ++position);
        if (equals != NULL && equals != part)
            bres__draft_axis_value(state, copy_of(reader, part, (size_t)(equals - part)),
                                   BRES__AXIS_TYPED, equals + 1);
        else
            bres__draft_axis_value(state, axis, BRES__AXIS_TYPED, part);
        parts.data += length;
        parts.length -= length;
    }
}

/* Adds the axes of a name; *base is what the name begins with. */
static void put_name(const go_reader *reader, bres__draft_state *state, const bres__slice *name,
                     bres__slice *base)
{
    const bres__slice processors = bres__go_processors(&reader->survey, name);
    const size_t length = name->length - processors.length - (processors.length != 0);
    const char *slash = memchr(name->data, '/', length);

    base->data = name->data;
    base->length = slash != NULL ? (size_t)(slash - name->data) : length;
    if ((reader->import->options.flags & BRES_IMPORT_VERBATIM_NAMES) != 0) {
        bres__draft_axis_value(state, "Name", BRES__AXIS_TEXT,
                               copy_of(reader, name->data, name->length));
        return;
    }
    put_parts(reader, state, (bres__slice){ name->data + base->length, length - base->length });
    bres__draft_axis_value(
        state, "GOMAXPROCS", BRES__AXIS_TYPED,
        processors.length != 0 ? copy_of(reader, processors.data, processors.length) : "1");
}

/* Adds an axis for each key whose value changes in the text; the package is in the name. An empty
 * value deletes a key. */
static void put_config(const go_reader *reader, bres__draft_state *state)
{
    for (size_t i = 0; i < reader->survey.key_names.count; i++) {
        const go_key *key = &reader->survey.keys[i];

        if (key->varies && key->value.length != 0 && !bres__slice_is(&key->name, "pkg"))
            bres__draft_axis_value(state, copy_of(reader, key->name.data, key->name.length),
                                   BRES__AXIS_TYPED,
                                   copy_of(reader, key->value.data, key->value.length));
    }
}

/* Keeps the package of a new benchmark beside its name. */
static void put_package(const go_reader *reader, const char *bench)
{
    bres__draft *draft = &reader->import->draft;
    bres__text json = { 0 };

    if (reader->package.length == 0 ||
        bres__index_find(&draft->bench_names, bench, strlen(bench)) != BRES__INDEX_NONE)
        return;
    bres__json_quote(&json, reader->package.data, reader->package.length);
    if (json.failed)
        draft->failed = true;
    else
        bres__draft_bench_extra(draft, bench, "pkg", json.data, json.length);
    bres__text_free(&json);
}

static bres__draft_state *state_make(go_reader *reader, const bres__slice *name)
{
    bres__draft_state *state = bres__draft_begin(&reader->import->draft);
    bres__text bench = { 0 };
    bres__slice base;

    bres__draft_name(state, copy_of(reader, name->data - strlen("Benchmark"),
                                    name->length + strlen("Benchmark")));
    put_name(reader, state, name, &base);
    put_config(reader, state);
    /* The function may be called Benchmark. */
    if (base.length == 0)
        base = (bres__slice){ "Benchmark", strlen("Benchmark") };
    bres__text_append(&bench, reader->package.data, reader->package.length);
    bres__text_puts(&bench, reader->package.length != 0 ? "." : "");
    bres__text_append(&bench, base.data, base.length);
    if (bench.failed) {
        reader->import->draft.failed = true;
    } else {
        const char *given = reader->import->options.bench;

        put_package(reader, given != NULL ? given : bench.data);
        bres__draft_add(state, given != NULL ? given : bench.data);
    }
    bres__text_free(&bench);
    return state;
}

/* The state of a name at this line. NULL: no memory. */
static bres__draft_state *state_of(go_reader *reader, const bres__slice *name)
{
    bres__text *key = &reader->states.key;
    const size_t known = reader->states.count;
    size_t position;

    bres__text_append(key, reader->package.data, reader->package.length);
    bres__text_putc(key, '\0');
    bres__text_append(key, name->data, name->length);
    for (size_t i = 0; i < reader->survey.key_names.count; i++) {
        if (!reader->survey.keys[i].varies)
            continue;
        bres__text_putc(key, '\0');
        bres__text_append(key, reader->survey.keys[i].value.data,
                          reader->survey.keys[i].value.length);
    }
    if (!BRES__RESERVE(&reader->made, &reader->made_capacity, known + 1) ||
        !bres__index_take(&reader->states, &position)) {
        reader->import->draft.failed = true;
        return NULL;
    }
    if (reader->states.count != known)
        reader->made[position] = state_make(reader, name);
    return reader->made[position];
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

/* A value other than the time. Rates of bytes are in MB of 10^6 bytes. */
static void put_value(const go_reader *reader, bres__draft_state *state, const bres__slice *unit,
                      double value)
{
    const char *name = copy_of(reader, unit->data, unit->length);

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

static bool is_time(const bres__slice *unit)
{
    return bres__slice_is(unit, "ns/op") || bres__slice_is(unit, "sec/op");
}

static bres_status read_result(go_reader *reader, const go_line *line)
{
    bres__draft_state *state;
    bres__slice rest = line->rest;
    bres__slice unit;
    double value;
    bool broken;

    while (bres__go_value(&rest, &value, &unit, &broken)) {
        if (!(value >= 0) && is_time(&unit))
            return line_fault(reader, line, "the time of a result is negative or not finite");
    }
    state = state_of(reader, &line->name);
    rest = line->rest;
    while (bres__go_value(&rest, &value, &unit, &broken)) {
        if (isnan(value))
            bres__import_warn(reader->import, "%s: values that are not finite are left out: '%.*s'",
                              reader->import->input.name,
                              (int)(unit.length < 80 ? unit.length : 80), unit.data);
        else if (!is_time(&unit))
            put_value(reader, state, &unit, value);
        else
            bres__draft_sample(state, bres__slice_is(&unit, "ns/op") ? value * 1e-9 : value,
                               line->iterations);
    }
    return BRES_OK;
}

static void read_config(go_reader *reader, const go_line *line)
{
    const size_t position =
        bres__index_find(&reader->survey.key_names, line->name.data, line->name.length);

    reader->survey.keys[position].value = line->rest;
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

/* The name of a benchmark that failed. If it failed in its first trial, Go omits the processors:
 * those of all results, if they are the same, are added. */
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

/* A benchmark that failed or was skipped, in one of its runs at least: it keeps no results. */
static void read_failure(go_reader *reader, const go_line *line)
{
    const bres__slice name = failed_name(reader, &line->name);
    bres__draft_state *state = state_of(reader, &name);

    if (state == NULL || state->skip_reason != NULL)
        return;
    if (line->detail.length != 0)
        bres__draft_skip(state, copy_of(reader, line->detail.data, line->detail.length));
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

/* Keys that do not change describe the whole text. */
static void put_facts(const go_reader *reader)
{
    static const char *const host_keys[] = { "goos", "goarch", "cpu", NULL };
    bres__text text = { 0 };
    bres__json_writer json = { .text = &text, .empty = true, .compact = true };

    bres__json_begin(&json, '{');
    for (size_t i = 0; i < reader->survey.key_names.count; i++) {
        const go_key *key = &reader->survey.keys[i];

        if (key->varies)
            continue;
        bres__json_key(&json, copy_of(reader, key->name.data, key->name.length));
        bres__json_write_string(&json, copy_of(reader, key->first.data, key->first.length));
    }
    bres__json_end(&json, '}');
    reader->import->draft.failed |= text.failed;
    if (!text.failed)
        bres__draft_facts(&reader->import->draft, &(bres__slice){ text.data, text.length },
                          host_keys);
    bres__text_free(&text);
}

bres_status bres__go_read_text(bres__import *import, bres__slice text, bool is_input)
{
    go_reader reader = { .import = import, .is_input = is_input };
    bres_status status = bres__go_survey(&reader.survey, text) ? BRES_OK : bres__error_memory();
    go_line line;

    while (status == BRES_OK && bres__go_next(&text, &line)) {
        reader.line++;
        status = bres__import_tolerate(import, read_line(&reader, &line));
    }
    if (status == BRES_OK)
        put_facts(&reader);
    if (status == BRES_OK && reader.states.count == 0)
        status = bres__import_fault(import, BRES_ERROR_VALUE, NULL, NULL,
                                    "a line Benchmark<Name> <iterations> <value> <unit>",
                                    "the text has no benchmark results");
    bres__go_survey_free(&reader.survey);
    bres__index_free(&reader.states);
    bres__index_free(&reader.units);
    bres__free(reader.made);
    bres__free(reader.better);
    bres__text_free(&reader.name);
    return status;
}

static bres_status go_read(bres__import *import)
{
    const bres_status status = bres__import_check_utf8(import);

    return status == BRES_OK ? bres__go_read_text(import, import->input.text, true) : status;
}

static bool go_detect(const bres__input *input)
{
    bres__slice text = input->text;
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

/* SPDX-License-Identifier: MIT */
/*
 * States of Go benchmark text: the axes of a name and of the configuration, and the runs of a
 * package.
 */
#include "formats/go/reader.h"

#include "base/alloc.h"

#include <inttypes.h>
#include <string.h>

const char *bres__go_copy(const go_reader *reader, const char *data, size_t length)
{
    bres__draft *draft = &reader->import->draft;
    const char *copy = bres__arena_copy(&draft->arena, data, length);

    draft->failed |= copy == NULL;
    return copy != NULL ? copy : "";
}

/* Adds an axis for each part of a name: `key` for /key=value, or `pN` for the Nth part /text. */
static void put_parts(const go_reader *reader, bres__draft_state *state, bres__slice parts)
{
    unsigned position = 0;

    while (parts.length != 0) {
        const char *end = memchr(parts.data + 1, '/', parts.length - 1);
        const size_t length = end != NULL ? (size_t)(end - parts.data) : parts.length;
        const char *part = bres__go_copy(reader, parts.data + 1, length - 1);
        const char *equals = strchr(part, '=');
        char axis[32];

        bres__format(axis, sizeof(axis), "p%u", ++position);
        if (equals != NULL && equals != part)
            bres__draft_axis_value(state, bres__go_copy(reader, part, (size_t)(equals - part)),
                                   BRES__AXIS_TYPED, equals + 1);
        else
            bres__draft_axis_value(state, axis, BRES__AXIS_TYPED, part);
        parts.data += length;
        parts.length -= length;
    }
}

/* Adds the axes of a name. *base becomes the name of the function. */
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
                               bres__go_copy(reader, name->data, name->length));
        return;
    }
    put_parts(reader, state, (bres__slice){ name->data + base->length, length - base->length });
    bres__draft_axis_value(
        state, "GOMAXPROCS", BRES__AXIS_TYPED,
        processors.length != 0 ? bres__go_copy(reader, processors.data, processors.length) : "1");
}

/* Adds an axis for each key whose value varies, except `pkg`: the name of the benchmark contains
 * the package. An empty value unsets a key. */
static void put_config(const go_reader *reader, bres__draft_state *state)
{
    for (size_t i = 0; i < reader->survey.set_count; i++) {
        const go_key *key = &reader->survey.keys[reader->survey.set[i]];

        if (key->varies && key->value.length != 0 && !bres__slice_is(&key->name, "pkg"))
            bres__draft_axis_value(state, bres__go_copy(reader, key->name.data, key->name.length),
                                   BRES__AXIS_TYPED,
                                   bres__go_copy(reader, key->value.data, key->value.length));
    }
}

/* Stores the package of a new benchmark in its extra JSON. */
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

static bres__draft_state *state_make(go_reader *reader, const bres__slice *name, uint32_t run)
{
    bres__draft_state *state = bres__draft_begin(&reader->import->draft);
    bres__text bench = { 0 };
    bres__slice base;

    if (run != 0)
        bres__draft_run(state, run);

    bres__draft_name(state, bres__go_copy(reader, name->data - strlen("Benchmark"),
                                          name->length + strlen("Benchmark")));
    put_name(reader, state, name, &base);
    put_config(reader, state);
    /* The function may be called just `Benchmark`. */
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

/* Finds the run of the package at this line. false: no memory. */
static bool find_run(go_reader *reader, uint32_t *run)
{
    const uint64_t process = reader->process_count + 1;
    go_package *package;
    size_t position;

    if (!bres__array_reserve_zeroed(&reader->packages, &reader->package_capacity,
                                    reader->package_names.count + 1, sizeof(*reader->packages)) ||
        !bres__index_add(&reader->package_names, reader->package.data, reader->package.length,
                         &position))
        return false;
    package = &reader->packages[position];
    if (package->process != 0 && package->process != process)
        package->run++;
    package->process = process;
    *run = package->run;
    return true;
}

/* Finds the configuration at this line. false: no memory. */
static bool find_configuration(go_reader *reader)
{
    bres__text *text = &reader->configurations.key;

    for (size_t i = 0; i < reader->survey.set_count && !reader->is_configured; i++) {
        const go_key *key = &reader->survey.keys[reader->survey.set[i]];

        if (!key->varies || key->value.length == 0)
            continue;
        bres__text_append(text, key->name.data, key->name.length);
        bres__text_putc(text, '\0');
        bres__text_append(text, key->value.data, key->value.length);
        bres__text_putc(text, '\0');
    }
    if (!reader->is_configured)
        reader->is_configured = bres__index_take(&reader->configurations, &reader->configuration);
    return reader->is_configured;
}

bres__draft_state *bres__go_state(go_reader *reader, const bres__slice *name)
{
    bres__text *key = &reader->states.key;
    const size_t known = reader->states.count;
    size_t position;
    uint32_t run;

    if (!find_run(reader, &run) || !find_configuration(reader)) {
        reader->import->draft.failed = true;
        return NULL;
    }
    bres__text_append(key, reader->package.data, reader->package.length);
    bres__text_putc(key, '\0');
    bres__text_printf(key, "%" PRIu32 " %zu ", run, reader->configuration);
    bres__text_append(key, name->data, name->length);
    if (!BRES__RESERVE(&reader->made, &reader->made_capacity, known + 1) ||
        !bres__index_take(&reader->states, &position)) {
        reader->import->draft.failed = true;
        return NULL;
    }
    if (reader->states.count != known)
        reader->made[position] = state_make(reader, name, run);
    return reader->made[position];
}

/* SPDX-License-Identifier: MIT */
/*
 * Writes Go benchmark text: a line for each sample. Names have no white space, and do not begin
 * with a lower-case letter. A skipped state is a "--- SKIP" line, followed by the reason.
 */
#include "base/alloc.h"
#include "formats/write/go_check.h"
#include "formats/write/go_name.h"
#include "formats/write/measures.h"

#include <math.h>
#include <string.h>

typedef struct go_writer {
    bres__export *owner;
    bres__text package; /* of the last results */
    bres__text config;  /* of the last results: lines of keys */
    bres__text name;
    bres__measure_names units; /* of the measures of the state */
    bool ends_names;           /* with -1 if GOMAXPROCS is 1 or unknown */
    bres__go_check check;
} go_writer;

/* Writes a line with the package, if the package has changed. */
static void put_package(go_writer *writer, const bres__text *package)
{
    const char *now = bres__write_string_of(package);
    const char *before = bres__write_string_of(&writer->package);

    if (strcmp(now, before) == 0)
        return;
    bres__text_printf(&writer->owner->text, "pkg: %s\n", now);
    bres__text_clear(&writer->package);
    bres__text_puts(&writer->package, now);
}

/* Writes the rest of a line. Control characters become blanks. */
static void end_line(bres__text *text, const char *content)
{
    for (; *content != '\0'; content++)
        bres__text_putc(text, (unsigned char)*content < ' ' || *content == 0x7f ? ' ' : *content);
    bres__text_putc(text, '\n');
}

/* Writes a skipped state, and the reason on the next line. */
static void put_skip(bres__text *text, const char *name, const char *reason)
{
    bres__text_printf(text, "--- SKIP: %s\n", name);
    if (reason == NULL || reason[0] == '\0')
        return;
    bres__text_puts(text, "    ");
    end_line(text, reason);
}

/* The number of axes that the reader made from the name of a state: one for each part and one for
 * the number of processors, or one for the whole name. */
static size_t count_name_axes(const bres_state *state)
{
    const char *name = bres_state_name(state) + strlen("Benchmark");
    const bres_value *whole = bres_state_axis_value(state, "Name");
    const char *text = whole != NULL ? bres_value_text(whole) : NULL;
    size_t count = 1;

    if (text != NULL && strcmp(text, name) == 0)
        return 1;
    for (; *name != '\0'; name++)
        count += *name == '/';
    return count;
}

/* Writes the configuration of an imported state: the axes after those of its name. */
static void put_config(bres__text *config, const bres_state *state)
{
    for (size_t i = count_name_axes(state); i < bres_state_axis_value_count(state); i++) {
        const bres_value *value = bres_state_axis_value_at(state, i);
        const char *axis = bres_value_name(value);

        bres__go_put_part(config, axis, strlen(axis), ":");
        bres__text_puts(config, ": ");
        end_line(config, bres_value_text(value) != NULL ? bres_value_text(value) : "");
    }
}

/* Whether the lines of a configuration have this key, which ends with its colon. */
static bool config_has(const char *config, const char *key, size_t length)
{
    while (*config != '\0') {
        if (strncmp(config, key, length) == 0)
            return true;
        config = strchr(config, '\n') + 1;
    }
    return false;
}

/* Unsets, with an empty value, each key of the previous configuration that the new one lacks. */
static void delete_keys(bres__text *text, const char *before, const char *now)
{
    while (*before != '\0') {
        const size_t length = (size_t)(strchr(before, ':') - before) + 1;

        if (!config_has(now, before, length)) {
            bres__text_append(text, before, length);
            bres__text_putc(text, '\n');
        }
        before = strchr(before, '\n') + 1;
    }
}

/* Writes the lines of the configuration, if they have changed. */
static void switch_config(go_writer *writer, const bres__text *config)
{
    const char *now = bres__write_string_of(config);

    if (strcmp(now, bres__write_string_of(&writer->config)) == 0)
        return;
    delete_keys(&writer->owner->text, bres__write_string_of(&writer->config), now);
    bres__text_puts(&writer->owner->text, now);
    bres__text_clear(&writer->config);
    bres__text_puts(&writer->config, now);
}

static const char byte_rate[] = "bres/import/rate/bytes_per_second";

/* Makes the unit of a measure: Go's MB/s for the byte rate, else the name. */
static void put_unit(bres__text *unit, const char *tag)
{
    const char *name = bres__measure_name_of(tag);

    if (strcmp(tag, byte_rate) == 0) {
        bres__text_puts(unit, "MB/s");
        return;
    }
    /* A reader must not take the measure for a time or for the byte rate. */
    if (name[0] == '\0' || strcmp(name, "ns/op") == 0 || strcmp(name, "sec/op") == 0 ||
        strcmp(name, "MB/s") == 0)
        bres__text_putc(unit, '_');
    bres__go_put_part(unit, name, strlen(name), "");
}

/* Finds the units of the measures of a run. A line must not repeat a unit. */
static bres_status find_units(go_writer *writer, const bres__run_measures *measures)
{
    bres__text unit = { 0 };
    bool done = true;

    for (size_t i = 0; i < measures->count && done; i++) {
        bres__run_measure *measure = &measures->list[i];

        bres__text_clear(&unit);
        put_unit(&unit, measure->tag);
        done = !unit.failed &&
               bres__measure_names_find(&writer->units, measure->tag, unit.data, &measure->name);
    }
    bres__text_free(&unit);
    return done ? BRES_OK : bres__error_memory();
}

/* Writes the values of the measures of a sample. */
static void put_measures(go_writer *writer, const bres__run_measures *measures, size_t sample)
{
    size_t lost = 0;

    for (size_t i = 0; i < measures->count; i++) {
        const bres__run_measure *measure = &measures->list[i];
        char number[BRES__NUMBER_SIZE];

        if (isfinite(measure->values[sample])) {
            bres__write_format_scaled(number, measure->values[sample],
                                      strcmp(measure->tag, byte_rate) == 0 ? -6 : 0,
                                      BRES__FLOAT_VALUE);
            bres__text_printf(&writer->owner->text, "\t%s %s", number, measure->name);
        } else {
            lost++;
        }
    }
    bres__export_lose(writer->owner, "values of counters and rates that are not finite", lost);
}

/* Uses the fewest digits from which a reader, which multiplies by 1e-9, gets the same sample. */
static void format_time(char number[BRES__NUMBER_SIZE], float seconds)
{
    double read;

    bres__format_float32(number, seconds, 9, BRES__FLOAT_VALUE);
    if (bres__parse_float64(number, strlen(number), &read) != BRES__PARSE_OK ||
        (float)(read * 1e-9) != seconds)
        bres__write_format_scaled(number, seconds, 9, BRES__FLOAT_VALUE);
}

/* Writes a line for each sample of a run, whose first sample has the index `first` in the state. */
static void put_lines(go_writer *writer, const bres__written *state,
                      const bres__run_measures *measures, size_t first)
{
    bres__text *text = &writer->owner->text;

    for (size_t i = 0; i < measures->sample_count; i++) {
        char number[BRES__NUMBER_SIZE];

        format_time(number, state->times[first + i]);
        bres__text_printf(text, "%s\t%.0f\t%s ns/op", writer->name.data,
                          state->executions[first + i], number);
        put_measures(writer, measures, i);
        bres__text_putc(text, '\n');
    }
}

static bres_status put_samples(go_writer *writer, const bres__written *state)
{
    bres_status status = BRES_OK;
    size_t first = 0;

    for (size_t i = 0; i < state->run_count && status == BRES_OK; i++) {
        bres__run_measures measures = { .count = 0 };

        status = bres__run_measures_find(&measures, state, i);
        if (status == BRES_OK)
            status = find_units(writer, &measures);
        if (status == BRES_OK)
            put_lines(writer, state, &measures, first);
        first += measures.sample_count;
        bres__run_measures_free(&measures);
    }
    bres__measure_names_free(&writer->units);
    return status;
}

/* Gets the package that the reader stored in the extra JSON of the benchmark. */
static void put_source_package(bres__text *package, const bres_subbench *bench)
{
    const char *extra = bres_subbench_extra_json(bench);
    bres__arena arena = { 0 };
    bres__slice json;
    bres__slice name;

    if (extra != NULL && bres__json_member(extra, "bres/import/pkg", &json)) {
        bres__cursor cursor = bres__json_unchecked_cursor(json.data, json.length);

        if (json.data[0] == '"' && bres__json_string(&cursor, &arena, &name) == BRES_OK)
            bres__go_put_part(package, name.data, name.length, "");
    }
    bres__arena_free(&arena);
}

/* The lines that must precede a state's lines, and the digits at the end of its name. */
typedef struct go_place {
    bres__text package;
    bres__text config;
    bres__text full; /* package, name and configuration; unique for each state */
    size_t digits;   /* number of digits of processors at the end of the name */
} go_place;

static void place_free(go_place *place)
{
    bres__text_free(&place->package);
    bres__text_free(&place->config);
    bres__text_free(&place->full);
}

/* Finds the name and the place of a state: those in the imported file, or else generated ones. */
static bres_status find_place(go_writer *writer, const bres__written *state, go_place *place)
{
    const char *name = bres_state_name(state->state);

    bres__text_clear(&writer->name);
    if (writer->owner->is_source && strncmp(name, "Benchmark", strlen("Benchmark")) == 0) {
        bres__go_put_part(&writer->name, name, strlen(name), "");
        put_source_package(&place->package, bres_state_subbench(state->state));
        put_config(&place->config, state->state);
        place->digits = bres__go_source_digits(state->state, place->package.length +
                                                                 (place->package.length != 0));
    } else {
        bres__go_put_part(&place->package, state->bench, bres__go_package_length(state->bench), "");
        place->digits = bres__go_make_name(&writer->name, state, writer->ends_names);
        if (strchr(state->bench + bres__go_package_length(state->bench), '/') != NULL)
            place->digits = BRES__GO_OTHER_AXES;
    }
    if (place->package.length != 0)
        bres__text_printf(&place->full, "%s.", place->package.data);
    bres__text_puts(&place->full, bres__write_string_of(&writer->name));
    if (place->config.length != 0)
        bres__text_printf(&place->full, "\n%s", place->config.data);
    return place->package.failed || place->config.failed || writer->name.failed
               ? bres__error_memory()
               : BRES_OK;
}

static bres_status put_measured(go_writer *writer, const bres__written *state)
{
    bres__export_join_runs(writer->owner, state);
    writer->owner->writes_cpu |= state->of_cpu;
    return put_samples(writer, state);
}

static bres_status put_state(void *user, const bres__written *state)
{
    go_writer *writer = user;
    go_place place = { .full = { 0 } };
    bres_status status;

    if (state->run_count != 0 && state->count == 0)
        return bres__export_leave_out(writer->owner, "without samples");
    status = find_place(writer, state, &place);
    if (status == BRES_OK)
        status = bres__export_claim(writer->owner, &place.full, state->state);
    if (status == BRES_OK &&
        !bres__go_check_add(&writer->check, &writer->name, place.digits, state->run_count == 0))
        status = bres__error_memory();
    if (status == BRES_OK) {
        put_package(writer, &place.package);
        switch_config(writer, &place.config);
        if (state->run_count != 0)
            status = put_measured(writer, state);
        else
            put_skip(&writer->owner->text, writer->name.data, bres_state_skip_reason(state->state));
    }
    place_free(&place);
    return status;
}

bres_status bres__write_go(bres__export *self)
{
    go_writer writer = { .owner = self,
                         .ends_names = !self->is_source && bres__go_has_suffix(self->result) };
    bres_status status = bres__write_states(self, put_state, &writer);

    self->misread_for =
        "allows no slash in the name of a function, and marks GOMAXPROCS by a suffix, "
        "such as -8, that each function must have";
    if (status == BRES_OK && !bres__go_check_run(&writer.check, &self->text, &self->misread))
        status = bres__error_memory();
    self->renamed = writer.units.renamed;
    bres__go_check_free(&writer.check);
    bres__text_free(&writer.name);
    bres__text_free(&writer.package);
    bres__text_free(&writer.config);
    return status;
}

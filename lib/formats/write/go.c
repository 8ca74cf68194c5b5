/* SPDX-License-Identifier: MIT */
/*
 * Go benchmark text: a line for each sample. Names have no white space, and begin with no lower
 * case letter; states that were skipped are "--- SKIP" lines.
 */
#include "formats/write/write.h"

#include <math.h>
#include <string.h>

typedef struct go_writer {
    bres__text *text;
    const char *bench; /* of the last line of results */
    bres__text name;
} go_writer;

/* The package of a name such as example.org/sample.Sort: the bytes before the last point; 0: it has
 * none. */
static size_t package_length(const char *bench)
{
    const char *point = strrchr(bench, '.');

    if (point == NULL || point == bench || point[1] == '\0' || strpbrk(bench, " \t") != NULL ||
        strchr(point, '/') != NULL)
        return 0;
    return (size_t)(point - bench);
}

/* A part of a name without white space. */
static void put_part(bres__text *text, const char *part)
{
    for (; *part != '\0'; part++)
        bres__text_putc(text, (unsigned char)*part <= ' ' ? '_' : *part);
}

static void make_name(go_writer *writer, const bres__written *state)
{
    bres__text *name = &writer->name;
    const char *processors = "1";
    const size_t package = package_length(state->bench);
    const char *base = state->bench + package + (package != 0);

    bres__text_clear(name);
    bres__text_puts(name, "Benchmark");
    if (*base >= 'a' && *base <= 'z')
        bres__text_putc(name, (char)(*base++ - 'a' + 'A'));
    put_part(name, base);
    for (size_t i = 0; i < bres_state_axis_value_count(state->state); i++) {
        const bres_value *value = bres_state_axis_value_at(state->state, i);

        if (strcmp(bres_value_name(value), "GOMAXPROCS") == 0) {
            processors = bres_value_text(value);
            continue;
        }
        bres__text_putc(name, '/');
        put_part(name, bres_value_name(value));
        bres__text_putc(name, '=');
        put_part(name, bres_value_text(value));
    }
    if (strcmp(processors, "1") != 0)
        bres__text_printf(name, "-%s", processors);
}

static void put_package(go_writer *writer, const char *bench)
{
    const size_t length = package_length(bench);
    const size_t before = writer->bench != NULL ? package_length(writer->bench) : 0;

    if (length != before || (length != 0 && strncmp(bench, writer->bench, length) != 0))
        bres__text_printf(writer->text, "pkg: %.*s\n", (int)length, bench);
    writer->bench = bench;
}

static void put_line(go_writer *writer, const bres__written *state, double seconds)
{
    char number[BRES__NUMBER_SIZE];

    bres__format_float64(number, seconds * 1e9, BRES__FLOAT_VALUE);
    bres__text_printf(writer->text, "%s\t%.0f\t%s ns/op\n", writer->name.data, state->executions,
                      number);
}

static bres_status put_state(void *user, const bres__written *state)
{
    go_writer *writer = user;

    put_package(writer, state->bench);
    make_name(writer, state);
    if (writer->name.failed)
        return bres__error_memory();
    if (bres_state_is_skipped(state->state))
        bres__text_printf(writer->text, "--- SKIP: %s\n", writer->name.data);
    for (size_t i = 0; i < state->count; i++)
        put_line(writer, state, (double)state->times[i]);
    if (state->count == 0 && !isnan(state->mean))
        put_line(writer, state, state->mean);
    return BRES_OK;
}

bres_status bres__write_go(const bres_result *result, bres__text *text)
{
    go_writer writer = { .text = text };
    const bres_status status = bres__write_states(result, put_state, &writer);

    bres__text_free(&writer.name);
    return status;
}

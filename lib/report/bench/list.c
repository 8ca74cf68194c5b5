/* SPDX-License-Identifier: MIT */
/*
 * Lists of devices and benchmarks.
 */
#include "nvbench/write/write.h"
#include "report/bench/bench.h"

#include <inttypes.h>
#include <string.h>

void bres__list_devices(bres__text *text, const bres_result *result, const char *reason)
{
    const size_t count = bres_result_device_count(result);

    bres__text_puts(text, "# Devices\n\n");
    if (count == 0)
        bres__text_printf(text, "None: %s\n", reason);
    for (size_t i = 0; i < count; i++) {
        const bres_device *device = bres_result_device_at(result, i);

        bres__text_printf(text, "* [%" PRId64 "] %s\n", bres_device_id(device),
                          bres_device_name(device));
    }
    bres__text_putc(text, '\n');
}

static void put_type(bres__text *text, const bres_axis_value *value)
{
    const char *description = bres_axis_value_description(value);

    bres__text_puts(text, bres_axis_value_input_string(value));
    if (description != NULL && description[0] != '\0')
        bres__text_printf(text, " (%s)", description);
}

/* The description of a value on a power-of-two axis is "2^3 = 8". */
static void put_axis_value(bres__text *text, const bres_axis_value *value)
{
    const char *description = bres_axis_value_description(value);
    char number[BRES__NUMBER_SIZE];
    double real;

    if (description != NULL && description[0] != '\0') {
        bres__text_puts(text, description);
    } else if (bres_axis_value_kind(value) == BRES_KIND_FLOAT64 &&
               bres_axis_value_float64(value, &real)) {
        bres__format_float64(number, real, BRES__FLOAT_VALUE);
        bres__text_puts(text, number);
    } else {
        bres__text_puts(text, value->text);
    }
}

static void put_axis(bres__text *text, const bres_axis *axis)
{
    const char *flags = bres_axis_flags(axis);
    const bool types = strcmp(bres_axis_type(axis), "type") == 0;

    bres__text_printf(text, "* %s (%s%s%s)\n", bres_axis_name(axis), bres_axis_type(axis),
                      flags[0] != '\0' ? ", " : "", flags);
    for (size_t i = 0; i < bres_axis_value_count(axis); i++) {
        const bres_axis_value *value = bres_axis_value_at(axis, i);

        if (!bres_axis_value_is_active(value))
            continue;
        bres__text_puts(text, "  * ");
        if (types)
            put_type(text, value);
        else
            put_axis_value(text, value);
        bres__text_putc(text, '\n');
    }
}

void bres__list_benches(bres__text *text, const bres__listed_bench *benches, size_t count)
{
    bres__text_puts(text, "# Benchmarks\n");
    for (size_t i = 0; i < count; i++) {
        const bres_subbench *bench = benches[i].bench;
        const size_t axis_count = bres_subbench_axis_count(bench);

        bres__text_printf(text, "\n## [%zu] %s (%zu configurations)\n", benches[i].index,
                          bres_subbench_name(bench), benches[i].state_count);
        if (axis_count != 0)
            bres__text_puts(text, "\n### Axes\n\n");
        for (size_t k = 0; k < axis_count; k++)
            put_axis(text, bres_subbench_axis_at(bench, k));
    }
}

void bres__list_benches_json(bres__text *text, const bres__listed_bench *benches, size_t count)
{
    bres__json_writer json = { .text = text, .empty = true, .visible = true };

    bres__json_begin(&json, '{');
    bres__json_key(&json, "benchmarks");
    bres__json_begin(&json, '[');
    for (size_t i = 0; i < count; i++) {
        bres__json_begin(&json, '{');
        bres__json_put_text(&json, "name", bres_subbench_name(benches[i].bench));
        bres__json_put_count(&json, "index", benches[i].index);
        bres__write_axes(&json, benches[i].bench, BRES__JSON_ARRAY);
        bres__json_end(&json, '}');
    }
    bres__json_end(&json, ']');
    bres__json_end(&json, '}');
    bres__text_putc(text, '\n');
}

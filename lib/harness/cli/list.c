/* SPDX-License-Identifier: MIT */
/*
 * Lists of the benchmarks that a command line selects.
 */
#include "harness/cli/program.h"
#include "nvbench/write/write.h"

#include <inttypes.h>
#include <string.h>

/* The index by which --benchmark knows it. */
static size_t bench_index(const bres_bench *bench)
{
    const bres_suite *suite = bench->suite;
    size_t index = 0;

    while (index < suite->bench_count && strcmp(suite->benches[index]->name, bench->name) != 0)
        index++;
    return index;
}

static void put_axis_value(bres__text *text, const bres__axis *axis, size_t index)
{
    char number[BRES__NUMBER_SIZE];

    switch (axis->type) {
    case BRES__AXIS_INT64:
        bres__text_printf(text, "%" PRId64, axis->integers[index]);
        break;
    case BRES__AXIS_POW2:
        bres__text_printf(text, "2^%" PRId64 " = %" PRId64, axis->integers[index],
                          INT64_C(1) << axis->integers[index]);
        break;
    case BRES__AXIS_FLOAT64:
        bres__format_float64(number, axis->reals[index], BRES__FLOAT_VALUE);
        bres__text_puts(text, number);
        break;
    case BRES__AXIS_STRING:
        bres__text_puts(text, axis->strings[index]);
        break;
    }
}

static void put_axis(bres__text *text, const bres__axis *axis)
{
    static const char *const types[] = {
        [BRES__AXIS_INT64] = "int64",
        [BRES__AXIS_POW2] = "int64, pow2",
        [BRES__AXIS_FLOAT64] = "float64",
        [BRES__AXIS_STRING] = "string",
    };

    bres__text_printf(text, "* %s (%s)\n", axis->name, types[axis->type]);
    for (size_t i = 0; i < axis->count; i++) {
        bres__text_puts(text, "  * ");
        put_axis_value(text, axis, i);
        bres__text_putc(text, '\n');
    }
}

void bres__put_list(bres__text *text, const bres__invocation *invocation)
{
    bres__text_puts(text, "# Benchmarks\n");
    for (size_t i = 0; i < invocation->bench_count; i++) {
        const bres_bench *bench = invocation->benches[i];

        bres__text_printf(text, "\n## [%zu] %s (%zu configurations)\n", bench_index(bench),
                          bench->name, bres__bench_state_count(bench));
        if (bench->axis_count != 0)
            bres__text_puts(text, "\n### Axes\n\n");
        for (size_t k = 0; k < bench->axis_count; k++)
            put_axis(text, &bench->axes[k]);
    }
}

static void put_json_bench(bres__json_writer *json, const bres_bench *bench,
                           const bres_subbench *made)
{
    bres__json_begin(json, '{');
    bres__json_key(json, "name");
    bres__json_write_string(json, bench->name);
    bres__json_key(json, "index");
    bres__json_write_int64(json, (int64_t)bench_index(bench));
    bres__write_axes(json, made, BRES__JSON_ARRAY);
    bres__json_end(json, '}');
}

bres_status bres__put_json_benches(bres__text *text, const bres__invocation *invocation)
{
    const bres__plan plan = {
        .benches = (const bres_bench *const *)invocation->benches,
        .bench_count = invocation->bench_count,
    };
    bres__json_writer json = { .text = text, .empty = true };
    bres_result *result = NULL;
    bres_status status = bres_result_new(&result);

    if (status == BRES_OK)
        status = bres__plan_add_benches(&plan, result);
    if (status == BRES_OK) {
        bres__json_begin(&json, '{');
        bres__json_key(&json, "benchmarks");
        bres__json_begin(&json, '[');
        for (size_t i = 0; i < invocation->bench_count; i++)
            put_json_bench(&json, invocation->benches[i], result->subbenches[i]);
        bres__json_end(&json, ']');
        bres__json_end(&json, '}');
        bres__text_putc(text, '\n');
    }
    bres_result_unref(result);
    return status == BRES_OK && text->failed ? bres__error_memory() : status;
}

/* SPDX-License-Identifier: MIT */
/*
 * Replaces every value of a document in turn by a value of each kind. The table has the outcome of
 * every load, so that each change of behaviour shows.
 */
#include "base/base.h"
#include "support/loading.h"
#include "support/support.h"
#include "support/walk.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const char *const replacements[] = { "null", "true", "1", "1.5", "\"x\"", "[]", "{}" };

static const char sample[] =
    "{'meta': {'version': {'json': {'string': '1.0.0'}}},"
    " 'own': 1,"
    " 'devices': [{'id': 0, 'name': 'GPU', 'sm_version': 900}],"
    " 'benchmarks': [{'name': 'b', 'index': 0, 'devices': [0],"
    "  'axes': [{'name': 'N', 'type': 'int64', 'flags': 'pow2', 'own': 1, 'values':"
    "   [{'input_string': '8', 'description': 'd', 'value': 256, 'is_active': true, 'own': 1}]}],"
    "  'states': [{'name': 's', 'timeout': 15.0, 'device': 0, 'type_config_index': 0,"
    "   'axis_values': [{'name': 'N', 'type': 'int64', 'value': '256', 'input_string': '8'}],"
    "   'summaries': ["
    "    {'tag': 't', 'name': 'n', 'description': 'd', 'hint': 'h', 'hide': 'y', 'own': 1,"
    "     'data': [{'name': 'i', 'type': 'int64', 'value': '12', 'own': 1},"
    "      {'name': 'f', 'type': 'float64', 'value': '1.5'},"
    "      {'name': 's', 'type': 'string', 'value': 'text'}]},"
    "    {'tag': 'nv/cold/bw/global/utilization', 'data':"
    "     [{'name': 'value', 'type': 'float64', 'value': '0.5'}]},"
    "    {'tag': 'nv/json/bin:nv/cold/sample_times', 'data':"
    "     [{'name': 'filename', 'type': 'string', 'value': 'r.json-bin/0.bin'},"
    "      {'name': 'size', 'type': 'int64', 'value': '2'}]}],"
    "   'is_skipped': true, 'skip_reason': 'why', 'run': 3}]}]}";

/* The outcomes of the seven replacements of a value, in their order, in a strict and a lenient
 * load. Each is the number of warnings, '.' for 0, or the letter of the error. */
typedef struct kind_outcome {
    const char *path;
    const char *strict;
    const char *lenient;
} kind_outcome;

static const kind_outcome outcomes[] = {
    { "", "kkkkkke", "kkkkkke" },
    { "meta", ".kkkkk.", ".11111." },
    { "meta.version", ".......", "......." },
    { "meta.version.json", ".......", "......." },
    { "meta.version.json.string", ".......", "......." },
    { "own", ".......", "......." },
    { "devices", ".kkkk.k", ".1111.1" },
    { "devices[0]", "kkkkkke", "1111111" },
    { "devices[0].id", "vv.vvvv", "11.1111" },
    { "devices[0].name", "kkkk.kk", "1111.11" },
    { "devices[0].sm_version", ".......", "......." },
    { "benchmarks", ".kkkk.k", ".kkkk.k" },
    { "benchmarks[0]", "kkkkkke", "kkkkkk2" },
    { "benchmarks[0].name", "kkkk.kk", "1111.11" },
    { "benchmarks[0].index", ".......", "......." },
    { "benchmarks[0].devices", ".kkkk.k", ".1111.1" },
    { "benchmarks[0].devices[0]", "kk.kkkk", "11.1111" },
    { "benchmarks[0].axes", "ekkkkeo", "122221o" },
    { "benchmarks[0].axes[0]", "kkkkkke", "2222223" },
    { "benchmarks[0].axes[0].name", "kkkkekk", "2222122" },
    { "benchmarks[0].axes[0].type", ".......", "......." },
    { "benchmarks[0].axes[0].flags", ".......", "......." },
    { "benchmarks[0].axes[0].own", ".......", "......." },
    { "benchmarks[0].axes[0].values", ".kkkk.k", ".1111.1" },
    { "benchmarks[0].axes[0].values[0]", "kkkkkke", "1111111" },
    { "benchmarks[0].axes[0].values[0].input_string", "kkkk.kk", "1111.11" },
    { "benchmarks[0].axes[0].values[0].description", ".......", "......." },
    { "benchmarks[0].axes[0].values[0].value", ".......", "......." },
    { "benchmarks[0].axes[0].values[0].is_active", ".......", "......." },
    { "benchmarks[0].axes[0].values[0].own", ".......", "......." },
    { "benchmarks[0].states", ".kkkk.o", ".kkkk.o" },
    { "benchmarks[0].states[0]", "kkkkkke", "kkkkkk1" },
    { "benchmarks[0].states[0].name", "kkkk.kk", "1111.11" },
    { "benchmarks[0].states[0].timeout", ".......", "......." },
    { "benchmarks[0].states[0].device", ".k.kkkk", ".1.1111" },
    { "benchmarks[0].states[0].type_config_index", ".k.kkkk", ".1.1111" },
    { "benchmarks[0].states[0].axis_values", ".kkkk.o", ".1111.o" },
    { "benchmarks[0].states[0].axis_values[0]", "kkkkkke", "1111111" },
    { "benchmarks[0].states[0].axis_values[0].name", "eeeeeee", "1111111" },
    { "benchmarks[0].states[0].axis_values[0].type", ".......", "......." },
    { "benchmarks[0].states[0].axis_values[0].value", ".....kk", ".....11" },
    { "benchmarks[0].states[0].axis_values[0].input_string", ".......", "......." },
    { "benchmarks[0].states[0].summaries", ".kkkk.o", ".1111.o" },
    { "benchmarks[0].states[0].summaries[0]", "kkkkkke", "1111111" },
    { "benchmarks[0].states[0].summaries[0].tag", "kkkk.kk", "1111.11" },
    { "benchmarks[0].states[0].summaries[0].name", ".......", "......." },
    { "benchmarks[0].states[0].summaries[0].description", ".......", "......." },
    { "benchmarks[0].states[0].summaries[0].hint", ".......", "......." },
    { "benchmarks[0].states[0].summaries[0].hide", ".......", "......." },
    { "benchmarks[0].states[0].summaries[0].own", ".......", "......." },
    { "benchmarks[0].states[0].summaries[0].data", "kkkkk.k", "11111.1" },
    { "benchmarks[0].states[0].summaries[0].data[0]", "kkkkkkv", "1111111" },
    { "benchmarks[0].states[0].summaries[0].data[0].name", "vvvv.vv", "1111.11" },
    { "benchmarks[0].states[0].summaries[0].data[0].type", "vvvvvvv", "1111111" },
    { "benchmarks[0].states[0].summaries[0].data[0].value", "....vvv", "....111" },
    { "benchmarks[0].states[0].summaries[0].data[0].own", ".......", "......." },
    { "benchmarks[0].states[0].summaries[0].data[1]", "kkkkkkv", "1111111" },
    { "benchmarks[0].states[0].summaries[0].data[1].name", "vvvv.vv", "1111.11" },
    { "benchmarks[0].states[0].summaries[0].data[1].type", "vvvvvvv", "1111111" },
    { "benchmarks[0].states[0].summaries[0].data[1].value", "....vvv", "....111" },
    { "benchmarks[0].states[0].summaries[0].data[2]", "kkkkkkv", "1111111" },
    { "benchmarks[0].states[0].summaries[0].data[2].name", "vvvv.vv", "1111.11" },
    { "benchmarks[0].states[0].summaries[0].data[2].type", "vvvvvvv", "1111111" },
    { "benchmarks[0].states[0].summaries[0].data[2].value", ".vvv.vv", ".111.11" },
    { "benchmarks[0].states[0].summaries[1]", "kkkkkke", "1111111" },
    { "benchmarks[0].states[0].summaries[1].tag", "kkkk.kk", "1111.11" },
    { "benchmarks[0].states[0].summaries[1].data", "kkkkk.k", "11111.1" },
    { "benchmarks[0].states[0].summaries[1].data[0]", "kkkkkkv", "1111111" },
    { "benchmarks[0].states[0].summaries[1].data[0].name", "vvvv.vv", "1111.11" },
    { "benchmarks[0].states[0].summaries[1].data[0].type", "vvvvvvv", "1111111" },
    { "benchmarks[0].states[0].summaries[1].data[0].value", "....vvv", "....111" },
    { "benchmarks[0].states[0].summaries[2]", "kkkkkke", "1111111" },
    { "benchmarks[0].states[0].summaries[2].tag", "kkkk.kk", "1111.11" },
    { "benchmarks[0].states[0].summaries[2].data", "kkkkkvk", "2222212" },
    { "benchmarks[0].states[0].summaries[2].data[0]", "kkkkkkv", "2222222" },
    { "benchmarks[0].states[0].summaries[2].data[0].name", "vvvvvvv", "2222122" },
    { "benchmarks[0].states[0].summaries[2].data[0].type", "vvvvvvv", "2222222" },
    { "benchmarks[0].states[0].summaries[2].data[0].value", "vvvv1vv", "1111111" },
    { "benchmarks[0].states[0].summaries[2].data[1]", "kkkkkkv", "2222222" },
    { "benchmarks[0].states[0].summaries[2].data[1].name", "vvvvvvv", "2222122" },
    { "benchmarks[0].states[0].summaries[2].data[1].type", "vvvvvvv", "2222222" },
    { "benchmarks[0].states[0].summaries[2].data[1].value", "vsssvvv", "1111111" },
    { "benchmarks[0].states[0].is_skipped", "..kkkkk", "..11111" },
    { "benchmarks[0].states[0].skip_reason", ".......", "......." },
    { "benchmarks[0].states[0].run", ".......", "......." },
};

typedef struct kind_walk {
    const char *directory; /* of the result, for its sidecars */
    const char *json;
    bres__cursor cursor;
    size_t place; /* index in `outcomes` */
    char path[256];
} kind_walk;

static char letter(bres_status status, size_t warnings)
{
    static const char letters[] = {
        [BRES_ERROR_SYNTAX] = 'Y', [BRES_ERROR_KEY] = 'e',     [BRES_ERROR_KIND] = 'k',
        [BRES_ERROR_VALUE] = 'v',  [BRES_ERROR_SIDECAR] = 's', [BRES_ERROR_VERSION] = 'o',
    };

    if (status == BRES_OK)
        return warnings == 0 ? '.' : (char)('0' + warnings);
    cr_assert((size_t)status < sizeof letters && letters[status] != '\0', "%s",
              bres_status_name(status));
    return letters[status];
}

static char load_replaced(const kind_walk *walk, const bres__slice *value, const char *replacement,
                          uint32_t flags)
{
    bres_test_log log = { 0 };
    bres_load_options options = bres_test_options(flags, &log);
    bres__text text = { 0 };
    bres_result *result;
    bres_status status;
    char outcome;

    options.directory = walk->directory;
    bres__text_append(&text, walk->json, (size_t)(value->data - walk->json));
    bres__text_puts(&text, replacement);
    bres__text_puts(&text, value->data + value->length);
    status = bres_result_load_memory(text.data, text.length, &options, &result);
    cr_assert_eq(status == BRES_OK, result != NULL, "%s = %s", walk->path, replacement);
    if (result != NULL)
        bres_walk_result(result);
    bres_result_unref(result);
    outcome = letter(status, log.count);
    bres_test_log_clear(&log);
    bres__text_free(&text);
    return outcome;
}

static void check_value(kind_walk *walk, const bres__slice *value)
{
    const kind_outcome *row = &outcomes[walk->place];
    char found[2][COUNT(replacements) + 1] = { "", "" };

    for (uint32_t flags = 0; flags <= BRES_LOAD_LENIENT; flags++)
        for (size_t i = 0; i < COUNT(replacements); i++)
            found[flags][i] = load_replaced(walk, value, replacements[i], flags);
    cr_expect(walk->place < COUNT(outcomes) && strcmp(row->path, walk->path) == 0 &&
                  strcmp(row->strict, found[0]) == 0 && strcmp(row->lenient, found[1]) == 0,
              "{ \"%s\", \"%s\", \"%s\" },", walk->path, found[0], found[1]);
    walk->place++;
}

static void walk_value(kind_walk *walk);

static void walk_container(kind_walk *walk, bool object)
{
    size_t stem = strlen(walk->path);
    bres__arena arena = { 0 };
    bres__json_walk values = object ? bres__json_walk_object(&walk->cursor, &arena)
                                    : bres__json_walk_list(&walk->cursor);

    cr_assert_eq(values.status, BRES_OK);
    for (size_t i = 0; bres__json_walk_next(&values); i++) {
        if (object)
            snprintf(walk->path + stem, sizeof walk->path - stem, "%s%.*s", stem > 0 ? "." : "",
                     (int)values.key.length, values.key.data);
        else
            snprintf(walk->path + stem, sizeof walk->path - stem, "[%zu]", i);
        walk_value(walk);
    }
    walk->path[stem] = '\0';
    bres__arena_free(&arena);
}

static void walk_value(kind_walk *walk)
{
    bres__json_kind kind = bres__json_peek(&walk->cursor);
    bres__cursor again = walk->cursor;
    bres__slice value;

    cr_assert_eq(bres__json_skip(&walk->cursor, &value), BRES_OK, "%s", bres_last_error());
    check_value(walk, &value);
    if (kind != BRES__JSON_OBJECT && kind != BRES__JSON_ARRAY)
        return;
    walk->cursor = again;
    walk_container(walk, kind == BRES__JSON_OBJECT);
}

Test(nvbench, load_with_every_value_of_every_kind)
{
    const float samples[] = { 1, 2 };
    char *json = bres_test_json(sample);
    kind_walk walk = {
        .directory = bres_test_directory(),
        .json = json,
        .cursor = bres__json_cursor(json, strlen(json)),
    };
    char path[512];

    snprintf(path, sizeof path, "%s/r.json-bin", walk.directory);
    cr_assert_eq(mkdir(path, 0777), 0);
    snprintf(path, sizeof path, "%s/r.json-bin/0.bin", walk.directory);
    bres_test_write_file(path, samples, sizeof samples);
    walk_value(&walk);
    cr_expect_eq(walk.place, COUNT(outcomes));
    free(json);
}

/* SPDX-License-Identifier: MIT */
/*
 * pytest-benchmark's JSON: tests, with the time of each round if the file has the times.
 */
#include "formats/tree.h"

#include <math.h>
#include <string.h>

static bool pytest_benchmark_detect(const bres__input *input)
{
    return bres__shape_is(&input->text, "machine_info", BRES__JSON_OBJECT) &&
           bres__shape_is(&input->text, "benchmarks", BRES__JSON_ARRAY);
}

/* Whether a text can represent the value of a parameter. For an object that JSON cannot express,
 * pytest-benchmark writes an address, which differs between runs. */
static bool parameter_is_plain(const bres__node *value)
{
    static const char unserializable[] = "UNSERIALIZABLE[";
    const bres__json_kind kind = bres__node_kind(value);
    const char *text = bres__node_text(value);

    if (kind == BRES__JSON_OBJECT || kind == BRES__JSON_ARRAY)
        return false;
    return kind != BRES__JSON_STRING ||
           (text != NULL && strncmp(text, unserializable, strlen(unserializable)) != 0);
}

static bool parameters_are_plain(const bres__node *parameters)
{
    bres__members_walk walk = { .object = parameters };

    while (bres__members_next(&walk)) {
        if (!parameter_is_plain(&walk.member))
            return false;
    }
    return bres__node_count(parameters) > 0;
}

/* Adds the parameters as axes, or else their id. */
static void test_put_axes(const bres__node *test, bres__draft_state *state)
{
    bres__node parameters;
    bres__node id;

    if (bres__node_find(test, "params", &parameters) && parameters_are_plain(&parameters)) {
        bres__members_walk walk = { .object = &parameters };

        while (bres__members_next(&walk))
            bres__draft_axis_value(state, walk.member.key, BRES__AXIS_TYPED,
                                   bres__node_as_text(&walk.member));
    } else if (bres__node_find(test, "param", &id)) {
        bres__draft_axis_value(state, "param", BRES__AXIS_TYPED, bres__node_as_text(&id));
    }
}

/* The name of the test without the id of its parameters, "NAME[ID]". Both parts may have brackets.
 */
static void test_put_bench(const bres__node *test, const char *name, bres__text *bench)
{
    size_t length = strlen(name);
    bres__text end = { 0 };
    bres__node id;

    if (bres__node_find(test, "param", &id))
        bres__text_printf(&end, "[%s]", bres__node_as_text(&id));
    if (length > end.length && end.length > 0 && strcmp(name + length - end.length, end.data) == 0)
        length -= end.length;
    bres__text_append(bench, name, length);
    bench->failed |= end.failed;
    bres__text_free(&end);
}

static bres_status stats_put_samples(const bres__node *data, double iterations,
                                     bres__draft_state *state)
{
    bres_status status = BRES_OK;

    for (size_t i = 0; i < bres__node_count(data) && status == BRES_OK; i++) {
        const bres__node round = bres__node_at(data, i);
        double seconds = 0;

        status = bres__node_float64(&round, &seconds);
        if (status == BRES_OK && !(isfinite(seconds) && seconds >= 0))
            status = bres__node_fault(&round, BRES_ERROR_VALUE,
                                      bres__range_text(BRES__RANGE_NOT_NEGATIVE), "%s",
                                      bres__node_as_text(&round));
        bres__draft_sample(state, seconds, iterations);
    }
    return status;
}

static bres_status stats_put_aggregates(const bres__node *stats, bres__draft_state *state)
{
    static const struct {
        const char *key;
        const char *name;
    } aggregates[] = { { "mean", "mean" },
                       { "median", "median" },
                       { "stddev", "stdev" },
                       { "min", "min" },
                       { "max", "max" } };
    double value = 0;
    bres_status status = BRES_OK;

    for (size_t i = 0; i < sizeof(aggregates) / sizeof(*aggregates) && status == BRES_OK; i++) {
        status = bres__node_read_duration(stats, aggregates[i].key, &value);
        if (status == BRES_OK)
            bres__draft_time(state, aggregates[i].name, value);
    }
    if (status == BRES_OK)
        status = bres__node_read_float64(stats, "rounds", &value);
    if (status == BRES_OK)
        bres__draft_value(state, &(bres__measure){ .tag = "bres/import/sample_size" }, value);
    return status;
}

static bres_status test_put_stats(const bres__node *test, bres__draft_state *state)
{
    double iterations = 1;
    bres__node stats;
    bres__node data;
    bool found = false;
    bres_status status = bres__node_require(test, "stats", BRES__JSON_OBJECT, &stats);

    if (status == BRES_OK)
        status = bres__node_read_duration(&stats, "iterations", &iterations);
    if (status == BRES_OK)
        status = bres__node_optional(&stats, "data", BRES__JSON_ARRAY, &data, &found);
    if (status != BRES_OK)
        return status;
    return found && bres__node_count(&data) > 0 ? stats_put_samples(&data, iterations, state)
                                                : stats_put_aggregates(&stats, state);
}

static bres_status test_read(bres__import *import, const bres__node *test)
{
    static const char *const known[] = { "name",  "fullname", "group", "params",
                                         "param", "stats",    NULL };
    bres__draft *draft = &import->draft;
    bres__draft_state *state = bres__draft_begin(draft);
    bres__text bench = { 0 };
    const char *name = NULL;
    bres__node group;
    bres_status status = bres__node_read_text(test, "fullname", &name);

    if (status == BRES_OK)
        status = test_put_stats(test, state);
    if (status != BRES_OK)
        return status;
    bres__draft_name(state, name);
    test_put_axes(test, state);
    bres__node_keep_others(test, known, state);
    test_put_bench(test, name, &bench);
    draft->failed |= bench.failed;
    bres__draft_add(state, bench.length != 0 ? bench.data : "");
    if (bres__node_find(test, "group", &group)) {
        const bres__slice json = bres__node_json(&group);

        bres__draft_extra(state, "group", json.data, json.length);
    }
    bres__text_free(&bench);
    return BRES_OK;
}

/* Adds the facts about the machine, the revision and the tool. */
static void root_put_provenance(const bres__node *root, bres__draft *draft)
{
    static const char *const host_keys[] = { "node",   "processor", "machine", "release",
                                             "system", "cpu",       NULL };
    bres__node member;
    bres__slice json;

    if (bres__node_find(root, "machine_info", &member)) {
        json = bres__node_json(&member);
        bres__draft_facts(draft, &json, host_keys);
    }
    if (bres__node_find(root, "commit_info", &member)) {
        json = bres__node_json(&member);
        bres__draft_meta_json(draft, "revision", json.data, json.length);
    }
    if (bres__node_find(root, "version", &member))
        bres__draft_provenance(draft, "tool_version", bres__node_as_text(&member));
    if (bres__node_find(root, "datetime", &member))
        bres__draft_provenance(draft, "time", bres__node_as_text(&member));
}

static bres_status pytest_benchmark_read(bres__import *import)
{
    bres__node root;
    bres__node tests;
    bres_status status = bres__tree_open(import, &root);

    if (status == BRES_OK)
        status = bres__node_require(&root, "benchmarks", BRES__JSON_ARRAY, &tests);
    for (size_t i = 0; status == BRES_OK && i < bres__node_count(&tests); i++) {
        const bres__node test = bres__node_at(&tests, i);

        status = bres__import_tolerate(import, test_read(import, &test));
    }
    if (status == BRES_OK)
        root_put_provenance(&root, &import->draft);
    bres__tree_close(&root);
    return status;
}

const bres__file_format bres__format_of_pytest_benchmark = {
    .name = "pytest-benchmark",
    .tool = "pytest-benchmark",
    .detect = pytest_benchmark_detect,
    .read = pytest_benchmark_read,
};

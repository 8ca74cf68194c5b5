/* SPDX-License-Identifier: MIT */
/*
 * Every allocation and every system call of a load fails once.
 */
#include "base/base.h"
#include "support/loading.h"
#include "support/support.h"
#include "support/walk.h"

#include <criterion/criterion.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Escapes, unknown keys, repeats and faults at every level, so that every part of the reader
 * allocates memory. */
static const char document[] =
    "{'meta': {'version': {'json': {'string': '1.0.0'}}}, 'o\\u0077n': {'a': [1, 2]},"
    " 'devices': [{'id': 0, 'name': 'GPU'}, {'id': '1', 'name': 'G\\u00e9'}],"
    " 'benchmarks': [{'name': 'gone', 'states': [{'name': 'x'}]}], 'benchmarks': ["
    " {'name': 'b\\n', 'own': 1, 'devices': [0, 1], 'axes': ["
    "  {'name': 'N', 'type': 'int64', 'flags': 'pow2', 'own': 1, 'values': ["
    "   {'input_string': '3', 'description': '2^3 = 8', 'value': 8, 'own': 1},"
    "   {'input_string': '4', 'value': 16}]},"
    "  {'name': 'F', 'flags': '', 'values': [{'input_string': '0.5', 'value': 0.5}]}],"
    "  'states': [{'name': 's', 'timeout': 1.5, 'run': 1, 'device': 0, 'axis_values': ["
    "    {'name': 'N', 'type': 'int64', 'value': '8', 'input_string': '3'},"
    "    {'name': 'F', 'type': 'float64', 'value': 0.25, 'own': 1}],"
    "   'summaries': [{'data': [{'name': 'value', 'type': 'int64', 'value': '1', 'own': 1}],"
    "     'tag': 't', 'own': {'\\u0041': 1}},"
    "    {'tag': 'nv/json/bin:nv/cold/sample_times', 'data': ["
    "     {'name': 'filename', 'type': 'string', 'value': 'x/r.json-bin/0.bin'},"
    "     {'name': 'size', 'type': 'int64', 'value': '2'}]},"
    "    {'tag': 'nv/json/freqs-bin:nv/cold/sample_freqs', 'data': ["
    "     {'name': 'filename', 'type': 'string', 'value': 'q/r.json-freqs-bin/0.bin'},"
    "     {'name': 'size', 'type': 'int64', 'value': '2'}]}],"
    "   'is_skipped': true, 'skip_reason': 'w\\u0068y'},"
    "  {'name': 't'%s}]},"
    " {'name': 'c', 'states': []}]}";

/* A second state with faults that only a lenient load survives. */
static const char faults[] = ", 'device': 'x', 'summaries': [{'tag': 5}, {'tag': 't', 'data': ["
                             "{'name': 'value', 'type': 'int64', 'value': 'x'}]},"
                             "{'tag': 'nv/json/bin:nv/cold/sample_times'}]";

typedef struct failure_context {
    const char *directory; /* parent of q, the directory of the result */
    uint32_t flags;
    uint32_t threads;
    bres_walk walk;
} failure_context;

static const char *make_tree(bool faulty)
{
    const char *root = bres_test_directory();
    char path[PATH_MAX];
    char text[4096];
    char *json;

    snprintf(text, sizeof text, document, faulty ? faults : "");
    json = bres_test_json(text);
    bres_test_write_samples(root, "q/r.json-bin/0.bin", 1, 2);
    bres_test_write_samples(root, "q/r.json-freqs-bin/0.bin", 5, 2);
    snprintf(path, sizeof path, "%s/q/r.json", root);
    bres_test_write_file(path, json, strlen(json));
    free(json);
    return root;
}

/* Accepts late and missing warnings; fails only on a malformed warning. */
static void ignore_warning(void *user, bres_log_level level, const char *message)
{
    (void)user;
    cr_assert(level == BRES_LOG_WARNING && message[0] != '\0');
}

static bres_status use_samples(const bres_state *state)
{
    const float *values;
    size_t count;
    bres_status status = bres_state_samples(state, &values, &count);

    cr_assert_eq(values != NULL, status == BRES_OK);
    cr_assert_eq(count, status == BRES_OK ? 2 : 0);
    if (status != BRES_OK)
        return status;
    status = bres_state_frequencies(state, &values, &count);
    cr_assert_eq(values != NULL, status == BRES_OK);
    return status;
}

static bres_status run(void *argument)
{
    failure_context *context = argument;
    bres_load_options options = bres_test_options(context->flags, NULL);
    bres_result *result = (bres_result *)argument;
    char path[PATH_MAX];
    bres_status status;

    options.threads = context->threads;
    options.log = ignore_warning;
    snprintf(path, sizeof path, "%s/q/r.json", context->directory);
    status = bres_result_load(path, &options, &result);
    cr_assert_eq(result != NULL, status == BRES_OK);
    if (status == BRES_OK && !bres__faults_hit()) {
        status = use_samples(bres_test_state(result));
        if (status == BRES_OK)
            context->walk = bres_walk_result(result);
    }
    bres_result_unref(result);
    /* A sidecar that cannot be examined or opened gives a sidecar error. */
    if (status == BRES_ERROR_SIDECAR && bres__faults_hit())
        status = BRES_ERROR_IO;
    return status;
}

static void sweep(unsigned kinds, bres_status expected, bool faulty)
{
    static const uint32_t threads[] = { 1, 2 };

    for (size_t i = 0; i < 2; i++) {
        failure_context context = {
            .directory = make_tree(faulty),
            .flags = (faulty ? BRES_LOAD_LENIENT : 0) | BRES_LOAD_CONFINE | BRES_LOAD_CWD_FALLBACK,
            .threads = threads[i],
        };

        /* Two faults do not fail a load: a warning without memory loses its location, and a sidecar
         * that cannot be examined gives only a warning. */
        bres_test_sweep_partial(kinds, expected, run, &context);
        cr_assert_eq(context.walk.states, 2);
    }
}

Test(nvbench, load_without_memory)
{
    sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, false);
}

Test(nvbench, load_leniently_without_memory)
{
    sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, true);
}

Test(nvbench, load_with_failing_system_calls)
{
    sweep(BRES__FAULT_IO, BRES_ERROR_IO, false);
}

Test(nvbench, load_leniently_with_failing_system_calls)
{
    sweep(BRES__FAULT_IO, BRES_ERROR_IO, true);
}

/* If the examination of the right file fails once, the load does not take another file. */
static bres_status find_one_of_two(void *directory)
{
    const float *values;
    bres_result *result;
    size_t count;
    bres_status status = bres_test_load_result(directory, BRES_LOAD_LENIENT, NULL, &result);

    if (status != BRES_OK)
        return status;
    status = bres_state_samples(bres_test_state(result), &values, &count);
    cr_assert(values == NULL || values[0] == 1, "%g", (double)values[0]);
    bres_result_unref(result);
    return status;
}

Test(nvbench, load_finds_no_other_sidecar_when_a_system_call_fails)
{
    const bres_test_sidecar sidecar = { BRES_TEST_COLD_TIMES, "x/r.json-bin/0.bin", "1" };
    const char *directory = bres_test_directory();

    bres_test_write_samples(directory, "x/r.json-bin/0.bin", 1, 1);
    bres_test_write_samples(directory, "r.json-bin/0.bin", 2, 1);
    bres_test_write_result(directory, &sidecar, 1);
    /* A sidecar that cannot be examined gives only a warning. */
    bres_test_sweep_partial(BRES__FAULT_IO, BRES_ERROR_IO, find_one_of_two, (void *)directory);
}

/* SPDX-License-Identifier: MIT */
/*
 * Results that are exported and imported again have the same names, axes and counters, or a warning
 * names the loss.
 */
#include "support/imported.h"
#include "support/loading.h"
#include "support/support.h"

#include <benchresult/build.h>
#include <criterion/criterion.h>
#include <stdlib.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Imports a text, in which ' stands for ". */
static bres_result *import_text(const char *document)
{
    char *text = bres_test_json(document);
    bres_result *result;

    cr_assert_eq(bres_result_import_memory(text, strlen(text), NULL, &result), BRES_OK, "%s: %s",
                 document, bres_last_error());
    free(text);
    return result;
}

/* Imports one or two texts, and merges them. */
static bres_result *import_merged(const char *const documents[2])
{
    bres_result *results[2] = { import_text(documents[0]) };
    bres_result *merged;

    if (documents[1] == NULL)
        return results[0];
    results[1] = import_text(documents[1]);
    cr_assert_eq(bres_result_merge(results, 2, &merged), BRES_OK, "%s", bres_last_error());
    bres_result_unref(results[0]);
    bres_result_unref(results[1]);
    return merged;
}

static char *export_with_log(const bres_result *result, const char *format, bres_test_log *log)
{
    bres_export_options options;
    char *text;

    bres_export_options_init(&options);
    options.log = bres_test_log_add;
    options.log_user = log;
    cr_assert_eq(bres_result_export(result, format, &options, &text), BRES_OK, "%s",
                 bres_last_error());
    return text;
}

/* The number of states whose axes differ from all states of the same benchmark in `two`. */
static size_t count_other_states(const bres_result *one, const bres_result *two)
{
    size_t others = 0;

    for (size_t b = 0; b < bres_result_subbench_count(one); b++) {
        const bres_subbench *bench = bres_result_subbench_at(one, b);
        const bres_subbench *same = bres_result_subbench(two, bres_subbench_name(bench));

        for (size_t s = 0; s < bres_subbench_state_count(bench); s++) {
            const char *point = bres_state_point_name(bres_subbench_state_at(bench, s));
            size_t i = 0;

            while (i < bres_subbench_state_count(same) &&
                   strcmp(bres_state_point_name(bres_subbench_state_at(same, i)), point) != 0)
                i++;
            others += i == bres_subbench_state_count(same);
        }
    }
    return others;
}

/* The log contains `warning`. NULL: the log does not contain `absent`. */
static void expect_warning(const bres_test_log *log, const char *warning, const char *absent,
                           size_t row)
{
    const char *text = bres_test_log_text(log);

    if (warning == NULL)
        cr_expect_null(strstr(text, absent), "%zu: %s", row, text);
    else
        cr_expect_not_null(strstr(text, warning), "%zu: %s", row, text);
}

#define RECORD(name, repetition, more)                                                             \
    "{'name':'" name "','run_name':'" name                                                         \
    "','run_type':'iteration','repetition_index':" repetition                                      \
    ",'threads':1,'iterations':10,'real_time':3,'cpu_time':2,'time_unit':'ns'" more "}"
#define MEAN(name, more)                                                                           \
    "{'name':'" name "_mean','run_name':'" name                                                    \
    "','run_type':'aggregate','aggregate_name':'mean','threads':1,'real_time':3,'time_unit':"      \
    "'ns'" more "}"
#define GOOGLE(records) "{'context':{'json_schema_version':1},'benchmarks':[" records "]}"
#define FAMILY(name, instance)                                                                     \
    RECORD(name, "0", ",'family_index':0,'per_family_instance_index':" instance)
#define T4(configuration)                                                                          \
    "{'schema_version':'1.0.0','metadata':{'timeunit':'milliseconds'},'results':["                 \
    "{'configuration':" configuration ",'invalidity':'correct','times':{'runtimes':[1]}}]}"

/* A Go reader takes -8 as a number of processors only if each function has -8. A Google Benchmark
 * reader takes some parts of a name as options. */
Test(formats, a_state_that_is_read_with_other_axes_is_told_of)
{
    static const struct {
        const char *documents[2];
        const char *format;
        size_t others;
        const char *warning; /* NULL: none */
    } rows[] = {
        { { "BenchmarkA-8 1 1 ns/op\n", "BenchmarkB-8 1 1 ns/op\n" }, "go", 0, NULL },
        { { "BenchmarkA-8 1 1 ns/op\n", "BenchmarkA-4 1 1 ns/op\n" }, "go", 0, NULL },
        { { "BenchmarkA/x=-8-4 1 1 ns/op\nBenchmarkA/x=-8 1 1 ns/op\nBenchmarkB-4 1 1 ns/op\n",
            NULL },
          "go",
          0,
          NULL },
        { { "BenchmarkA/x-8-8 1 1 ns/op\nBenchmarkB-8-8 1 1 ns/op\n"
            "BenchmarkC/x=1e-8-8 1 1 ns/op\n",
            NULL },
          "go",
          0,
          NULL },
        { { "BenchmarkA/x=1e-8 1 1 ns/op\nBenchmarkB 1 1 ns/op\n", NULL }, "go", 0, NULL },
        { { "BenchmarkA-8 1 1 ns/op\n", "BenchmarkB-4 1 1 ns/op\n" },
          "go",
          2,
          "2 states are read with other names or axes" },
        { { "BenchmarkA-1 1 1 ns/op\n", "BenchmarkB 1 1 ns/op\n" },
          "go",
          1,
          "1 state is read with other names or axes" },
        { { "BenchmarkA/x-1 1 1 ns/op\nBenchmarkB 1 1 ns/op\n", "BenchmarkB-1 1 1 ns/op\n" },
          "go",
          1,
          "1 state is read with other names or axes" },
        { { "--- SKIP: BenchmarkA\n", "BenchmarkB-4 1 1 ns/op\n" },
          "go",
          1,
          "1 state is read with other names or axes" },
        /* From the format of another tool. */
        { { "BenchmarkA-8 1 1 ns/op\n",
            "{'results':[{'command':'a','mean':1,'times':[1],'parameters':{'GOMAXPROCS':'4'}}]}" },
          "go",
          2,
          "2 states are read with other names or axes" },
        { { GOOGLE(RECORD("a/b/8", "0", "")), NULL },
          "go",
          1,
          "1 state is read with other names or axes" },
        { { T4("{'n':1,'iterations':5,'m':-2}"), NULL }, "google-benchmark", 0, NULL },
        { { T4("{'n':1,'threads':5}"), NULL }, "google-benchmark", 0, NULL },
        { { T4("{'n':1,'iterations':5}"), NULL },
          "google-benchmark",
          1,
          "1 state is read with other names or axes" },
        { { T4("{'min_time':5,'repeats':5}"), NULL },
          "google-benchmark",
          1,
          "1 state is read with other names or axes" },
        { { T4("{'n':1,'m':'x'}"), NULL },
          "google-benchmark",
          1,
          "1 state is read with other names or axes" },
        /* Parts that differ in a family are arguments. */
        { { GOOGLE(FAMILY("f/iterations:8", "0") "," FAMILY("f/iterations:9", "1")), NULL },
          "google-benchmark",
          0,
          NULL },
        { { GOOGLE(FAMILY("f/iterations:8", "0") "," FAMILY("f/repeats:8", "1")), NULL },
          "google-benchmark",
          2,
          "2 states are read with other names or axes" },
        { { "BenchmarkA/n=3/n=4 1 1 ns/op\n", NULL },
          "google-benchmark",
          1,
          "1 state is read with other names or axes" },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        bres_test_log log = { 0 };
        bres_result *result = import_merged(rows[i].documents);
        char *text = export_with_log(result, rows[i].format, &log);
        bres_result *again = import_text(text);

        cr_expect_eq(count_other_states(result, again), rows[i].others, "%zu: %s", i, text);
        expect_warning(&log, rows[i].warning, "read with", i);
        bres_string_free(text);
        bres_result_unref(result);
        bres_result_unref(again);
        bres_test_log_clear(&log);
    }
}

/* Each run has its own counters. A counter that is not finite is written, or gives a warning. */
Test(formats, a_counter_is_written_or_told_of)
{
    static const struct {
        const char *documents[2];
        const char *format;
        const char *parts[3];
        const char *warning; /* NULL: none */
    } rows[] = {
        { { "BenchmarkA 1 1 ns/op\n",
            "BenchmarkA 1 2 ns/op 5 x 6 y\nBenchmarkA 1 3 ns/op 7 x 8 y\n" },
          "go",
          { "BenchmarkA\t1\t1 ns/op\nBenchmarkA\t1\t2 ns/op\t5 x\t6 y\n"
            "BenchmarkA\t1\t3 ns/op\t7 x\t8 y\n" },
          NULL },
        { { "BenchmarkA 1 1 ns/op 4 y\n", "BenchmarkA 1 2 ns/op 5 x 6 y\n" },
          "google-benchmark",
          { "'time_unit': 'ns',\n      'y': 4.0\n",
            "'time_unit': 'ns',\n      'x': 5.0,\n      'y': 6.0\n" },
          NULL },
        { { GOOGLE(RECORD("a", "0", ",'bytes_per_second':4e6,'MB/s':5")), NULL },
          "go",
          { "\t4 MB/s\t5 _MB/s\n" },
          NULL },
        { { "{'results':[{'command':'a','mean':1,'times':[1]}]}",
            "{'results':[{'command':'a','mean':1,'times':[2],'memory_usage_byte':[5]}]}" },
          "hyperfine",
          { "'times'" },
          "memory sizes of states that lack sizes of executions are left out: 1" },
        { { "{'results':[{'command':'a','mean':1,'times':[1],'memory_usage_byte':[4]}]}",
            "{'results':[{'command':'a','mean':1,'times':[2],'memory_usage_byte':[5]}]}" },
          "hyperfine",
          { "'memory_usage_byte': [\n        4,\n        5\n" },
          NULL },
        /* A tag has one name in all runs. */
        { { GOOGLE(RECORD("a", "0", ",'x y':1")), GOOGLE(RECORD("a", "0", ",'x_y':2,'x y':3")) },
          "go",
          { "\t1 x_y\n", "\t2 x_y#2\t3 x_y\n" },
          "counters and rates are written as NAME#2, because the format go uses their names for "
          "other values: 1" },
        { { GOOGLE(RECORD("a", "0", ",'n':NaN,'i':Infinity,'j':-Infinity")), NULL },
          "google-benchmark",
          { "'n': NaN,\n      'i': Infinity,\n      'j': -Infinity\n" },
          NULL },
        { { GOOGLE(RECORD("a", "0", ",'n':NaN") "," RECORD("a", "1", ",'n':2")), NULL },
          "google-benchmark",
          { "'n': NaN\n", "'n': 2.0\n" },
          NULL },
        { { GOOGLE(RECORD("a", "0", ",'n':NaN,'m':1")), NULL },
          "go",
          { "\t3 ns/op\t1 m\n" },
          "values of counters and rates that are not finite are left out: 1" },
        { { GOOGLE(RECORD("a", "0", ",'n':1") "," RECORD("a", "1", "")), NULL },
          "go",
          { "\t3 ns/op\n" },
          "counters and rates without a value for each sample are left out: 1" },
        /* In all runs, only a rate has the name of a rate. */
        { { "BenchmarkA 1 1 ns/op 5 bytes_per_second 6 items_per_second\n",
            "BenchmarkA 1 1 ns/op 5 bytes_per_second 4 MB/s\n" },
          "google-benchmark",
          { "'bytes_per_second#2': 5.0,\n      'items_per_second#2': 6.0\n",
            "'bytes_per_second#2': 5.0,\n      'bytes_per_second': 4000000.0\n" },
          "counters and rates are written as NAME#2, because the format google-benchmark uses "
          "their names for other values: 2" },
        { { GOOGLE(RECORD("a", "0", ",'label':1,'rms':2")), NULL },
          "google-benchmark",
          { "'label#2': 1.0,\n      'rms': 2.0\n" },
          "counters and rates are written as NAME#2, because the format google-benchmark uses "
          "their names for other values: 1" },
        { { "--- SKIP: BenchmarkA-8\n    why\n", "--- SKIP: BenchmarkA-8\n    another\n" },
          "go",
          { "    why\n" },
          "further runs of states that were skipped in all runs are left out: 1" },
        { { GOOGLE(MEAN("a", ",'m':1,'items_per_second':2")), NULL },
          "google-benchmark",
          { "'aggregate_name': 'mean'" },
          "counters and rates of states without samples are left out: 2" },
        { { GOOGLE(RECORD("a", "0", ",'n':NaN,'m':1,'items_per_second':1")), NULL },
          "t4",
          { "'name': 'm'" },
          "counters that are not finite are left out: 1" },
        { { GOOGLE(RECORD("a", "0", ",'m':1")), GOOGLE(RECORD("a", "0", ",'m':1,'n':2")) },
          "t4",
          { "'name': 'time'" },
          "counters and rates of states with replicates are left out: 3" },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        bres_test_log log = { 0 };
        bres_result *result = import_merged(rows[i].documents);
        char *text = export_with_log(result, rows[i].format, &log);

        for (size_t p = 0; p < COUNT(rows[i].parts) && rows[i].parts[p] != NULL; p++) {
            char *part = bres_test_json(rows[i].parts[p]);

            cr_expect_not_null(strstr(text, part), "%zu: '%s' lacks '%s'", i, text, part);
            free(part);
        }
        expect_warning(&log, rows[i].warning, "left out", i);
        bres_string_free(text);
        bres_result_unref(result);
        bres_test_log_clear(&log);
    }
}

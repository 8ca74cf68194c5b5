/* SPDX-License-Identifier: MIT */
/*
 * Exports to the formats of other tools: states stay separate, every loss gives a warning, and the
 * files can be imported.
 */
#include "support/imported.h"
#include "support/loading.h"
#include "support/support.h"

#include <benchresult/build.h>
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* A record of Google Benchmark with a time of each clock. */
#define RECORD(name, family, repetition, real, cpu, more)                                          \
    "{'name':'" name "','run_name':'" name "','family_index':" family                              \
    ",'per_family_instance_index':0,'run_type':'iteration','repetition_index':" repetition         \
    ",'threads':1,'iterations':10,'real_time':" real ",'cpu_time':" cpu ",'time_unit':'ns'" more   \
    "}"
#define GOOGLE(records) "{'context':{'json_schema_version':1},'benchmarks':[" records "]}"

#define OPTIONS                                                                                    \
    GOOGLE(RECORD("BM/64", "0", "0", "10", "9", "") "," RECORD("BM/64/real_time", "1", "0", "20",  \
                                                               "19", ""))
#define TWO_DEVICES                                                                                \
    "{'meta':{'version':{'json':{'major':1,'minor':0,'patch':0,'string':'1.0.0'}}},"               \
    "'devices':[{'id':0,'name':'GPU A'},{'id':1,'name':'GPU B'}],'benchmarks':[{'name':'copy',"    \
    "'devices':[0,1],'axes':[],'states':[" DEVICE("0", "0.5") "," DEVICE("1", "0.25") "]}]}"
#define SKIPPED_DEVICES                                                                            \
    "{'meta':{'version':{'json':{'major':1,'minor':0,'patch':0,'string':'1.0.0'}}},"               \
    "'devices':[{'id':0,'name':'X-1'},{'id':1,'name':'X-2'}],'benchmarks':[{'name':'copy',"        \
    "'devices':[0,1],'axes':[],'states':[" SKIPPED("0") "," SKIPPED("1") "]}]}"
#define SKIPPED(id)                                                                                \
    "{'name':'Device=" id "','device':" id                                                         \
    ",'axis_values':[],'is_skipped':true,'skip_reason':'r','summaries':[]}"
#define DEVICE(id, mean)                                                                           \
    "{'name':'Device=" id "','device':" id                                                         \
    ",'axis_values':[],'is_skipped':false,'summaries':[{'tag':'nv/cold/time/gpu/mean',"            \
    "'name':'m','data':[{'name':'value','type':'float64','value':'" mean "'}]}]}"
/* A result with one state, which has these summaries. */
#define AGGREGATES(summaries)                                                                      \
    "{'meta':{'version':{'json':{'major':1,'minor':0,'patch':0,'string':'1.0.0'}}},"               \
    "'devices':[],'benchmarks':[{'name':'b','devices':[],'axes':[],'states':[{'name':'s',"         \
    "'device':null,'axis_values':[],'is_skipped':false,'summaries':[" summaries "]}]}]}"
#define VALUE(tag, type, value)                                                                    \
    "{'tag':'" tag "','name':'n','data':[{'name':'value','type':'" type "','value':'" value "'}]}"
#define T4(results)                                                                                \
    "{'schema_version':'1.0.0','metadata':{'timeunit':'milliseconds'},'results':[" results "]}"
#define HYPERFINE(results) "{'results':[" results "]}"

/* Imports a text, in which ' stands for ", and exports it; both succeed unless *status is set. */
static char *convert(const char *document, uint32_t flags, const char *format, bres_test_log *log,
                     bres_status *status)
{
    char *json = bres_test_json(document);
    bres_import_options importing = bres_test_import_options(NULL);
    bres_export_options exporting;
    bres_result *result;
    char *text;

    importing.flags = flags;
    cr_assert_eq(bres_result_import_memory(json, strlen(json), &importing, &result), BRES_OK,
                 "%s: %s", document, bres_last_error());
    bres_export_options_init(&exporting);
    exporting.log = bres_test_log_add;
    exporting.log_user = log;
    *status = bres_result_export(result, format, &exporting, &text);
    bres_result_unref(result);
    free(json);
    return text;
}

Test(formats, two_states_never_get_one_name)
{
    static const struct {
        const char *document;
        const char *format;
        const char *message;
    } rows[] = {
        { GOOGLE(RECORD("sort", "0", "0", "1", "1", "") "," RECORD("Sort", "1", "0", "2", "2", "")),
          "go",
          "state 'sort' of benchmark 'sort' and state 'Sort' of benchmark 'Sort' would both have "
          "the name 'BenchmarkSort' in the format go" },
        { GOOGLE(RECORD("a b", "0", "0", "1", "1", "") "," RECORD("a_b", "1", "0", "2", "2", "")),
          "go", "the name 'BenchmarkA_b'" },
        { OPTIONS, "go", "the name 'BenchmarkBM/arg0=64'" },
        { OPTIONS, "hyperfine", "the name 'BM/arg0=64'" },
        { OPTIONS, "bencher", "the name 'BM/arg0=64'" },
        { OPTIONS, "github-action-benchmark", "the name 'BM/arg0=64'" },
        { OPTIONS, "t4", "the name '{\"arg0\":64}'" },
        { HYPERFINE("{'command':'a','mean':1,'times':[1]},{'command':'a','mean':1,'times':[1]}"),
          "google-benchmark", "the name 'hyperfine/Command:a'" },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        bres_test_log log = { 0 };
        bres_status status;
        const char *text = convert(rows[i].document, 0, rows[i].format, &log, &status);

        cr_assert_null(text);
        cr_assert_eq(status, BRES_ERROR_CONFLICT, "%s: %s", rows[i].format, bres_last_error());
        cr_assert_not_null(strstr(bres_last_error(), rows[i].message), "%s", bres_last_error());
        bres_test_log_clear(&log);
    }
}

Test(formats, what_a_format_can_express_is_written)
{
    static const struct {
        const char *document;
        uint32_t flags;
        const char *format;
        const char *parts[4];
        const char *warning; /* NULL: none at all */
    } rows[] = {
        { OPTIONS, 0, "google-benchmark", { "'name': 'BM/64/real_time'" }, NULL },
        /* Families of one function with other options; an argument called threads. */
        { OPTIONS,
          0,
          "google-benchmark",
          { "'name': 'BM/64',\n      'family_index': 0,",
            "'name': 'BM/64/real_time',\n      'family_index': 1," },
          NULL },
        { GOOGLE(RECORD("f/threads:8", "0", "0", "1", "1", "")),
          0,
          "google-benchmark",
          { "'name': 'f/threads:8'", "'threads': 1,", "'iterations': 10," },
          NULL },
        { TWO_DEVICES, 0, "bencher", { "'copy/Device=GPU A': {", "'copy/Device=GPU B': {" }, NULL },
        { SKIPPED_DEVICES, 0, "go", { "BenchmarkCopy/Device=X-1-1\n" }, NULL },
        { TWO_DEVICES, 0, "csv-long", { "Device=0,GPU A,0,", "Device=1,GPU B,0," }, NULL },
        { TWO_DEVICES, 0, "jsonl", { "'device':'GPU A'", "'device':'GPU B'" }, NULL },
        { TWO_DEVICES,
          0,
          "google-benchmark",
          { "'copy/Device:GPU B'" },
          "2 states are read with other names or axes" },
        { GOOGLE(RECORD("a", "0", "0", "1", "1", "") "," RECORD("b", "1", "0", "2", "2", "")),
          0,
          "t4",
          { "'Benchmark': 'a'", "'Benchmark': 'b'", "1e-06" },
          NULL },
        { GOOGLE(RECORD("a/Benchmark:7", "0", "0", "1", "1", "") "," RECORD("b", "1", "0", "2", "2",
                                                                            "")),
          0,
          "t4",
          { "'Benchmark#2': 'a',\n        'Benchmark': 7" },
          NULL },
        { HYPERFINE("{'command':'sleep 2','mean':2,'times':[2,2.5],'exit_codes':[0,3],"
                    "'parameters':{'t':'2'},'memory_usage_byte':[4096,8192]},"
                    "{'command':'a','mean':3},{'command':'a','mean':4}"),
          0,
          "hyperfine",
          { "'command': 'sleep 2'", "[\n        0,\n        3\n      ]", "'t': '2'",
            "'memory_usage_byte': [\n        4096" },
          NULL },
        { HYPERFINE("{'command':'a','mean':2,'times':[2,2.5],'exit_codes':[0,0]}"),
          0,
          "hyperfine",
          { "'exit_codes': [\n        0,\n        0\n      ]" },
          NULL },
        /* The exit codes and the size in bytes are unknown. */
        { "BenchmarkA 1 1000000000 ns/op 7 memory_usage\n",
          0,
          "hyperfine",
          { "'times': [\n        1.0\n      ],\n      'parameters'" },
          NULL },
        /* Each sample has its own times of both clocks, iterations and counters. */
        { GOOGLE(RECORD("a", "0", "0", "30", "21", ",'n':5,'items_per_second':7") "," RECORD(
              "a", "0", "1", "4300", "22", ",'n':6,'items_per_second':8")),
          0,
          "google-benchmark",
          { "'real_time': 30.0,\n      'cpu_time': 21.0",
            "'real_time': 4300.0,\n      "
            "'cpu_time': 22.0",
            "'n': 5.0,\n      'items_per_second': 7.0", "'n': 6.0" },
          NULL },
        { GOOGLE(RECORD("a", "0", "0", "30", "21", "") "," RECORD("a", "0", "1", "31", "22", "")),
          BRES_IMPORT_CPU_TIME,
          "google-benchmark",
          { "'real_time': 30.0,\n      'cpu_time': 21.0",
            "'real_time': 31.0,\n      'cpu_time': 22.0" },
          NULL },
        { GOOGLE(RECORD("a", "0", "0", "30", "21", "")),
          BRES_IMPORT_CPU_TIME,
          "go",
          { "BenchmarkA\t10\t21 ns/op\n" },
          "CPU times are written" },
        { GOOGLE("{'name':'a_mean','run_name':'a','run_type':'aggregate','repetitions':4,"
                 "'threads':1,'aggregate_name':'mean','aggregate_unit':'time','iterations':4,"
                 "'real_time':3,'cpu_time':2,'time_unit':'ns'}"),
          BRES_IMPORT_CPU_TIME,
          "google-benchmark",
          { "'repetitions': 4", "'real_time': NaN,\n      'cpu_time': 2.0" },
          NULL },
        { GOOGLE("{'name':'a/threads:4','run_name':'a/threads:4','run_type':'iteration',"
                 "'threads':4,'iterations':40,'real_time':3,'cpu_time':2,'time_unit':'ns'}"),
          0,
          "google-benchmark",
          { "'name': 'a/threads:4'", "'threads': 4", "'iterations': 40" },
          NULL },
        { "BenchmarkA 7 4300 ns/op 2.5 MB/s 16 B/op 1 allocs/op\nBenchmarkA 8 4301 ns/op 2.25 "
          "MB/s 17 B/op 1 allocs/op\n",
          0,
          "go",
          { "BenchmarkA\t7\t4300 ns/op\t2.5 MB/s\t16 B/op\t1 allocs/op\n"
            "BenchmarkA\t8\t4301 ns/op\t2.25 MB/s\t17 B/op\t1 allocs/op\n" },
          NULL },
        { "goos: linux\nBenchmarkA 1 1 ns/op\ngoos: plan 9\nBenchmarkA 1 2 ns/op\n",
          0,
          "go",
          { "goos: linux\nBenchmarkA\t1\t1 ns/op\ngoos: plan 9\nBenchmarkA\t1\t2 ns/op\n" },
          NULL },
        { "foo: 1\nBenchmarkA 1 1 ns/op\nfoo: 2\nBenchmarkA 1 2 ns/op\nfoo:\nBenchmarkA 1 3 "
          "ns/op\n",
          0,
          "go",
          { "foo: 2\nBenchmarkA\t1\t2 ns/op\nfoo:\nBenchmarkA\t1\t3 ns/op\n" },
          NULL },
        { "BenchmarkA 1 1 ns/op\nfoo: 1\nBenchmarkA 1 2 ns/op\n",
          0,
          "go",
          { "BenchmarkA\t1\t1 ns/op\nfoo: 1\nBenchmarkA\t1\t2 ns/op\n" },
          NULL },
        /* -1 keeps the end of a name from being read as a number of processors. */
        { GOOGLE(RECORD("a/-8", "0", "0", "1", "1", "") "," RECORD("b", "1", "0", "2", "2", "")),
          0,
          "go",
          { "BenchmarkA/arg0=-8-1\t", "BenchmarkB-1\t" },
          NULL },
        { GOOGLE(RECORD("n-8", "0", "0", "1", "1", "")), 0, "go", { "BenchmarkN-8-1\t" }, NULL },
        { GOOGLE(RECORD("n/8", "0", "0", "1", "1", "")), 0, "go", { "BenchmarkN/arg0=8\t" }, NULL },
        { "BenchmarkA/n-12 1 1 ns/op\nBenchmarkB 1 1 ns/op\n", 0, "go", { "n-12\t1" }, NULL },
        { GOOGLE(RECORD("a", "0", "0", "1", "1", ",'x y':1,'x_y':2,'x_y#2':3")),
          0,
          "go",
          { "\t1 x_y\t2 x_y#2\t3 x_y#2#2\n" },
          "because the format go uses their names for other values: 2" },
        /* The shortest digits would lie between two numbers. */
        { HYPERFINE("{'command':'a','mean':1,'times':[132365216]}"),
          0,
          "go",
          { "\t1.32365216e+17 ns/op\n" },
          NULL },
        { "BenchmarkA 1 1 ns/op 285.42 MB/s 0.07 x\n", 0, "go", { "285.42 MB/s\t0.07 x\n" }, NULL },
        { GOOGLE(RECORD("a", "0", "0", "1", "1", ",'n':9007199254740991,'x':0.30000000000000004")),
          0,
          "google-benchmark",
          { "'n': 9.007199254740991e+15", "'x': 0.30000000000000004" },
          NULL },
        { GOOGLE("{'name':'a_mean','run_name':'a','run_type':'aggregate','repetitions':1e300,"
                 "'threads':1,'aggregate_name':'mean','aggregate_unit':'time','iterations':4,"
                 "'real_time':3,'cpu_time':2,'time_unit':'ns'}"),
          0,
          "google-benchmark",
          { "'repetitions': 9223372036854775807" },
          NULL },
        { HYPERFINE(
              "{'command':'x 1 a','mean':2,'times':[2],'parameters':{'Command':'1','v':'a'}}"),
          0,
          "hyperfine",
          { "'parameters': {\n        'Command': '1',\n        'v': 'a'\n" },
          NULL },
        /* No counter gets the name of a member of the record or of another counter. */
        { "BenchmarkA 7 5 ns/op 9 real_time 3 name 8 name#2 4 label\n",
          0,
          "google-benchmark",
          { "'real_time': 5.0,\n      'cpu_time': NaN,\n      'time_unit': 'ns',\n      "
            "'real_time#2': 9.0,\n      'name#2': 3.0,\n      'name#2#2': 8.0,\n      "
            "'label#2': 4.0\n" },
          "because the format google-benchmark uses their names for other values: 4" },
        /* The members of a complexity do not exist in other records. */
        { GOOGLE(RECORD("a", "0", "0", "1", "1", ",'rms':3.5,'x':Infinity")),
          0,
          "google-benchmark",
          { "'x': Infinity,\n      'rms': 3.5\n" },
          NULL },
        /* An unknown number of samples is not written. */
        { "test a ... bench: 10 ns/iter (+/- 1)\n",
          0,
          "google-benchmark",
          { "'run_type': 'aggregate',\n      'threads': 1",
            "'aggregate_unit': 'time',\n      'real_time': 10.0" },
          NULL },
        { AGGREGATES(VALUE("nv/cpu_only/time/cpu/mean", "float64",
                           "2") "," VALUE("nv/cpu_only/sample_size", "int64", "200")),
          0,
          "google-benchmark",
          { "'repetitions': 200", "'iterations': 200" },
          NULL },
        /* Statistics are finite, and all of one clock. */
        { AGGREGATES(VALUE("nv/cold/time/gpu/mean", "float64", "1") "," VALUE(
              "nv/cold/time/gpu/stdev/absolute", "float64",
              "inf") "," VALUE("nv/cpu_only/time/cpu/median", "float64", "2")),
          0,
          "github-action-benchmark",
          { "'value': 1000000000.0\n" },
          NULL },
        { HYPERFINE("{'command':'a','mean':1e40,'times':[1e40]},{'command':'b','mean':1,"
                    "'times':[1]}"),
          0,
          "bencher",
          { "'value': 1000000000.0" },
          "states with times that are not finite: 1 state is left out" },
        { "--- SKIP: BenchmarkA\n    no such device\nBenchmarkB 1 1 ns/op\n",
          0,
          "go",
          { "--- SKIP: BenchmarkA\n    no such device\n" },
          NULL },
        { T4("{'configuration':{'x':1},'invalidity':'correct','times':{'runtimes':[0.021,0.5]}},"
             "{'configuration':{'x':2},'invalidity':'compile','times':{'runtimes':[]}}"),
          0,
          "t4",
          { "'runtimes': [\n          0.021,\n          0.5", "'invalidity': 'correct'",
            "'invalidity': 'compile',\n      'correctness': 0" },
          NULL },
        { T4("{'configuration':{'x':1},'invalidity':'correct','objectives':['energy'],"
             "'times':{'runtimes':[1]}}"),
          0,
          "t4",
          { "'objectives': [\n        'energy'\n      ]" },
          NULL },
        { GOOGLE(RECORD("a", "0", "0", "30", "21", ",'time':7")),
          0,
          "t4",
          { "'name': 'time',\n          'value': 3e-05",
            "'name': 'time#2',\n          'value': 7" },
          NULL },
        { GOOGLE(RECORD("a", "0", "0", "30", "21", ",'n':NaN,'m':5")),
          0,
          "t4",
          { "'unit': 'milliseconds'\n        },\n        {\n          'name': 'm',\n          "
            "'value': 5.0" },
          "counters that are not finite are left out: 1" },
        { T4("{'configuration':{'x':1},'invalidity':'correct','times':{'runtimes':[1,2,6]}}"),
          0,
          "bencher",
          { "'value': 2000000.0", "'lower_value': 1000000.0", "'upper_value': 6000000.0" },
          NULL },
        { T4("{'configuration':{'x':1},'invalidity':'correct','times':{'runtimes':[1]}},"
             "{'configuration':{'x':2},'invalidity':'correct','times':{'runtimes':[]},"
             "'measurements':[{'name':'power','value':3,'unit':'W'}]}"),
          0,
          "t4",
          { "'x': 1" },
          "states without samples: 1 state is left out" },
        { "test a ... bench: 10 ns/iter (+/- 1)\ntest b ... ignored\n",
          0,
          "bencher",
          { "'value': 10.0" },
          "states that were skipped: 1 state is left out" },
        { HYPERFINE("{'command':'a','mean':3,'median':2,'min':1,'max':4}"),
          0,
          "google-benchmark",
          { "'aggregate_name': 'mean'", "'aggregate_name': 'min'" },
          "1 state is read with other names or axes" },
        { HYPERFINE("{'command':'a','mean':3},{'command':'b','mean':4,'times':[4]}"),
          0,
          "go",
          { "BenchmarkHyperfine/Command=b\t1\t4000000000 ns/op\n" },
          "the format go cannot express states without samples: 1 state is left out" },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        bres_test_log log = { 0 };
        bres_status status;
        char *text = convert(rows[i].document, rows[i].flags, rows[i].format, &log, &status);

        cr_assert_eq(status, BRES_OK, "%zu: %s", i, bres_last_error());
        for (size_t p = 0; p < COUNT(rows[i].parts) && rows[i].parts[p] != NULL; p++) {
            char *part = bres_test_json(rows[i].parts[p]);

            cr_assert_not_null(strstr(text, part), "%zu: '%s' lacks '%s'", i, text, part);
            free(part);
        }
        if (rows[i].warning == NULL)
            cr_assert_eq(log.count, 0, "%zu: %s", i, bres_test_log_text(&log));
        else
            cr_assert_not_null(strstr(bres_test_log_text(&log), rows[i].warning), "%zu: %s", i,
                               bres_test_log_text(&log));
        bres_string_free(text);
        bres_test_log_clear(&log);
    }
}

Test(formats, an_export_of_nothing_fails)
{
    static const char *const rows[][3] = {
        { HYPERFINE("{'command':'a','mean':3}"), "go", "(states without samples: 1)" },
        { HYPERFINE("{'command':'a','mean':3}"), "t4", "(states without samples: 1)" },
        { "test a ... bench: 10 ns/iter (+/- 1)\n", "hyperfine",
          "(states without a mean time: 1)" },
        { "--- SKIP: BenchmarkA\n", "bencher", "(states that were skipped: 1)" },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        bres_test_log log = { 0 };
        bres_status status;

        cr_assert_null(convert(rows[i][0], 0, rows[i][1], &log, &status));
        cr_assert_eq(status, BRES_ERROR_VALUE, "%zu", i);
        cr_assert_not_null(strstr(bres_last_error(), rows[i][2]), "%s", bres_last_error());
        bres_test_log_clear(&log);
    }
}

Test(formats, numbers_of_t4_are_those_of_json)
{
    static const char *const texts[] = { "inf", "1.", ".5", "+5", "nan", "007", "1_0" };
    static const char *const numbers[] = { "-0", "1", "0.5", "1e5", "1.5E-07", "-12" };
    bres_test_log log = { 0 };
    bres_status status;
    char document[1024];
    char part[64];

    for (size_t i = 0; i < COUNT(texts) + COUNT(numbers); i++) {
        const bool is_text = i < COUNT(texts);
        const char *value = is_text ? texts[i] : numbers[i - COUNT(texts)];
        char *text;

        snprintf(document, sizeof document,
                 "{'meta':{'version':{'json':{'major':1,'minor':0,'patch':0,'string':'1.0.0'}}},"
                 "'devices':[],'benchmarks':[{'name':'b','devices':[],'axes':[{'name':'x',"
                 "'type':'float64','flags':'','values':[]}],'states':[{'name':'s',"
                 "'device':null,'axis_values':[{'name':'x','type':'%s','value':'%s'}],"
                 "'is_skipped':true,'skip_reason':'r','summaries':null}]}]}",
                 strchr(value, '_') != NULL ? "int64" : "float64", value);
        text = convert(document, 0, "t4", &log, &status);
        cr_assert_eq(status, BRES_OK, "%s: %s", value, bres_last_error());
        snprintf(part, sizeof part, is_text ? "\"x\": \"%s\"\n" : "\"x\": %s\n", value);
        cr_assert_not_null(strstr(text, part), "%s: %s lacks %s", value, text, part);
        bres_string_free(text);
    }
    bres_test_log_clear(&log);
}

/* The names and the samples of all states of two results are equal. */
static void assert_same_states(const bres_result *one, const bres_result *two, const char *what)
{
    cr_assert_eq(bres_result_subbench_count(one), bres_result_subbench_count(two), "%s", what);
    for (size_t b = 0; b < bres_result_subbench_count(one); b++) {
        const bres_subbench *left = bres_result_subbench_at(one, b);
        const bres_subbench *right = bres_result_subbench_at(two, b);

        cr_assert_str_eq(bres_subbench_name(left), bres_subbench_name(right), "%s", what);
        cr_assert_eq(bres_subbench_state_count(left), bres_subbench_state_count(right), "%s", what);
        for (size_t s = 0; s < bres_subbench_state_count(left); s++) {
            const bres_state *states[2] = { bres_subbench_state_at(left, s),
                                            bres_subbench_state_at(right, s) };
            const float *times[2];
            size_t count[2];

            cr_assert_str_eq(bres_state_name(states[0]), bres_state_name(states[1]), "%s", what);
            cr_assert_str_eq(bres_state_point_name(states[0]), bres_state_point_name(states[1]),
                             "%s", what);
            for (int side = 0; side < 2; side++)
                cr_assert_eq(bres_state_samples(states[side], &times[side], &count[side]), BRES_OK);
            cr_assert_eq(count[0], count[1], "%s: %s", what, bres_state_name(states[0]));
            for (size_t i = 0; i < count[0]; i++)
                cr_assert_eq(times[0][i], times[1][i], "%s: %s", what, bres_state_name(states[0]));
        }
    }
}

/* Exports a result and imports it again. */
static void check_round_trip(const bres_result *imported, const char *format, const char *what)
{
    bres_result *again;
    char *text;

    cr_assert_eq(bres_result_export(imported, format, NULL, &text), BRES_OK, "%s: %s", what,
                 bres_last_error());
    cr_assert_eq(bres_result_import_memory(text, strlen(text), NULL, &again), BRES_OK, "%s: %s",
                 what, bres_last_error());
    assert_same_states(imported, again, what);
    bres_string_free(text);
    bres_result_unref(again);
}

Test(formats, the_format_of_the_source_keeps_its_names)
{
    static const char *const files[][2] = {
        { "google-head-full.json", "google-benchmark" },
        { "google-head-interleaved-a.json", "google-benchmark" },
        { "google-head-list.json", "google-benchmark" },
        { "hyperfine-params.json", "hyperfine" },
        { "hyperfine-failing.json", "hyperfine" },
        { "go-count-6.txt", "go" },
        { "go-failing.txt", "go" },
        { "go-events.jsonl", "go" },
    };
    static const char *const texts[][2] = {
        { OPTIONS, "google-benchmark" },
        { GOOGLE(RECORD("f/threads:8", "0", "0", "1", "1", "")), "google-benchmark" },
        { "BenchmarkX/GOMAXPROCS=4/n=5-8 1 1 ns/op\nBenchmarkX/GOMAXPROCS=4/n=6-8 1 1 ns/op\n",
          "go" },
        { "k: 1\nBenchmarkX/Name=X-8 1 1 ns/op\nk: 2\nBenchmarkX/Name=X-8 1 1 ns/op\n", "go" },
    };

    for (size_t i = 0; i < COUNT(files); i++) {
        bres_result *imported = bres_test_import(files[i][0]);

        check_round_trip(imported, files[i][1], files[i][0]);
        bres_result_unref(imported);
    }
    for (size_t i = 0; i < COUNT(texts); i++) {
        char *text = bres_test_json(texts[i][0]);
        bres_result *imported;

        cr_assert_eq(bres_result_import_memory(text, strlen(text), NULL, &imported), BRES_OK);
        check_round_trip(imported, texts[i][1], texts[i][0]);
        bres_result_unref(imported);
        free(text);
    }
}

Test(formats, runs_are_joined_with_a_warning_or_become_one_figure)
{
    static const char *const texts[] = { "BenchmarkA 1 10 ns/op\nBenchmarkA 1 12 ns/op\n",
                                         "BenchmarkA 1 21 ns/op\n" };
    static const struct {
        const char *format;
        const char *part;
        size_t warnings;
    } rows[] = {
        { "go", "BenchmarkA\t1\t10 ns/op\nBenchmarkA\t1\t12 ns/op\nBenchmarkA\t1\t21 ns/op\n", 1 },
        { "google-benchmark", "\"repetition_index\": 2", 1 },
        { "hyperfine", "1e-08,\n        1.2e-08,\n        2.1e-08", 1 },
        { "bencher",
          "\"value\": 16.0,\n      \"lower_value\": 11.0,\n      \"upper_value\": 21.0\n", 0 },
        { "github-action-benchmark", "\"range\": \"11 to 21\",\n    \"extra\": \"3 samples of 2 ",
          0 },
        { "csv-long", "A,BenchmarkA,GOMAXPROCS=1,,1,time,0,2.1e-08,\n", 0 },
    };
    bres_result *results[2];
    bres_result *merged;

    for (size_t i = 0; i < 2; i++)
        cr_assert_eq(bres_result_load_memory(texts[i], strlen(texts[i]), NULL, &results[i]),
                     BRES_OK);
    cr_assert_eq(bres_result_merge(results, 2, &merged), BRES_OK, "%s", bres_last_error());
    for (size_t i = 0; i < COUNT(rows); i++) {
        bres_test_log log = { 0 };
        bres_export_options options;
        char *text;

        bres_export_options_init(&options);
        options.log = bres_test_log_add;
        options.log_user = &log;
        cr_assert_eq(bres_result_export(merged, rows[i].format, &options, &text), BRES_OK, "%s",
                     bres_last_error());
        cr_assert_not_null(strstr(text, rows[i].part), "%s", text);
        cr_assert_eq(log.count, rows[i].warnings, "%s: %s", rows[i].format,
                     bres_test_log_text(&log));
        bres_string_free(text);
        bres_test_log_clear(&log);
    }
    bres_result_unref(merged);
    bres_result_unref(results[0]);
    bres_result_unref(results[1]);
}

/* Exports a merge of two results. */
static bres_status export_merged(const char *const documents[2], const uint32_t flags[2],
                                 const char *format, bres_test_log *log, char **text)
{
    bres_result *results[2];
    bres_result *merged;
    bres_export_options options;
    bres_status status;

    for (size_t i = 0; i < 2; i++) {
        bres_import_options importing = bres_test_import_options(NULL);
        char *json = bres_test_json(documents[i]);

        importing.flags = flags[i];
        cr_assert_eq(bres_result_import_memory(json, strlen(json), &importing, &results[i]),
                     BRES_OK, "%s: %s", documents[i], bres_last_error());
        free(json);
    }
    cr_assert_eq(bres_result_merge(results, 2, &merged), BRES_OK, "%s", bres_last_error());
    bres_export_options_init(&options);
    options.log = bres_test_log_add;
    options.log_user = log;
    status = bres_result_export(merged, format, &options, text);
    bres_result_unref(merged);
    bres_result_unref(results[0]);
    bres_result_unref(results[1]);
    return status;
}

/* Exports two runs of a state. */
static bres_status export_runs(const char *const documents[2], const uint32_t flags[2],
                               const char *format, bres_test_log *log)
{
    char *text;
    const bres_status status = export_merged(documents, flags, format, log, &text);

    bres_string_free(text);
    return status;
}

/* CPU times in one part of a merge do not turn the times of other parts into CPU times. */
Test(formats, states_of_a_merge_keep_their_clocks)
{
    static const char wall[] = HYPERFINE("{'command':'x','mean':4,'times':[4]}");
    static const char aggregate[] =
        GOOGLE("{'name':'b_mean','run_name':'b','run_type':'aggregate','aggregate_name':'mean',"
               "'real_time':3,'cpu_time':2,'time_unit':'ns'}");
    static const struct {
        const char *documents[2];
        const char *format;
        const char *part;
    } rows[] = {
        { { GOOGLE(RECORD("a", "0", "0", "3", "2", "")), wall },
          "google-benchmark",
          "'real_time': 3.0,\n      'cpu_time': 2.0" },
        { { GOOGLE(RECORD("a", "0", "0", "3", "2", "")), wall },
          "google-benchmark",
          "'real_time': 4000000000.0,\n      'cpu_time': NaN" },
        { { GOOGLE(RECORD("a", "0", "0", "NaN", "2", "")), wall },
          "google-benchmark",
          "'real_time': NaN,\n      'cpu_time': 2.0" },
        { { aggregate, wall }, "google-benchmark", "'real_time': NaN,\n      'cpu_time': 2.0" },
        { { GOOGLE(RECORD("a", "0", "0", "3", "2", "")), wall }, "hyperfine", "'mean': 4.0" },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        bres_test_log log = { 0 };
        char *part = bres_test_json(rows[i].part);
        char *text;

        cr_assert_eq(export_merged(rows[i].documents, (uint32_t[2]){ BRES_IMPORT_CPU_TIME, 0 },
                                   rows[i].format, &log, &text),
                     BRES_OK, "%s", bres_last_error());
        cr_expect_not_null(strstr(text, part), "%zu: '%s' lacks '%s'", i, text, part);
        bres_string_free(text);
        free(part);
        bres_test_log_clear(&log);
    }
}

/* Times of different clocks are never joined in one state, and a run without samples gives a
 * warning. */
Test(formats, runs_that_cannot_be_joined_are_left_out)
{
    static const char *const clocks[2] = { GOOGLE(RECORD("a", "0", "0", "100", "1", "")),
                                           GOOGLE(RECORD("a", "0", "0", "200", "2", "")) };
    static const char *const aggregates[2] = {
        GOOGLE(RECORD("a", "0", "0", "1", "1", "")),
        GOOGLE("{'name':'a_mean','run_name':'a','run_type':'aggregate','family_index':0,"
               "'per_family_instance_index':0,'repetitions':4,'threads':1,'aggregate_name':'mean',"
               "'aggregate_unit':'time','iterations':4,'real_time':3,'cpu_time':2,"
               "'time_unit':'ns'}")
    };
    static const uint32_t flags[][2] = { { 0, BRES_IMPORT_CPU_TIME }, { BRES_IMPORT_CPU_TIME, 0 } };
    static const char *const formats[] = { "go", "google-benchmark", "hyperfine", "t4", "bencher" };

    for (size_t i = 0; i < COUNT(formats); i++) {
        bres_test_log log = { 0 };

        for (size_t k = 0; k < 2; k++) {
            cr_expect_eq(export_runs(clocks, flags[k], formats[i], &log), BRES_ERROR_VALUE, "%s",
                         formats[i]);
            cr_expect_not_null(strstr(bres_last_error(), "times of different clocks"), "%s",
                               bres_last_error());
        }
        cr_expect_eq(export_runs(aggregates, (uint32_t[2]){ 0, 0 }, formats[i], &log), BRES_OK,
                     "%s", formats[i]);
        /* Only the last format writes the median of each run. */
        cr_expect_eq(strstr(bres_test_log_text(&log), "1 run is left out") != NULL,
                     i < COUNT(formats) - 1, "%s: %s", formats[i], bres_test_log_text(&log));
        bres_test_log_clear(&log);
    }
}

/* A figure does not count runs without a time. */
Test(formats, runs_without_a_time_are_not_counted)
{
    static const char *const documents[2] = {
        T4("{'configuration':{'x':1},'invalidity':'correct','times':{'runtimes':[1,2]}}"),
        T4("{'configuration':{'x':1},'invalidity':'correct',"
           "'measurements':[{'name':'power','value':3}]}"),
    };
    bres_test_log log = { 0 };
    char *text;

    cr_assert_eq(export_merged(documents, (uint32_t[2]){ 0, 0 }, "bencher", &log, &text), BRES_OK,
                 "%s", bres_last_error());
    cr_expect_not_null(
        strstr(text, "\"lower_value\": 1000000.0,\n      \"upper_value\": 2000000.0"), "%s", text);
    cr_expect_not_null(strstr(bres_test_log_text(&log),
                              "runs without a time of states that have other runs are left out: 1"),
                       "%s", bres_test_log_text(&log));
    bres_string_free(text);
    bres_test_log_clear(&log);
}

/* Adds a state with a sample, or a skipped one. */
static void add_state(bres_subbench *bench, const char *value, const char *reason)
{
    const double seconds = 0.5;
    bres_state *state;
    bres_times times;

    bres_times_init(&times);
    times.cpu = &seconds;
    times.count = 1;
    cr_assert_eq(bres_subbench_add_state(bench, &state), BRES_OK);
    cr_assert_eq(bres_state_add_axis_string(state, "A x=\n/y", value), BRES_OK, "%s",
                 bres_last_error());
    cr_assert_eq(reason != NULL ? bres_state_set_skipped(state, reason)
                                : bres_state_add_cpu_only_summaries(state, &times),
                 BRES_OK, "%s", bres_last_error());
}

Test(formats, go_text_with_hostile_names_is_read_again)
{
    static const char *const names[] = {
        "evil\nBenchmarkInjected 1 5 ns/op\nx.y",
        "evil\nBenchmarkInjected\v1\v5\vns/op\f\nx.y",
        "evil\xc2\x85"
        "BenchmarkInjected.z",
        "no\xc2\xa0"
        "break",
        "em\xe2\x80\x83space\xe2\x80\xa8line\xe3\x80\x80wide",
        "\xc3\xa9tat",
        "",
        "a/b",
        "tab\tdel\x7f esc\x1b[0m",
        "--- SKIP: BenchmarkX",
        "pkg: z",
        "n-8",
    };
    static const char *const values[] = { "plain", "a b/c\nBenchmarkInjected 1 5 ns/op", "" };
    bres_result *result;
    bres_result *again;
    size_t count = 0;
    char *text;

    cr_assert_eq(bres_result_new(&result), BRES_OK);
    for (size_t i = 0; i < COUNT(names); i++) {
        bres_subbench *bench;

        cr_assert_eq(bres_result_add_subbench(result, names[i], &bench), BRES_OK);
        cr_assert_eq(bres_subbench_add_string_axis(bench, "A x=\n/y", values, COUNT(values)),
                     BRES_OK, "%s", bres_last_error());
        for (size_t v = 0; v < COUNT(values); v++)
            add_state(bench, values[v], v == 0 ? "why\nBenchmarkInjected 1 5 ns/op" : NULL);
    }
    cr_assert_eq(bres_result_export(result, "go", NULL, &text), BRES_OK, "%s", bres_last_error());
    cr_assert_eq(bres_result_load_memory(text, strlen(text), NULL, &again), BRES_OK, "%s: %s", text,
                 bres_last_error());
    for (size_t b = 0; b < bres_result_subbench_count(again); b++) {
        const bres_subbench *bench = bres_result_subbench_at(again, b);

        cr_assert_str_neq(bres_subbench_name(bench), "Injected", "%s", text);
        for (size_t s = 0; s < bres_subbench_state_count(bench); s++, count++) {
            const bres_state *state = bres_subbench_state_at(bench, s);
            const float *times;
            size_t samples;

            cr_assert_eq(bres_state_samples(state, &times, &samples), BRES_OK);
            cr_assert_eq(samples, bres_state_is_skipped(state) ? 0 : 1, "%s", text);
            if (bres_state_is_skipped(state))
                cr_assert_str_eq(bres_state_skip_reason(state), "why BenchmarkInjected 1 5 ns/op");
            else
                cr_assert_eq(times[0], 0.5F);
        }
    }
    cr_assert_eq(count, COUNT(names) * COUNT(values), "%s", text);
    bres_string_free(text);
    bres_result_unref(result);
    bres_result_unref(again);
}

Test(formats, long_tables_keep_every_state_and_all_digits)
{
    static const char document[] =
        "{'meta':{'version':{'json':{'major':1,'minor':0,'patch':0,'string':'1.0.0'}}},"
        "'devices':[],'benchmarks':[{'name':'b','devices':[],'axes':[],'states':["
        "{'name':'none','device':null,'axis_values':[],'is_skipped':false,'summaries':null},"
        "{'name':'skip','device':null,'axis_values':[],'is_skipped':true,'skip_reason':'a, b',"
        "'summaries':null},"
        "{'name':'big','device':null,'axis_values':[],'is_skipped':false,'summaries':[{'tag':'t',"
        "'name':'t','data':[{'name':'value','type':'int64','value':'9007199254740993'}]},"
        "{'tag':'time','name':'t','data':[{'name':'value','type':'int64','value':'5'}]},"
        "{'tag':'skipped','name':'t','data':[{'name':'value','type':'int64','value':'6'}]}"
        "]}]}]}";
    static const char *const parts[][2] = {
        { "csv-long", "b,none,none,,0,,,,\n" },
        { "csv-long", "b,skip,skip,,0,skipped,,,\"a, b\"\n" },
        { "csv-long", "b,big,big,,0,t,,9007199254740993,\n" },
        { "csv-long", "b,big,big,,0,time#2,,5,\n" },
        { "jsonl", "\"metric\":\"skipped#2\",\"value\":6}\n" },
        { "jsonl", "\"state\":\"none\",\"axes\":{},\"run\":0,\"metric\":\"\",\"value\":null}\n" },
        { "jsonl", "\"metric\":\"skipped\",\"value\":null,\"reason\":\"a, b\"}\n" },
        { "jsonl", "\"value\":9007199254740993}\n" },
    };

    for (size_t i = 0; i < COUNT(parts); i++) {
        bres_test_log log = { 0 };
        bres_status status;
        char *text = convert(document, 0, parts[i][0], &log, &status);

        cr_assert_eq(status, BRES_OK, "%s", bres_last_error());
        cr_assert_not_null(strstr(text, parts[i][1]), "%s", text);
        bres_string_free(text);
        bres_test_log_clear(&log);
    }
}

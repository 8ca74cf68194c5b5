/* SPDX-License-Identifier: MIT */
/*
 * Malformed files: the error of a strict import, and the records that a lenient import drops.
 */
#include "base/json/json.h"
#include "support/imported.h"
#include "support/loading.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* In the documents, ' stands for ". */
static const struct {
    const char *document;
    bres_status status;
    const char *message; /* with its location */
    bool fatal;          /* a lenient import fails, too */
} rows[] = {
    { "{'context':{},'benchmarks':[{'name':'a','real_time':'x'}]}", BRES_ERROR_KIND,
      "r.json: benchmarks[0]: real_time; expected a number", false },
    { "{'context':{},'benchmarks':[{'real_time':1}]}", BRES_ERROR_KEY,
      "r.json: benchmarks[0]: this is a google-benchmark file without 'name'", false },
    { "{'context':{},'benchmarks':[{'name':'a','run_type':'iteration','real_time':1,"
      "'time_unit':'h'}]}",
      BRES_ERROR_VALUE, "r.json: benchmarks[0].time_unit: h; expected ns, us, ms or s", false },
    { "{'context':{},'benchmarks':[{'name':'a','iterations':2}]}", BRES_ERROR_KEY,
      "r.json: benchmarks[0].real_time: the time is missing or not finite; expected a finite "
      "number of at least 0",
      false },
    { "{'context':{},'benchmarks':[{'name':'a','real_time':-5}]}", BRES_ERROR_VALUE,
      "r.json: benchmarks[0].real_time: -5; expected a finite number of at least 0", false },
    { "{'context':{},'benchmarks':[{'name':'a_mean','run_type':'aggregate'}]}", BRES_ERROR_KEY,
      "r.json: benchmarks[0].real_time: the time is missing or not finite; expected a finite "
      "number",
      false },
    { "{'context':{},'benchmarks':[{'name':'a_mean','run_type':'aggregate','real_time':NaN}]}",
      BRES_ERROR_KEY,
      "r.json: benchmarks[0].real_time: the time is missing or not finite; expected a finite "
      "number",
      false },
    { "{'context':{},'benchmarks':[{'name':'a','run_type':3,'real_time':1}]}", BRES_ERROR_KIND,
      "r.json: benchmarks[0]: run_type; expected a string", false },
    { "{'context':{'json_schema_version':2},'benchmarks':[]}", BRES_ERROR_VERSION,
      "r.json: context.json_schema_version: unknown schema version 2; expected 1", true },
    { "{'context':{},'benchmarks':[{'name':'a'},]}", BRES_ERROR_SYNTAX, "r.json: not JSON", true },
    { "{'results':[{'command':'a','mean':1,'times':[1,'x']}]}", BRES_ERROR_KIND,
      "r.json: results[0].times[1]: a string; expected a number", false },
    { "{'results':[{'command':'a','mean':1,'times':[-1]}]}", BRES_ERROR_VALUE,
      "r.json: results[0].times[0]: -1; expected a finite number of at least 0", false },
    { "{'results':[{'command':'a','mean':1,'times':{}}]}", BRES_ERROR_KIND,
      "r.json: results[0].times: an object; expected a list", false },
    { "{'results':[{'command':'a','mean':1,'parameters':[]}]}", BRES_ERROR_KIND,
      "r.json: results[0].parameters: a list; expected an object", false },
    { "{'results':[{'command':'a\\u0000b','mean':1}]}", BRES_ERROR_VALUE,
      "r.json: a string holds U+0000", true },
    { "{'results':[{'command':'a','mean':1,'x':00.5}]}", BRES_ERROR_SYNTAX, "r.json: not JSON",
      true },
    { "{'results':[{'command':'a','mean':1,'x':-.5}]}", BRES_ERROR_SYNTAX, "r.json: not JSON",
      true },
    { "{'version':'1.0','benchmarks':[{'runs':[{'values':[1]}]}]}", BRES_ERROR_KEY,
      "r.json: benchmarks[0]: this is a pyperf file without the name of the benchmark", false },
    { "{'version':'1.0','metadata':{'name':'a'},'benchmarks':[{'runs':[{'values':[0]}]}]}",
      BRES_ERROR_VALUE,
      "r.json: benchmarks[0].runs[0].values[0]: 0; expected a finite number above 0", false },
    { "{'version':'1.0','metadata':{'name':'a'},'benchmarks':[{'runs':[]},{'runs':[]}]}",
      BRES_ERROR_VALUE,
      "r.json: benchmarks[1]: a second benchmark has the name 'a'; expected a name of its own for "
      "each benchmark",
      false },
    { "[{'jmhVersion':'1','benchmark':'a','mode':'sample','primaryMetric':{'scoreUnit':'s/op',"
      "'rawDataHistogram':[[[[1,1e308]]]]}}]",
      BRES_ERROR_VALUE,
      "r.json: [0].primaryMetric.rawDataHistogram[0][0][0][1]: 1e308; expected a whole number "
      "of at least 0 and below 9e15",
      false },
    { "[{'jmhVersion':'1','benchmark':'a','mode':'sample','primaryMetric':{'scoreUnit':'s/op',"
      "'rawDataHistogram':[[[[1,2.5]]]]}}]",
      BRES_ERROR_VALUE,
      "r.json: [0].primaryMetric.rawDataHistogram[0][0][0][1]: 2.5; expected a whole number of at "
      "least 0 and below 9e15",
      false },
    { "{'version':'2.0','benchmarks':[{'runs':[]}]}", BRES_ERROR_VERSION,
      "r.json: version: unknown version '2.0'; expected 5, 6 or 1.0", true },
    { "{'machine_info':{},'benchmarks':[{'fullname':'a'}]}", BRES_ERROR_KEY,
      "r.json: benchmarks[0]: this is a pytest-benchmark file without 'stats'", false },
    { "{'machine_info':{},'benchmarks':[{'fullname':'a','stats':{'iterations':1,'data':[1,null]}}]"
      "}",
      BRES_ERROR_KIND, "r.json: benchmarks[0].stats.data[1]: null; expected a number", false },
    { "{'machine_info':{},'benchmarks':[{'fullname':'a','stats':{'iterations':1,'mean':1}}]}",
      BRES_ERROR_KEY,
      "r.json: benchmarks[0].stats: this is a pytest-benchmark file without 'median'", false },
    { "{'machine_info':{},'benchmarks':[]} x", BRES_ERROR_SYNTAX, "r.json: ", true },
    { "BenchmarkA 5 1 ns/op\nBenchmarkB 5 x ns/op\n", BRES_ERROR_VALUE,
      "r.json: line 2: the line is not a result", false },
    { "BenchmarkA 5 1 ns/op\nBenchmarkB 5 -1 ns/op\n", BRES_ERROR_VALUE,
      "r.json: line 2: the time of a result is negative", false },
    { "BenchmarkA 5 1 ns/op\nBenchmarkB 5 NaN ns/op\n", BRES_ERROR_VALUE,
      "r.json: line 2: the time of a result is negative or not finite", false },
    { " []", BRES_ERROR_KIND, "r.json: the list is empty: JMH leaves out benchmarks that failed",
      true },
    { "[ ] x\n", BRES_ERROR_SYNTAX, "r.json: not JSON: text after the document", true },
    { "{'results':[]}", BRES_ERROR_VALUE,
      "r.json: results: the list is empty; expected at least one result of hyperfine, nanobench or "
      "T4",
      true },
    { "[3]", BRES_ERROR_KIND,
      "r.json: expected an object, found a list; expected a file of NVBench, or one that "
      "benchresult-formats(7) describes",
      true },
    { "\xff\xfe{", BRES_ERROR_SYNTAX, "r.json: the encoding of the text is UTF-16; expected UTF-8",
      true },
    { "{'benchmarks':3}", BRES_ERROR_KIND, "r.json: benchmarks: expected a list, found a number",
      true },
    { "BenchmarkA 5 x ns/op\n", BRES_ERROR_VALUE, "r.json: line 1: the line is not a result",
      true },
    { "test a ... bench: 1 ns/iter (+/- 1)\ntest b ... bench: x ns/iter\n", BRES_ERROR_VALUE,
      "r.json: line 2: the figures of a benchmark are malformed", false },
    { "{'type':'bench','name':'a','median':1}", BRES_ERROR_KEY,
      "r.json: line 1: this is a libtest-json file without 'deviation'", false },
    { "\n{'type':'bench','name':'a','median':-1,'deviation':0}\n", BRES_ERROR_VALUE,
      "r.json: line 2: median: -1; expected a finite number of at least 0", false },
    { "{'type':'bench','name':'a','median':1,'deviation':1}\n{'type':'bench','na", BRES_ERROR_VALUE,
      "r.json: line 2: the event is not complete; expected a JSON object", false },
    { "{'Action':'output','Package':'p','Output':'BenchmarkA 1 5 ns/op\\n'}\n{'Action':'output','P",
      BRES_ERROR_VALUE, "r.json: line 2: the event is not complete; expected a JSON object",
      false },
    { "{'Action':'output','Output':'PASS'}", BRES_ERROR_VALUE,
      "r.json: the text has no benchmark results", true },
    { "[{'jmhVersion':'1','benchmark':'a','mode':'avgt'}]", BRES_ERROR_KEY,
      "r.json: [0]: this is a jmh file without 'primaryMetric'", false },
    { "[{'jmhVersion':'1','benchmark':'a','mode':'avgt','primaryMetric':{'scoreUnit':'x/op'}}]",
      BRES_ERROR_VALUE, "r.json: [0].primaryMetric: unknown scoreUnit 'x/op'", false },
    { "{'results':[{'title':'t','name':'n','median(elapsed)':-1}]}", BRES_ERROR_VALUE,
      "r.json: results[0].median(elapsed): -1", false },
    { "<Catch2TestRun><!DOCTYPE x></Catch2TestRun>", BRES_ERROR_SYNTAX, "r.json: line 1: not XML",
      true },
    { "<?xml version='1.0'?><!DOCTYPE Catch><Catch ></Catch>", BRES_ERROR_SYNTAX,
      "r.json: line 1: the file has a DOCTYPE", true },
    { "<Catch ><BenchmarkResults name='a'/></Catch>", BRES_ERROR_KEY,
      "r.json: line 1: a benchmark has no name", true },
    { "{'metadata':{'timeunit':'h'},'results':[{'configuration':{},'invalidity':'correct'}]}",
      BRES_ERROR_VALUE, "r.json: metadata: unknown timeunit 'h'", true },
    { "{'kernel_name':'k','tune_params_keys':['a'],'cache':{'1':{'time':1}}}", BRES_ERROR_KEY,
      "r.json: cache.1: the configuration has no parameter 'a'", false },
    { "{'results':[{'command':'a','mean':1,'times':[]}]}", BRES_ERROR_VALUE,
      "r.json: results[0].times: the list is empty; expected at least one time", false },
    { "{'results':[{'command':'a','mean':1},{'command':'b','median':1}]}", BRES_ERROR_KEY,
      "r.json: results[1]: this is a hyperfine file without 'mean'", false },
    { "{'machine_info':{},'benchmarks':[{'fullname':'a','stats':{'iterations':1,'mean':NaN}}]}",
      BRES_ERROR_VALUE,
      "r.json: benchmarks[0].stats.mean: NaN; expected a finite number of at least 0", false },
    { "[{'jmhVersion':'1','benchmark':'a','mode':'avgt','primaryMetric':{'scoreUnit':'s/op',"
      "'rawData':[[1],[]]}}]",
      BRES_ERROR_VALUE,
      "r.json: [0].primaryMetric.rawData[1]: the fork is empty; expected at least one score",
      false },
    { "[{'jmhVersion':'1','benchmark':'a','mode':'sample','primaryMetric':{'scoreUnit':'s/op',"
      "'rawDataHistogram':[[[[1,0]]]]}}]",
      BRES_ERROR_VALUE,
      "r.json: [0].primaryMetric.rawDataHistogram[0]: the histogram of the fork is empty", false },
    { "<Catch ><TestCase name='a'><BenchmarkResults name='b' samples='2'/></TestCase></Catch>",
      BRES_ERROR_VALUE, "r.json: line 1: the attribute 'iterations' is missing", true },
    { "<Catch ><TestCase name='a'><BenchmarkResults name='b'/></TestCase></Catch>", BRES_ERROR_KEY,
      "r.json: line 1: a benchmark has no mean; expected <mean> or <failed>", false },
    { "{'metadata':{'timeunit':'s'},'results':[{'configuration':{},'invalidity':'correct',"
      "'times':{'runtimes':[]},'measurements':[]}]}",
      BRES_ERROR_VALUE,
      "r.json: results[0]: a correct configuration has no values; expected at least one of the "
      "runtimes or the measurements",
      false },
};

Test(formats, faults_are_named_with_their_place)
{
    for (size_t i = 0; i < COUNT(rows); i++) {
        char *document = bres_test_json(rows[i].document);
        bres_test_log log = { 0 };
        bres_load_options load = bres_test_options(0, &log);
        const bres_import_options options = bres_test_import_options(&load);
        bres_result *result;
        bres_status lenient;

        cr_assert_eq(bres_result_load_memory(document, strlen(document), &load, &result),
                     rows[i].status, "%s: %s", rows[i].document, bres_last_error());
        cr_assert_eq(strncmp(bres_last_error(), rows[i].message, strlen(rows[i].message)), 0,
                     "%s\n%s", rows[i].message, bres_last_error());
        cr_assert_eq(log.count, 0, "%s", bres_test_log_text(&log));
        load.flags = BRES_LOAD_LENIENT;
        /* A load never drops records; only an import does. */
        cr_assert_eq(bres_result_load_memory(document, strlen(document), &load, &result),
                     rows[i].status, "%s: %s", rows[i].document, bres_last_error());
        lenient = bres_result_import_memory(document, strlen(document), &options, &result);
        cr_assert_eq(lenient, rows[i].fatal ? rows[i].status : BRES_OK, "%s: %s", rows[i].document,
                     bres_last_error());
        cr_assert(rows[i].fatal ||
                      strstr(bres_test_log_text(&log), "the record is dropped") != NULL,
                  "%s: %s", rows[i].document, bres_test_log_text(&log));
        bres_test_log_clear(&log);
        bres_result_unref(result);
        free(document);
    }
}

/* A plain text with a NUL is refused, because a C string would end there. */
Test(formats, plain_text_has_no_nul)
{
    static const char go[] = "pkg: a\0b\nBenchmarkA 5 1 ns/op\n";
    static const char libtest[] = "test a\0b ... bench: 1 ns/iter (+/- 1)\n";
    const bres__slice texts[] = { { go, sizeof go - 1 }, { libtest, sizeof libtest - 1 } };

    for (size_t i = 0; i < COUNT(texts); i++) {
        for (uint32_t flags = 0; flags <= BRES_LOAD_LENIENT; flags += BRES_LOAD_LENIENT) {
            const bres_load_options load = bres_test_options(flags, NULL);
            const bres_import_options options = bres_test_import_options(&load);
            bres_result *result;

            cr_assert_eq(
                bres_result_import_memory(texts[i].data, texts[i].length, &options, &result),
                BRES_ERROR_SYNTAX);
            cr_assert_not_null(strstr(bres_last_error(), "the text has a NUL byte"), "%s",
                               bres_last_error());
            cr_assert_eq(bres_last_error_offset(), 6);
        }
    }
}

Test(formats, nesting_is_limited)
{
    char *document =
        bres_test_json("{'results':[{'command':'a','mean':1,'times':[1],'x':{'y':[2]}}]}");
    bres_load_options options = bres_test_options(0, NULL);
    bres_result *result;

    options.max_depth = 5;
    cr_assert_eq(bres_result_load_memory(document, strlen(document), &options, &result), BRES_OK,
                 "%s", bres_last_error());
    bres_result_unref(result);
    options.max_depth = 4;
    cr_assert_eq(bres_result_load_memory(document, strlen(document), &options, &result),
                 BRES_ERROR_LIMIT, "%s", bres_last_error());
    free(document);
}

/* A strict import of every prefix fails, and a lenient import never breaks. */
Test(formats, files_may_end_anywhere)
{
    static const char *const files[] = { "google-head-killed.json", "hyperfine-params.json",
                                         "pyperf-memory.json", "pytest-rounds.json" };

    for (size_t i = 0; i < COUNT(files); i++) {
        size_t size;
        char *data = bres_test_import_data(files[i], &size);

        while (size > 0 && data[size - 1] != '}')
            size--;
        for (size_t length = 0; length < size; length++) {
            bres_load_options load = bres_test_options(0, NULL);
            const bres_import_options options = bres_test_import_options(&load);
            bres_result *result;

            cr_assert_neq(bres_result_import_memory(data, length, &options, &result), BRES_OK,
                          "%s: %zu", files[i], length);
            load.flags = BRES_LOAD_LENIENT;
            (void)bres_result_import_memory(data, length, &options, &result);
            bres_result_unref(result);
        }
        free(data);
    }
}

/* A prefix of these files may be a valid file, so that the outcome is not checked. */
Test(formats, texts_may_end_anywhere)
{
    static const char *const files[] = { "go-failing.txt",    "go-events.jsonl",
                                         "libtest.txt",       "catch2-no-analysis.xml",
                                         "kernel-tuner.json", "t4.json" };

    for (size_t i = 0; i < COUNT(files); i++) {
        size_t size;
        char *data = bres_test_import_data(files[i], &size);

        for (size_t length = 0; length < size; length++) {
            const bres_load_options load = bres_test_options(BRES_LOAD_LENIENT, NULL);
            const bres_import_options options = bres_test_import_options(&load);
            /* Memory of the exact size, so that a sanitizer sees a read beyond it. */
            char *part = malloc(length + (length == 0));
            bres_result *result;

            memcpy(part, data, length);
            (void)bres_result_import_memory(part, length, &options, &result);
            bres_result_unref(result);
            free(part);
        }
        free(data);
    }
}

Test(formats, depth_is_limited)
{
    static const char *const heads[] = { "{\"context\":{\"a\":", "{\"results\":[{\"command\":\"c\","
                                                                 "\"mean\":1,\"x\":" };
    static const char *const tails[] = { "},\"benchmarks\":[]}", "}]}" };
    enum { DEPTH = 2000 };
    char *document = malloc(2 * DEPTH + 200);

    for (size_t i = 0; i < COUNT(heads); i++) {
        bres_load_options options = bres_test_options(0, NULL);
        bres_result *result;
        char *end = document + sprintf(document, "%s", heads[i]);

        memset(end, '[', DEPTH);
        memset(end + DEPTH, ']', DEPTH);
        sprintf(end + (size_t)2 * DEPTH, "%s", tails[i]);
        options.max_depth = 1024;
        cr_assert_eq(bres_result_load_memory(document, strlen(document), &options, &result),
                     BRES_ERROR_LIMIT, "%s", bres_last_error());
    }
    free(document);
}

Test(formats, numbers_of_any_size_are_read)
{
    char *document = bres_test_json(
        "{'context':{},'benchmarks':[{'name':'a','run_type':'iteration','iterations':1e300,"
        "'real_time':1e-300,'time_unit':'ns','x':-NaN,'y':Infinity,'real_time':7,"
        "'z':123456789012345678901234567890}]}");
    const bres_state *state;
    bres_result *result;

    cr_assert_eq(bres_result_load_memory(document, strlen(document), NULL, &result), BRES_OK, "%s",
                 bres_last_error());
    state = bres_test_import_state(result, "a", "a");
    cr_assert_float_eq(bres_test_import_value(state, "nv/cpu_only/time/cpu/mean"), 0, 1e-300);
    /* The first value of a key is the time, a later one a counter. */
    cr_assert_eq(bres_test_import_value(state, "bres/import/counter/real_time"), 7);
    cr_assert_float_eq(bres_test_import_value(state, "bres/import/counter/z") * 1e-29,
                       1.2345678901234567, 1e-12);
    bres_result_unref(result);
    free(document);
}

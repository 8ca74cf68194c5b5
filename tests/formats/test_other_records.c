/* SPDX-License-Identifier: MIT */
/*
 * Records of JMH, libtest and others: reasons of states without values, data that is left out with
 * a warning, and names that distinguish benchmarks.
 */
#include "support/imported.h"
#include "support/loading.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Imports a document strictly; ' stands for ". */
static bres_result *import_with(const char *text, uint32_t flags, bres_test_log *log)
{
    bres_load_options load = bres_test_options(0, log);
    bres_import_options options;
    char *document = bres_test_json(text);
    bres_result *result;

    bres_import_options_init(&options);
    options.load = &load;
    options.flags = flags;
    cr_assert_eq(bres_result_import_memory(document, strlen(document), &options, &result), BRES_OK,
                 "%s: %s", text, bres_last_error());
    free(document);
    return result;
}

static bres_result *import_text(const char *text, bres_test_log *log)
{
    return import_with(text, 0, log);
}

static const bres_state *state_at(const bres_result *result, size_t index)
{
    return bres_subbench_state_at(bres_result_subbench_at(result, 0), index);
}

#define JMH(metric, more)                                                                          \
    "[{'jmhVersion':'1','benchmark':'a','mode':'avgt','primaryMetric':{'scoreUnit':'s/op',"        \
    "'score':1," metric "}" more "}]"

/* A state without values has a reason. */
Test(formats, states_without_values_have_a_reason)
{
    static const char resolution[] = "a median of 0 ns: the time is below the resolution, or the "
                                     "benchmark has not called iter";
    static const struct {
        const char *text;
        const char *reason;
    } rows[] = {
        { JMH("'rawData':[[1,'NaN']]", ""), "the score is NaN" },
        { JMH("'rawData':[['+INF']]", ""), "the score is +INF" },
        { JMH("'score':'-INF','rawData':[]", ""), "the score is -INF" },
        { "[{'jmhVersion':'1','benchmark':'a','mode':'thrpt','primaryMetric':{'scoreUnit':'ops/s',"
          "'rawData':[[0.0,1]]}}]",
          "the score is 0" },
        { "{'version':'1.0','benchmarks':[{'metadata':{'name':'a'},'runs':[{'warmups':[[1,2]]}]}]}",
          "no process of the benchmark has values" },
        { "{'kernel_name':'k','tune_params_keys':['a'],'cache':{'1':{'a':1,'time':1e20,"
          "'times':[1e20]}}}",
          "the configuration failed" },
        { "test a ... bench: 0 ns/iter (+/- 0)\n", resolution },
        { "{'type':'bench','name':'a','median':0,'deviation':0}\n", resolution },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        bres_result *result = import_text(rows[i].text, NULL);
        const char *reason = bres_state_skip_reason(state_at(result, 0));

        cr_assert_not_null(reason, "%s", rows[i].text);
        cr_assert_str_eq(reason, rows[i].reason, "%s", rows[i].text);
        bres_result_unref(result);
    }
}

/* A record of JMH of one benchmark; more members follow. */
#define JMH_RECORD(mode, more)                                                                     \
    "{'jmhVersion':'1','benchmark':'a','mode':'" mode "','primaryMetric':{'scoreUnit':'s/op',"     \
    "'score':1,'rawData':[[1],[2]]}," more "}"

/* The identity of a state does not depend on the other records of the file. */
Test(formats, jmh_axes_do_not_depend_on_other_records)
{
    static const struct {
        const char *text;
        const char *names[3]; /* of the states of run 0 */
    } rows[] = {
        { "[" JMH_RECORD("avgt", "'threads':1") "]", { "mode=avgt" } },
        { "[" JMH_RECORD("avgt", "'threads':4") "]", { "mode=avgt threads=4" } },
        { "[" JMH_RECORD("avgt", "'threads':1,'measurementBatchSize':3") "]", { "mode=avgt" } },
        { "[" JMH_RECORD("ss", "'threads':1,'measurementBatchSize':3") "]",
          { "mode=ss measurementBatchSize=3" } },
        { "[" JMH_RECORD("avgt", "'threads':1") "," JMH_RECORD(
              "avgt", "'threads':4") "," JMH_RECORD("ss", "'params':{'n':'5'}") "]",
          { "mode=avgt", "mode=avgt threads=4", "n=5 mode=ss" } },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        bres_result *result = import_text(rows[i].text, NULL);

        for (size_t k = 0; k < 3 && rows[i].names[k] != NULL; k++)
            cr_assert_str_eq(bres_state_name(state_at(result, 2 * k)), rows[i].names[k], "%s",
                             rows[i].text);
        bres_result_unref(result);
    }
}

/* A file that was joined from the files of two virtual machines. */
Test(formats, jmh_records_of_several_machines_keep_their_facts)
{
    static const char text[] =
        "[" JMH_RECORD("avgt", "'vmName':'x','jdkVersion':'17'") "," JMH_RECORD(
            "avgt", "'vmName':'x','jdkVersion':'21'") "]";
    bres_test_log log = { 0 };
    bres_result *result = import_text(text, &log);
    const char *meta = bres_result_meta_json(result);

    cr_assert_not_null(strstr(meta, "\"config\":{\"vmName\":\"x\"}"), "%s", meta);
    cr_assert_not_null(strstr(bres_test_log_text(&log), "the records differ in 'jdkVersion'"));
    for (size_t i = 0; i < 4; i++) {
        cr_assert_eq(bres_state_run(state_at(result, i)), i);
        cr_assert_str_eq(bres_state_extra_json(state_at(result, i)),
                         i < 2
                             ? "{\"bres/import/mode\":\"avgt\",\"bres/import/jdkVersion\":\"17\"}"
                             : "{\"bres/import/mode\":\"avgt\",\"bres/import/jdkVersion\":\"21\"}");
    }
    bres_test_log_clear(&log);
    bres_result_unref(result);
}

/* Profilers of JMH write texts in place of numbers. */
Test(formats, jmh_metrics_without_numbers_are_left_out)
{
    static const char text[] =
        JMH("'rawData':[[1],[2]]",
            ",'secondaryMetrics':{'stack':{'scoreUnit':'---','rawData':[['NaN'],['NaN']]},"
            "'gc':{'scoreUnit':'B/op','rawData':[[3],[4]]},"
            "'empty':{'scoreUnit':'B/op','rawData':[[3],[]]},"
            "'bins':{'scoreUnit':'B/op','rawDataHistogram':[[[[3,1]]],[[[3,0]]]]},"
            "'ends':{'scoreUnit':'B/op','rawDataHistogram':[[[['NaN',2],[3,1]]],[[[3,1]]]]}}");
    bres_test_log log = { 0 };
    bres_result *result = import_text(text, &log);

    for (size_t i = 0; i < 2; i++) {
        const bres_state *state = state_at(result, i);

        cr_assert_eq(bres_test_import_value(state, "bres/import/counter/gc"), 3 + (double)i);
        cr_assert_null(bres_state_summary(state, "bres/import/counter/stack"));
    }
    cr_assert_null(bres_state_summary(state_at(result, 1), "bres/import/counter/empty"));
    cr_assert_null(bres_state_summary(state_at(result, 1), "bres/import/counter/bins"));
    /* One warning for each metric, and one that every JMH file gives. */
    cr_assert_eq(log.count, 5, "%s", bres_test_log_text(&log));
    cr_assert_not_null(strstr(bres_test_log_text(&log), "is left out: 'stack'"));
    cr_assert_not_null(strstr(bres_test_log_text(&log), "not finite is left out: 'ends'"));
    cr_assert_not_null(strstr(bres_test_log_text(&log),
                              "a secondary metric without values of each fork is left out: "
                              "'empty'"));
    cr_assert_not_null(strstr(bres_test_log_text(&log),
                              "a secondary metric without values of each fork is left out: "
                              "'bins'"));
    bres_test_log_clear(&log);
    bres_result_unref(result);
}

/* JMH records without values of the forks, or with histograms of the values. */
Test(formats, jmh_aggregates_and_histograms_are_kept)
{
#define METRIC(data) ",'secondaryMetrics':{'gc':{'score':3,'scoreUnit':'B/op'," data "}}"
    static const struct {
        const char *text;
        const char *tag;
        double value;
    } rows[] = {
        { JMH("'rawData':[]", METRIC("'rawData':[]")), "bres/import/counter/gc", 3 },
        { JMH("'rawDataHistogram':[[[[1,2]]]]", METRIC("'rawDataHistogram':[[[[5,3],[6,1]]]]")),
          "bres/import/counter/gc", 5 },
        { JMH("'scoreConfidence':[0.5,1.5],'rawData':[]", ""), "bres/import/time/ci_lower", 0.5 },
        { JMH("'scoreConfidence':[0.5,1.5],'rawData':[]", ""), "bres/import/time/ci_upper", 1.5 },
        { JMH("'scoreConfidence':[0.5,1.5],'rawData':[]", ""), "bres/import/time/ci_level", 0.999 },
        { JMH("'scorePercentiles':{'50.0':2},'rawData':[]", ""), "bres/import/time/median", 2 },
    };
#undef METRIC
    bres_result *result;

    for (size_t i = 0; i < COUNT(rows); i++) {
        result = import_text(rows[i].text, NULL);
        cr_assert_eq(bres_test_import_value(state_at(result, 0), rows[i].tag), rows[i].value, "%s",
                     rows[i].text);
        bres_result_unref(result);
    }
    result = import_text(JMH("'scoreError':'NaN','rawData':[]", ""), NULL);
    cr_assert_str_eq(bres_state_extra_json(state_at(result, 0)),
                     "{\"bres/import/mode\":\"avgt\",\"bres/import/scoreError\":\"NaN\"}");
    bres_result_unref(result);
}

/* A small file must not become a large result. */
Test(formats, jmh_histograms_of_a_file_have_a_limit)
{
    char text[8192];
    size_t length = 0;
    bres_test_log log = { 0 };
    bres_result *result;
    const float *times;
    size_t count;

    for (size_t i = 0; i < 101; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "%s[[[1,100000]]]",
                                   i == 0 ? "[{'jmhVersion':'1','benchmark':'a','mode':'sample',"
                                            "'primaryMetric':{'scoreUnit':'s/op',"
                                            "'rawDataHistogram':["
                                          : ",");
    snprintf(text + length, sizeof text - length, "]}}]");
    result = import_text(text, &log);
    cr_assert_eq(bres_state_samples(state_at(result, 99), &times, &count), BRES_OK);
    cr_assert_eq(count, 100000);
    cr_assert_eq(bres_state_samples(state_at(result, 100), &times, &count), BRES_OK);
    cr_assert_eq(count, 0);
    cr_assert_not_null(strstr(bres_state_extra_json(state_at(result, 100)),
                              "\"bres/import/histogram\":[[[1,100000]]]"));
    cr_assert_not_null(strstr(bres_test_log_text(&log), "have more than 10000000 samples"));
    bres_test_log_clear(&log);
    bres_result_unref(result);
}

/* Metadata that pyperf itself writes does not become an axis. With verbatim names, no metadata
 * does. */
Test(formats, pyperf_metadata_becomes_axes)
{
    static const char text[] =
        "{'version':'1.0','benchmarks':["
        "{'metadata':{'name':'a','rows':1},'runs':[{'values':[1]}]},"
        "{'metadata':{'name':'b','mem_peak_pagefile_usage':2},'runs':[{'values':[1]}]}]}";
    static const size_t counts[2][2] = { { 1, 0 }, { 0, 0 } }; /* by flag and benchmark */

    for (uint32_t flags = 0; flags <= BRES_IMPORT_VERBATIM_NAMES; flags++) {
        bres_result *result = import_with(text, flags, NULL);

        for (size_t i = 0; i < 2; i++)
            cr_assert_eq(bres_subbench_axis_count(bres_result_subbench_at(result, i)),
                         counts[flags][i]);
        cr_assert_str_eq(bres_subbench_extra_json(bres_result_subbench_at(result, 0)),
                         "{\"bres/import/metadata\":{\"name\":\"a\",\"rows\":1}}");
        bres_result_unref(result);
    }
}

/* Names and sections that contain the separators. */
Test(formats, names_separate_benchmarks)
{
#define TEST(name)                                                                                 \
    "{'fullname':'" name "[1-x::y]','params':{'n':1},'param':'1-x::y',"                            \
    "'stats':{'iterations':1,'data':[1]}}"
#define RESULT(name)                                                                               \
    "<BenchmarkResults name='" name "' samples='1' iterations='1'>"                                \
    "<mean value='1' lowerBound='1' upperBound='1' ci='0.95'/></BenchmarkResults>"
    static const struct {
        const char *text;
        const char *axis; /* NULL: the names of the benchmarks */
        const char *names[2];
    } rows[] = {
        { "{'machine_info':{},'benchmarks':[" TEST("d[1]/t.py::a") "," TEST("d[1]/t.py::b") "]}",
          NULL,
          { "d[1]/t.py::a", "d[1]/t.py::b" } },
        { "<Catch ><TestCase name='t'><Section name='a/b'>" RESULT(
              "c") "</Section>"
                   "<Section name='a'>" RESULT("b/c\\") "</Section></TestCase></Catch>",
          "Benchmark",
          { "a\\/b/c", "a/b\\/c\\\\" } },
    };
#undef TEST
#undef RESULT

    for (size_t i = 0; i < COUNT(rows); i++) {
        bres_result *result = import_text(rows[i].text, NULL);

        for (size_t k = 0; k < 2; k++) {
            const char *name =
                rows[i].axis == NULL
                    ? bres_subbench_name(bres_result_subbench_at(result, k))
                    : bres_value_string(bres_state_axis_value(state_at(result, k), rows[i].axis));

            cr_assert_str_eq(name, rows[i].names[k]);
        }
        bres_result_unref(result);
    }
}

/* If a parameter has no text form, the part in brackets is the only axis. */
Test(formats, pytest_benchmark_takes_the_id_of_odd_parameters)
{
    static const char *const values[] = { "[1]", "{'a':1}", "'UNSERIALIZABLE[<x>]'" };

    for (size_t i = 0; i < COUNT(values); i++) {
        char text[512];
        bres_result *result;

        snprintf(text, sizeof text,
                 "{'machine_info':{},'benchmarks':[{'fullname':'t[2-x]','param':'2-x',"
                 "'params':{'n':2,'o':%s},'stats':{'iterations':1,'data':[1]}}]}",
                 values[i]);
        result = import_text(text, NULL);
        cr_assert_str_eq(bres_value_string(bres_state_axis_value(state_at(result, 0), "param")),
                         "2-x", "%s", values[i]);
        cr_assert_null(bres_state_axis_value(state_at(result, 0), "n"), "%s", values[i]);
        bres_result_unref(result);
    }
}

/* Values of parameters that are easily lost. */
Test(formats, values_of_parameters_are_kept)
{
#define PYTEST(value)                                                                              \
    "{'machine_info':{},'benchmarks':[{'fullname':'t[x]','param':'x','params':{'n':" value "},"    \
    "'stats':{'iterations':1,'data':[1]}}]}"
#define TUNER(value)                                                                               \
    "{'kernel_name':'k','tune_params_keys':['n'],'cache':{'1':{'n':" value ",'time':1}}}"
    static const char *const rows[][2] = {
        { PYTEST("12345678901234567890"), "12345678901234567890" },
        { PYTEST("null"), "null" },
        { TUNER("null"), "null" },
    };
#undef TUNER
#undef PYTEST

    for (size_t i = 0; i < COUNT(rows); i++) {
        bres_result *result = import_text(rows[i][0], NULL);
        const bres_value *value = bres_state_axis_value(state_at(result, 0), "n");

        cr_assert_not_null(value, "%s", rows[i][0]);
        cr_assert_str_eq(bres_value_string(value), rows[i][1]);
        bres_result_unref(result);
    }
}

/* Files without comparable times. */
Test(formats, records_without_times_are_warned_of)
{
    static const char *const rows[][2] = {
        { "{'context':{},'benchmarks':[]}", "the file has no benchmarks" },
        { "{'kernel_name':'k','tune_params_keys':['a'],'cache':{}}", "the file has no benchmarks" },
        { "{'metadata':{'timeunit':'s'},'results':[{'configuration':{'a':1},"
          "'invalidity':'correct','measurements':[{'name':'n','value':1}]}]}",
          "a correct configuration without runtimes has no time" },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        bres_test_log log = { 0 };
        bres_result *result = import_text(rows[i][0], &log);

        cr_assert_not_null(strstr(bres_test_log_text(&log), rows[i][1]), "%s: %s", rows[i][0],
                           bres_test_log_text(&log));
        bres_test_log_clear(&log);
        bres_result_unref(result);
    }
}

Test(formats, kernel_tuner_warns_of_equal_keys)
{
    static const char text[] = "{'kernel_name':'k','tune_params_keys':['a'],'cache':{"
                               "'1':{'a':1,'time':1},'2':{'a':2,'time':1},'1':{'a':1,'time':3}";
    bres_test_log log = { 0 };
    const bres_load_options load = bres_test_options(BRES_LOAD_LENIENT, &log);
    const bres_import_options options = bres_test_import_options(&load);

    for (size_t i = 0; i < 2; i++) {
        char *document = bres_test_json(text);
        bres_result *result;

        /* The file of a search that was interrupted is read, too. */
        document = realloc(document, strlen(document) + 3);
        strcat(document, i == 0 ? "}}" : "");
        cr_assert_eq(bres_result_import_memory(document, strlen(document), &options, &result),
                     BRES_OK, "%s", bres_last_error());
        cr_assert_eq(log.count, i + 1);
        cr_assert_not_null(strstr(bres_test_log_text(&log),
                                  "1 configurations of the cache are dropped, because a later one "
                                  "has the same key"),
                           "%s", bres_test_log_text(&log));
        bres_result_unref(result);
        free(document);
    }
    bres_test_log_clear(&log);
}

Test(formats, other_members_of_records_are_kept)
{
    static const struct {
        const char *text;
        const char *members;
    } rows[] = {
        { JMH("'rawData':[[1]]", ",'threads':2,'jvmArgs':['-a']"),
          "{\"bres/import/mode\":\"avgt\",\"bres/import/threads\":2,"
          "\"bres/import/jvmArgs\":[\"-a\"]}" },
        { "{'results':[{'title':'t','name':'n','median(elapsed)':1,'batch':2.5,'mine':'x'}]}",
          "{\"bres/import/median(elapsed)\":1,\"bres/import/batch\":2.5,\"bres/import/"
          "mine\":\"x\"}" },
        { "{'metadata':{'timeunit':'s'},'results':[{'configuration':{'a':1},'timestamp':'t',"
          "'invalidity':'compile','times':{'compilation':3,'runtimes':[]}}]}",
          "{\"bres/import/timestamp\":\"t\",\"bres/import/compilation\":3}" },
        { "{'kernel_name':'k','tune_params_keys':['a'],'cache':{'1':{'a':1,'time':1,'b':2}}}",
          "{\"bres/import/b\":2}" },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        bres_result *result = import_text(rows[i].text, NULL);

        cr_assert_str_eq(bres_state_extra_json(state_at(result, 0)), rows[i].members);
        bres_result_unref(result);
    }
}

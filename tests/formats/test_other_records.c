/* SPDX-License-Identifier: MIT */
/*
 * Records of JMH, libtest and others: why a state has no values, what is left out with a warning,
 * and names that keep different benchmarks apart.
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
static bres_result *import_text(const char *text, bres_test_log *log)
{
    bres_load_options options = bres_test_options(0, log);
    char *document = bres_test_json(text);
    bres_result *result;

    cr_assert_eq(bres_result_load_memory(document, strlen(document), &options, &result), BRES_OK,
                 "%s: %s", text, bres_last_error());
    free(document);
    return result;
}

static const bres_state *state_at(const bres_result *result, size_t index)
{
    return bres_subbench_state_at(bres_result_subbench_at(result, 0), index);
}

#define JMH(metric, more)                                                                          \
    "[{'jmhVersion':'1','benchmark':'a','mode':'avgt','primaryMetric':{'scoreUnit':'s/op',"        \
    "'score':1," metric "}" more "}]"

/* A state without values says why. */
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

/* Profilers of JMH write texts in place of numbers. */
Test(formats, jmh_metrics_without_numbers_are_left_out)
{
    static const char text[] =
        JMH("'rawData':[[1],[2]]",
            ",'secondaryMetrics':{'stack':{'scoreUnit':'---','rawData':[['NaN'],['NaN']]},"
            "'gc':{'scoreUnit':'B/op','rawData':[[3],[4]]}}");
    bres_test_log log = { 0 };
    bres_result *result = import_text(text, &log);

    for (size_t i = 0; i < 2; i++) {
        const bres_state *state = state_at(result, i);

        cr_assert_eq(bres_test_import_value(state, "bres/import/counter/gc"), 3 + (double)i);
        cr_assert_null(bres_state_summary(state, "bres/import/counter/stack"));
    }
    /* One warning for the metric, and one that each file of JMH has. */
    cr_assert_eq(log.count, 2, "%s", bres_test_log_text(&log));
    cr_assert_not_null(strstr(bres_test_log_text(&log), "is left out: 'stack'"));
    bres_test_log_clear(&log);
    bres_result_unref(result);
}

/* Names and sections that have the separators in them. */
Test(formats, names_keep_benchmarks_apart)
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

/* A parameter that no text can stand for leaves the part in brackets as the only axis. */
Test(formats, pytest_benchmark_takes_the_id_of_odd_parameters)
{
    static const char *const values[] = { "null", "[1]", "{'a':1}", "'UNSERIALIZABLE[<x>]'" };

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

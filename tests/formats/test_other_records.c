/* SPDX-License-Identifier: MIT */
/*
 * Records of JMH, libtest and others: why a state has no values, what is left out with a warning,
 * and names that keep different benchmarks apart.
 */
#include "support/imported.h"
#include "support/loading.h"
#include "support/support.h"

#include <criterion/criterion.h>
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

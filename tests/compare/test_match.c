/* SPDX-License-Identifier: MIT */
/*
 * Matching of both sides: devices, benchmarks, filters, states.
 */
#include "support/loading.h"

#include <benchresult/compare.h>
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#define VALUE(tag, number)                                                                         \
    "{'tag':'nv/cold/time/gpu/" tag "','data':[{'name':'value','type':'float64','value':'" number  \
    "'}]}"
#define TIMES(mean)                                                                                \
    "[" VALUE("mean", mean) "," VALUE(                                                             \
        "stdev/relative", ".01") ",{'tag':'nv/cold/sm_clock_rate/"                                 \
                                 "mean','data':[{'name':'value','type':'float64','value':'1"       \
                                 "'}]}]"
#define AXIS(name, type, value) "{'name':'" name "','type':'" type "','value':" value "}"
#define STATE(name, device, axes, mean)                                                            \
    "{'name':'" name "','device':" device ",'axis_values':" axes ",'summaries':" TIMES(mean) "}"
#define BENCH(name, devices, states)                                                               \
    "{'name':'" name "','devices':" devices ",'axes':null,'states':" states "}"
#define DOC(devices, benches)                                                                      \
    "{'meta':{'version':{'json':{'string':'1.0.0'}}},'devices':" devices ",'benchmarks':" benches  \
    "}"
/* One device, one benchmark. */
#define ONE(states) DOC("[{'id':0,'name':'G'}]", "[" BENCH("b", "[0]", states) "]")

static bres_result *load(const char *text, const char *name)
{
    bres_load_options options = bres_test_options(BRES_LOAD_LENIENT, NULL);
    bres_result *result;
    char *json = bres_test_json(text);

    options.name = name;
    cr_assert_eq(bres_result_load_memory(json, strlen(json), &options, &result), BRES_OK, "%s: %s",
                 text, bres_last_error());
    free(json);
    return result;
}

/* Compares two documents; *comparison is NULL after a failure. */
static bres_status compare(const char *reference, const char *candidate,
                           const bres_compare_options *options, bres_comparison **comparison)
{
    bres_result *results[2] = { load(reference, "ref.json"), load(candidate, "cmp.json") };
    bres_status status = bres_compare(&results[0], 1, &results[1], 1, options, comparison);

    cr_assert_eq(*comparison == NULL, status != BRES_OK);
    bres_result_unref(results[0]);
    bres_result_unref(results[1]);
    return status;
}

static bres_compare_options options_of(uint32_t flags)
{
    bres_compare_options options;

    bres_compare_options_init(&options);
    options.flags = flags;
    return options;
}

/* State names of candidate and reference, and the verdict, of each row: "a=b/SLOW, c=d/SAME".
 * free() it. */
static char *row_names(const bres_comparison *comparison)
{
    bres__text text = { 0 };

    for (size_t i = 0; i < bres_comparison_row_count(comparison); i++) {
        const bres_row *row = bres_comparison_row_at(comparison, i);

        bres__text_printf(
            &text, "%s%s=%s/%s", i > 0 ? ", " : "", bres_state_name(bres_row_candidate(row)),
            bres_state_name(bres_row_reference(row)), bres_verdict_name(bres_row_verdict(row)));
    }
    return text.data != NULL ? text.data : calloc(1, 1);
}

#define A4       AXIS("A", "int64", "'4'")
#define STATES_A "[" STATE("s", "0", "[" A4 "]", "1") "]"

/* States that match, and states that do not. Empty `rows`: the comparison is refused. */
Test(compare, match_states)
{
    static const struct {
        const char *what;
        const char *reference;
        const char *candidate;
        const char *rows;
    } cases[] = {
        { "91: a text and a number", ONE(STATES_A),
          ONE("[" STATE("s", "0", "[" AXIS("A", "int64", "4") "]", "1") "]"), "" },
        { "91: two types", ONE(STATES_A),
          ONE("[" STATE("s", "0", "[" AXIS("A", "float64", "'4'") "]", "1") "]"), "" },
        { "92: one more in the reference",
          ONE("[" STATE("s", "0", "[" A4 "]", "1") "," STATE("t", "0", "[" A4 "]", "1") "]"),
          ONE(STATES_A), "" },
        { "one more in the candidate", ONE(STATES_A),
          ONE("[" STATE("s", "0", "[" A4 "]", "1") "," STATE("s", "0", "[" A4 "]", "1") "]"), "" },
        { "93: by occurrence",
          ONE("[" STATE("s", "0", "null", "1") "," STATE("s", "0", "null", "2") "]"),
          ONE("[" STATE("s", "0", "null", "2") "," STATE("s", "0", "null", "1") "]"),
          "s=s/SLOW, s=s/FAST" },
        { "94: the device is no part of the name",
          ONE("[" STATE("Device=0 A=4", "0", "[" A4 "]", "1") "]"),
          ONE("[" STATE("A=4", "0", "[" A4 "]", "1") "]"), "A=4=Device=0 A=4/SAME" },
        { "94: another number", ONE("[" STATE("Device=01 A=4", "0", "[" A4 "]", "1") "]"),
          ONE("[" STATE("A=4", "0", "[" A4 "]", "1") "]"), "" },
        { "no blank behind the device", ONE("[" STATE("Device=0xA=4", "0", "[" A4 "]", "1") "]"),
          ONE("[" STATE("A=4", "0", "[" A4 "]", "1") "]"), "" },
        { "a type that is null",
          ONE("[" STATE("s", "0", "[{'name':'A','type':null,'value':1}]", "1") "]"),
          ONE("[" STATE("s", "0", "[" AXIS("A", "null", "1") "]", "1") "]"), "" },
        { "the device alone", ONE("[" STATE("Device=0", "0", "null", "1") "]"),
          ONE("[" STATE("", "0", "null", "1") "]"), "=Device=0/SAME" },
        { "the order of axes",
          ONE("[" STATE("s", "0", "[" A4 "," AXIS("B", "string", "'x'") "]", "1") "]"),
          ONE("[" STATE("s", "0", "[" AXIS("B", "string", "'x'") "," A4 "]", "1") "]"),
          "s=s/SAME" },
        { "an axis that repeats",
          ONE("[" STATE("s", "0",
                        "[" A4 "," AXIS("A", "string", "'4'") "," AXIS("A", "int64", "'3'") "]",
                        "1") "]"),
          ONE("[" STATE("s", "0",
                        "[" AXIS("A", "int64", "'3'") "," A4 "," AXIS("A", "string", "'4'") "]",
                        "1") "]"),
          "s=s/SAME" },
        { "the order of rows",
          ONE("[" STATE("s", "0", "null", "1") "," STATE("t", "0", "null", "1") "]"),
          ONE("[" STATE("t", "0", "null", "1") "," STATE("s", "0", "null", "1") "]"),
          "t=t/SAME, s=s/SAME" },
        { "numbers by value",
          ONE("[" STATE("s", "0", "[" AXIS("A", "float64", "4.0") "]", "1") "]"),
          ONE("[" STATE("s", "0", "[" AXIS("A", "float64", "4.00") "]", "1") "]"), "s=s/SAME" },
        { "numbers by kind", ONE("[" STATE("s", "0", "[" AXIS("A", "float64", "4.0") "]", "1") "]"),
          ONE("[" STATE("s", "0", "[" AXIS("A", "float64", "4") "]", "1") "]"), "" },
        { "null is a value", ONE("[" STATE("s", "0", "[" AXIS("A", "int64", "null") "]", "1") "]"),
          ONE("[" STATE("s", "0", "[" AXIS("A", "int64", "null") "]", "1") "]"), "s=s/SAME" },
        { "parts do not run into each other",
          ONE("[" STATE("s", "0", "[" AXIS("A", "t", "'bc'") "]", "1") "]"),
          ONE("[" STATE("s", "0", "[" AXIS("A", "tb", "'c'") "]", "1") "]"), "" },
        { "many axes",
          ONE("[" STATE(
              "s", "0",
              "[" AXIS("A", "t", "1") "," AXIS("B", "t", "1") "," AXIS("C", "t", "1") "," AXIS("D", "t", "1") "," AXIS("E", "t", "1") "," AXIS("F", "t", "1") "," AXIS(
                  "G", "t",
                  "1") "," AXIS("H", "t",
                                "1") "," AXIS("I", "t",
                                              "1") "," AXIS("J", "t",
                                                            "1") "," AXIS("K", "t",
                                                                          "1") "," AXIS("L", "t",
                                                                                        "1") "," AXIS("M",
                                                                                                      "t",
                                                                                                      "1") "," AXIS("N",
                                                                                                                    "t",
                                                                                                                    "1") "," AXIS("O",
                                                                                                                                  "t",
                                                                                                                                  "1") "," AXIS("P",
                                                                                                                                                "t",
                                                                                                                                                "1") "," AXIS("Q",
                                                                                                                                                              "t",
                                                                                                                                                              "1") "]",
              "1") "]"),
          ONE("[" STATE("s", "0",
                        "[" AXIS("Q", "t", "1") "," AXIS("B", "t", "1") "," AXIS("C", "t", "1") "," AXIS(
                            "D", "t", "1") "," AXIS("E", "t", "1") "," AXIS("F",
                                                                            "t", "1") "," AXIS("G", "t", "1") "," AXIS("H", "t", "1") "," AXIS("I", "t", "1") "," AXIS("J", "t", "1") "," AXIS("K",
                                                                                                                                                                                               "t",
                                                                                                                                                                                               "1") "," AXIS("L",
                                                                                                                                                                                                             "t", "1") "," AXIS("M", "t", "1") "," AXIS("N", "t", "1") "," AXIS("O",
                                                                                                                                                                                                                                                                                "t", "1") "," AXIS("P", "t", "1") "," AXIS("A",
                                                                                                                                                                                                                                                                                                                           "t",
                                                                                                                                                                                                                                                                                                                           "1") "]",
                        "1") "]"),
          "s=s/SAME" },
        { "states of other devices are not looked at",
          ONE("[" STATE("s", "0", "null", "1") "," STATE("t", "3", "null", "1") "]"),
          ONE("[" STATE("s", "0", "null", "1") "," STATE("u", "null", "null", "1") "]"),
          "s=s/SAME" },
        { "axes may be missing in the reference",
          ONE("[{'name':'s','device':0,'summaries':" TIMES("1") "}]"),
          ONE("[" STATE("s", "0", "null", "1") "]"), "s=s/SAME" },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bres_comparison *comparison;
        bres_status status = compare(cases[i].reference, cases[i].candidate, NULL, &comparison);
        char *rows;

        if (cases[i].rows[0] == '\0') {
            cr_assert_eq(status, BRES_ERROR_KEY, "%s", cases[i].what);
            cr_assert_not_null(strstr(bres_last_error(), "benchmark 'b', device 0 against 0"),
                               "%s: %s", cases[i].what, bres_last_error());
            continue;
        }
        cr_assert_eq(status, BRES_OK, "%s: %s", cases[i].what, bres_last_error());
        rows = row_names(comparison);
        cr_assert_str_eq(rows, cases[i].rows, "%s", cases[i].what);
        free(rows);
        bres_comparison_free(comparison);
    }
}

/* Files that lack a key that matching needs. */
Test(compare, match_refuses_missing_keys)
{
    static const struct {
        const char *what;
        const char *reference;
        const char *candidate;
        bres_status status;
        const char *message;
    } cases[] = {
        { "axis values of the candidate", ONE("[" STATE("s", "0", "null", "1") "]"),
          ONE("[{'name':'s','device':0,'summaries':" TIMES("1") "}]"), BRES_ERROR_KEY,
          "'axis_values' is missing" },
        { "a device", ONE("[{'name':'s','axis_values':null,'summaries':" TIMES("1") "}]"),
          ONE("[" STATE("s", "0", "null", "1") "]"), BRES_ERROR_KEY, "'device' is missing" },
        { "an axis value's name",
          ONE("[" STATE("s", "0", "[{'type':'int64','value':'4'}]", "1") "]"),
          ONE("[" STATE("s", "0", "null", "1") "]"), BRES_ERROR_KEY, "'axis_values.name'" },
        { "an axis value's type", ONE("[" STATE("s", "0", "[{'name':'A','value':'4'}]", "1") "]"),
          ONE("[" STATE("s", "0", "null", "1") "]"), BRES_ERROR_KEY, "'axis_values.type'" },
        { "an axis value's value",
          ONE("[" STATE("s", "0", "[{'name':'A','type':'int64'}]", "1") "]"),
          ONE("[" STATE("s", "0", "null", "1") "]"), BRES_ERROR_KEY, "'axis_values.value'" },
        { "a state's name", ONE("[{'device':0,'axis_values':null,'summaries':" TIMES("1") "}]"),
          ONE("[" STATE("s", "0", "null", "1") "]"), BRES_ERROR_KEY, "'name' is missing" },
        { "a state's name, of another kind", ONE("[" STATE("s", "0", "null", "1") "]"),
          ONE("[{'name':3,'device':0,'axis_values':null,'summaries':" TIMES("1") "}]"),
          BRES_ERROR_KEY, "'name' is missing" },
        { "a benchmark's name", ONE("[]"),
          DOC("[{'id':0,'name':'G'}]", "[{'devices':[0],'axes':null,'states':[]}]"), BRES_ERROR_KEY,
          "benchmarks[0]: the key 'name' is missing" },
        { "a benchmark's name, of another kind",
          DOC("[{'id':0,'name':'G'}]", "[{'name':null,'devices':[0],'axes':null,'states':[]}]"),
          ONE("[]"), BRES_ERROR_KEY, "benchmarks[0]: the key 'name' is missing" },
        { "a benchmark's devices",
          DOC("[{'id':0,'name':'G'}]", "[{'name':'b','axes':null,'states':[]}]"),
          ONE("[" STATE("s", "0", "null", "1") "]"), BRES_ERROR_KEY,
          "benchmark 'b': the key 'devices' is missing" },
        { "the devices", "{'benchmarks':[]}", ONE("[]"), BRES_ERROR_KEY,
          "the key 'devices' is missing" },
        { "a version that is no object", "{'meta':{'version':1},'devices':[],'benchmarks':[]}",
          ONE("[]"), BRES_ERROR_KIND, "meta.version" },
        { "a version without its text",
          "{'meta':{'version':{'json':{}}},'devices':[],'benchmarks':[]}", ONE("[]"),
          BRES_ERROR_KIND, "meta.version" },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bres_comparison *comparison;

        cr_assert_eq(compare(cases[i].reference, cases[i].candidate, NULL, &comparison),
                     cases[i].status, "%s", cases[i].what);
        cr_assert_not_null(strstr(bres_last_error(), cases[i].message), "%s: %s", cases[i].what,
                           bres_last_error());
    }
}

/* The message of a refusal names a few states and counts the others. */
Test(compare, match_refusal_is_short)
{
    bres_comparison *comparison;

    compare(ONE("[" STATE("a", "0", "null", "1") "," STATE("b", "0", "null", "1") "," STATE(
                "c", "0", "null", "1") "," STATE("c", "0", "null", "1") "]"),
            ONE("[" STATE("c", "0", "null", "1") "," STATE("d", "0", "null", "1") "," STATE(
                "e", "0", "null", "1") "]"),
            NULL, &comparison);
    cr_assert_not_null(strstr(bres_last_error(),
                              "benchmark 'b', device 0 against 0: states without a partner: "
                              "'a' (1 in the reference, 0 in the candidate), "
                              "'b' (1 in the reference, 0 in the candidate), "
                              "'c' (2 in the reference, 1 in the candidate), "
                              "'d' (0 in the reference, 1 in the candidate) and 1 more"),
                       "%s", bres_last_error());
}

Test(compare, match_lists_states_without_a_partner)
{
    static const struct {
        const char *name;
        bool in_reference;
    } missing[] = { { "s", true }, { "t", true }, { "u", false } };
    const bres_compare_options options = options_of(BRES_COMPARE_ALLOW_MISSING);
    bres_comparison *comparison;
    char *rows;

    cr_assert_eq(compare(ONE("[" STATE("s", "0", "null", "1") "," STATE(
                             "s", "0", "null", "2") "," STATE("t", "0", "null", "1") "]"),
                         ONE("[" STATE("u", "0", "null", "1") "," STATE("s", "0", "null", "1") "]"),
                         &options, &comparison),
                 BRES_OK, "%s", bres_last_error());
    rows = row_names(comparison);
    cr_assert_str_eq(rows, "s=s/SAME");
    cr_assert_eq(bres_row_occurrence_count(bres_comparison_row_at(comparison, 0)), 1);
    cr_assert_eq(bres_comparison_missing_state_count(comparison), 3);
    for (size_t i = 0; i < 3; i++) {
        bool in_reference;
        const bres_state *state = bres_comparison_missing_state_at(comparison, i, &in_reference);

        cr_assert_str_eq(bres_state_name(state), missing[i].name);
        cr_assert_eq(in_reference, missing[i].in_reference);
    }
    cr_assert_null(bres_comparison_missing_state_at(comparison, 3, NULL));
    free(rows);
    bres_comparison_free(comparison);
}

Test(compare, match_counts_occurrences)
{
    bres_comparison *comparison;

    cr_assert_eq(compare(ONE("[" STATE("s", "0", "null", "1") "," STATE(
                             "s", "0", "null", "1") "," STATE("t", "0", "null", "1") "]"),
                         ONE("[" STATE("s", "0", "null", "1") "," STATE(
                             "t", "0", "null", "1") "," STATE("s", "0", "null", "1") "]"),
                         NULL, &comparison),
                 BRES_OK, "%s", bres_last_error());
    for (size_t i = 0; i < 3; i++) {
        const bres_row *row = bres_comparison_row_at(comparison, i);

        cr_assert_eq(bres_row_occurrence(row), i == 2, "row %zu", i);
        cr_assert_eq(bres_row_occurrence_count(row), i == 1 ? 1 : 2, "row %zu", i);
    }
    bres_comparison_free(comparison);
}

#define N(value) AXIS("N", "int64", "'" value "'")
#define BENCHES                                                                                    \
    DOC("[{'id':0,'name':'G'}]",                                                                   \
        "[" BENCH(                                                                                 \
            "x", "[0]",                                                                            \
            "[" STATE("N=1024", "0", "[" N("1024") "]", "1") "," STATE(                            \
                "N=2048", "0", "[" N("2048") "]",                                                  \
                "1") "," STATE("N=4096", "0", "[" N("4096") "]",                                   \
                               "1") "]") "," BENCH("y", "[0]",                                     \
                                                   "[" STATE("A=2", "0",                           \
                                                             "[" AXIS("A", "int64", "'2'") "]",    \
                                                             "1") "," STATE("A=3", "0",            \
                                                                            "[" AXIS("A", "int64", \
                                                                                     "'3'") "]",   \
                                                                            "1") "]") "]")

/* Cases 92 and 95: filters apply before matching. */
Test(compare, match_filters_first)
{
    static const struct {
        const char *what;
        const char *reference;
        const char *candidate;
        const char *arguments[4]; /* -b NAME as "b:NAME", -a EXPRESSION as it is */
        const char *rows;
    } cases[] = {
        { "92",
          ONE("[" STATE("s", "0", "[" A4 "]",
                        "1") "," STATE("t", "0", "[" AXIS("A", "int64", "'5'") "]", "1") "]"),
          ONE(STATES_A),
          { "A=4" },
          "s=s/SAME" },
        { "95: the union of scopes",
          BENCHES,
          BENCHES,
          { "b:x", "N[pow2]=10", "b:x", "N[pow2]=11" },
          "N=1024=N=1024/SAME, N=2048=N=2048/SAME" },
        { "95: a global filter", BENCHES, BENCHES, { "A=2", "b:y" }, "A=2=A=2/SAME" },
        { "95: a scope without a filter",
          BENCHES,
          BENCHES,
          { "b:x", "N=4096", "b:y" },
          "N=4096=N=4096/SAME, A=2=A=2/SAME, A=3=A=3/SAME" },
        { "96: a value with an equals sign",
          ONE("[" STATE("s", "0", "[" AXIS("s", "string", "'a=b'") "]", "1") "]"),
          ONE("[" STATE("s", "0", "[" AXIS("s", "string", "'a=b'") "]", "1") "]"),
          { "s=a=b" },
          "s=s/SAME" },
        { "no such benchmark", BENCHES, BENCHES, { "b:z" }, "" },
        { "no such axis", BENCHES, BENCHES, { "Z=1" }, "" },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bres_compare_options options = options_of(0);
        bres_comparison *comparison;
        bres_filter *filter;
        char *rows;

        cr_assert_eq(bres_filter_new(&filter), BRES_OK);
        for (size_t a = 0; a < 4 && cases[i].arguments[a] != NULL; a++) {
            const char *argument = cases[i].arguments[a];

            cr_assert_eq(strncmp(argument, "b:", 2) == 0
                             ? bres_filter_add_benchmark(filter, argument + 2)
                             : bres_filter_add_axis(filter, argument),
                         BRES_OK, "%s", bres_last_error());
        }
        options.filter = filter;
        cr_assert_eq(compare(cases[i].reference, cases[i].candidate, &options, &comparison),
                     BRES_OK, "%s: %s", cases[i].what, bres_last_error());
        bres_filter_free(filter);
        rows = row_names(comparison);
        cr_assert_str_eq(rows, cases[i].rows, "%s", cases[i].what);
        free(rows);
        bres_comparison_free(comparison);
    }
}

/* Case 96. */
Test(compare, match_refuses_malformed_filters)
{
    static const char *const expressions[] = { "N=[]", "N=[ , ]",  "N=",         "=3",
                                               "N",    "[pow2]=3", "N[pow2]=3.5" };

    for (size_t i = 0; i < sizeof expressions / sizeof *expressions; i++) {
        bres_filter *filter;

        cr_assert_eq(bres_filter_new(&filter), BRES_OK);
        cr_assert_eq(bres_filter_add_axis(filter, expressions[i]), BRES_ERROR_ARGUMENT, "%s",
                     expressions[i]);
        cr_assert_not_null(strstr(bres_last_error(), expressions[i]), "%s", bres_last_error());
        bres_filter_free(filter);
    }
}

/* Benchmarks are in the candidate's order. The reference's first benchmark of a repeated name
 * counts. Unmatched benchmarks are listed. */
Test(compare, match_benchmarks)
{
    static const struct {
        const char *name;
        bool in_reference;
    } missing[] = { { "old", true }, { "new", false } };
    bres_comparison *comparison;
    bres_result *results[2];

    results[0] = load(
        DOC("[{'id':0,'name':'G'}]",
            "[" BENCH("a", "[0]", "[" STATE("s", "0", "null", "1") "]") "," BENCH(
                "old", "[0]", "[]") "," BENCH("a", "[0]",
                                              "[" STATE("t", "0", "null",
                                                        "1") "]") "," BENCH("b", "[0]", "[]") "]"),
        "ref.json");
    results[1] = load(DOC("[{'id':0,'name':'G'}]",
                          "[" BENCH("new", "[0]", "[]") "," BENCH("b", "[0]", "[]") "," BENCH(
                              "a", "[0]", "[" STATE("s", "0", "null", "1") "]") "]"),
                      "cmp.json");
    cr_assert_eq(bres_compare(&results[0], 1, &results[1], 1, NULL, &comparison), BRES_OK, "%s",
                 bres_last_error());
    cr_assert_eq(bres_comparison_bench_count(comparison), 2);
    cr_assert_str_eq(bres_subbench_name(
                         bres_comparison_bench_candidate(bres_comparison_bench_at(comparison, 0))),
                     "b");
    cr_assert_eq(bres_comparison_bench_reference(bres_comparison_bench_at(comparison, 1)),
                 bres_result_subbench_at(results[0], 0));
    cr_assert_eq(bres_row_bench(bres_comparison_row_at(comparison, 0)),
                 bres_comparison_bench_at(comparison, 1));
    cr_assert_eq(bres_comparison_missing_bench_count(comparison), 2);
    for (size_t i = 0; i < 2; i++) {
        bool in_reference;
        const bres_subbench *bench = bres_comparison_missing_bench_at(comparison, i, &in_reference);

        cr_assert_str_eq(bres_subbench_name(bench), missing[i].name);
        cr_assert_eq(in_reference, missing[i].in_reference);
    }
    bres_comparison_free(comparison);
    bres_result_unref(results[0]);
    bres_result_unref(results[1]);
}

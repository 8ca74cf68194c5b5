/* SPDX-License-Identifier: MIT */
#include "base/fault.h"
#include "harness/suite/plan.h"

#include "support/describe.h"
#include "support/support.h"
#include "support/written.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bres_status body(bres_run *run, void *context)
{
    (void)run;
    (void)context;
    return BRES_OK;
}

static const int64_t one_two[] = { 1, 2 };
static const char *const x_y[] = { "x", "y" };

/* "ab" has four states, "c" one, "none" none, "d" three. */
static bres_suite *suite_make(void)
{
    bres_suite *suite = bres_suite_new();
    bres_bench *bench = bres_suite_add(suite, "ab", body, NULL);

    bres_bench_add_int64_axis(bench, "A", one_two, 2);
    bres_bench_add_string_axis(bench, "B", x_y, 2);
    bres_suite_add(suite, "c", body, NULL);
    bench = bres_suite_add(suite, "none", body, NULL);
    bres_bench_add_int64_axis(bench, "A", one_two, 2);
    bres_bench_add_int64_axis(bench, "N", NULL, 0);
    bres_bench_add_int64_range(bres_suite_add(suite, "d", body, NULL), "D", 1, 3, 1);
    cr_assert_eq(suite->status, BRES_OK);
    return suite;
}

static bres_status plan_make(bres__plan *plan, const bres_suite *suite,
                             const bres__plan_options *options)
{
    return bres__plan_make(plan, (const bres_bench *const *)suite->benches, suite->bench_count,
                           options);
}

/* The states of a plan: "ab0 ab1"; a run after the first has a slash: "ab0/1". free() the text. */
static char *plan_describe(const bres__plan *plan)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);

    for (size_t i = 0; i < plan->state_count; i++) {
        const bres__plan_state *state = &plan->states[i];

        fprintf(out, "%s%s%zu", i > 0 ? " " : "", plan->benches[state->bench]->name, state->number);
        if (state->run > 0)
            fprintf(out, "/%" PRIu32, state->run);
    }
    fclose(out);
    return text;
}

Test(harness, plan_has_states_in_order)
{
    static const struct {
        bres__plan_options options;
        const char *expected;
    } rows[] = {
        { { .repeat = 1, .shards = 1 }, "ab0 ab1 ab2 ab3 c0 d0 d1 d2" },
        { { .repeat = 2, .shards = 1 },
          "ab0 ab1 ab2 ab3 c0 d0 d1 d2 ab0/1 ab1/1 ab2/1 ab3/1 c0/1 d0/1 d1/1 d2/1" },
        { { .repeat = 1, .shard = 0, .shards = 3 }, "ab0 ab3 d1" },
        { { .repeat = 1, .shard = 1, .shards = 3 }, "ab1 c0 d2" },
        { { .repeat = 1, .shard = 2, .shards = 3 }, "ab2 d0" },
        /* A shard has the same states in every run. */
        { { .repeat = 2, .shard = 2, .shards = 3 }, "ab2 d0 ab2/1 d0/1" },
        { { .repeat = 1, .shard = 7, .shards = 8 }, "d2" },
        { { .repeat = 1, .shard = 8, .shards = 9 }, "" },
        { { .repeat = 3, .shard = 4294967294, .shards = 4294967295 }, "" },
        /* A seed always gives the same order. */
        { { .repeat = 1, .shards = 1, .shuffle = true, .seed = 0 }, "ab2 d0 ab0 ab3 c0 d1 ab1 d2" },
        { { .repeat = 2, .shards = 1, .shuffle = true, .seed = 42 },
          "ab3 ab1 d1 ab2 c0 ab0 d2 d0 ab0/1 ab1/1 ab3/1 d2/1 d0/1 ab2/1 d1/1 c0/1" },
        { { .repeat = 1, .shard = 1, .shards = 3, .shuffle = true, .seed = 42 }, "ab1 d2 c0" },
    };
    bres_suite *suite = suite_make();

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bres__plan plan;
        char *text;

        cr_assert_eq(plan_make(&plan, suite, &rows[i].options), BRES_OK, "row %zu", i);
        text = plan_describe(&plan);
        cr_expect_str_eq(text, rows[i].expected, "row %zu: %s", i, text);
        free(text);
        bres__plan_free(&plan);
    }
    bres_suite_free(suite);
}

static int compare_states(const void *left, const void *right)
{
    const bres__plan_state *a = left;
    const bres__plan_state *b = right;

    if (a->bench != b->bench)
        return a->bench < b->bench ? -1 : 1;
    return a->number < b->number ? -1 : a->number > b->number;
}

/* Every state occurs once, for any seed and any number of shards. */
Test(harness, plan_shards_and_shuffles_lose_nothing)
{
    bres_suite *suite = suite_make();
    bres__plan whole;

    cr_assert_eq(plan_make(&whole, suite, &(bres__plan_options){ .repeat = 1, .shards = 1 }),
                 BRES_OK);
    for (uint32_t shards = 1; shards <= 10; shards++) {
        bres__plan_state found[8];
        size_t count = 0;

        for (uint32_t shard = 0; shard < shards; shard++) {
            const bres__plan_options options = {
                .repeat = 1, .shard = shard, .shards = shards, .shuffle = true, .seed = shards
            };
            bres__plan plan;

            cr_assert_eq(plan_make(&plan, suite, &options), BRES_OK);
            cr_assert_leq(count + plan.state_count, 8);
            if (plan.state_count > 0)
                memcpy(found + count, plan.states, plan.state_count * sizeof(*found));
            count += plan.state_count;
            bres__plan_free(&plan);
        }
        cr_assert_eq(count, 8, "%" PRIu32 " shards", shards);
        qsort(found, count, sizeof(found[0]), compare_states);
        for (size_t i = 0; i < count; i++)
            cr_assert_eq(compare_states(&found[i], &whole.states[i]), 0);
    }
    bres__plan_free(&whole);
    bres_suite_free(suite);
}

/* Each state is at each position about equally often. */
Test(harness, plan_shuffles_are_fair)
{
    enum { SEEDS = 8000 };
    bres_suite *suite = bres_suite_new();
    size_t counts[4][4] = { { 0 } };

    bres_bench_add_int64_range(bres_suite_add(suite, "d", body, NULL), "D", 1, 4, 1);
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        const bres__plan_options options = {
            .repeat = 1, .shards = 1, .shuffle = true, .seed = seed
        };
        bres__plan plan;

        cr_assert_eq(plan_make(&plan, suite, &options), BRES_OK);
        for (size_t i = 0; i < 4; i++)
            counts[i][plan.states[i].number]++;
        bres__plan_free(&plan);
    }
    for (size_t i = 0; i < 4; i++) {
        for (size_t k = 0; k < 4; k++)
            cr_expect(counts[i][k] > SEEDS / 4 - 200 && counts[i][k] < SEEDS / 4 + 200,
                      "state %zu is %zu times at place %zu", k, counts[i][k], i);
    }
    bres_suite_free(suite);
}

Test(harness, plan_refuses_too_many_states)
{
    bres_suite *suite = bres_suite_new();
    bres_bench *bench = bres_suite_add(suite, "huge", body, NULL);
    bres__plan_options options = { .repeat = 10, .shards = 1 };
    bres__plan plan;

    bres_bench_add_int64_range(bench, "a", 1, 1000000, 1);
    cr_assert_eq(plan_make(&plan, suite, &options), BRES_OK);
    cr_assert_eq(plan.state_count, 10000000);
    bres__plan_free(&plan);
    options.repeat = 11;
    cr_assert_eq(plan_make(&plan, suite, &options), BRES_ERROR_LIMIT);
    cr_assert(plan.states == NULL && plan.state_count == 0);
    options.repeat = 1;
    bres_bench_add_int64_range(bench, "b", 1, 11, 1);
    cr_assert_eq(bres__bench_state_count(bench), 11000000);
    cr_assert_eq(plan_make(&plan, suite, &options), BRES_ERROR_LIMIT);
    cr_assert_not_null(strstr(bres_last_error(), "more than 10000000 states"));

    /* Neither the product nor the sum fits in size_t. */
    bres_bench_add_int64_range(bench, "c", 1, 1000000, 1);
    bres_bench_add_int64_range(bench, "d", 1, 1000000, 1);
    bres_bench_add_int64_range(bench, "e", 1, 2, 1);
    cr_assert_eq(bres__bench_state_count(bench), SIZE_MAX);
    bres_suite_add(suite, "small", body, NULL);
    cr_assert_eq(plan_make(&plan, suite, &options), BRES_ERROR_LIMIT);
    options.shard = 5;
    options.shards = 1000000;
    cr_assert_eq(plan_make(&plan, suite, &options), BRES_ERROR_LIMIT);
    /* An axis without values makes the product 0. */
    bres_bench_add_int64_axis(bench, "f", NULL, 0);
    cr_assert_eq(bres__bench_state_count(bench), 0);
    bres_suite_free(suite);
}

Test(harness, plan_refuses_shards_that_are_not_there)
{
    static const bres__plan_options rows[] = {
        { .repeat = 0, .shards = 1 },
        { .repeat = 1, .shards = 0 },
        { .repeat = 1, .shard = 2, .shards = 2 },
    };
    bres_suite *suite = suite_make();
    bres__plan plan;

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        cr_expect_eq(plan_make(&plan, suite, &rows[i]), BRES_ERROR_ARGUMENT, "row %zu", i);
    bres_suite_free(suite);
}

static bres_status result_add_states(const bres__plan *plan, bres_result *result)
{
    bres_status status = bres__plan_add_benches(plan, result);

    for (size_t i = 0; i < plan->state_count && status == BRES_OK; i++) {
        bres_state *state = (bres_state *)plan;

        status = bres__plan_add_state(plan, &plan->states[i], result, &state);
        cr_assert_eq(state == NULL, status != BRES_OK);
    }
    return status;
}

/* The names of the states in a benchmark of a result; runs after the first in parentheses. free()
 * the text. */
static char *names_of(const bres_result *result, size_t index)
{
    const bres_subbench *bench = bres_result_subbench_at(result, index);
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);

    for (size_t i = 0; i < bres_subbench_state_count(bench); i++) {
        const bres_state *state = bres_subbench_state_at(bench, i);

        fprintf(out, "%s%s", i > 0 ? "; " : "", bres_state_name(state));
        if (bres_state_run(state) > 0)
            fprintf(out, " (%" PRIu32 ")", bres_state_run(state));
    }
    fclose(out);
    return text;
}

Test(harness, plan_states_have_their_axis_values)
{
    bres_suite *suite = bres_suite_new();
    bres_bench *bench = bres_suite_add(suite, "b", body, NULL);
    const bres__plan_options options = { .repeat = 2, .shards = 1 };
    bres_result *result = NULL;
    const bres_state *state;
    int64_t integer = 0;
    double real = 0;
    bres__plan plan;
    char *names;

    /* A value that occurs twice makes two states. */
    bres_bench_add_int64_axis(bench, "A", (const int64_t[]){ 1, 1 }, 2);
    bres_bench_add_int64_pow2_axis(bench, "P", (const int64_t[]){ 62 }, 1);
    bres_bench_add_float64_axis(bench, "x", (const double[]){ 0.1, 0.123456789 }, 2);
    bres_bench_add_string_axis(bench, "S", x_y, 1);
    cr_assert_eq(plan_make(&plan, suite, &options), BRES_OK);
    cr_assert_eq(bres_result_new(&result), BRES_OK);
    cr_assert_eq(result_add_states(&plan, result), BRES_OK, "%s", bres_last_error());
    names = names_of(result, 0);
    cr_assert_str_eq(names, "A=1 P=2^62 x=0.1 S=x; A=1 P=2^62 x=0.1 S=x; "
                            "A=1 P=2^62 x=0.12346 S=x; A=1 P=2^62 x=0.12346 S=x; "
                            "A=1 P=2^62 x=0.1 S=x (1); A=1 P=2^62 x=0.1 S=x (1); "
                            "A=1 P=2^62 x=0.12346 S=x (1); A=1 P=2^62 x=0.12346 S=x (1)");
    free(names);
    state = bres_subbench_state_at(bres_result_subbench_at(result, 0), 2);
    cr_assert(bres_value_int64(bres_state_axis_value(state, "P"), &integer));
    cr_assert_eq(integer, INT64_C(1) << 62);
    cr_assert(bres_value_float64(bres_state_axis_value(state, "x"), &real));
    cr_assert_eq(real, 0.123456789);
    bres_result_unref(result);
    bres__plan_free(&plan);
    bres_suite_free(suite);
}

/* The first axis changes fastest. */
Test(harness, plan_states_are_in_their_benchmarks)
{
    static const char *const expected[] = { "A=1 B=x; A=2 B=x; A=1 B=y; A=2 B=y", "", "",
                                            "D=1; D=2; D=3" };
    bres_suite *suite = suite_make();
    const bres__plan_options options = { .repeat = 1, .shards = 1 };
    bres_result *result = NULL;
    bres__plan plan;

    cr_assert_eq(plan_make(&plan, suite, &options), BRES_OK);
    cr_assert_eq(bres_result_new(&result), BRES_OK);
    cr_assert_eq(result_add_states(&plan, result), BRES_OK);
    cr_assert_eq(bres_result_subbench_count(result), 4);
    for (size_t i = 0; i < 4; i++) {
        char *names = names_of(result, i);

        cr_expect_str_eq(names, expected[i], "benchmark %zu: %s", i, names);
        free(names);
    }
    bres_result_unref(result);
    bres__plan_free(&plan);
    bres_suite_free(suite);
}

/* The file is what NVBench would write for these benchmarks. */
Test(harness, plan_as_a_file)
{
    static const char settings[] =
        "'min_samples':3,'cold_warmup_runs':1,'cold_max_warmup_walltime':-1.0,"
        "'batch_target_time':0.5,'skip_time':-1.0,'timeout':2.5";
    bres_suite *suite = bres_suite_new();
    bres_bench *bench = bres_suite_add(suite, "b", body, NULL);
    const bres__plan_options options = { .repeat = 1, .shards = 1 };
    char text[2048];
    bres_result *expected;
    bres_result *result = NULL;
    bres_result *back;
    bres__plan plan;
    char *written;
    char *descriptions[2];

    bres_bench_set_min_samples(bench, 3);
    bres_bench_set_timeout(bench, 2.5);
    bres_bench_add_int64_pow2_axis(bench, "P", (const int64_t[]){ 3 }, 1);
    cr_assert_eq(plan_make(&plan, suite, &options), BRES_OK);
    cr_assert_eq(bres_result_new(&result), BRES_OK);
    cr_assert_eq(result_add_states(&plan, result), BRES_OK);
    snprintf(text, sizeof(text),
             "{'meta':{'version':{'json':{'major':1,'minor':0,'patch':0,'string':'1.0.0'}}},"
             "'devices':null,"
             "'benchmarks':[{'name':'b','index':0,%s,'devices':null,"
             "'axes':[{'name':'P','type':'int64','flags':'pow2','values':[{'input_string':'3',"
             "'description':'2^3 = 8','value':8}]}],"
             "'states':[{'name':'P=2^3',%s,'device':null,'type_config_index':0,"
             "'axis_values':[{'name':'P','type':'int64','value':'8'}],"
             "'summaries':null,'is_skipped':false}]}]}",
             settings, settings);
    for (char *quote = text; (quote = strchr(quote, '\'')) != NULL;)
        *quote = '"';
    expected = bres_test_load_strict(text);
    written = bres_test_written(result);
    back = bres_test_load_strict(written);
    descriptions[0] = bres_test_describe_body(back);
    descriptions[1] = bres_test_describe_body(expected);
    bres_test_same_text(descriptions[0], descriptions[1], "a planned result");
    free(descriptions[0]);
    free(descriptions[1]);
    free(written);
    bres_result_unref(back);
    bres_result_unref(expected);
    bres_result_unref(result);
    bres__plan_free(&plan);
    bres_suite_free(suite);
}

static bres_status plan_once(void *context)
{
    const bres__plan_options options = { .repeat = 2, .shards = 1, .shuffle = true };
    bres_result *result = NULL;
    bres__plan plan;
    bres_status status = plan_make(&plan, context, &options);

    cr_assert_eq(plan.states == NULL, status != BRES_OK);
    if (status == BRES_OK)
        status = bres_result_new(&result);
    if (status == BRES_OK)
        status = result_add_states(&plan, result);
    bres_result_unref(result);
    bres__plan_free(&plan);
    return status;
}

Test(harness, planning_without_memory)
{
    bres_suite *suite = suite_make();

    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, plan_once, suite);
    bres_suite_free(suite);
}

/* A state that could not be created is not in the result. */
Test(harness, plan_state_without_memory_leaves_the_result)
{
    bres_suite *suite = suite_make();
    const bres__plan_options options = { .repeat = 2, .shards = 1 };
    bres_result *result = NULL;
    bres_state *state = NULL;
    bres__plan plan;
    bool hit = true;

    cr_assert_eq(plan_make(&plan, suite, &options), BRES_OK);
    cr_assert_eq(bres_result_new(&result), BRES_OK);
    cr_assert_eq(bres__plan_add_benches(&plan, result), BRES_OK);
    for (size_t n = 1; hit; n++) {
        bres_status status;

        bres__faults_arm(BRES__FAULT_ALLOC, n, false);
        status = bres__plan_add_state(&plan, &plan.states[9], result, &state);
        hit = bres__faults_hit();
        bres__faults_arm(0, 0, false);
        cr_assert_eq(status, hit ? BRES_ERROR_MEMORY : BRES_OK);
        cr_assert_eq(bres_subbench_state_count(bres_result_subbench_at(result, 0)), hit ? 0 : 1);
        cr_assert_eq(state == NULL, hit);
        cr_assert(hit || n > 2);
    }
    bres_result_unref(result);
    bres__plan_free(&plan);
    bres_suite_free(suite);
}

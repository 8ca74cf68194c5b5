/* SPDX-License-Identifier: MIT */
#include "base/fault.h"
#include "harness/cli/program.h"
#include "harness/run/run.h"
#include "harness/suite/plan.h"

#include "support/support.h"

#include <benchresult/nvbench.h>

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const numbers[] = { "F32", "F64" };
static const char *const numbers_described[] = { "float", NULL };
static const char *const layouts[] = { "row", "column", "tile" };
static const int64_t sizes[] = { 1, 2 };
static const char *const orders[] = { "up", "down" };

/* The types that the bodies have seen: "F32/0 row/0; ...". */
typedef struct seen {
    char text[1024];
} seen;

static void no_work(void *context)
{
    (void)context;
}

static bres_status body(bres_run *run, void *context)
{
    seen *all = context;
    const size_t length = strlen(all->text);

    snprintf(all->text + length, sizeof(all->text) - length, "%s/%zu %s/%zu; ",
             bres_run_type(run, "T"), bres_run_type_index(run, "T"), bres_run_string(run, "Layout"),
             bres_run_type_index(run, "Layout"));
    return bres_run_exec_cpu(run, no_work, NULL);
}

/* The axis of numbers is declared first, but follows the types. */
static bres_suite *suite_make(seen *all)
{
    bres_suite *suite = bres_suite_new();
    bres_bench *bench = bres_suite_add(suite, "typed", body, all);

    bres_bench_add_int64_axis(bench, "N", sizes, 2);
    bres_bench_add_type_axis(bench, "T", numbers, numbers_described, 2);
    bres_bench_add_string_axis(bench, "Order", orders, 2);
    bres_bench_add_type_axis(bench, "Layout", layouts, NULL, 3);
    bres_bench_set_run_once(bench, true);
    return suite;
}

/* "0 T=F32 Layout=row N=1 Order=up; ...", with the type configuration before each state. free() it.
 */
static char *describe(const bres_suite *suite, const char *const *options)
{
    char *argv[16] = { (char *)"test" };
    int argc = 1;
    bres__invocation invocation;
    bres__plan plan;
    bres_result *result = NULL;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);

    while (options[argc - 1] != NULL) {
        argv[argc] = (char *)options[argc - 1];
        argc++;
    }
    cr_assert_eq(bres__arguments_read((bres_suite *)suite, argc, argv, &invocation), BRES_OK, "%s",
                 bres_last_error());
    cr_assert_eq(bres__plan_make(&plan, (const bres_bench *const *)invocation.benches,
                                 invocation.bench_count, &invocation.plan),
                 BRES_OK);
    cr_assert_eq(bres_result_new(&result), BRES_OK);
    cr_assert_eq(bres__plan_add_benches(&plan, result), BRES_OK);
    for (size_t i = 0; i < plan.state_count; i++) {
        bres_state *state = NULL;
        int64_t config = -1;

        cr_assert_eq(bres__plan_add_state(&plan, &plan.states[i], result, &state), BRES_OK);
        cr_assert(bres_state_type_config_index(state, &config));
        fprintf(out, "%" PRId64 " %s; ", config, bres_state_name(state));
    }
    fclose(out);
    bres_result_unref(result);
    bres__plan_free(&plan);
    bres__invocation_free(&invocation);
    return text;
}

static void expect_states(const char *const *options, const char *expected)
{
    seen all = { "" };
    bres_suite *suite = suite_make(&all);
    char *text = describe(suite, options);

    cr_expect_str_eq(text, expected, "%s", text);
    free(text);
    bres_suite_free(suite);
}

Test(harness, types_have_the_order_of_nvbench)
{
    expect_states((const char *const[]){ "-a", "N=7", "-a", "Order=up", NULL },
                  "0 T=F32 Layout=row N=7 Order=up; 1 T=F32 Layout=column N=7 Order=up; "
                  "2 T=F32 Layout=tile N=7 Order=up; 3 T=F64 Layout=row N=7 Order=up; "
                  "4 T=F64 Layout=column N=7 Order=up; 5 T=F64 Layout=tile N=7 Order=up; ");
    expect_states((const char *const[]){ "-a", "T=F64", "-a", "Layout=row", NULL },
                  "3 T=F64 Layout=row N=1 Order=up; 3 T=F64 Layout=row N=2 Order=up; "
                  "3 T=F64 Layout=row N=1 Order=down; 3 T=F64 Layout=row N=2 Order=down; ");
}

Test(harness, types_that_are_chosen_keep_their_order_and_index)
{
    static const char *const expected =
        "0 T=F32 Layout=row N=7 Order=up; 2 T=F32 Layout=tile N=7 Order=up; "
        "3 T=F64 Layout=row N=7 Order=up; 5 T=F64 Layout=tile N=7 Order=up; ";

    expect_states((const char *const[]){ "-a", "N=7", "-a", "Order=up", "-a",
                                         "Layout=[tile,row,tile]", NULL },
                  expected);
    /* The last option for an axis counts; it selects from all types. */
    expect_states((const char *const[]){ "-a", "Layout=column", "-a", "Layout=tile, row", "-a",
                                         "N=7", "-a", "Order=up", NULL },
                  expected);
}

Test(harness, types_reach_the_body)
{
    static const char *const expected = "F32/0 column/1; F64/1 column/1; ";
    const char *path = bres_test_build("types.json");
    char *argv[] = { (char *)"test",     (char *)"-q",  (char *)"--no-isolate",
                     (char *)"-a",       (char *)"N=1", (char *)"-a",
                     (char *)"Order=up", (char *)"-a",  (char *)"Layout=column",
                     (char *)"--json",   (char *)path,  NULL };
    seen all = { "" };
    bres_result *result = NULL;
    const bres_subbench *bench;
    const bres_axis *axis;

    cr_assert_eq(bres_main(suite_make(&all), 11, argv), 0);
    cr_expect_str_eq(all.text, expected, "%s", all.text);
    cr_assert_eq(bres_result_load(path, NULL, &result), BRES_OK, "%s", bres_last_error());
    bench = bres_result_subbench_at(result, 0);
    axis = bres_subbench_axis_at(bench, 0);
    cr_expect_str_eq(bres_axis_name(axis), "T");
    cr_expect_str_eq(bres_axis_type(axis), "type");
    cr_expect_str_eq(bres_axis_value_description(bres_axis_value_at(axis, 0)), "float");
    cr_expect_str_eq(bres_axis_value_description(bres_axis_value_at(axis, 1)), "");
    axis = bres_subbench_axis_at(bench, 1);
    cr_assert_eq(bres_axis_value_count(axis), 3);
    cr_expect(!bres_axis_value_is_active(bres_axis_value_at(axis, 0)));
    cr_expect(bres_axis_value_is_active(bres_axis_value_at(axis, 1)));
    cr_expect(!bres_axis_value_is_active(bres_axis_value_at(axis, 2)));
    cr_expect_eq(bres_subbench_state_count(bench), 2);
    bres_result_unref(result);
}

static void expect_list(bres_status (*put)(bres__text *text, const bres__invocation *invocation),
                        const char *expected)
{
    char *argv[] = { (char *)"test", (char *)"-a", (char *)"Layout=tile", NULL };
    seen all = { "" };
    bres_suite *suite = suite_make(&all);
    bres__invocation invocation;
    bres__text text = { 0 };

    cr_assert_eq(bres__arguments_read(suite, 3, argv, &invocation), BRES_OK);
    cr_assert_eq(put(&text, &invocation), BRES_OK);
    cr_expect_not_null(strstr(text.data, expected), "%s", text.data);
    bres__text_free(&text);
    bres__invocation_free(&invocation);
    bres_suite_free(suite);
}

static bres_status put_list(bres__text *text, const bres__invocation *invocation)
{
    return bres__put_list(text, invocation, NULL);
}

Test(harness, types_are_listed)
{
    expect_list(put_list, "## [0] typed (8 configurations)\n\n### Axes\n\n"
                          "* T (type)\n  * F32 (float)\n  * F64\n* Layout (type)\n  * tile\n"
                          "* N (int64)\n  * 1\n  * 2\n");
    expect_list(bres__put_json_benches, "\"name\": \"Layout\"");
}

Test(harness, types_in_the_json_list_do_not_say_which_are_chosen)
{
    char *argv[] = { (char *)"test", NULL };
    seen all = { "" };
    bres_suite *suite = suite_make(&all);
    bres__invocation invocation;
    bres__text text = { 0 };

    cr_assert_eq(bres__arguments_read(suite, 1, argv, &invocation), BRES_OK);
    cr_assert_eq(bres__put_json_benches(&text, &invocation), BRES_OK);
    cr_expect_null(strstr(text.data, "is_active"), "%s", text.data);
    bres__text_free(&text);
    bres__invocation_free(&invocation);
    bres_suite_free(suite);
}

Test(harness, types_that_are_unknown_are_refused)
{
    static const struct {
        const char *spec;
        const char *expected;
    } rows[] = {
        { "T=F16", "option '--axis': 'T=F16': axis 'T' has no type 'F16'; "
                   "expected F32, F64" },
        { "Layout=[row,x]", "option '--axis': 'Layout=[row,x]': axis 'Layout' has no type 'x'; "
                            "expected row, column, tile" },
        { "T[pow2]=3", "option '--axis': 'T[pow2]=3': axis 'T': only int64 axes can be [pow2]" },
        { "T=[]", "option '--axis': 'T=[]': no value given" },
    };
    seen all = { "" };
    bres_suite *suite = suite_make(&all);

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char *argv[] = { (char *)"test", (char *)"-a", (char *)rows[i].spec, NULL };
        bres__invocation invocation;

        cr_expect_neq(bres__arguments_read(suite, 3, argv, &invocation), BRES_OK, "row %zu", i);
        cr_expect_str_eq(bres_last_error(), rows[i].expected, "row %zu: %s", i, bres_last_error());
    }
    bres_suite_free(suite);
}

Test(harness, types_that_are_declared_wrongly)
{
    static const char *const twice[] = { "a", "b", "a" };
    static const char *const missing[] = { "a", NULL };
    static const char *const bytes[] = { "a", "\xff" };
    bres_suite *suite = bres_suite_new();
    bres_bench *bench = bres_suite_add(suite, "bench", body, NULL);

    cr_expect_eq(bres_bench_add_type_axis(NULL, "T", numbers, NULL, 2), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_bench_add_type_axis(bench, NULL, numbers, bytes, 2), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_bench_add_type_axis(bench, "T", NULL, NULL, 2), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_bench_add_type_axis(bench, "T", missing, NULL, 2), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_bench_add_type_axis(bench, "T", bytes, NULL, 2), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_bench_add_type_axis(bench, "T", numbers, bytes, 2), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_bench_add_type_axis(bench, "T", twice, NULL, 3), BRES_ERROR_CONFLICT);
    cr_expect_str_eq(bres_last_error(), "benchmark 'bench': axis 'T': there are two types 'a'");
    cr_expect_eq(bench->axis_count, 0);
    cr_expect_eq(bres_bench_add_type_axis(bench, "T", NULL, NULL, 0), BRES_OK);
    cr_expect_eq(bres__bench_state_count(bench), 0);
    bres_suite_free(suite);
}

static bres_status body_asks_wrongly(bres_run *run, void *context)
{
    seen *all = context;

    cr_expect_str_eq(bres_run_type(run, "N"), "");
    snprintf(all->text, sizeof(all->text), "%s", bres_last_error());
    cr_expect_eq(bres_run_type_index(run, "none"), 0);
    cr_expect_eq(bres_run_int64(run, "T"), 0);
    return BRES_OK;
}

Test(harness, types_are_asked_for_by_their_kind)
{
    char *argv[] = { (char *)"test", (char *)"-q", (char *)"--no-isolate", NULL };
    seen all = { "" };
    bres_suite *suite = suite_make(&all);

    suite->benches[0]->body = body_asks_wrongly;
    cr_assert_eq(bres_main(suite, 3, argv), 0);
    cr_expect_str_eq(
        all.text,
        "axis 'N' of benchmark 'typed' has int64 values, but the body asked for type values");
    cr_expect_str_eq(bres_run_type(NULL, "T"), "");
    cr_expect_eq(bres_run_type_index(NULL, "T"), 0);
}

static bres_status choose_once(void *context)
{
    char *argv[] = { (char *)"test", (char *)"-a", (char *)"Layout=tile,row", NULL };
    bres_suite *suite = suite_make(context);
    bres__invocation invocation;
    bres__text text = { 0 };
    bres_status status;

    if (suite == NULL)
        return BRES_ERROR_MEMORY;
    status = suite->status;
    if (status == BRES_OK)
        status = bres__arguments_read(suite, 3, argv, &invocation);
    if (status == BRES_OK) {
        status = bres__put_json_benches(&text, &invocation);
        bres__invocation_free(&invocation);
    }
    bres__text_free(&text);
    bres_suite_free(suite);
    return status;
}

Test(harness, types_without_memory)
{
    seen all = { "" };

    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, choose_once, &all);
}

/* SPDX-License-Identifier: MIT */
#include "base/fault.h"
#include "harness/cli/program.h"
#include "harness/suite/plan.h"

#include "support/support.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bres_status body(bres_run *run, void *context)
{
    (void)run;
    (void)context;
    return BRES_OK;
}

/* "copy" has four states, "sort" one without axis values, "empty" none. */
static bres_suite *suite_make(void)
{
    bres_suite *suite = bres_suite_new();
    bres_bench *bench = bres_suite_add(suite, "copy", body, NULL);

    bres_bench_add_int64_pow2_axis(bench, "N", (const int64_t[]){ 10, 20 }, 2);
    bres_bench_add_type_axis(bench, "T", (const char *const[]){ "F32", "F64" }, NULL, 2);
    bres_suite_add(suite, "sort", body, NULL);
    bench = bres_suite_add(suite, "empty", body, NULL);
    bres_bench_add_int64_axis(bench, "N", NULL, 0);
    return suite;
}

/* Reads a command line of words separated by blanks. */
static bres_status read_line(bres_suite *suite, const char *line, bres__invocation *invocation)
{
    static char words[256];
    char *argv[16] = { (char *)"test" };
    int argc = 1;

    snprintf(words, sizeof(words), "%s", line);
    for (char *word = strtok(words, " "); word != NULL; word = strtok(NULL, " "))
        argv[argc++] = word;
    return bres__arguments_read(suite, argc, argv, invocation);
}

/* The states of the plan, as in "copy T=F32 N=2^10; sort ; ". free() the text. */
static char *describe_plan(const bres__invocation *invocation)
{
    bres__plan plan;
    bres_result *result = NULL;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);

    cr_assert_eq(bres__plan_make(&plan, (const bres_bench *const *)invocation->benches,
                                 invocation->bench_count, &invocation->plan),
                 BRES_OK);
    cr_assert_eq(bres_result_new(&result), BRES_OK);
    cr_assert_eq(bres__plan_add_benches(&plan, result), BRES_OK);
    for (size_t i = 0; i < plan.state_count; i++) {
        bres_state *state = NULL;

        cr_assert_eq(bres__plan_add_state(&plan, &plan.states[i], result, &state), BRES_OK);
        fprintf(out, "%s %s; ", bres_subbench_name(bres_state_subbench(state)),
                bres_state_name(state));
    }
    fclose(out);
    bres_result_unref(result);
    bres__plan_free(&plan);
    return text;
}

Test(harness, filters_select_states)
{
    static const struct {
        const char *line;
        size_t benches;
        const char *expected;
    } rows[] = {
        { "--filter copy", 1,
          "copy T=F32 N=2^10; copy T=F32 N=2^20; copy T=F64 N=2^10; copy T=F64 N=2^20; " },
        { "--filter=^copy/T=F64.N=2.10$", 1, "copy T=F64 N=2^10; " },
        { "--filter N=2.20", 1, "copy T=F32 N=2^20; copy T=F64 N=2^20; " },
        { "--filter 20$|sort", 2, "copy T=F32 N=2^20; copy T=F64 N=2^20; sort ; " },
        { "--filter sort --filter rt$", 1, "sort ; " },
        { "--filter F64 --filter 20", 1, "copy T=F64 N=2^20; " },
        /* The values of the command line count, wherever the options stand. */
        { "--filter =7 -b sort -b copy -a N=[5:7]", 1, "copy T=F32 N=7; copy T=F64 N=7; " },
        { "-b copy -a T=F64 -b copy --filter 10", 2,
          "copy T=F64 N=2^10; copy T=F32 N=2^10; copy T=F64 N=2^10; " },
        /* A benchmark without states is selected by its name alone. */
        { "--filter empty", 1, "" },
        /* Shards and runs apply to the selected states. */
        { "--filter 20 --shard 1/2", 1, "copy T=F64 N=2^20; " },
        { "--filter F64.N=2.20 --repeat 2", 1, "copy T=F64 N=2^20; copy T=F64 N=2^20; " },
    };
    bres_suite *suite = suite_make();

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bres__invocation invocation;
        char *text;

        cr_assert_eq(read_line(suite, rows[i].line, &invocation), BRES_OK, "%s: %s", rows[i].line,
                     bres_last_error());
        text = describe_plan(&invocation);
        cr_expect_str_eq(text, rows[i].expected, "%s: %s", rows[i].line, text);
        cr_expect_eq(invocation.bench_count, rows[i].benches, "%s", rows[i].line);
        free(text);
        bres__invocation_free(&invocation);
    }
    bres_suite_free(suite);
}

Test(harness, filters_that_are_refused)
{
    static const struct {
        const char *line;
        bres_status status;
        const char *message; /* the beginning of the message */
    } rows[] = {
        { "--filter [", BRES_ERROR_ARGUMENT,
          "option '--filter': '[' is not a regular expression: " },
        { "--filter nothing", BRES_ERROR_KEY, "option '--filter': no state matches" },
        { "-b sort --filter copy --list", BRES_ERROR_KEY, "option '--filter': no state matches" },
        { "--filter", BRES_ERROR_ARGUMENT, "option '--filter' needs a value: REGEX" },
    };
    bres_suite *suite = suite_make();

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bres__invocation invocation;

        cr_expect_eq(read_line(suite, rows[i].line, &invocation), rows[i].status, "%s",
                     rows[i].line);
        cr_expect_eq(strncmp(bres_last_error(), rows[i].message, strlen(rows[i].message)), 0,
                     "%s: %s", rows[i].line, bres_last_error());
    }
    bres_suite_free(suite);
}

Test(harness, filters_do_not_matter_for_devices_and_help)
{
    static const char *const lines[] = { "--filter nothing --jsonlist-devices",
                                         "--filter nothing --lgc reset",
                                         "--filter nothing --help" };
    bres_suite *suite = suite_make();

    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
        bres__invocation invocation;

        cr_assert_eq(read_line(suite, lines[i], &invocation), BRES_OK, "%s", lines[i]);
        bres__invocation_free(&invocation);
    }
    bres_suite_free(suite);
}

Test(harness, filters_are_in_lists)
{
    bres_suite *suite = suite_make();
    bres__invocation invocation;
    bres__text text = { 0 };

    cr_assert_eq(read_line(suite, "--filter N=2.20", &invocation), BRES_OK);
    cr_assert_eq(bres__put_list(&text, &invocation, NULL), BRES_OK);
    cr_expect_not_null(strstr(text.data, "## [0] copy (2 configurations)"), "%s", text.data);
    cr_expect_null(strstr(text.data, "sort"), "%s", text.data);
    bres__text_free(&text);
    bres__invocation_free(&invocation);
    bres_suite_free(suite);
}

/* Devices are not part of the filtered text; each device runs the same states. */
Test(harness, filters_hold_on_each_device)
{
    bres_suite *suite = suite_make();
    const bres__plan_options options = { .repeat = 1, .shards = 1 };
    bres__invocation invocation;
    bres__plan plan;

    cr_assert_eq(read_line(suite, "-b copy --filter N=2.20", &invocation), BRES_OK);
    invocation.benches[0]->devices = bres__calloc(2, sizeof(int));
    invocation.benches[0]->devices[1] = 5;
    invocation.benches[0]->device_count = 2;
    cr_assert_eq(bres__plan_make(&plan, (const bres_bench *const *)invocation.benches, 1, &options),
                 BRES_OK);
    cr_assert_eq(plan.state_count, 4);
    cr_expect_eq(bres__plan_device(&plan, &plan.states[1]), 0);
    cr_expect_eq(bres__plan_device(&plan, &plan.states[2]), 5);
    bres__plan_free(&plan);
    bres__invocation_free(&invocation);
    bres_suite_free(suite);
}

Test(harness, filters_refuse_more_states_than_a_plan_can_have)
{
    bres_suite *suite = bres_suite_new();
    bres_bench *bench = bres_suite_add(suite, "large", body, NULL);
    bres__invocation invocation;

    bres_bench_add_int64_range(bench, "A", 1, 5000, 1);
    bres_bench_add_int64_range(bench, "B", 1, 5000, 1);
    cr_expect_eq(read_line(suite, "--filter A=1.B=1$", &invocation), BRES_ERROR_LIMIT);
    bres_suite_free(suite);
}

static bres_status filter_once(void *context)
{
    bres_suite *suite = suite_make();
    bres__invocation invocation;
    bres_status status;

    (void)context;
    if (suite == NULL)
        return BRES_ERROR_MEMORY;
    status = suite->status;
    if (status == BRES_OK)
        status = read_line(suite, "--filter sort|empty|N=2.20", &invocation);
    if (status == BRES_OK) {
        cr_assert_eq(invocation.bench_count, 3);
        cr_assert_eq(invocation.benches[0]->chosen_count, 2);
        bres__invocation_free(&invocation);
    }
    bres_suite_free(suite);
    return status;
}

Test(harness, filtering_without_memory)
{
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, filter_once, NULL);
}

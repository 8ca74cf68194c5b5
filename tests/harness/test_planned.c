/* SPDX-License-Identifier: MIT */
#include "harness/run/planned.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <string.h>

static bres_status no_body(bres_run *run, void *context)
{
    (void)run;
    (void)context;
    return BRES_OK;
}

/* Values that repeat, values that differ only in their sixth decimal, and equal benchmarks; two
 * runs of everything: 2 * (4 + 2 + 2) states. */
typedef struct planned {
    bres_suite *suite;
    bres__plan plan;
    bres__planned_states planned;
    bres_result *result;
} planned;

static void planned_make(planned *p)
{
    static const double reals[] = { 1.000001, 1.000002, 3, 3 };
    const bres__plan_options options = { .repeat = 2, .shards = 1 };
    bres_bench *bench;

    *p = (planned){ .suite = bres_suite_new() };
    bench = bres_suite_add(p->suite, "a", no_body, NULL);
    cr_assert_eq(bres_bench_add_float64_axis(bench, "X", reals, 4), BRES_OK);
    bench = bres_suite_add(p->suite, "b", no_body, NULL);
    cr_assert_eq(bres_bench_add_int64_range(bench, "N", 1, 2, 1), BRES_OK);
    bench = bres_suite_add(p->suite, "c", no_body, NULL);
    cr_assert_eq(bres_bench_add_int64_range(bench, "N", 1, 2, 1), BRES_OK);
    cr_assert_eq(
        bres__plan_make(&p->plan, (const bres_bench *const *)p->suite->benches, 3, &options),
        BRES_OK);
    cr_assert_eq(bres__planned_states_make(&p->planned, &p->plan), BRES_OK);
    cr_assert_eq(bres_result_new(&p->result), BRES_OK);
    cr_assert_eq(bres__plan_add_benches(&p->plan, p->result), BRES_OK);
}

static void planned_free(planned *p)
{
    bres_result_unref(p->result);
    bres__planned_states_free(&p->planned);
    bres__plan_free(&p->plan);
    bres_suite_free(p->suite);
}

/* Adds the planned states at these indices to the result. */
static void planned_add(planned *p, const char *places)
{
    for (const char *place = places; *place != '\0'; place++) {
        const bres__plan_state *one = &p->plan.states[*place - 'a'];
        bres_state *state;

        cr_assert_eq(bres__plan_add_state(&p->plan, one, p->result, &state), BRES_OK);
    }
}

Test(harness, planned_names_every_state)
{
    static const char *const names[] = { "X=1", "X=1", "X=3", "X=3", "N=1", "N=2", "N=1", "N=2" };
    planned p;

    planned_make(&p);
    cr_assert_eq(p.planned.count, 16);
    for (size_t i = 0; i < p.planned.count; i++) {
        cr_expect_str_eq(bres_state_name(p.planned.states[i]), names[i % 8], "state %zu", i);
        cr_expect_eq(bres_state_run(p.planned.states[i]), i / 8);
    }
    planned_free(&p);
}

Test(harness, planned_marks_what_a_result_has)
{
    static const struct {
        const char *has;  /* indices in the plan, as letters */
        const char *done; /* the same */
    } rows[] = {
        { "", "" },
        { "b", "b" },     /* not a, which has the same name */
        { "d", "c" },     /* equal states: the first one */
        { "dc", "cd" },   /* equal states: both */
        { "g", "g" },     /* not e, which is in another benchmark */
        { "j", "j" },     /* the second run */
        { "lka", "akl" }, /* in any order */
        { "abcdefghijklmnop", "abcdefghijklmnop" },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char done[32] = "";
        planned p;

        planned_make(&p);
        planned_add(&p, rows[i].has);
        cr_assert_eq(bres__planned_states_mark_done(&p.planned, p.result), BRES_OK);
        for (size_t k = 0; k < p.planned.count; k++) {
            if (p.planned.done[k])
                done[strlen(done)] = (char)('a' + k);
        }
        cr_expect_str_eq(done, rows[i].done, "row %zu: %s", i, done);
        cr_expect_eq(p.planned.done_count, strlen(rows[i].done), "row %zu", i);
        planned_free(&p);
    }
}

Test(harness, planned_refuses_what_is_not_planned)
{
    planned p;

    planned_make(&p);
    planned_add(&p, "ccc");
    cr_expect_eq(bres__planned_states_mark_done(&p.planned, p.result), BRES_ERROR_CONFLICT);
    cr_expect_str_eq(bres_last_error(), "state 'X=3' of benchmark 'a', run 0, is not planned");
    planned_free(&p);
}

static bres_status planned_once(void *context)
{
    planned *p = context;
    bres__planned_states states = { .count = 0 };
    bres_status status = bres__planned_states_make(&states, &p->plan);

    if (status == BRES_OK)
        status = bres__planned_states_mark_done(&states, p->result);
    bres__planned_states_free(&states);
    return status;
}

Test(harness, planned_survives_every_failing_allocation)
{
    planned p;

    planned_make(&p);
    planned_add(&p, "abcdef");
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, planned_once, &p);
    planned_free(&p);
}

/* SPDX-License-Identifier: MIT */
/*
 * What other programs use of the processors.
 */
#include "base/threads/parallel.h"
#include "judge/load.h"
#include "judge/runner/inside.h"
#include "support/machine_tree.h"
#include "support/solutions.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define MS UINT64_C(1000000)

/* On four processors, the system's steps may be 40 ms of error. */
static const struct {
    bres__load begin;
    bres__load end;
    double others;
} rows[] = {
    { { 4, 0, 0, 0 }, { 4, 1000 * MS, 0, 0 }, 0 },
    { { 4, 0, 0, 0 }, { 4, 1000 * MS, 1000 * MS, 960 * MS }, 0 },
    { { 4, 0, 0, 0 }, { 4, 1000 * MS, 1000 * MS, 860 * MS }, 0.1 },
    { { 4, 7 * MS, 5 * MS, 3 * MS }, { 4, 1007 * MS, 2045 * MS, 1003 * MS }, 1 },
    { { 4, 0, 0, 0 }, { 4, 100 * MS, 100 * MS, 0 }, 0.6 },
    { { 4, 0, 0, 0 }, { 4, 1000 * MS, 0, 500 * MS }, 0 },
    { { 4, 0, 0, 0 }, { 4, 0, 1000 * MS, 0 }, 0 },
    { { 0, 0, 0, 0 }, { 4, 1000 * MS, 1000 * MS, 0 }, 0 },
    { { 4, 0, 0, 0 }, { 0, 1000 * MS, 1000 * MS, 0 }, 0 },
    { { 4, 0, 0, 0 }, { 3, 1000 * MS, 1000 * MS, 0 }, 0 },
};

Test(judge, load_of_others)
{
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        const double others = bres__load_of_others(&rows[i].begin, &rows[i].end);

        cr_expect_float_eq(others, rows[i].others, 1e-9, "row %zu: %g", i, others);
    }
}

/* A machine that says how busy its two processors are. */
typedef struct told_machine {
    bres_test_tree tree;
    uint64_t busy; /* ticks of each */
    uint64_t step; /* busy ticks from one question to the next */
} told_machine;

static void machine_tell(const told_machine *machine)
{
    char text[256];

    snprintf(text, sizeof(text),
             "cpu  0 0 0 0 0 0 0 0 0 0\ncpu0 %" PRIu64 " 0 0 9 0 0 0 0 0 0\ncpu1 0 0 %" PRIu64
             " 9 0 0 0 0 0 0\n",
             machine->busy, machine->busy);
    bres_test_tree_put(&machine->tree, "/proc/stat", text);
}

static void machine_begin(told_machine *machine)
{
    bres_test_tree_open(&machine->tree);
    machine_tell(machine);
    setenv("BENCHRESULT_SYSTEM_ROOT", machine->tree.root, 1);
}

Test(judge, load_is_that_of_the_system)
{
    told_machine machine = { .busy = 100 };
    const bres__runner runner = { .rest = { .cpu = 70 * MS } };
    bres__load begin;
    bres__load end;

    machine_begin(&machine);
    cr_assert_eq(bres__load_read(&runner, &begin), BRES_OK);
    cr_expect_eq(begin.cpus, 2);
    cr_expect_eq(begin.busy, 2000 * MS);
    cr_expect_geq(begin.own, 70 * MS);
    cr_expect_gt(begin.at, 0);
    bres_test_tree_remove(&machine.tree, "/proc/stat");
    cr_assert_eq(bres__load_read(&runner, &end), BRES_OK);
    cr_expect_eq(end.cpus, 0);
    unsetenv("BENCHRESULT_SYSTEM_ROOT");
}

/* The judge asks between samples. */
static bool machine_step(void *user)
{
    told_machine *machine = user;

    machine->busy += machine->step;
    machine_tell(machine);
    return false;
}

static bres_judgement *judge_beside(told_machine *machine)
{
    const bres_test_solution solution = { .name = "waits_often",
                                          .problem = "matrix-multiplication" };
    bres_judge_options options;
    bres_judgement *judgement;

    machine_begin(machine);
    bres_test_solution_options(&solution, &options);
    options.flags |= BRES_JUDGE_FIRST_CASE;
    options.peak_flops = options.peak_bandwidth = -1;
    options.is_interrupted = machine_step;
    options.interrupt_user = machine;
    judgement = bres_test_solution_judge(&solution, &options);
    unsetenv("BENCHRESULT_SYSTEM_ROOT");
    return judgement;
}

/* Whether fewer than half of the samples may count depends on other programs. With one processor,
 * the threads wait for each other in any case. */
Test(judge, load_of_others_explains_waiting)
{
    told_machine machine = { .step = 100 };
    bres_judgement *judgement = judge_beside(&machine);

    if (bres__usable_cpus() > 1)
        cr_expect_eq(bres_judgement_status(judgement), BRES_JUDGE_BENCHMARKED, "%s",
                     bres_judgement_message(judgement));
    bres_judgement_free(judgement);
}

Test(judge, waiting_without_others_is_not_explained)
{
    told_machine machine = { .step = 0 };
    bres_judgement *judgement = judge_beside(&machine);

    cr_expect_eq(bres_judgement_status(judgement), BRES_JUDGE_NOT_MEASURED, "%s",
                 bres_judgement_message(judgement));
    bres_judgement_free(judgement);
}

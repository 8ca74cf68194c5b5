/* SPDX-License-Identifier: MIT */
/*
 * How much other programs use the processors.
 */
#include "base/threads/parallel.h"
#include "judge/processors/load.h"
#include "judge/runner/inside.h"
#include "judge/verdict/judgement.h"
#include "support/machine_tree.h"
#include "support/solutions.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <math.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#define MS UINT64_C(1000000)

/* On four processors, the allowance for rounding to ticks is 40 ms. */
static const struct {
    bres__load begin;
    bres__load end;
    double others;
} rows[] = {
    { { 4, 0, 0, 0, 0 }, { 4, 1000 * MS, 4000 * MS, 0, 0 }, 0 },
    { { 4, 0, 0, 0, 0 }, { 4, 1000 * MS, 3000 * MS, 960 * MS, 0 }, 0 },
    { { 4, 0, 0, 0, 0 }, { 4, 1000 * MS, 3000 * MS, 860 * MS, 0 }, 0.1 },
    { { 4, 7 * MS, 5 * MS, 3 * MS, 0 }, { 4, 1007 * MS, 1965 * MS, 1003 * MS, 0 }, 1 },
    { { 4, 0, 0, 0, 0 }, { 4, 100 * MS, 300 * MS, 0, 0 }, 0.6 },
    { { 4, 0, 0, 0, 0 }, { 4, 1000 * MS, 4000 * MS, 500 * MS, 0 }, 0 },
    { { 4, 0, 0, 0, 0 }, { 4, 0, 0, 0, 0 }, INFINITY },
    { { 0, 0, 0, 0, 0 }, { 4, 1000 * MS, 0, 0, 0 }, INFINITY },
    { { 4, 0, 0, 0, 0 }, { 0, 1000 * MS, 0, 0, 0 }, INFINITY },
    { { 4, 0, 0, 0, 0 }, { 3, 1000 * MS, 0, 0, 0 }, INFINITY },
};

Test(judge, load_of_others)
{
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        const double others = bres__load_of_others(&rows[i].begin, &rows[i].end);

        cr_expect(others == rows[i].others || fabs(others - rows[i].others) < 1e-9, "row %zu: %g",
                  i, others);
    }
}

/* A fake machine that reports the idle time of the processors that the judge may use. */
typedef struct told_machine {
    bres_test_tree tree;
    uint64_t idle; /* ticks of each processor */
    uint64_t step; /* idle ticks that each machine_step() adds */
} told_machine;

static void machine_tell(const told_machine *machine)
{
    bres__text text = { 0 };
    cpu_set_t allowed;

    cr_assert_eq(sched_getaffinity(0, sizeof(allowed), &allowed), 0);
    bres__text_puts(&text, "cpu  0 0 0 0 0 0 0 0 0 0\n");
    for (size_t cpu = 0; cpu < CPU_SETSIZE; cpu++) {
        if (CPU_ISSET(cpu, &allowed))
            bres__text_printf(&text, "cpu%zu 9 0 0 %" PRIu64 " 0 0 0 0 0 0\n", cpu, machine->idle);
    }
    bres_test_tree_put(&machine->tree, "/proc/stat", text.data);
    bres__text_free(&text);
}

static void machine_begin(told_machine *machine)
{
    bres_test_tree_open(&machine->tree);
    machine_tell(machine);
    setenv("BENCHRESULT_SYSTEM_ROOT", machine->tree.root, 1);
}

Test(judge, load_is_that_of_the_system)
{
    told_machine machine = { .idle = 100 };
    const bres__runner runner = { .rest = { .cpu = 70 * MS } };
    bres__load begin;
    bres__load end;

    machine_begin(&machine);
    cr_assert_eq(bres__load_read(&runner, &begin), BRES_OK);
    cr_expect_eq(begin.cpus, bres__usable_cpus());
    cr_expect_eq(begin.idle, begin.cpus * 1000 * MS);
    cr_expect_geq(begin.own, 70 * MS);
    cr_expect_gt(begin.at, 0);
    bres_test_tree_remove(&machine.tree, "/proc/stat");
    cr_assert_eq(bres__load_read(&runner, &end), BRES_OK);
    cr_expect_eq(end.cpus, 0);
    unsetenv("BENCHRESULT_SYSTEM_ROOT");
}

/* The judge calls this function between samples. */
static bool machine_step(void *user)
{
    told_machine *machine = user;

    machine->idle += machine->step;
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

/* If other programs use the processors, fewer than half of the samples may count. With one
 * processor, the threads wait for each other anyway. A busy system may leave too few samples. */
Test(judge, load_of_others_explains_waiting)
{
    told_machine machine = { .step = 0 };
    bres_judgement *judgement = judge_beside(&machine);

    if (bres__usable_cpus() > 1 && bres_judgement_status(judgement) != BRES_JUDGE_BENCHMARKED)
        cr_expect(strstr(bres_judgement_message(judgement), "(expected at least 5)") != NULL ||
                      strstr(bres_judgement_message(judgement), "took longer") != NULL,
                  "%s", bres_judgement_message(judgement));
    bres_judgement_free(judgement);
}

/* The first timed case. */
static const bres__judged *timed_of(const bres_judgement *judgement)
{
    for (size_t i = 0; i < judgement->case_count; i++) {
        if (judgement->cases[i].is_timed)
            return &judgement->cases[i];
    }
    return NULL;
}

static void expect_waiting(const bres__judged *judged)
{
    size_t disturbed = 0;

    for (size_t i = 0; i < judged->count; i++) {
        cr_expect_eq(judged->samples[i].seconds, judged->samples[i].wall, "sample %zu", i);
        disturbed += judged->samples[i].is_disturbed;
    }
    cr_expect_gt(2 * disturbed, judged->count);
    cr_expect_eq(judged->verified, judged->count);
}

static bool has_note(const bres_judgement *judgement, const char *part)
{
    for (size_t i = 0; i < bres_judgement_note_count(judgement); i++) {
        if (strstr(bres_judgement_note_at(judgement, i), part) != NULL)
            return true;
    }
    return false;
}

/* All samples count, although most are disturbed. With one processor, the two threads take turns,
 * and all waiting is known. */
Test(judge, waiting_without_others_belongs_to_the_time)
{
    told_machine machine = { .step = 1000 };
    bres_judgement *judgement;
    const bres__judged *judged;

    if (bres__usable_cpus() == 1)
        return;
    judgement = judge_beside(&machine);
    judged = timed_of(judgement);
    cr_assert_eq(bres_judgement_status(judgement), BRES_JUDGE_BENCHMARKED, "%s",
                 bres_judgement_message(judgement));
    cr_assert_not_null(judged);
    expect_waiting(judged);
    cr_expect(has_note(judgement, "the time includes waiting"));
    bres_judgement_free(judgement);
}

#define CPU_STAT "/sys/fs/cgroup/job/cpu.stat"

/* How long ago the first reading was, and the idle ticks of each processor since then. */
typedef struct others_row {
    uint64_t ago;
    uint64_t ticks;
    const char *limited; /* cpu.stat of the control group */
    bres__others expected;
} others_row;

static const others_row others_rows[] = {
    { 2000 * MS, 1000, "nr_throttled 1\nthrottled_usec 500\n", BRES__OTHERS_QUIET },
    { 2000 * MS, 1000, "nr_throttled 2\nthrottled_usec 501\n", BRES__OTHERS_LIMITED },
    { 2000 * MS, 1000, "", BRES__OTHERS_QUIET },
    { 2000 * MS, 0, "", BRES__OTHERS_BUSY },
    { 1 * MS, 1000, "", BRES__OTHERS_UNKNOWN },
    { 100 * MS, 0, "", BRES__OTHERS_BUSY },
};

Test(judge, load_shows_whether_others_work)
{
    const bres__runner runner = { .calls = 0 };

    for (size_t i = 0; i < sizeof(others_rows) / sizeof(*others_rows); i++) {
        const others_row *row = &others_rows[i];
        told_machine machine = { .idle = 100 };
        bres__load begin;
        bres__others others;

        machine_begin(&machine);
        bres_test_tree_put(&machine.tree, "/proc/self/cgroup", "0::/job\n");
        bres_test_tree_put(&machine.tree, "/sys/fs/cgroup/cgroup.controllers", "cpu\n");
        bres_test_tree_put(&machine.tree, CPU_STAT, others_rows[0].limited);
        cr_assert_eq(bres__load_read(&runner, &begin), BRES_OK);
        bres_test_tree_put(&machine.tree, CPU_STAT, row->limited);
        begin.at -= row->ago;
        machine.idle += row->ticks;
        machine_tell(&machine);
        cr_assert_eq(bres__load_others(&runner, &begin, &others), BRES_OK);
        cr_expect_eq(others, row->expected, "row %zu: %d", i, (int)others);
        cr_expect_geq(bres__load_seconds(&begin), (double)row->ago / 1e9, "row %zu", i);
        bres_test_tree_remove(&machine.tree, "/proc/stat");
        cr_assert_eq(bres__load_others(&runner, &begin, &others), BRES_OK);
        cr_expect_eq(others, BRES__OTHERS_BUSY, "row %zu: unknown", i);
        unsetenv("BENCHRESULT_SYSTEM_ROOT");
    }
}

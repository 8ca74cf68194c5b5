/* SPDX-License-Identifier: MIT */
/*
 * What tests have judged: sources that say at their head which problem they are for and what has to
 * come of them, as
 *
 *      * Problem: matrix-multiplication
 *      * Type: float64
 *      * Status: ASYNC_WORK WRONG_ANSWER
 *      * Needs: confined_reading
 *
 * where the type may be missing, and the defences that the status takes, by their keys in the
 * verdict; and of several statuses it depends on the system or on chance
 * which it is; and a look at what is left behind.
 */
#ifndef BRES_TEST_SOLUTIONS_H
#define BRES_TEST_SOLUTIONS_H

#include <benchresult/judge.h>

#define BRES_TEST_SOLUTIONS_MAX 96

typedef struct bres_test_solution {
    char name[48];
    char problem[48];
    char type[16]; /* "": the problem's first */
    char status[96];
    char needs[96]; /* "": no defence */
} bres_test_solution;

/* Those of tests/judge/DIRECTORY, in the order of their names. */
size_t bres_test_solutions_read(const char *directory,
                                bres_test_solution solutions[BRES_TEST_SOLUTIONS_MAX]);
/* Whether it may end as `status`. */
bool bres_test_solution_expects(const bres_test_solution *solution, bres_judge_status status);
/* Few samples, and times that tell nothing; no test lasts long because of it. */
void bres_test_solution_options(const bres_test_solution *solution, bres_judge_options *options);
/* Has it judged, which must be possible. */
bres_judgement *bres_test_solution_judge(const bres_test_solution *solution,
                                         const bres_judge_options *options);

/* What must not be more afterwards than before. */
typedef struct bres_test_leftovers {
    size_t descriptors;
    unsigned threads;
} bres_test_leftovers;

/* From now on this process inherits the processes that its children leave behind. */
void bres_test_leftovers_begin(bres_test_leftovers *before);
/* No process, descriptor, thread, file or shared memory is left; `name` is for the message. */
void bres_test_leftovers_check(const bres_test_leftovers *before, const char *name);
/* It inherits no processes any more: all tests may share a process. */
void bres_test_leftovers_end(void);

#endif

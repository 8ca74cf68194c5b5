/* SPDX-License-Identifier: MIT */
/*
 * Solutions for tests of the judge: each source begins with a comment that names its problem and
 * the expected verdict, such as
 *
 *      * Problem: matrix-multiplication
 *      * Type: float64
 *      * Status: ASYNC_WORK WRONG_ANSWER
 *      * Needs: confined_reading
 *
 * Type and Needs are optional. Needs lists the defences without which the judge cannot reach this
 * status, by their keys in the verdict. If there are several statuses, the system or chance decides
 * between them. A check finds leftovers of a solution.
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

/* Reads the solutions of tests/judge/DIRECTORY, in the order of their names; returns their
 * number. */
size_t bres_test_solutions_read(const char *directory,
                                bres_test_solution solutions[BRES_TEST_SOLUTIONS_MAX]);
/* Whether the solution may end with `status`. */
bool bres_test_solution_expects(const bres_test_solution *solution, bres_judge_status status);
/* Options for quick judgements: few samples, and times that are too short to be meaningful. */
void bres_test_solution_options(const bres_test_solution *solution, bres_judge_options *options);
/* Judges the solution; a failure of the judge fails the test. */
bres_judgement *bres_test_solution_judge(const bres_test_solution *solution,
                                         const bres_judge_options *options);

/* Resources that must not have grown after a judgement. */
typedef struct bres_test_leftovers {
    size_t descriptors;
    unsigned threads;
} bres_test_leftovers;

/* Makes this process the subreaper of the processes that its children leave, and counts the
 * resources. */
void bres_test_leftovers_begin(bres_test_leftovers *before);
/* Fails the test if a process, descriptor, thread, file or shared memory is left; `name` is for the
 * message. */
void bres_test_leftovers_check(const bres_test_leftovers *before, const char *name);
/* Makes this process an ordinary process again, because all tests may share a process. */
void bres_test_leftovers_end(void);

#endif

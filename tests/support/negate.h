/* SPDX-License-Identifier: MIT */
/*
 * A problem for tests of whole judgements: output[i] = -input[i], with integers from -1000 to 1000
 * and two cases. A test may change the problem.
 */
#ifndef BRES_TEST_NEGATE_H
#define BRES_TEST_NEGATE_H

#include <benchresult/judge.h>

/* The problem; its cases have these sizes, which must live as long as the problem. */
bres_problem bres_test_negate(uint64_t sizes[2]);
bres_status bres_test_negate_make(const bres_problem *problem, size_t index, uint64_t seed,
                                  bres_problem_case *test_case);
/* Writes a solution in C with this body. Returns its path, valid until the next call. */
const char *bres_test_negate_write(const char *body);
/* Options for quick judgements: at most 6 samples, and times that are too short to be
 * meaningful. */
bres_judge_options bres_test_judge_quick(void);
/* Judges; fails the test unless the status is BRES_OK. */
bres_judgement *bres_test_judged(const bres_problem *problem, const char *solution,
                                 const bres_judge_options *options);
/* Fails the test unless the judgement has this status and its message contains this text. */
void bres_test_expect_verdict(const bres_judgement *judgement, bres_judge_status status,
                              const char *message);
/* The number of notes of a judgement that contain a text. */
size_t bres_test_notes_with(const bres_judgement *judgement, const char *part);

#endif

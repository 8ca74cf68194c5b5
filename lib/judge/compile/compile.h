/* SPDX-License-Identifier: MIT */
/*
 * Compiling the source of a solution.
 */
#ifndef BRES_JUDGE_COMPILE_COMPILE_H
#define BRES_JUDGE_COMPILE_COMPILE_H

#include "judge/compile/source.h"

#include <benchresult/judge.h>

typedef struct bres__compile_job {
    const bres_problem *problem;
    const bres_judge_options *options;
    bres__source_kind kind;
    const char *source;
    bres_judgement *judgement; /* gets the command line, the messages and any fault */
} bres__compile_job;

/* A compiled shared object. All zero is none. */
typedef struct bres__compiled {
    int fd;     /* a sealed file in memory, which ends with this process */
    char *path; /* of the file; NULL: none */
} bres__compiled;

/* Checks the text of a source and compiles it. A source that is at fault ends the judgement, which
 * is no error of this function. Call bres__compiled_free() in any case. */
bres_status bres__compile(const bres__compile_job *job, bres__compiled *compiled);
void bres__compiled_free(bres__compiled *compiled);

#endif

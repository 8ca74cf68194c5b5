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
    const char *source;        /* its path, for messages */
    int fd;                    /* its content */
    bres_judgement *judgement; /* gets the command line, the messages and any fault */
} bres__compile_job;

/* Checks the text of a source and compiles it. *object is a descriptor of the shared object, see
 * bres__object_store(); -1 after an error. If the source is at fault, the judgement ends, the
 * function returns BRES_OK, and *object is -1, too. */
bres_status bres__compile(const bres__compile_job *job, int *object);

#endif

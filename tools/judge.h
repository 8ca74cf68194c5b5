/* SPDX-License-Identifier: MIT */
/*
 * benchresult judge: declarations that its files share.
 */
#ifndef TOOL_JUDGE_H
#define TOOL_JUDGE_H

#include "program.h"
#include "progress.h"

/* Values of options that were not given. */
#define JUDGE_NO_LANGUAGE UINT32_MAX
#define JUDGE_NO_BACKEND  UINT32_MAX

struct judge {
    const char *problem; /* NULL: not given, as for all texts below */
    const char *solution;
    const char *json;
    const char *jsonbin;
    uint32_t starter;   /* a bres_language, or JUDGE_NO_LANGUAGE */
    uint32_t prototype; /* the same */
    uint32_t backend;   /* a bres_backend, or JUDGE_NO_BACKEND */
    uint32_t variation; /* BRES_JUDGE_CV_OF_TIMES or 0 */
    uint32_t format;    /* a bres_format */
    bool list;
    bres_judge_options options;
    bres__option_list flags;     /* flags of the compiler */
    bres__option_list variables; /* names of environment variables */
    bres__option_list readable;  /* readable paths */
    struct progress progress;
};

extern const struct tool_program judge_program;

/* Prints the list of problems. Returns the exit status. */
int judge_list_problems(void);
/* Prints a source file with an empty solution or, with `only_prototype`, only the declaration of
 * the solution. Returns the exit status. */
int judge_print_code(const bres_problem *problem, bres_data_type type, bres_language language,
                     bool only_prototype);

#endif

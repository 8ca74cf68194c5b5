/* SPDX-License-Identifier: MIT */
/*
 * What the files of benchresult judge share.
 */
#ifndef TOOL_JUDGE_H
#define TOOL_JUDGE_H

#include "tool.h"

#include <stdbool.h>
#include <stddef.h>

/* What is wanted beside a judgement. */
enum judge_wish { JUDGE_VERDICT, JUDGE_LIST, JUDGE_STARTER, JUDGE_PROTOTYPE, JUDGE_HELP };

/* What the command line says. Texts are borrowed from it. */
struct judge_arguments {
    enum judge_wish wish;
    const char *problem; /* NULL: not given, as all texts below */
    const char *solution;
    const char *json;
    const char *jsonbin;
    uint32_t language; /* a bres_language */
    bool as_json;
    bool quiet;
    bool has_backend;
    bres_judge_options options;
    const char **flags; /* of the compiler, ended by NULL */
    size_t flag_count;
    const char **variables; /* names, ended by NULL */
    size_t variable_count;
};

/* Reads the arguments; TOOL_DONE or, with a message, TOOL_REFUSED. */
int judge_parse(struct judge_arguments *arguments, char **words);
void judge_arguments_free(struct judge_arguments *arguments);
void judge_options_help(void);

/* How far a judgement is, on the standard error when that is a terminal. All zero shows nothing. */
struct judge_progress {
    bool is_shown;
    bool is_visible;
    const char *problem;
};

void judge_progress_begin(struct judge_progress *progress, const char *problem);
void judge_progress_update(struct judge_progress *progress, const bres_judge_event *event);
void judge_progress_end(struct judge_progress *progress);

#endif

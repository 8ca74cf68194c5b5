/* SPDX-License-Identifier: MIT */
/*
 * What the files of benchresult judge share.
 */
#ifndef TOOL_JUDGE_H
#define TOOL_JUDGE_H

#include "tool.h"

/* Print the problems; or a source to begin with, or only the declaration of its function. Return
 * the exit status. */
int judge_list_problems(void);
int judge_print_code(const bres_problem *problem, bres_data_type type, bres_language language,
                     bool only_prototype);

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

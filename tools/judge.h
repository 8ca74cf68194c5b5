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

#endif

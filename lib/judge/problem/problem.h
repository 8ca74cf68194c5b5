/* SPDX-License-Identifier: MIT */
/*
 * A limit and a check that the functions for problems share.
 */
#ifndef BRES_JUDGE_PROBLEM_PROBLEM_H
#define BRES_JUDGE_PROBLEM_PROBLEM_H

#include <benchresult/problem.h>

/* Maximum number of parameters of a problem. */
#define BRES__PARAMETERS_MAX 64u

/* BRES_ERROR_ARGUMENT if the problem does not support the data type. */
bres_status bres__problem_check_type(const bres_problem *problem, bres_data_type type);

#endif

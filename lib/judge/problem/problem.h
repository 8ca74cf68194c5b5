/* SPDX-License-Identifier: MIT */
/*
 * What the files about problems share.
 */
#ifndef BRES_JUDGE_PROBLEM_PROBLEM_H
#define BRES_JUDGE_PROBLEM_PROBLEM_H

#include <benchresult/problem.h>

/* The struct as this library knows it, whatever its size. BRES_ERROR_ARGUMENT for NULL,
 * BRES_ERROR_VERSION. */
bres_status bres__problem_load(const bres_problem *problem, bres_problem *full);
/* BRES_ERROR_ARGUMENT when the problem cannot be judged in this type. */
bres_status bres__problem_check_type(const bres_problem *problem, bres_data_type type);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * Why a compiler has failed.
 */
#ifndef BRES_JUDGE_COMPILE_FAILURE_H
#define BRES_JUDGE_COMPILE_FAILURE_H

#include "judge/verdict/judgement.h"

/* Ends the judgement with the first error of a compiler's messages, or with the limit that the
 * compiler has exceeded. `messages` is a path. */
bres_status bres__compile_fail(bres_judgement *judgement, const char *messages, int wait_status);

#endif

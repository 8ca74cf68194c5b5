/* SPDX-License-Identifier: MIT */
/*
 * The arguments of a command with placeholders: {NAME} stands for the value of a parameter, {} for
 * a result file. {{NAME}} and {{}} stand for themselves, with one pair of braces. All other braces
 * are ordinary characters.
 */
#ifndef BRES_TUNE_COMMAND_ARGUMENTS_H
#define BRES_TUNE_COMMAND_ARGUMENTS_H

#include "race/argv.h"
#include "tune/tune.h"

/* Checks the placeholders. *writes_result: whether an argument has {}. BRES_ERROR_KEY for an
 * unknown parameter, BRES_ERROR_ARGUMENT for a parameter that is in no argument. */
bres_status bres__command_arguments_check(const bres_bench *bench, const char *const *arguments,
                                          bool *writes_result);
/* Whether an argument, such as the program, has a placeholder. */
bool bres__command_arguments_vary(const bres_bench *bench, const char *argument);
/* Replaces the placeholders by the values of the configuration with this index in the space and by
 * the result file; NULL keeps {}. */
bres_status bres__command_arguments_fill(const bres_bench *bench, uint64_t index,
                                         const char *const *arguments, const char *result,
                                         bres__argv *filled);
/* Appends the arguments, quoted for a shell. */
void bres__command_arguments_put(bres__text *text, const char *const *arguments);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * --undecided: what undecided rows do to a gate.
 */
#ifndef TOOL_UNDECIDED_H
#define TOOL_UNDECIDED_H

#include "program.h"

enum tool_undecided { TOOL_UNDECIDED_WARN, TOOL_UNDECIDED_PASS, TOOL_UNDECIDED_FAIL };

extern const bres__choices tool_undecided_words;

#define TOOL_OPTION_UNDECIDED(...)                                                                 \
    {                                                                                              \
        .name = "undecided", .operand = "WORD",                                                    \
        .help = "undecided rows (warn: print a line with --fail-on; fail: exit with status 3):",   \
        .initial = "warn", .kind = BRES__OPTION_CHOICE, .choices = &tool_undecided_words,          \
        __VA_ARGS__                                                                                \
    }

/* The exit status of a gate that no verdict in `fail_on` has failed; `fail_on` has
 * BRES_VERDICT_BIT()s. */
int tool_judge_undecided(uint32_t undecided, uint32_t fail_on, size_t rows, size_t total);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * The option --undecided: how undecided rows affect the exit status of a gate.
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

/* Returns the exit status of a gate in which no row has a verdict in `fail_on`, a set of
 * BRES_VERDICT_BIT()s. `rows` is the number of undecided rows among `total` rows. */
int tool_judge_undecided(uint32_t undecided, uint32_t fail_on, size_t rows, size_t total);

#endif

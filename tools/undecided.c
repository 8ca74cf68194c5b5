/* SPDX-License-Identifier: MIT */
#include "undecided.h"

static const bres__choice words[] = { { "warn", TOOL_UNDECIDED_WARN },
                                      { "pass", TOOL_UNDECIDED_PASS },
                                      { "fail", TOOL_UNDECIDED_FAIL },
                                      { NULL, 0 } };

const bres__choices tool_undecided_words = { .noun = "word", .list = words };

int tool_judge_undecided(uint32_t undecided, uint32_t fail_on, size_t rows, size_t total)
{
    if (rows == 0 || (fail_on & BRES_VERDICT_BIT(BRES_AMBIGUOUS)) != 0)
        return TOOL_DONE;
    if (undecided == TOOL_UNDECIDED_FAIL) {
        tool_say("--undecided: %zu of %zu rows are undecided", rows, total);
        return TOOL_UNDECIDED;
    }
    if (fail_on != 0 && undecided == TOOL_UNDECIDED_WARN)
        tool_say("the gate passed, but %zu of %zu rows are undecided", rows, total);
    return TOOL_DONE;
}

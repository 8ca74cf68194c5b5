/* SPDX-License-Identifier: MIT */
/*
 * Names in messages.
 */
#include "compare/match/name.h"

#include <inttypes.h>
#include <string.h>

/* Bytes that a message quotes of a text from a file: two quotes fit into a message. */
#define QUOTED_MAX 100

const char *bres__sides_name(bool reference, bool candidate)
{
    if (reference && candidate)
        return "both sides";
    return reference ? "the reference" : "the candidate";
}

void bres__run_put_name(bres__text *text, const bres_comparison *comparison, int side, size_t index)
{
    const bres__result_run *run = &comparison->sets[side].runs[index];

    if (run->result->path == NULL)
        bres__text_printf(text, "run %zu of %s",
                          comparison->sets[side].result_count == 1 ? run->number : index,
                          bres__sides_name(side == BRES__REFERENCE, side == BRES__CANDIDATE));
    else if (run->parts > 1)
        bres__text_printf(text, "run %" PRIu32 " of '%s'", run->number, run->result->path);
    else
        bres__text_printf(text, "'%s'", run->result->path);
}

const char *bres__match_name(const bres_state *state, const bres_device *device)
{
    char prefix[32];
    size_t length;

    if (device == NULL)
        return state->name;
    length = (size_t)bres__format(prefix, sizeof(prefix), "Device=%" PRId64, device->id);
    if (strncmp(state->name, prefix, length) != 0)
        return state->name;
    if (state->name[length] == '\0')
        return state->name + length;
    return state->name[length] == ' ' ? state->name + length + 1 : state->name;
}

int bres__quoted_length(const char *text)
{
    return (int)bres__utf8_valid(text, strnlen(text, QUOTED_MAX));
}

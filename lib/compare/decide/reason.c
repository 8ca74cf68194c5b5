/* SPDX-License-Identifier: MIT */
/*
 * The names of verdicts and reasons.
 */
#include "compare/decide/reason.h"

typedef struct reason_names {
    const char *name;
    const char *short_name;
} reason_names;

#define REASON_NAMES(constant, name, short_name) [BRES_REASON_##constant] = { name, short_name },

static const reason_names reasons[] = { [0] = { "unknown_reason", "unknown-reason" },
                                        BRES__REASONS(REASON_NAMES) };

_Static_assert(sizeof(reasons) / sizeof(reasons[0]) == BRES__REASON_END,
               "the reasons are numbered from 1 without a gap");

static const reason_names *reason_find(bres_reason reason)
{
    return &reasons[(size_t)reason < BRES__REASON_END ? reason : 0];
}

const char *bres_reason_name(bres_reason reason)
{
    return reason_find(reason)->name;
}

const char *bres_reason_short_name(bres_reason reason)
{
    return reason_find(reason)->short_name;
}

const char *bres_verdict_name(bres_verdict verdict)
{
    switch (verdict) {
    case BRES_SAME:
        return "SAME";
    case BRES_FAST:
        return "FAST";
    case BRES_SLOW:
        return "SLOW";
    case BRES_AMBIGUOUS:
        return "AMBG";
    case BRES_UNKNOWN:
        break;
    }
    return "????";
}

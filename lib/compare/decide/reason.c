/* SPDX-License-Identifier: MIT */
/*
 * The names of verdicts and reasons, and the measurements that reasons ask for.
 */
#include "compare/decide/reason.h"

typedef struct reason_entry {
    const char *name;
    const char *short_name;
    bres__reason_need need;
} reason_entry;

#define REASON_ENTRY(constant, name, short_name, need)                                             \
    [BRES_REASON_##constant] = { name, short_name, BRES__NEED_##need },

static const reason_entry reasons[] = {
    [0] = { "unknown_reason", "unknown-reason", BRES__NEED_DECIDED }, BRES__REASONS(REASON_ENTRY)
};

_Static_assert(sizeof(reasons) / sizeof(reasons[0]) == BRES__REASON_END,
               "the reasons are numbered from 1 without a gap");

static const reason_entry *reason_find(bres_reason reason)
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

bres__reason_need bres__reason_need_of(bres_reason reason)
{
    return reason_find(reason)->need;
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

/* SPDX-License-Identifier: MIT */
/*
 * Matching states: the states of a pair of devices belong together if their keys are equal. If a
 * run repeats a state, the first occurrence belongs to the first one in another run, the second to
 * the second, and so on. Each such set of states is a slot: it becomes a row (match.c), or is
 * reported as missing (missing.c).
 */
#ifndef BRES_COMPARE_MATCH_SLOT_H
#define BRES_COMPARE_MATCH_SLOT_H

#include "compare/match/match.h"
#include "model/device_states.h"

typedef struct bres__match_slot bres__match_slot;

/* States of one key. */
typedef struct bres__match_group {
    bres__match_slot *first;
    bres__match_slot *last;
    bres__match_slot **newest[2]; /* by run: the slot filled last */
    size_t count[2];              /* the largest number of states in a run */
} bres__match_group;

struct bres__match_slot {
    bres__match_group *group;
    const bres_state **states[2]; /* by run; NULL: the run has no state here */
    size_t filled[2];             /* runs with a state here */
    size_t occurrence;            /* in the group, counted from 0 */
    bres__match_slot *next_alike; /* in the group */
    bres__match_slot *next[2];    /* of the side, in the order of its runs */
};

/* The states of one pair of devices. */
typedef struct bres__match_table {
    bres_comparison *comparison; /* its arena holds the states of slots, since rows keep them */
    /* By run; NULL for the first pair of devices of a benchmark. */
    const bres__device_states *by_device[2];
    bres__arena arena;
    bres__map groups; /* key -> bres__match_group */
    bres__text key;   /* being made */
    bres__match_slot *first[2];
    bres__match_slot *last[2];
    size_t count[2];
} bres__match_table;

/* Checks that a state of a loaded file has the keys that matching needs. Errors: BRES_ERROR_KEY. */
bres_status bres__match_check(const bres_state *state, const bres_device *device, int side);
/* Writes the key that identifies a state for matching into `key`; temporary memory is from the
 * arena. */
bres_status bres__match_key(const bres_state *state, const bres_device *device, bres__arena *arena,
                            bres__text *key);
/* Whether the side opposite to `side` has a state in the slot. */
bool bres__slot_has_partner(const bres__match_slot *slot, int side);
/* The state of the first run of a side that has a state in the slot; at least one run must have
 * one. */
const bres_state *bres__slot_state(const bres__match_slot *slot, int side);
/* Refuses states that are missing in a run. If missing states are allowed, logs a warning for
 * states that only some runs have, and lists states without a partner. */
bres_status bres__match_missing(const bres__match_table *match, const bres_device_pair *pair,
                                const bres_compare_options *options);

#endif

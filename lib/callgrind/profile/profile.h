/* SPDX-License-Identifier: MIT */
/*
 * A profile in memory.
 *
 * Texts, functions (object, file, name), sites (a function and the file of its code, which differ
 * where the compiler has inlined code) and edges (calls from a site to a function) have numbers,
 * counted from 0. Costs are kept part after part, with one entry for each site and each edge of the
 * part.
 */
#ifndef BRES_CALLGRIND_PROFILE_PROFILE_H
#define BRES_CALLGRIND_PROFILE_PROFILE_H

#include "base/base.h"
#include "callgrind/profile/costs.h"
#include "callgrind/profile/pairs.h"

#include <benchresult/callgrind.h>

#define BRES__NO_NUMBER UINT32_MAX

typedef struct bres__profile_text {
    uint32_t number;
    uint32_t base; /* text without recursion levels: f for f'2 */
    char data[];   /* NUL-terminated */
} bres__profile_text;

typedef struct bres__profile_part {
    const char *trigger;
    int64_t thread;
    uint32_t column_count;
    uint32_t *columns; /* event of each column */
    uint64_t *sums;    /* of all self costs, by column */
    bres__costs_range self;
    bres__costs_range called;
} bres__profile_part;

struct bres_profile {
    bres__arena arena;
    bres__map text_map;
    bres__profile_text **texts;
    size_t text_count;
    size_t text_capacity;
    bres__pairs homes;     /* object, file */
    bres__pairs functions; /* home, name */
    bres__pairs sites;     /* file, function */
    bres__pairs edges;     /* see bres__edge_target(), site */
    uint64_t *defined;     /* by function: last line of the file with its fn=; 0: only called */
    size_t defined_capacity;
    bres__costs self;   /* by site */
    bres__costs called; /* by edge: inclusive costs of the callee */
    bres__profile_part *parts;
    size_t part_count;
    size_t part_capacity;
    const char **events;
    size_t event_count;
    size_t event_capacity;
    const char *command;
    int64_t pid;
    uint64_t max_memory;
};

/* BRES_ERROR_LIMIT if the profile takes more than `max_memory`. */
bres_status bres__profile_check_memory(const bres_profile *profile);
/* Finds a text, or adds a copy of it. */
bres_status bres__profile_text_add(bres_profile *profile, const char *data, size_t length,
                                   uint32_t *number);
bres_status bres__profile_site(bres_profile *profile, uint32_t function, uint32_t file,
                               uint32_t *site);
bres_status bres__profile_function(bres_profile *profile, uint32_t object, uint32_t file,
                                   uint32_t name, uint32_t *function);
/* `counted` is false for calls with a count of 0, which began before the part. */
bres_status bres__profile_edge(bres_profile *profile, uint32_t site, uint32_t callee, bool counted,
                               uint32_t *edge);
uint32_t bres__edge_target(const bres_profile *profile, uint32_t edge);
bool bres__edge_is_counted(const bres_profile *profile, uint32_t edge);

/* false if the profile lacks the event. */
bool bres__profile_find_event(const bres_profile *profile, const char *name, uint32_t *event);
/* Finds the column of an event in a part; false if the part lacks the event. */
bool bres__part_column(const bres__profile_part *part, uint32_t event, uint32_t *column);

/* The parts of a profile from `first` up to, but not including, `end`, and an event. */
typedef struct bres__profile_selection {
    size_t first;
    size_t end;
    uint32_t event;
} bres__profile_selection;

/* Makes the selection for the arguments of `function`. Errors: those of bres_profile_total(). */
bres_status bres__profile_select(const bres_profile *profile, const char *function, size_t part,
                                 const char *event, bres__profile_selection *selection);

#endif

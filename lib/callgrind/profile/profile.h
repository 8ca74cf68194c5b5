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
    uint32_t base; /* the same without the level of a recursion, f of f'2 */
    char data[];   /* ended by NUL */
} bres__profile_text;

typedef struct bres__profile_part {
    const char *trigger;
    int64_t thread;
    uint32_t column_count;
    uint32_t *columns; /* the event of each */
    uint64_t *sums;    /* of all own costs, by column */
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
    uint64_t *defined;     /* of each function the last line that began it; 0: it was only called */
    size_t defined_capacity;
    bres__costs self;   /* by site */
    bres__costs called; /* by edge: what the callee cost, with all that it called */
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

/* BRES_ERROR_LIMIT when the profile takes more than it may. */
bres_status bres__profile_check_memory(const bres_profile *profile);
/* The number of a text, which is kept. */
bres_status bres__profile_text_add(bres_profile *profile, const char *data, size_t length,
                                   uint32_t *number);
bres_status bres__profile_site(bres_profile *profile, uint32_t function, uint32_t file,
                               uint32_t *site);
bres_status bres__profile_function(bres_profile *profile, uint32_t object, uint32_t file,
                                   uint32_t name, uint32_t *function);
/* `counted` is false for calls whose number is 0: they began before the part did. */
bres_status bres__profile_edge(bres_profile *profile, uint32_t site, uint32_t callee, bool counted,
                               uint32_t *edge);
uint32_t bres__edge_target(const bres_profile *profile, uint32_t edge);
bool bres__edge_is_counted(const bres_profile *profile, uint32_t edge);

/* false when it has no such event. */
bool bres__profile_find_event(const bres_profile *profile, const char *name, uint32_t *event);
/* The column that an event has in a part; false when the part does not have it. */
bool bres__part_column(const bres__profile_part *part, uint32_t event, uint32_t *column);

/* Parts of a profile, from `first` to before `end`, and an event. */
typedef struct bres__profile_selection {
    size_t first;
    size_t end;
    uint32_t event;
} bres__profile_selection;

/* What the arguments of `function` select; its errors are those of bres_profile_total(). */
bres_status bres__profile_select(const bres_profile *profile, const char *function, size_t part,
                                 const char *event, bres__profile_selection *selection);

#endif

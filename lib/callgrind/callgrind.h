/* SPDX-License-Identifier: MIT */
/*
 * A profile in memory, and its parser.
 *
 * Everything that a profile names has a number, counted from 0: texts, functions (object, file,
 * name), sites (a function, and the file that its code is from, which differs where code was
 * inlined), and edges (calls from a site to a function). Costs are kept part after part, with one
 * entry for each site and each edge that the part has.
 */
#ifndef BRES_CALLGRIND_CALLGRIND_H
#define BRES_CALLGRIND_CALLGRIND_H

#include "base/base.h"

#include <benchresult/callgrind.h>

#define BRES__NO_NUMBER UINT32_MAX

/* --- Pairs of numbers (profile_pairs.c) ------------------------------------------------------- */

/* Pairs of numbers, each with a number of its own in the order of their coming. The second numbers
 * are dense: memory grows with the largest. All zero is empty. */
typedef struct bres__pairs {
    uint64_t *keys; /* by number */
    size_t count;
    size_t capacity;
    uint32_t *slots; /* a number plus 1, or 0; by hash, open addressing */
    size_t slot_count;
    uint32_t *recent; /* by second: the pair that was asked for last, plus 1, or 0 */
    size_t recent_size;
} bres__pairs;

/* The number of a pair; false when it has none. */
bool bres__pairs_find(const bres__pairs *pairs, uint32_t first, uint32_t second, uint32_t *number);
/* The number of a pair, which has one from now on. false: no memory. */
bool bres__pairs_add(bres__pairs *pairs, uint32_t first, uint32_t second, uint32_t *number);
uint32_t bres__pairs_first(const bres__pairs *pairs, uint32_t number);
uint32_t bres__pairs_second(const bres__pairs *pairs, uint32_t number);
size_t bres__pairs_memory(const bres__pairs *pairs);
/* Nothing will be looked up any more. */
void bres__pairs_end(bres__pairs *pairs);
void bres__pairs_free(bres__pairs *pairs);

/* --- Costs (profile_costs.c) ------------------------------------------------------------------ */

/* Entries of sites or of edges. All zero is empty. */
typedef struct bres__costs {
    uint32_t *keys; /* the site or edge of each entry */
    size_t count;
    size_t capacity;
    uint64_t *values; /* of each entry as many as its part has columns */
    size_t value_count;
    size_t value_capacity;
    uint32_t *newest; /* of each site or edge its last entry plus 1; only while it is parsed */
    size_t newest_capacity;
} bres__costs;

/* The entries of a part, and where their values begin. */
typedef struct bres__costs_range {
    size_t first;
    size_t end;
    size_t values;
} bres__costs_range;

/* Where the values of a site or an edge begin in the part that the range begins; they are 0 at
 * first. false: no memory. */
bool bres__costs_entry(bres__costs *costs, const bres__costs_range *range, uint32_t columns,
                       uint32_t key, size_t *values);
/* No entry will be added any more. */
void bres__costs_end(bres__costs *costs);
size_t bres__costs_memory(const bres__costs *costs);
void bres__costs_free(bres__costs *costs);

/* --- The profile (profile.c) ------------------------------------------------------------------ */

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
    bres__costs_range own;
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
    bres__pairs edges;     /* site, see bres__edge_target() */
    uint64_t *defined;     /* of each function the last line that began it; 0: it was only called */
    size_t defined_capacity;
    bres__costs own;    /* by site */
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

/* --- Counts of it (profile_counts.c) ---------------------------------------------------------- */

/* Sites as a reader of counts sees them: each belongs to a row. */
typedef struct bres__profile_view {
    const bres_profile *profile;
    bres__profile_selection selection;
    bool by_file;      /* a row is a file and a name, else a home and a name */
    bool merge;        /* the levels of a recursion are one row */
    bres__pairs rows;  /* home or file, name */
    uint32_t *row_of;  /* by site */
    uint64_t *own;     /* costs by row */
    uint64_t *values;  /* counts by row */
    uint32_t *objects; /* by row, when rows are by file: BRES__NO_NUMBER for none */
} bres__profile_view;

/* A walk over the calls of a view; `counted` and so on are those of the current one. */
typedef struct bres__view_call {
    size_t part;
    size_t entry;
    uint32_t caller; /* a row */
    uint32_t callee; /* likewise */
    bool counted;
    uint64_t cost;
} bres__view_call;

bres__view_call bres__view_calls(const bres__profile_view *view);
bool bres__view_next_call(const bres__profile_view *view, bres__view_call *call);
/* Adds to the count of a row; BRES_ERROR_VALUE beyond 2^64-1. */
bres_status bres__view_add(uint64_t *counts, uint32_t row, uint64_t cost);

/* Fill view->values from view->own and the calls. */
bres_status bres__view_inclusive(bres__profile_view *view);
bres_status bres__view_annotate(bres__profile_view *view, bool inclusive);
/* The object that each row is shown with where rows are by file. */
bres_status bres__view_annotate_objects(bres__profile_view *view);

/* Calls between rows: of row r those from first[r] to first[r + 1]. */
typedef struct bres__call_graph {
    uint32_t row_count;
    size_t *first;
    uint32_t *callees;
    uint64_t *costs;
} bres__call_graph;

/* Numbers the strongly connected components: rows have the same number when each calls the other,
 * directly or not. */
bres_status bres__call_graph_components(const bres__call_graph *graph, uint32_t *components);

#endif

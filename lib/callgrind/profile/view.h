/* SPDX-License-Identifier: MIT */
/*
 * Counts of a profile: its sites grouped into the rows that a reader of counts sees.
 */
#ifndef BRES_CALLGRIND_PROFILE_VIEW_H
#define BRES_CALLGRIND_PROFILE_VIEW_H

#include "callgrind/profile/profile.h"

/* Sites as a reader of counts sees them: each belongs to a row. */
typedef struct bres__profile_view {
    const bres_profile *profile;
    bres__profile_selection selection;
    bool by_file;      /* a row is a file and a name, else a home and a name */
    bool merge;        /* the levels of a recursion are one row */
    bres__pairs rows;  /* home or file, name */
    uint32_t *row_of;  /* by site */
    uint64_t *self;    /* costs by row */
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

/* Fill view->values from view->self and the calls. */
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

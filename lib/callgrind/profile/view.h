/* SPDX-License-Identifier: MIT */
/*
 * Counts of a profile, whose sites are grouped into the rows of a list of counts.
 */
#ifndef BRES_CALLGRIND_PROFILE_VIEW_H
#define BRES_CALLGRIND_PROFILE_VIEW_H

#include "callgrind/profile/profile.h"

/* The rows of a list of counts. Each site belongs to a row. */
typedef struct bres__profile_view {
    const bres_profile *profile;
    bres__profile_selection selection;
    bool by_file;      /* a row is a file and a name, else a home (object, file) and a name */
    bool merge;        /* all levels of a recursion share a row */
    bres__pairs rows;  /* home or file, name */
    uint32_t *row_of;  /* by site */
    uint64_t *self;    /* costs by row */
    uint64_t *values;  /* counts by row */
    uint32_t *objects; /* by row, if by_file; BRES__NO_NUMBER: none */
} bres__profile_view;

/* A walk over the calls of a view. The fields from `caller` on describe the current call. */
typedef struct bres__view_call {
    size_t part;
    size_t entry;
    uint32_t caller; /* a row */
    uint32_t callee; /* a row */
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
/* Finds the object that is displayed with each row, if rows are by file. */
bres_status bres__view_annotate_objects(bres__profile_view *view);

/* Calls between rows. The calls of row r are those from first[r] to before first[r + 1]. */
typedef struct bres__call_graph {
    uint32_t row_count;
    size_t *first;
    uint32_t *callees;
    uint64_t *costs;
} bres__call_graph;

/* Numbers the strongly connected components: rows that call each other, directly or indirectly,
 * have the same number. */
bres_status bres__call_graph_components(const bres__call_graph *graph, uint32_t *components);

#endif

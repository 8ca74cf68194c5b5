/* SPDX-License-Identifier: MIT */
/*
 * Merging results. What a merged result has of its inputs it borrows: states share the texts, axis
 * values and summaries of the states that they come from, and the result holds references on the
 * results where those were made. Only what merging makes itself (lists, look-ups, joined objects)
 * is its own, and a further merge makes it again; so an input that is itself a merge need not be
 * kept, only its own inputs.
 */
#ifndef BRES_MODEL_MERGE_MERGE_H
#define BRES_MODEL_MERGE_MERGE_H

#include "model/model.h"

typedef struct bres__merge {
    bres_result *result; /* in the making */
    bres_result *const *inputs;
    size_t count;
    struct bres__merge_part *parts; /* of all inputs, in their order */
    uint64_t *bases;                /* by input: the number of its run 0 */
    uint64_t *ends;                 /* by input: one more than its last run; the base: no runs */
    bres__arena scratch;            /* what is not needed after the merge */
} bres__merge;

/* A benchmark of one input, as a part of a merged one. */
typedef struct bres__merge_part {
    const bres_subbench *bench;
    size_t input;
    const struct bres__merge_group *group;
    struct bres__merge_part *next;      /* of the group */
    struct bres__merge_part *following; /* of all parts */
} bres__merge_part;

/* A merged benchmark: the benchmarks of one name and occurrence, in the order of the inputs. */
typedef struct bres__merge_group {
    const char *name;
    bres__merge_part *parts;
    bres__merge_part **end;
    size_t part_count;
    struct bres__merge_group *next;
    struct bres__merge_group *same_name; /* the next occurrence of the name */
} bres__merge_group;

/* An object text of one input; NULL when it has none. */
typedef struct bres__merge_object {
    const char *text;
    size_t input;
} bres__merge_object;

/* The numbers of the pairs in races or collections that runs belong to. */
typedef struct bres__merge_pairs {
    int64_t *numbers; /* the caller frees them */
    size_t count;
    size_t capacity;
} bres__merge_pairs;

/* BRES_ERROR_CONFLICT: what the format names differs between these two inputs. */
bres_status bres__merge_conflict(const bres__merge *merge, size_t first, size_t second,
                                 const char *format, ...) __attribute__((format(printf, 4, 5)));
/*
 * Joins the members of objects, in order, into one object in the result's arena; *joined is NULL
 * when there is no member. A key with two values is a conflict; `owner` says in the message whose
 * key it is. The key `except` (may be NULL) is left out.
 */
bres_status bres__merge_objects(bres__merge *merge, const bres__merge_object *objects, size_t count,
                                const char *except, const char *owner, const char **joined);

/* Call it when the runs are numbered. */
bres_status bres__merge_meta(bres__merge *merge);
/* Reads the numbers of the pairs that the runs of an input belong to; there are none unless it
 * records the number of each run. */
bres_status bres__merge_read_pairs(bres__merge *merge, const bres_result *input,
                                   bres__merge_pairs *pairs);
/* Numbers the runs of all inputs, once their parts are known. */
bres_status bres__merge_number(bres__merge *merge);
bres_status bres__merge_subbench(bres__merge *merge, const bres__merge_group *group);
bres_status bres__merge_axes(bres__merge *merge, const bres__merge_group *group,
                             bres_subbench *bench);
bres_status bres__merge_states(bres__merge *merge, const bres__merge_group *group,
                               bres_subbench *bench);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * Merging results. A merged result borrows the data of its inputs: its states share the texts, axis
 * values and summaries of the original states, and it holds references to the results that own
 * these. It owns only the data that merging makes (lists, look-ups, joined objects), and a further
 * merge makes these again. So if an input is itself a merge, only the inputs of that input must be
 * kept.
 */
#ifndef BRES_MODEL_MERGE_MERGE_H
#define BRES_MODEL_MERGE_MERGE_H

#include "model/model.h"

typedef struct bres__merge {
    bres_result *result; /* under construction */
    bres_result *const *inputs;
    size_t count;
    struct bres__merge_part *parts; /* of all inputs, in order */
    uint64_t *bases;                /* by input: the merged number of its run 0 */
    uint64_t *ends;                 /* by input: its last merged run + 1; the base if no runs */
    bres__arena scratch;            /* memory that is not needed after the merge */
} bres__merge;

/* A benchmark of one input, as a part of a merged benchmark. */
typedef struct bres__merge_part {
    const bres_subbench *bench;
    size_t input;
    const struct bres__merge_group *group;
    struct bres__merge_part *next;      /* in the group */
    struct bres__merge_part *following; /* among all parts */
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

/* An object text of one input; NULL when the input has none. */
typedef struct bres__merge_object {
    const char *text;
    size_t input;
} bres__merge_object;

/* The numbers of the pairs, in races or collections, to which runs belong. */
typedef struct bres__merge_pairs {
    int64_t *numbers; /* the caller must bres__free() them */
    size_t count;
    size_t capacity;
} bres__merge_pairs;

/* Sets BRES_ERROR_CONFLICT: the item that the format describes differs between two inputs. */
bres_status bres__merge_conflict(const bres__merge *merge, size_t first, size_t second,
                                 const char *format, ...) __attribute__((format(printf, 4, 5)));
/*
 * Joins the members of objects, in order, into one object in the result's arena; *joined is NULL if
 * the objects have no members. A key with two different values is a conflict; its message names
 * `owner` as the owner of the key. Omits the key `except` (may be NULL).
 */
bres_status bres__merge_objects(bres__merge *merge, const bres__merge_object *objects, size_t count,
                                const char *except, const char *owner, const char **joined);

/* Makes the meta section of the merged result. Call it after bres__merge_number(). */
bres_status bres__merge_meta(bres__merge *merge);
/* Reads the numbers of the pairs to which the runs of an input belong. Gives no numbers unless the
 * input records the number of every run. */
bres_status bres__merge_read_pairs(bres__merge *merge, const bres_result *input,
                                   bres__merge_pairs *pairs);
/* Numbers the runs of all inputs. Requires merge->parts. */
bres_status bres__merge_number(bres__merge *merge);
bres_status bres__merge_subbench(bres__merge *merge, const bres__merge_group *group);
bres_status bres__merge_axes(bres__merge *merge, const bres__merge_group *group,
                             bres_subbench *bench);
bres_status bres__merge_states(bres__merge *merge, const bres__merge_group *group,
                               bres_subbench *bench);

#endif

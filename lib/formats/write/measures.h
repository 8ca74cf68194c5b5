/* SPDX-License-Identifier: MIT */
/*
 * The counters and rates of a state, separately for each run.
 */
#ifndef BRES_FORMATS_WRITE_MEASURES_H
#define BRES_FORMATS_WRITE_MEASURES_H

#include "formats/write/write.h"

/* A counter or a rate that has a value for each sample of a run. */
typedef struct bres__run_measure {
    const char *tag;
    const char *name; /* set by the writer */
    double *values;   /* by sample; NaN for a value of a list that is not finite */
} bres__run_measure;

typedef struct bres__run_measures {
    bres__run_measure *list;
    size_t count;
    size_t capacity;
    size_t sample_count; /* of the run */
} bres__run_measures;

/* The name in the tag of a counter or a rate; NULL: another tag. */
const char *bres__measure_name_of(const char *tag);
/* Finds the measures of a run. The export counts measures without a value for each sample as lost.
 * Free `self` in any case. */
bres_status bres__run_measures_find(bres__run_measures *self, const bres__written *state,
                                    size_t run);
void bres__run_measures_free(bres__run_measures *self);

/* The names of the measures of a state in a format. A tag has the same name in all runs, and two
 * tags never share a name. */
typedef struct bres__measure_names {
    bool (*is_refused)(const char *tag, const char *name); /* NULL: all names are accepted */
    bres__index tags;
    const char **names; /* by position in `tags` */
    size_t capacity;
    bres__index taken;
    bres__arena arena;
    size_t renamed; /* renamed measures of all states */
} bres__measure_names;

/* Finds the name for a tag: `name`, or else NAME#2, NAME#3, ... false: no memory. */
bool bres__measure_names_find(bres__measure_names *self, const char *tag, const char *name,
                              const char **found);
/* Frees the names of a state. Keeps `is_refused` and `renamed` for the next state. */
void bres__measure_names_free(bres__measure_names *self);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * The counters and rates of a state, run by run: each run has its own.
 */
#ifndef BRES_FORMATS_WRITE_MEASURES_H
#define BRES_FORMATS_WRITE_MEASURES_H

#include "formats/write/write.h"

/* A counter or a rate that has a value for each sample of a run. */
typedef struct bres__run_measure {
    const char *tag;
    const char *name; /* for the writer to set */
    double *values;   /* by sample; NaN also for a value of a list that is not finite */
} bres__run_measure;

typedef struct bres__run_measures {
    bres__run_measure *list;
    size_t count;
    size_t capacity;
    size_t sample_count; /* of the run */
} bres__run_measures;

/* The name of a counter or a rate; NULL: another tag. */
const char *bres__measure_name_of(const char *tag);
/* Finds the measures of a run, and tells the export of measures without a value for each sample.
 * Free them in any case. */
bres_status bres__run_measures_find(bres__run_measures *self, const bres__written *state,
                                    size_t run);
void bres__run_measures_free(bres__run_measures *self);

/* The names of the measures of a state in a format: the same for a tag in each run, and never the
 * same for two tags. */
typedef struct bres__measure_names {
    bool (*is_refused)(const char *tag, const char *name); /* NULL: no name is */
    bres__index tags;
    const char **names; /* by position in `tags` */
    size_t capacity;
    bres__index taken;
    bres__arena arena;
    size_t renamed; /* of all states */
} bres__measure_names;

/* Stores the name of a tag: `name`, or else NAME#2, NAME#3, ... false: no memory. */
bool bres__measure_names_find(bres__measure_names *self, const char *tag, const char *name,
                              const char **found);
/* Forgets the names of a state. */
void bres__measure_names_free(bres__measure_names *self);

#endif

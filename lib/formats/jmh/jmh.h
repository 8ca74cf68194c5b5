/* SPDX-License-Identifier: MIT */
/*
 * A record of JMH: one benchmark in one mode, with its scores.
 */
#ifndef BRES_FORMATS_JMH_JMH_H
#define BRES_FORMATS_JMH_JMH_H

#include "formats/tree.h"

/* Maximum number of samples that the histograms of a file may be expanded into. */
#define BRES__JMH_FILE_SAMPLES_MAX 10000000

typedef struct bres__jmh_record {
    bres__import *import;
    double *room; /* number of samples that histograms of the file may still be expanded into */
    const bres__node *node;
    const char *benchmark;
    const char *mode;
    bres__node metric;
    const char *unit; /* of the score */
    double seconds;   /* seconds of one unit of time */
    double batch;     /* executions per score in the mode `ss`; otherwise 1 */
    bool is_rate;
} bres__jmh_record;

/* Reads the fields of a record. `import` and `room` must be set. */
bres_status bres__jmh_record_open(const bres__node *node, bres__jmh_record *record);

/* Each adds to the state: the scores of one fork, the histogram of one fork, or the aggregates
 * of a record without raw data. A score or an aggregate that cannot be a time makes the state
 * skipped. */
bres_status bres__jmh_put_scores(const bres__jmh_record *record, const bres__node *fork,
                                 bres__draft_state *state);
bres_status bres__jmh_put_histogram(const bres__jmh_record *record, const bres__node *fork,
                                    bres__draft_state *state);
bres_status bres__jmh_put_aggregates(const bres__jmh_record *record, bres__draft_state *state);

/* Add the values of the secondary metrics for one fork, or their scores in a state without raw
 * data. */
bres_status bres__jmh_put_secondary(const bres__jmh_record *record, size_t fork,
                                    bres__draft_state *state);
bres_status bres__jmh_put_secondary_scores(const bres__jmh_record *record,
                                           bres__draft_state *state);

/* The text of a number that is not finite, such as "NaN"; NULL: any other value. */
const char *bres__jmh_text_of_infinite(const bres__node *node);

/* Calls `put` for each [value, count] in the histogram of a fork, and adds the counts to *total.
 * `put` may be NULL. */
typedef bres_status (*bres__jmh_put_bin)(void *user, const bres__node *bin, double value,
                                         double count);
bres_status bres__jmh_walk_histogram(const bres__node *fork, double *total, bres__jmh_put_bin put,
                                     void *user);
/* Whether a histogram of `total` samples may be expanded into samples. Uses up `room` if so. */
bool bres__jmh_take_room(const bres__jmh_record *record, double total);

#endif

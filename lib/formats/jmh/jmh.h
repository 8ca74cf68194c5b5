/* SPDX-License-Identifier: MIT */
/*
 * A record of JMH: one benchmark in one mode, with its scores.
 */
#ifndef BRES_FORMATS_JMH_JMH_H
#define BRES_FORMATS_JMH_JMH_H

#include "formats/tree.h"

/* Samples that the histograms of a file may become. */
#define BRES__JMH_FILE_SAMPLES_MAX 10000000

typedef struct bres__jmh_record {
    bres__import *import;
    double *room; /* samples that the histograms of the file may still become */
    const bres__node *node;
    const char *benchmark;
    const char *mode;
    bres__node metric;
    const char *unit; /* of the score */
    double seconds;   /* of one unit of time */
    double batch;     /* executions of a score in the mode `ss` */
    bool is_rate;
} bres__jmh_record;

/* Reads what the scores need; `import` and `room` are set. */
bres_status bres__jmh_record_open(const bres__node *node, bres__jmh_record *record);

/* Each adds to the state: the scores of one fork, the histogram of one fork, or what a record
 * without raw data has. A score that is no time makes a skipped state. */
bres_status bres__jmh_put_scores(const bres__jmh_record *record, const bres__node *fork,
                                 bres__draft_state *state);
bres_status bres__jmh_put_histogram(const bres__jmh_record *record, const bres__node *fork,
                                    bres__draft_state *state);
bres_status bres__jmh_put_aggregates(const bres__jmh_record *record, bres__draft_state *state);

/* Adds the values of the secondary metrics for one fork, or, in a state without raw data, their
 * scores. */
bres_status bres__jmh_put_secondary(const bres__jmh_record *record, size_t fork,
                                    bres__draft_state *state);
bres_status bres__jmh_put_secondary_scores(const bres__jmh_record *record,
                                           bres__draft_state *state);

/* The text that stands for a number that is not finite; NULL: another value. */
const char *bres__jmh_text_of_infinite(const bres__node *node);

/* Calls `put` for each [value, count] of the histogram of a fork; without `put` it only adds up the
 * counts. */
typedef bres_status (*bres__jmh_put_bin)(void *user, const bres__node *bin, double value,
                                         double count);
bres_status bres__jmh_walk_histogram(const bres__node *fork, double *total, bres__jmh_put_bin put,
                                     void *user);
/* Whether a histogram of so many samples may become samples, which uses up room. */
bool bres__jmh_take_room(const bres__jmh_record *record, double total);

#endif

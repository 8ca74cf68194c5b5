/* SPDX-License-Identifier: MIT */
/*
 * The state of a search. search.c adds samples, plan.c chooses the next configuration, drift.c
 * removes drift from times, race.c races a challenger against the leader, evidence.c decides
 * whether a configuration is slower than another or equivalent, elimination.c eliminates, best.c
 * reports.
 *
 * Configurations are measured in rounds, and each sample has the number of its round. Samples of
 * one round were measured shortly after each other and can be compared, whatever the machine does
 * in the long run. Times are kept as logarithms, because noise and drift are factors.
 *
 * A batch is a measurement of one configuration without another configuration in between: its
 * samples of some successive rounds. The order of batches is random, the order of samples within
 * them is not.
 */
#ifndef BRES_TUNE_SEARCH_STATE_H
#define BRES_TUNE_SEARCH_STATE_H

#include "compare/compare.h"
#include "stats/sequential.h"
#include "tune/search/search.h"

/* Fewer samples, or batches, are never evidence. */
#define BRES__SEARCH_SAMPLES_MIN 3u

typedef struct bres__search_sample {
    double value; /* logarithm of the seconds */
    uint64_t round;
    uint64_t batch; /* the round that its batch began with */
} bres__search_sample;

typedef struct bres__search_config {
    bres__search_sample *samples; /* rounds ascend */
    size_t capacity;
    size_t count;
    double *undrifted; /* values of the settled samples, without the drift of their rounds */
    size_t undrifted_capacity;
    size_t settled; /* samples whose drift is known */
    size_t ordered; /* of `undrifted`: so many ascend */
    size_t baseline_count;
    double baseline; /* center of the first `baseline_count`; the next drifts are relative to it */
    double center;   /* of all settled samples */
    uint64_t asks;
    uint64_t spent;        /* samples told, or asks, whichever are more */
    uint64_t parked_round; /* the cut that parked it, counted from 1; 0: not parked */
    bool failed;
    bool eliminated; /* proven slower than the leader */
    bool tied;       /* proven equivalent to the leader */
} bres__search_config;

struct bres__search {
    bres__search_options options;
    bres_thresholds thresholds;
    bres__search_config *configs;
    size_t config_count;
    size_t failed_count;
    uint64_t spent; /* of all configurations */
    uint64_t told;
    bres_tuner_stop stop_reason;

    /* The round that is being measured: queue[position] to queue[queue_length - 1] are left. */
    size_t *queue;
    size_t queue_length;
    size_t position;
    size_t *preferred; /* configurations to begin with; NULL: none */
    size_t preferred_count;
    uint64_t fair_round; /* rounds from this one on have a random order */
    uint64_t round;
    uint64_t rounds_begun;
    uint64_t told_before; /* samples of previous runs */
    uint64_t chunk;       /* samples of each configuration in this round */
    uint64_t next_look;
    uint64_t next_cut;    /* round of the next cut; 0: none is planned */
    uint64_t cuts;        /* how often configurations were parked */
    double round_began;   /* elapsed seconds */
    uint64_t round_spent; /* `spent` when the round began */

    double *drifts; /* of each round, as a logarithm */
    size_t drift_capacity;
    uint64_t round_end;   /* one more than the last round that a sample has */
    uint64_t settled_end; /* rounds before it are settled */
    uint64_t shared_end;  /* one more than the last settled round of several configurations */
    bool is_dirty;        /* all samples must be settled anew */

    bres__search_config **ranked; /* room for all configurations */
    size_t *best;                 /* room for all configurations */
    double *column;               /* room for a sample of each, and for all samples of any one */
    size_t column_capacity;
    bres__sequential race; /* room for the pairs of any two configurations */
};

/* Whether configurations are measured in rounds, not one after the other. */
bool bres__search_has_rounds(const bres__search *search);
/* How many samples a batch has after `before` samples. Batches grow, because each costs a warm-up
 * and a new sample adds less to many; they grow slowly, so that no configuration gets much more
 * than the others. */
uint64_t bres__search_batch_length(uint64_t before);
/* Raises the samples that a configuration has taken from the budget to `spent`. */
void bres__search_spend(bres__search *search, bres__search_config *config, uint64_t spent);
/* Neither failed nor eliminated. */
bool bres__config_is_active(const bres__search_config *config);
/* Whether `config` comes before `other`: configurations that were measured longest come first, then
 * faster ones; equal configurations keep the order of the space. */
bool bres__config_is_before(const bres__search_config *config, const bres__search_config *other);
/* Sorts the first `count` of `ranked` in this order. */
void bres__search_rank(bres__search *search, size_t count);

/* Moves preferred configurations to the front of the queue of a first round. */
void bres__search_order_queue(bres__search *search);

/* Mean of the sorted values without the quarters at both ends. */
double bres__search_center(const double *sorted, size_t count);
/* Computes the drift of each round before `end`, and the samples without it. */
void bres__search_settle(bres__search *search, uint64_t end);

/* The error rate of one pair of configurations, half of it for each of two proofs: each of the
 * other configurations may wrongly beat the fastest one, and they share the error rate. */
double bres__search_pair_error(const bres__search *search);
/* Races the two over the rounds that have both, at the error rate of a pair. The outcome is in
 * `search->race`, where a ratio above one is a slower challenger. */
void bres__search_race(bres__search *search, const bres__search_config *leader,
                       const bres__search_config *challenger);

/* Eliminates configurations that are slower, and marks equivalent ones as tied. */
void bres__search_look(bres__search *search);
/* DECIDED or TIED if the last look has shown it, otherwise RUNNING. */
bres_tuner_stop bres__search_conclusion(const bres__search *search);
/* Fills `ranked` with the configurations of the next round and returns their number. `left`: the
 * samples that the budget still allows. */
size_t bres__search_select(bres__search *search, uint64_t left);

#endif

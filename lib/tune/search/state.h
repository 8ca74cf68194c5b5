/* SPDX-License-Identifier: MIT */
/*
 * The state of a search. search.c adds samples, plan.c chooses the next configuration, drift.c
 * removes drift from times, bets.c proves a configuration slower, leader.c chooses the leader,
 * race.c proves two configurations equivalent, evidence.c decides, elimination.c eliminates, best.c
 * and standing.c report, shortlist.c computes how likely each configuration is the fastest one.
 *
 * Configurations are measured in rounds, and each sample has the number of its round. Samples of
 * one round were measured shortly after each other and can be compared, even if the machine drifts
 * over time. Times are kept as logarithms, because noise and drift are factors.
 *
 * A batch is a measurement of one configuration without another configuration in between. A round
 * has one batch of each configuration, and may have more of the leader. The order of batches is
 * random, the order of samples within them is not.
 */
#ifndef BRES_TUNE_SEARCH_STATE_H
#define BRES_TUNE_SEARCH_STATE_H

#include "compare/compare.h"
#include "stats/sequential/sequential.h"
#include "tune/search/chance.h"
#include "tune/search/search.h"

/* Fewer samples or batches never count as evidence. */
#define BRES__SEARCH_SAMPLES_MIN 3u

/* Bets of one configuration against the leaders: on signs of differences first, then on sizes. */
#define BRES__SEARCH_SIGN_BETS    2u
#define BRES__SEARCH_BETS         7u
/* Maximum number of extra batches of a leading configuration in one round. */
#define BRES__SEARCH_MORE_BATCHES 16u

typedef struct bres__search_sample {
    double value; /* logarithm of the seconds */
    uint64_t round;
    uint64_t batch; /* counted from 0 for each configuration */
} bres__search_sample;

typedef struct bres__search_config {
    bres__search_sample *samples; /* rounds ascend */
    size_t capacity;
    size_t count;
    double *undrifted; /* values of the settled samples, without the drift of their rounds */
    size_t undrifted_capacity;
    size_t settled; /* samples whose drift is known */
    size_t ordered; /* the first `ordered` of `undrifted` ascend */
    size_t baseline_count;
    double baseline; /* center of the first `baseline_count`; the next drifts are relative to it */
    double center;   /* of all settled samples */
    double round_center;              /* of its samples in the last settled round, with the drift */
    double noise;                     /* robust standard deviation of one sample */
    double wealth[BRES__SEARCH_BETS]; /* log of the wealth of each bet, which begins at 1 */
    uint64_t early_bets;              /* the first `early_bets` samples have been bet on */
    uint64_t asks;
    uint64_t told_asks;    /* value of `asks` when the last sample was added */
    uint64_t batch_begin;  /* index of the first sample of the last batch */
    uint64_t spent;        /* samples added or requests made, whichever is more */
    uint64_t parked_round; /* the cut that parked it, counted from 1; 0: not parked */
    bool failed;
    bool eliminated; /* proven slower than the leader */
    bool tied;       /* proven equivalent to the leader */
    bool short_listed;
    double chance; /* that it is the fastest one; NaN: unknown */
} bres__search_config;

/* How much slower a batch was than its configuration's baseline. */
typedef struct bres__search_residual {
    double value;
    double weight;
} bres__search_residual;

struct bres__search {
    bres__search_options options;
    bres_thresholds thresholds;
    bres__search_config *configs;
    size_t config_count;
    size_t failed_count;
    uint64_t spent; /* of all configurations */
    uint64_t told;
    bres_tuner_stop stop_reason;
    const bres__search_config *leader; /* of the last look; NULL: none yet */
    /* Chosen by the settled rounds; the bets of the next round are against it. NULL: none yet. */
    bres__search_config *reference;
    const bres__search_config *contender; /* has the lowest center, which may be luck */
    uint64_t early_rounds; /* rounds before the first reference; their samples are bet on later */
    uint64_t early_bets;   /* batches of references used for these bets */
    double typical_noise;  /* median over the configurations of the last settled round */

    /* The current round: queue[position] to queue[queue_length - 1] are still to be measured. */
    size_t *queue;
    size_t queue_length;
    size_t position;
    size_t *preferred; /* configurations to begin with; NULL: none */
    size_t preferred_count;
    uint64_t fair_round; /* rounds from this one on have a random order */
    uint64_t round;
    uint64_t rounds_begun;
    uint64_t told_before; /* samples of previous runs */
    uint64_t chunk;       /* samples of each batch in this round */
    uint64_t next_cut;    /* samples of each configuration at the next cut; 0: not planned */
    uint64_t parts;       /* parts of the remaining budget; each set gets one; 0: unknown */
    uint64_t cuts;        /* how often configurations were parked */
    double round_began;   /* elapsed seconds */
    uint64_t round_spent; /* `spent` when the round began */

    double *drifts; /* of each round, as a logarithm */
    size_t drift_capacity;
    uint64_t round_end;   /* one more than the last round that a sample has */
    uint64_t settled_end; /* rounds before it are settled */
    uint64_t shared_end;  /* one more than the last settled round of several configurations */
    bool is_dirty;        /* all samples must be settled again */
    bres__search_config **members;    /* of the round that is being settled; room for all */
    bres__search_residual *residuals; /* likewise */
    bres__belief *beliefs;            /* likewise */

    bres__search_config **ranked; /* room for all configurations */
    size_t *best;                 /* room for all configurations */
    size_t best_count;            /* the first `best_count` of `best` are the reported set */
    bool has_chances;             /* the chances belong to the current order */
    double *column;               /* a value per configuration or round, or the samples of one */
    size_t column_capacity;
    bres__sequential race; /* room for the pairs of any two configurations */
};

/* Whether configurations are measured in rounds, not one after the other. */
bool bres__search_has_rounds(const bres__search *search);
/* The number of samples in a batch after `before` samples. Batches grow, because each batch costs a
 * warm-up and each further sample adds less information. They grow slowly, so that no configuration
 * gets many more samples than the others. */
uint64_t bres__search_batch_length(uint64_t before);
/* Raises the number of samples that a configuration has taken from the budget to `spent`. */
void bres__search_spend(bres__search *search, bres__search_config *config, uint64_t spent);
/* Whether a configuration has neither failed nor been eliminated. */
bool bres__config_is_active(const bres__search_config *config);
/* Whether `config` comes before `other` as a leader. Configurations that were measured longest come
 * first, then those whose center is lower even if their samples were lucky. Equal configurations
 * keep the order of the space. */
bool bres__config_leads(const bres__search *search, const bres__search_config *config,
                        const bres__search_config *other);
/* Sorts the first `count` of `ranked`: configurations that were measured longest come first, then
 * faster ones. */
void bres__search_rank(bres__search *search, size_t count);

/* Moves preferred configurations to the front of the queue of a first round. */
void bres__search_order_queue(bres__search *search);

/* Mean of the sorted values without the quarters at both ends. */
double bres__search_center(const double *sorted, size_t count);
/* Robust standard deviation of sorted values, for normal noise; 0 for fewer than two. */
double bres__search_deviation(const double *sorted, size_t count);
/* Variance of one sample of a configuration. With few samples, a small variance is pulled towards
 * the typical one. */
double bres__config_variance(const bres__search *search, const bres__search_config *config);
/* Computes the drift of each round before `end`, and the samples without drift. */
void bres__search_settle(bres__search *search, uint64_t end);

/* Forgets all bets. */
void bres__search_bets_clear(bres__search *search);
/* Bets on the settled samples of a round, whose configurations are in `members`. */
void bres__search_bets_add(bres__search *search, uint64_t round, size_t member_count);
/* Whether the bets prove that a configuration is not the fastest one. */
bool bres__search_bets_prove(const bres__search *search, const bres__search_config *config);

/* Upper end of the plausible range of a configuration's center: a few lucky samples do not make it
 * low. */
double bres__config_cautious_center(const bres__search *search, const bres__search_config *config);
/* Chooses the reference after a round that `members` took part in. */
void bres__search_choose_reference(bres__search *search, uint64_t round, size_t member_count);
/* How many more batches a configuration gets in the next round of `count` configurations, each of
 * which has at least `least` samples. */
uint64_t bres__search_more_batches(const bres__search *search, const bres__search_config *config,
                                   size_t count, uint64_t least);

/* The error rate of one pair of configurations. Each of the others may wrongly be found equivalent
 * to the fastest one, so they share the error rate. */
double bres__search_pair_error(const bres__search *search);
/* Races the two over the rounds in which both were measured, at the error rate of a pair. The
 * outcome is in `search->race`, where a ratio above one means a slower challenger. */
void bres__search_race(bres__search *search, const bres__search_config *leader,
                       const bres__search_config *challenger);

/* Eliminates configurations that are slower, and marks equivalent ones as tied. */
void bres__search_look(bres__search *search);
/* DECIDED or TIED if the last look has shown it, otherwise RUNNING. */
bres_tuner_stop bres__search_conclusion(const bres__search *search);
/* Fills `ranked` with the configurations of the next round and returns their number. `left`: the
 * samples that the budget still allows. */
size_t bres__search_select(bres__search *search, uint64_t left);

/* Computes the chances and the short list, from settled samples. */
void bres__search_shortlist(bres__search *search);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * What a search knows. Its parts: samples as they are told (search.c), which configuration is next
 * (search_plan.c), times that drift is taken out of (search_level.c), leader against challenger
 * (search_race.c), whether one is behind or as good as another (search_evidence.c), dropping
 * (elimination.c), and the answer (search_best.c).
 *
 * Configurations are measured in rounds. Each sample has the number of its round: those of one
 * round were measured shortly after each other, so that they can be compared whatever the machine
 * does in the long run. Times are kept as logarithms, for noise and drift are factors.
 *
 * A turn is what is measured of a configuration without another one in between: its samples of some
 * successive rounds. The order of turns is random, that of samples within them is not.
 */
#ifndef BRES_TUNE_SEARCH_STATE_H
#define BRES_TUNE_SEARCH_STATE_H

#include "compare/compare.h"
#include "stats/sequential.h"
#include "tune/search/search.h"

/* Fewer samples than these, or turns, are never evidence. */
#define BRES__SEARCH_SAMPLES_MIN 3u

typedef struct bres__search_sample {
    double value; /* logarithm of the seconds */
    uint64_t round;
    uint64_t turn; /* the round that its turn began with */
} bres__search_sample;

typedef struct bres__search_config {
    bres__search_sample *samples; /* rounds ascend */
    size_t capacity;
    size_t count;
    double *level_free;         /* of the first `settled` samples, without the levels of their */
    size_t level_free_capacity; /* rounds; the first `ordered` of them ascend */
    size_t settled;
    size_t ordered;
    size_t anchored;
    double anchor; /* center of the first `anchored`, which the next levels are relative to */
    double center; /* of all that is settled */
    uint64_t asks;
    uint64_t spent;     /* samples told, or asks, whichever are more */
    uint64_t rested_in; /* the larger the later it was set aside; 0: it was not */
    bool failed;
    bool dropped; /* clearly behind */
    bool tied;    /* as good as the leader */
} bres__search_config;

struct bres__search {
    bres__search_options options;
    bres_thresholds thresholds;
    bres__search_config *configs;
    size_t config_count;
    size_t failed_count;
    uint64_t spent; /* of all configurations */
    uint64_t told;
    bres_tuner_stop end;

    /* The round that is being measured: places `position` to `queue_length` of the queue. */
    size_t *queue;
    size_t queue_length;
    size_t position;
    uint64_t round;
    uint64_t rounds_begun;
    uint64_t told_before; /* samples of earlier runs */
    uint64_t chunk;       /* samples of each configuration in this round */
    uint64_t next_look;
    uint64_t next_cut;    /* 0: none is planned */
    uint64_t cuts;        /* how often some were set aside */
    double round_began;   /* elapsed seconds */
    uint64_t round_spent; /* `spent` when the round began */

    /* The common factor of each round, as a logarithm. */
    double *levels;
    size_t level_capacity;
    uint64_t round_end;   /* one more than the last round that a sample has */
    uint64_t settled_end; /* rounds before it are settled */
    uint64_t shared_end;  /* one more than the last of these with several members */
    bool is_dirty;        /* what is settled must be settled anew */

    bres__search_config **ranked; /* room for all */
    size_t *best;                 /* likewise */
    double *column;               /* for a sample of each, and for all of any one */
    size_t column_capacity;
    bres__sequential race; /* with room for the pairs of any two */
};

/* --- Samples (search.c) ----------------------------------------------------------------------- */

/* Whether configurations are measured in rounds, not one after the other. */
bool bres__search_has_rounds(const bres__search *search);
/* How many samples a turn is to have, by the number of those before it: the more is known, the less
 * one more tells, and each turn costs something besides: a warm-up, and caches that others have
 * used. But no configuration gets much more than the others. */
uint64_t bres__search_turn_length(uint64_t before);
/* What a configuration takes of the budget is `spent`, if that is more than before. */
void bres__search_spend(bres__search *search, bres__search_config *config, uint64_t spent);

/* --- Samples without drift (search_level.c) --------------------------------------------------- */

/* Mean of the sorted values without the quarters at both ends. */
double bres__search_center(const double *sorted, size_t count);
/* Takes the levels out of all samples of rounds before `end`. */
void bres__search_settle(bres__search *search, uint64_t end);

/* --- Leader against challenger (search_race.c) ------------------------------------------------ */

/* The share of the error rate that is one pair's, half of it for each of two proofs: whoever the
 * fastest is, any of the others may wrongly get ahead of it. */
double bres__search_pair_error(const bres__search *search);
/* Races the two, as far as they have been measured together, at the error rate of a pair. What has
 * come of it is in `race`, where a ratio above one is a slower challenger. */
void bres__search_race(bres__search *search, const bres__search_config *leader,
                       const bres__search_config *challenger);

/* --- Evidence (search_evidence.c) ------------------------------------------------------------- */

#define BRES__SEARCH_TAIL_MAX 1024u

/* How far samples lie above the centers of their configurations: ascending. */
typedef struct bres__search_tail {
    size_t count;
    double values[BRES__SEARCH_TAIL_MAX];
} bres__search_tail;

void bres__search_tail_take(const bres__search *search, bres__search_tail *tail);
/* Whether `config` is slower than `leader`, by the comparison's decision and with proof. */
bool bres__search_is_behind(bres__search *search, const bres__search_tail *tail,
                            const bres__search_config *leader, const bres__search_config *config);
/* Whether it is proven that the two differ by no more than the margin. */
bool bres__search_is_tied(bres__search *search, const bres__search_config *leader,
                          const bres__search_config *config);

/* --- Dropping (elimination.c) ----------------------------------------------------------------- */

/* Neither failed nor clearly behind. */
bool bres__search_in_doubt(const bres__search_config *config);
/* Among those in doubt that were measured; NULL when there is none. */
bres__search_config *bres__search_leader(const bres__search *search);
/* Drops what is behind, and marks what is tied. */
void bres__search_look(bres__search *search);
/* DECIDED or TIED, when the last look has shown so, otherwise RUNNING. */
bres_tuner_stop bres__search_conclusion(const bres__search *search);
/* Fills `ranked` with those that the next round measures; 0: there are none. `left`: how many
 * samples the budget still has room for. */
size_t bres__search_select(bres__search *search, uint64_t left);

/* --- Order (search_best.c) -------------------------------------------------------------------- */

/* Whether `config` comes before `other`: those that were measured longest first, then the fastest
 * first, equal ones in the order of the space. */
bool bres__search_is_before(const bres__search_config *config, const bres__search_config *other);
/* Sorts the first `count` of `ranked` so. */
void bres__search_rank(bres__search *search, size_t count);

#endif

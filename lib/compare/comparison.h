/* SPDX-License-Identifier: MIT */
/*
 * Comparing two results: the structs behind the handles, and the steps that fill them.
 */
#ifndef BRES_COMPARE_COMPARISON_H
#define BRES_COMPARE_COMPARISON_H

#include "compare/compare.h"

struct bres_row {
    const bres_state *reference;
    const bres_state *candidate;
    const bres_device_pair *pair;
    size_t occurrence;
    size_t occurrence_count;
    bres_verdict verdict;
    bres_reason reason;
    double severity;
    bres_estimate reference_estimate;
    bres_estimate candidate_estimate;
    bres_difference difference;
    const char *message;
};

struct bres_device_pair {
    const bres_comparison_bench *bench;
    const bres_device *reference; /* NULL for both: a CPU-only benchmark */
    const bres_device *candidate;
    bool equal;
    bres_row *rows; /* in the comparison's array */
    size_t row_count;
};

struct bres_comparison_bench {
    const bres_subbench *reference;
    const bres_subbench *candidate;
    bres_device_pair *pairs;
    size_t pair_count;
};

/* Reasons of ambiguous rows. */
typedef struct bres__reason_count {
    bres_reason reason;
    size_t rows;
    double severity; /* of the message: the largest one */
    const char *message;
} bres__reason_count;

typedef struct bres__missing_bench {
    const bres_subbench *bench;
    bool in_reference;
} bres__missing_bench;

typedef struct bres__missing_state {
    const bres_state *state;
    bool in_reference;
} bres__missing_state;

/* Devices of one side that take part. */
typedef struct bres__device_list {
    bool filtered; /* the caller has named them */
    const bres_device **devices;
    size_t count;
} bres__device_list;

/* Texts and arrays without a capacity live in the arena. */
struct bres_comparison {
    bres_result *reference;
    bres_result *candidate;
    bres_thresholds thresholds;
    bres_metric metric;
    bres__arena arena;
    bres__device_list devices[2];
    const char *device_difference;
    bres_comparison_bench *benches;
    size_t bench_count;
    bres_row *rows;
    size_t row_count;
    size_t row_capacity;
    bres__missing_bench *missing_benches;
    size_t missing_bench_count;
    size_t missing_bench_capacity;
    bres__missing_state *missing_states;
    size_t missing_state_count;
    size_t missing_state_capacity;
    size_t verdict_counts[BRES_AMBIGUOUS + 1];
    bres__reason_count reasons[BRES__REASON_END]; /* room for each */
    size_t reason_count;
};

/* Refuses files that lack what every comparison needs, and warns of those of another version; of a
 * file that is compared with itself once. */
bres_status bres__files_check(const bres_result *reference, const bres_result *candidate,
                              const bres_compare_options *options);
/* Chooses the devices of both sides and checks that they may be compared. */
bres_status bres__devices_select(bres_comparison *comparison, const bres_compare_options *options);
/* Makes the pairs of devices of a benchmark. */
bres_status bres__devices_pair(bres_comparison *comparison, bres_comparison_bench *bench);

/* Whether two JSON texts have equal values; members may be in any order. BRES_ERROR_MEMORY. */
bres_status bres__json_equal(const char *a, const char *b, bool *equal);
/* Appends a line for each member in which two devices differ. */
bres_status bres__device_differ(const bres_device *reference, const bres_device *candidate,
                                size_t index, bres__text *text);

/* A loaded file must have the keys that matching needs: BRES_ERROR_KEY. */
bres_status bres__match_check(const bres_state *state, const bres_device *device, int side);
/* Makes the key that a state is matched by into `key`; the arena is for memory on the way. */
bres_status bres__match_key(const bres_state *state, const bres_device *device, bres__arena *arena,
                            bres__text *key);
/* Makes the rows of all benchmarks, undecided, and lists the states without a partner. */
bres_status bres__rows_match(bres_comparison *comparison, const bres_compare_options *options);
/* Decides the rows and hands out the warnings. */
bres_status bres__rows_decide(bres_comparison *comparison, const bres_compare_options *options);

#endif

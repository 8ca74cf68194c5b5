/* SPDX-License-Identifier: MIT */
/*
 * The structs behind the handles of a comparison. The parts of the room fill them one after
 * another.
 *
 * Each side is a set of runs from one or more results. With one run per side, a row has two states.
 * With replicates, it has one state per run.
 */
#ifndef BRES_COMPARE_COMPARISON_H
#define BRES_COMPARE_COMPARISON_H

#include "base/base.h"
#include "compare/decide/reason.h"
#include "model/model.h"

#include <benchresult/compare.h>

/* The sides of a comparison: indices of arrays of two. */
#define BRES__REFERENCE 0
#define BRES__CANDIDATE 1

/* A run: the states of a result that have the number of the run. */
typedef struct bres__result_run {
    bres_result *result;
    uint32_t number;
    size_t parts;       /* number of runs in the result */
    size_t lost_inputs; /* set for the first run of a merged result: the number of its inputs, if
                         * they cannot be matched to the runs; otherwise 0 */
    bool has_start;
    double start; /* seconds since 1970 */
    double end;   /* seconds since 1970; 0: unknown */
    bool has_pair;
    int64_t pair;      /* pair number that the result records */
    bool is_collected; /* the number of runs was fixed beforehand */
} bres__result_run;

/* The runs of a side; paired runs are in the order of the pairs. Both arrays lie in the arena. */
typedef struct bres__run_set {
    bres_result **results; /* the set holds a reference to each */
    size_t result_count;
    bres__result_run *runs;
    size_t count;
} bres__run_set;

/* How the number of pairs was chosen. All zero: the number was fixed before the first
 * measurement. */
typedef struct bres__stopping {
    bool is_sequential; /* the measured times determined it, as in a race */
    bool is_recorded;   /* the results record the stopping rule */
    size_t min_pairs;   /* required before the first decision */
} bres__stopping;
/* A run that deviates from all others in nearly all rows. */
typedef struct bres__odd_run {
    const char *name; /* NULL: no odd run */
    int side;
    size_t index;
    double change; /* relative to the other runs of its side */
    size_t rows;   /* rows with this run and at least one other */
    size_t odd_rows;
} bres__odd_run;

struct bres_row {
    const bres_state *reference; /* of the first run that has it */
    const bres_state *candidate;
    const bres_state **runs[2]; /* state of each run, NULL if missing; both arrays are NULL with one
                                 * run per side */
    size_t run_counts[2];
    bres_ratio *ratio; /* NULL: none */
    bres_plan *plan;   /* NULL: none */
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
    const bres_device *reference; /* of the first result that has it; both devices are NULL for a
                                   * CPU-only benchmark */
    const bres_device *candidate;
    bool equal;
    bres_row *rows; /* in the comparison's array */
    size_t row_count;
};

struct bres_comparison_bench {
    const bres_subbench *reference; /* of the first result that has it */
    const bres_subbench *candidate;
    bres_device_pair *pairs;
    size_t pair_count;
};

/* A reason for undecided rows. */
typedef struct bres__reason_count {
    bres_reason reason;
    size_t rows;
    double severity;     /* the largest of these rows */
    const char *message; /* of the row with that severity */
} bres__reason_count;

typedef struct bres__missing_bench {
    const bres_subbench *bench;
    bool in_reference;
} bres__missing_bench;

typedef struct bres__missing_state {
    const bres_state *state;
    bool in_reference;
} bres__missing_state;

/* The compared devices of one side. */
typedef struct bres__device_selection {
    bool filtered; /* the caller named the devices */
    const bres_device **devices;
    size_t count;
    bres__map places; /* bytes of an id -> first element of `devices` with this id */
} bres__device_selection;

/* Texts and arrays without a capacity live in the arena. */
struct bres_comparison {
    bres_result *reference; /* the first result of each side */
    bres_result *candidate;
    bres__run_set sets[2];
    bool has_replicates;    /* more than one run on at least one side */
    bool paired;            /* the runs are compared in pairs */
    bool runs_are_distinct; /* the caller has checked that no run is a copy of another one */
    const char *note;       /* static; NULL: none */
    const char *command;    /* NULL: none */
    bres__stopping stopping;
    bool is_one_race;         /* both sides come from the same races */
    bool numbers_are_foreign; /* the pair numbers come from different races */
    bres_run_order order;
    double *places[2]; /* position of each run in the order of start times; NULL: the order is not
                        * known */
    double *logs; /* logarithms of typical times, by row and run, the reference's runs first; NaN if
                   * unknown. NULL except during the first decision of the rows and the survey. */
    bres__odd_run odd;
    bool has_drift;
    double drift; /* change of the times from the first run to the last, as a fraction */
    double drift_p_value;
    double drift_shift; /* log ratio that proven drift alone would cause, because the sides are not
                         * balanced in time; 0: none */
    double plan_probability;
    bres_thresholds thresholds;
    bres_metric metric;
    bres__arena arena;
    bres__device_selection devices[2];
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
    bres__reason_count reasons[BRES__REASON_END]; /* room for each reason */
    size_t reason_count;
};

#endif

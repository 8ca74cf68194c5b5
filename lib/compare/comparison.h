/* SPDX-License-Identifier: MIT */
/*
 * Comparing results: the structs behind the handles, and the steps that fill them.
 *
 * Each side is a set of runs, which lie in one or more results. With one run a side a row is two
 * states; with more it has a state of each run, and is decided by runs.h.
 */
#ifndef BRES_COMPARE_COMPARISON_H
#define BRES_COMPARE_COMPARISON_H

#include "compare/replicates/runs.h"

/* A run: the states of a result that have its number. */
typedef struct bres__run_source {
    bres_result *result;
    uint32_t number;
    size_t part; /* which of the result's runs, counted from 0 */
    size_t parts;
    bool has_start;
    double start; /* seconds since 1970 */
    bool has_pair;
    int64_t pair; /* its number of the pair, as the result has it */
} bres__run_source;

/* The runs of a side; when they are paired, in the order of the pairs. Both arrays lie in the
 * arena. */
typedef struct bres__run_set {
    bres_result **results; /* each with a reference */
    size_t result_count;
    bres__run_source *runs;
    size_t count;
} bres__run_set;

struct bres_row {
    const bres_state *reference; /* of the first run that has it */
    const bres_state *candidate;
    const bres_state **runs[2]; /* by run, NULL where it has none; both NULL with one run a side */
    size_t run_counts[2];
    bres_ratio *ratio; /* NULL: there is none */
    bres_plan *plan;
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
    const bres_device *reference; /* of the first result that has it; NULL for both: a CPU-only
                                   * benchmark */
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
    bres_result *reference; /* the first result of a side */
    bres_result *candidate;
    bres__run_set sets[2];
    bool several; /* there is more than one run on a side, */
    bool paired;  /* and they belong together in pairs */
    double plan_probability;
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
 * file that is there twice once. */
bres_status bres__files_check(const bres_comparison *comparison,
                              const bres_compare_options *options);

/* Finds the runs of a set whose results are there. */
bres_status bres__runs_find(bres_comparison *comparison, int side);
/* Says which runs belong together: sets `paired` and the order of the runs. Warns when pairs were
 * asked for that cannot be. */
bres_status bres__runs_pair(bres_comparison *comparison, const bres_compare_options *options);
/* Refuses a run that is there twice, and runs of a side on different devices. */
bres_status bres__runs_check(const bres_comparison *comparison,
                             const bres_compare_options *options);
/* "'a.json'", or "run 2 of 'a.json'", or "run 3 of the reference" of what was no file. */
void bres__run_put_name(bres__text *text, const bres_comparison *comparison, int side,
                        size_t index);
/* What a worker that decides rows has of its own. */
typedef struct bres__row_tools {
    bres__scratch *scratch;
    bres__warning_list *warnings; /* NULL: nobody listens */
    bres__arena *arena;           /* what the row keeps */
    bres__run *runs;              /* room for those of both sides */
} bres__row_tools;

/* Decides a row of several runs. */
bres_status bres__row_decide_runs(const bres_comparison *comparison,
                                  const bres_compare_options *options, bres_row *row,
                                  const bres__row_tools *tools, bres_decision *decision);
/* Sets the commands of the plans. */
bres_status bres__rows_command(bres_comparison *comparison);
/* Adjusts the p-values of all rows, and takes back what is no discovery. */
bres_status bres__rows_discover(bres_comparison *comparison, const bres_compare_options *options);
/* Chooses the devices of both sides: those that any run of it has. */
bres_status bres__devices_select(bres_comparison *comparison, const bres_compare_options *options);
/* Checks that the chosen devices may be compared. */
bres_status bres__devices_check(bres_comparison *comparison, const bres_compare_options *options);
/* The error for ids that are not there: all of them, in the order asked for. */
bres_status bres__device_ids_refuse(const int64_t *ids, size_t count, const char *what);
/* Finds the benchmarks of both sides with their devices, and lists those without a partner. */
bres_status bres__benches_match(bres_comparison *comparison, const bres_filter *filter);
/* The benchmark of the same name, of which there may be several only in its own result; NULL when
 * there is none. */
const bres_subbench *bres__bench_in(const bres_result *result, const bres_subbench *bench);
/* Makes the pairs of devices of a benchmark. */
bres_status bres__devices_pair(bres_comparison *comparison, bres_comparison_bench *bench);

/* Appends a line for each member in which two devices differ; `owners` says whose they are, as in
 * "the reference". */
bres_status bres__device_differ(const bres_device *first, const bres_device *second,
                                const char *const owners[2], size_t index, bres__text *text);

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

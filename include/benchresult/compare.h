/* SPDX-License-Identifier: MIT */
/*
 * The comparison: whether a configuration got faster, slower or stayed the same, decided
 * conservatively, with the reason. The rule is that of NVBench's comparison tool;
 * benchresult-compare(3) describes it.
 *
 * Threads: every function may be called from any number of threads at once, on results that do not
 * change; a comparison object does not change once made.
 */
#ifndef BENCHRESULT_COMPARE_H
#define BENCHRESULT_COMPARE_H

#include <benchresult/filter.h>
#include <benchresult/model.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What the decision says of the candidate. Values are never renumbered. */
typedef enum bres_verdict {
    BRES_UNKNOWN = 0,  /* ????: no usable pair of timings */
    BRES_SAME = 1,     /* SAME */
    BRES_FAST = 2,     /* FAST: clearly less time than the reference */
    BRES_SLOW = 3,     /* SLOW: clearly more time */
    BRES_AMBIGUOUS = 4 /* AMBG: the evidence is not enough for any of these */
} bres_verdict;

/* "SAME", "FAST", "SLOW", "AMBG" or "????". Static. */
BRES_API const char *bres_verdict_name(bres_verdict verdict);

/* Why. The names in comments are bres_reason_name() and bres_reason_short_name(). Values are never
 * renumbered. */
typedef enum bres_reason {
    BRES_REASON_CLEAR_GAP_CONFIRMED_BY_BULK_CYCLES = 1,          /* bc-gap */
    BRES_REASON_CLEAR_GAP_CONFIRMED_BY_SUMMARY_CYCLES = 2,       /* sc-gap */
    BRES_REASON_BULK_CYCLE_GAP_NOT_CONFIRMED = 3,                /* bc-gap-miss */
    BRES_REASON_SUMMARY_CYCLE_GAP_NOT_CONFIRMED = 4,             /* sc-gap-miss */
    BRES_REASON_BULK_CYCLE_DATA_UNUSABLE = 5,                    /* bc-bad */
    BRES_REASON_MISSING_CLOCK_RATE = 6,                          /* clk-miss */
    BRES_REASON_INVALID_CLOCK_RATE = 7,                          /* clk-bad */
    BRES_REASON_NOISE_UNAVAILABLE = 8,                           /* noise-miss */
    BRES_REASON_MISSING_INTERVAL = 9,                            /* int-miss */
    BRES_REASON_CENTERS_NOT_CLOSE = 10,                          /* centers-far */
    BRES_REASON_WEAK_INTERVAL_OVERLAP = 11,                      /* weak-overlap */
    BRES_REASON_NOISE_TOO_HIGH = 12,                             /* noise-high */
    BRES_REASON_BULK_TIME_DATA_UNUSABLE = 13,                    /* bt-bad */
    BRES_REASON_BULK_TIME_SUPPORT_MISMATCH = 14,                 /* bt-sup-miss */
    BRES_REASON_BULK_CYCLE_SUPPORT_MISMATCH = 15,                /* bc-sup-miss */
    BRES_REASON_CYCLE_SAME_NOT_CONFIRMED = 16,                   /* sc-same-miss */
    BRES_REASON_BULK_SAME = 17,                                  /* bulk-same */
    BRES_REASON_BULK_TIME_SAME_WITHOUT_CYCLES = 18,              /* bt-same-no-cyc */
    BRES_REASON_BULK_TIME_SAME_CONFIRMED_BY_SUMMARY_CYCLES = 19, /* bt-same-sc */
    BRES_REASON_SAME_WITHOUT_CLOCK_RATE = 20,                    /* same-no-clk */
    BRES_REASON_SAME_CONFIRMED_BY_CYCLES = 21,                   /* sc-same */
    BRES_REASON_STATE_SKIPPED = 22,                              /* state-skip */
    BRES_REASON_GPU_TIMING_SUMMARIES_MISSING = 23,               /* summ-miss */
    BRES_REASON_TIMING_CENTER_MISSING = 24,                      /* center-miss */
    BRES_REASON_TIMING_CENTER_NONFINITE = 25,                    /* center-nonfin */
    BRES_REASON_TIMING_CENTER_NONPOSITIVE = 26,                  /* center-nonpos */
    BRES_REASON_CLEAR_GAP_WITHOUT_CLOCK = 27, /* gap-no-clk: CPU timings, no clock to ask */
    BRES_REASON_LEGACY_RULE = 28,             /* legacy: the older mean and noise rule */
    BRES_REASON_COUNTS_AGREE = 29,            /* cnt-same: exact counts, within the tolerance */
    BRES_REASON_COUNTS_DIFFER = 30,           /* cnt-diff */
    BRES_REASON_RUNS_DIFFER = 31,             /* runs-diff: several runs, no clock to ask */
    BRES_REASON_RUNS_DIFFER_CONFIRMED_BY_CYCLES = 32,     /* runs-diff-cyc */
    BRES_REASON_RUNS_AGREE = 33,                          /* runs-same */
    BRES_REASON_RUNS_INTERVAL_TOO_WIDE = 34,              /* runs-wide */
    BRES_REASON_RUNS_CYCLE_DIFFERENCE_NOT_CONFIRMED = 35, /* runs-cyc-miss: as the clock has it */
    BRES_REASON_RUNS_CYCLE_SAME_NOT_CONFIRMED = 36,       /* runs-same-miss */
    BRES_REASON_RUNS_TOO_FEW = 37,                        /* runs-few */
    BRES_REASON_RUNS_WITHOUT_VARIATION = 38,              /* runs-no-var: all times are equal */
    BRES_REASON_RUNS_NO_DISCOVERY = 39, /* runs-fdr: too many rows for evidence like this */
    BRES_REASON_COUNTS_VARY = 40        /* cnt-vary: from run to run, so they are not exact */
} bres_reason;

/* "clear_gap_confirmed_by_bulk_cycles" and so on; "unknown_reason" for other numbers. Static. */
BRES_API const char *bres_reason_name(bres_reason reason);
/* "bc-gap" and so on. Static. */
BRES_API const char *bres_reason_short_name(bres_reason reason);

/* --- Thresholds ----------------------------------------------------------------------------- */

/* The limits of the decision; all are fractions (0.005 is 0.5 %). */
typedef struct bres_thresholds {
    size_t size;                             /* set by bres_thresholds_init() */
    double clear_gap_relative;               /* >= 0; 0.005 */
    double same_center_relative;             /* >= 0; 0.005 */
    double same_overlap_fraction;            /* 0..1; 0.5 */
    double same_relative_dispersion_ceiling; /* >= 0; 0.02 */
    double bulk_sample_coverage;             /* 0..1; 0.97 */
    double bulk_support_coverage;            /* 0..1; 0.80 */
    double bulk_rare_sample_fraction;        /* 0..1; 0.001 */
    double bulk_rare_max_removed_fraction;   /* 0..1; 0.01 */
    double runs_min_effect;                  /* >= 0; 0.005: several runs: less does not matter */
    double runs_equivalence_margin;          /* >= 0; 0.02: what SAME may be apart */
    double runs_change_confidence;           /* 0..1; 0.99: of the interval for FAST and SLOW */
    double runs_equivalence_confidence;      /* 0..1; 0.9: of the interval for SAME */
} bres_thresholds;

/* The values in the comments above, which are the preset "default". */
BRES_API void bres_thresholds_init(bres_thresholds *thresholds);
/* "default", "strict" or "permissive"; NULL for any other name, with the error set. Static. */
BRES_API const bres_thresholds *bres_thresholds_preset(const char *name);

/*
 * Reads thresholds from a TOML file: `version = 1`, an optional [preset] with its name, and tables
 * of thresholds that override it. `preset` (may be NULL) replaces the preset that the file names.
 * *preset_name (may be NULL) is the preset that was the base; static.
 * Errors: BRES_ERROR_NO_FILE, BRES_ERROR_IO; BRES_ERROR_SYNTAX for text that is not TOML, or uses
 * what a configuration does not need, such as arrays; BRES_ERROR_KEY
 * for unknown keys and a missing version, BRES_ERROR_KIND, BRES_ERROR_VALUE (out of range),
 * BRES_ERROR_LIMIT above 64 KiB.
 */
BRES_API bres_status bres_thresholds_load(bres_thresholds *thresholds, const char *path,
                                          const char *preset, const char **preset_name);
/* The same from the text of such a file; `name` stands for it in messages. */
BRES_API bres_status bres_thresholds_parse(bres_thresholds *thresholds, const char *text,
                                           const char *name, const char *preset,
                                           const char **preset_name);
/* The text that bres_thresholds_load() reads back exactly. The caller frees *text with
 * bres_string_free(). */
BRES_API bres_status bres_thresholds_dump(const bres_thresholds *thresholds,
                                          const char *preset_name, char **text);

/* --- One pair ------------------------------------------------------------------------------- */

/* What is present in an estimate. */
#define BRES_HAS_CENTER   UINT32_C(1)
#define BRES_HAS_INTERVAL UINT32_C(2)
#define BRES_HAS_NOISE    UINT32_C(4)
#define BRES_HAS_SAMPLES  UINT32_C(8)

/* What centers and their differences are numbers of. Values are never renumbered. */
typedef enum bres_unit { BRES_UNIT_SECONDS = 0, BRES_UNIT_INSTRUCTIONS = 1 } bres_unit;

/* The timing, or the count, of one side. A value whose bit is not set in `has` is 0. */
typedef struct bres_estimate {
    uint32_t has;  /* BRES_HAS_* bits */
    uint32_t unit; /* a bres_unit */
    double center; /* may be infinite, NaN or not positive when the verdict is UNKNOWN */
    double lower;  /* the interval lower <= center <= upper */
    double upper;
    double noise;       /* relative dispersion; may be infinite or NaN */
    uint64_t samples;   /* how many there are */
    double reserved[4]; /* 0; room for later values, each with a bit of its own */
} bres_estimate;

/* What is present in a difference. */
#define BRES_HAS_DIFFERENCE          UINT32_C(1)
#define BRES_HAS_FRACTION            UINT32_C(2)
#define BRES_HAS_CHANGE              UINT32_C(4)
#define BRES_HAS_DIFFERENCE_INTERVAL UINT32_C(8)
#define BRES_HAS_CHANGE_INTERVAL     UINT32_C(16)

/* The candidate against the reference. The symmetric change of a to b is (a - b) / min(a, b): a
 * doubling is +1, halving -1. A value whose bit is not set is 0. */
typedef struct bres_difference {
    uint32_t has;        /* BRES_HAS_* bits */
    uint32_t unit;       /* a bres_unit: of the next three */
    double center;       /* candidate minus reference */
    double lower;        /* candidate's lower end minus reference's upper end */
    double upper;        /* candidate's upper end minus reference's lower end */
    double fraction;     /* `center` over the reference's center */
    double change;       /* symmetric, of the centers */
    double change_lower; /* symmetric, of the ends, as lower and upper above */
    double change_upper;
    double reserved[4]; /* 0; room for later values, each with a bit of its own */
} bres_difference;

/* A decision: filled by the functions below, owned by the caller. */
typedef struct bres_decision {
    size_t size; /* set by bres_decision_init() */
    bres_verdict verdict;
    bres_reason reason;
    double severity; /* how far the evidence misses the thresholds; 0 when it does not say */
    bres_estimate reference;
    bres_estimate candidate;
    bres_difference difference;
    char message[256]; /* one sentence with the numbers that decided */
} bres_decision;

BRES_API void bres_decision_init(bres_decision *decision);

/* Judge by another set of summaries than cold GPU times. Values are never renumbered. */
typedef enum bres_metric {
    BRES_METRIC_AUTO = 0,        /* cold GPU times; a CPU-only pair by its CPU times */
    BRES_METRIC_GPU = 1,         /* nv/cold/time/gpu */
    BRES_METRIC_CPU = 2,         /* nv/cold/time/cpu, for a CPU-only pair nv/cpu_only/time/cpu */
    BRES_METRIC_BATCH = 3,       /* nv/batch/time/gpu/mean: a center without interval and noise */
    BRES_METRIC_INSTRUCTIONS = 4 /* bres/callgrind/instructions: exact counts, of which fewer is
                                    FAST and an equal number SAME */
} bres_metric;

/*
 * Decides on two states, such as the best so far and the next one of a tuning loop. `thresholds`
 * may be NULL for the default. Samples are read only when the summaries do not decide.
 * Errors: BRES_ERROR_ARGUMENT; BRES_ERROR_VALUE and BRES_ERROR_KIND for a malformed summary that is
 * needed; BRES_ERROR_MEMORY. Samples that cannot be used are no error, but a reason.
 */
BRES_API bres_status bres_compare_states(const bres_state *reference, const bres_state *candidate,
                                         const bres_thresholds *thresholds,
                                         bres_decision *decision);

/* Times in seconds, in measuring order, and the clock rates that belong to them. The struct never
 * grows: callers pass arrays of it. */
typedef struct bres_samples {
    const float *times;
    const float *rates; /* hertz, `count` of them; NULL when there are none */
    size_t count;
} bres_samples;

/* There is a clock even though no rates are given: a gap then needs its confirmation. */
#define BRES_COMPARE_HAS_CLOCK UINT32_C(1)

/* Decides on two sets of samples. Without rates on either side they are judged as CPU times, which
 * have no clock to ask, unless `flags` says BRES_COMPARE_HAS_CLOCK. */
BRES_API bres_status bres_compare_samples(const bres_samples *reference,
                                          const bres_samples *candidate, uint32_t flags,
                                          const bres_thresholds *thresholds,
                                          bres_decision *decision);

/* --- Several runs --------------------------------------------------------------------------- */

/* The runs of the two sides belong together in pairs, the first with the first and so on. */
#define BRES_COMPARE_PAIRED         UINT32_C(16)
/* They do not, whatever their times of measuring say. */
#define BRES_COMPARE_UNPAIRED       UINT32_C(32)
/* The false discovery rate holds however the rows depend on each other. */
#define BRES_COMPARE_ANY_DEPENDENCE UINT32_C(64)

/* The ratio of typical times, candidate over reference, from several runs a side: filled by the
 * functions below, owned by the caller. Errors and deviations are relative, 0.01 is 1 %. */
typedef struct bres_ratio {
    size_t size;  /* set by bres_ratio_init() */
    double ratio; /* of the geometric means over the runs: 1.02 is 2 % slower */
    double lower; /* its interval at `confidence`, which decides on FAST and SLOW */
    double upper;
    double confidence;
    double equivalence_lower; /* its interval at `equivalence_confidence`, which decides on SAME */
    double equivalence_upper;
    double equivalence_confidence;
    double within;  /* standard error of the typical time of a run by its own samples */
    double between; /* standard deviation of typical times from run to run beyond that */
    double spread;  /* standard deviation of the ratio of a pair, or of any two runs */
    double p_value; /* chance of such evidence for FAST or SLOW where the change does not matter */
    double q_value; /* p_value adjusted for all rows; equal to it unless that was asked for */
    uint64_t samples;        /* of the smallest run; 0: not known */
    uint32_t reference_runs; /* that were used */
    uint32_t candidate_runs;
    uint32_t pairs;    /* 0: the runs are independent */
    uint32_t reserved; /* 0 */
} bres_ratio;

BRES_API void bres_ratio_init(bres_ratio *ratio);

/* Where the uncertainty comes from. Values are never renumbered. */
typedef enum bres_variance_source {
    BRES_VARIANCE_SAMPLES = 1,
    BRES_VARIANCE_RUNS = 2
} bres_variance_source;

/* What would decide an ambiguous row. */
typedef struct bres_plan {
    size_t size;              /* set by bres_plan_init() */
    double detectable_effect; /* smallest effect that such data detect with `probability` */
    double effect;            /* the change as it is estimated now, of which the plan is made */
    double probability;       /* that the row is decided when the plan has been followed */
    uint64_t samples;         /* that each of the runs should take; 0: not known */
    uint32_t runs;            /* more of each side; 0: no number of runs that is reasonable */
    uint32_t variance_source; /* a bres_variance_source: what limits the data */
    const char *command;      /* a line for the shell that collects them: the commands that made the
                                 results or, where these do not tell, $REF and $CMP; NULL when `runs` is
                                 0 and from bres_compare_runs(). Lives as long as the comparison. */
} bres_plan;

BRES_API void bres_plan_init(bres_plan *plan);

/*
 * Decides on two sets of runs, each run being a set of samples, `reference_count` and
 * `candidate_count` of them. One a side is judged as bres_compare_samples() does, and the
 * ratio and the plan are cleared. Runs are independent unless `flags` says
 * BRES_COMPARE_PAIRED; it may say BRES_COMPARE_HAS_CLOCK, too. `ratio` and `plan` may be NULL; the
 * plan is filled when the verdict is ambiguous and more runs would help. `thresholds` may be NULL.
 * Errors: BRES_ERROR_ARGUMENT, also for pairs of unequal counts, BRES_ERROR_VERSION,
 * BRES_ERROR_MEMORY.
 */
BRES_API bres_status bres_compare_runs(const bres_samples *references, size_t reference_count,
                                       const bres_samples *candidates, size_t candidate_count,
                                       uint32_t flags, const bres_thresholds *thresholds,
                                       bres_decision *decision, bres_ratio *ratio, bres_plan *plan);

/* --- Two results ---------------------------------------------------------------------------- */

typedef struct bres_comparison bres_comparison;             /* what came of comparing two results */
typedef struct bres_comparison_bench bres_comparison_bench; /* a benchmark that both have */
typedef struct bres_device_pair bres_device_pair; /* two devices of a benchmark, and their rows */
typedef struct bres_row bres_row;                 /* two states that belong together */

/* A difference between the device sections is no error. */
#define BRES_COMPARE_IGNORE_DEVICES UINT32_C(2)
/* A state without a partner is listed instead of refusing the comparison. */
#define BRES_COMPARE_ALLOW_MISSING  UINT32_C(4)
/* Decide by the older rule of means and noise. */
#define BRES_COMPARE_LEGACY_RULE    UINT32_C(8)

/* Initialise with bres_compare_options_init(), then change what you need. */
typedef struct bres_compare_options {
    size_t size;                       /* set by bres_compare_options_init() */
    uint32_t flags;                    /* BRES_COMPARE_* bits; default 0 */
    uint32_t metric;                   /* a bres_metric; default BRES_METRIC_AUTO */
    const bres_thresholds *thresholds; /* borrowed; default NULL: the preset "default" */
    const bres_filter *filter;         /* borrowed; default NULL: everything */
    const char *reference_devices;     /* "all" or ids "0,1"; default NULL: all */
    const char *candidate_devices;
    bres_log_fn log; /* receives warnings, each once; default NULL: nobody */
    void *log_user;
    uint32_t threads;       /* that decide rows; default 0: one per online CPU */
    uint32_t reserved;      /* 0 */
    double count_tolerance; /* fraction of the reference by which counts may differ and be SAME;
                               finite, >= 0; default 0 */
    double false_discovery_rate; /* several runs: what share of all FAST and SLOW may be false;
                                    0 <= it < 1; default 0: rows are judged one by one */
    double plan_probability;     /* with which a plan decides; 0 < it < 1; default 0.8 */
} bres_compare_options;

BRES_API void bres_compare_options_init(bres_compare_options *options);

/*
 * Compares results: `reference_count` of the reference and `candidate_count` of the candidate, each
 * of which holds one run, or several where its states say so (bres_state_run()). With one run a
 * side the rule is that of bres_compare_states(); with several, what decides is the interval of the
 * ratio of typical times over the runs. Runs taken in alternation are pairs, by what the results
 * say of when they were measured. Results should be loaded leniently: the comparison judges values
 * and sidecars itself. The caller owns *comparison, which keeps references on the results.
 * Errors: BRES_ERROR_KEY (unknown devices, a state without partner or without a needed key),
 * BRES_ERROR_CONFLICT (device sections or device counts that differ, also between runs of a side;
 * two results of a side that hold the same measurements), BRES_ERROR_VALUE,
 * BRES_ERROR_KIND, BRES_ERROR_ARGUMENT, BRES_ERROR_MEMORY, BRES_ERROR_VERSION.
 */
BRES_API bres_status bres_compare(bres_result *const *references, size_t reference_count,
                                  bres_result *const *candidates, size_t candidate_count,
                                  const bres_compare_options *options,
                                  bres_comparison **comparison);
BRES_API void bres_comparison_free(bres_comparison *comparison);

/* All rows, in the order of the candidate's file. */
BRES_API size_t bres_comparison_row_count(const bres_comparison *comparison);
BRES_API const bres_row *bres_comparison_row_at(const bres_comparison *comparison, size_t index);
/* How many rows have this verdict. */
BRES_API size_t bres_comparison_count(const bres_comparison *comparison, bres_verdict verdict);
/* Reasons of the ambiguous rows: most frequent first, ties in the order of rows. */
BRES_API size_t bres_comparison_reason_count(const bres_comparison *comparison);
BRES_API bres_reason bres_comparison_reason_at(const bres_comparison *comparison, size_t index,
                                               size_t *rows, const char **message);
/* The thresholds that were used. */
BRES_API const bres_thresholds *bres_comparison_thresholds(const bres_comparison *comparison);
/* How many runs there are of a side. */
BRES_API size_t bres_comparison_run_count(const bres_comparison *comparison, bool of_reference);
/* The result that holds a run, in the order in which runs are paired; *run (may be NULL) is its
 * number in it. NULL when there is none. */
BRES_API const bres_result *bres_comparison_run_at(const bres_comparison *comparison,
                                                   bool of_reference, size_t index, uint32_t *run);
/* true when runs were compared in pairs. */
BRES_API bool bres_comparison_is_paired(const bres_comparison *comparison);

/* Benchmarks that both results have and the filter selects, in the candidate's order. */
BRES_API size_t bres_comparison_bench_count(const bres_comparison *comparison);
BRES_API const bres_comparison_bench *bres_comparison_bench_at(const bres_comparison *comparison,
                                                               size_t index);
BRES_API const bres_subbench *bres_comparison_bench_reference(const bres_comparison_bench *bench);
BRES_API const bres_subbench *bres_comparison_bench_candidate(const bres_comparison_bench *bench);
BRES_API size_t bres_comparison_bench_pair_count(const bres_comparison_bench *bench);
BRES_API const bres_device_pair *bres_comparison_bench_pair_at(const bres_comparison_bench *bench,
                                                               size_t index);
/* The devices of a pair; both NULL for a CPU-only benchmark. */
BRES_API const bres_device *bres_device_pair_reference(const bres_device_pair *pair);
BRES_API const bres_device *bres_device_pair_candidate(const bres_device_pair *pair);
/* true when the two device records are equal. */
BRES_API bool bres_device_pair_is_equal(const bres_device_pair *pair);
BRES_API size_t bres_device_pair_row_count(const bres_device_pair *pair);
BRES_API const bres_row *bres_device_pair_row_at(const bres_device_pair *pair, size_t index);

/* What has no partner: benchmarks that the filter selects, and states (with ALLOW_MISSING). */
BRES_API size_t bres_comparison_missing_bench_count(const bres_comparison *comparison);
/* *in_reference says which side has it. */
BRES_API const bres_subbench *bres_comparison_missing_bench_at(const bres_comparison *comparison,
                                                               size_t index, bool *in_reference);
BRES_API size_t bres_comparison_missing_state_count(const bres_comparison *comparison);
BRES_API const bres_state *bres_comparison_missing_state_at(const bres_comparison *comparison,
                                                            size_t index, bool *in_reference);
/* How the device sections differ, a line per field: index, field, reference's and candidate's
 * value;
 * "" when they do not. */
BRES_API const char *bres_comparison_device_difference(const bres_comparison *comparison);

BRES_API const bres_state *bres_row_reference(const bres_row *row);
BRES_API const bres_state *bres_row_candidate(const bres_row *row);
BRES_API const bres_device_pair *bres_row_pair(const bres_row *row);
BRES_API const bres_comparison_bench *bres_row_bench(const bres_row *row);
BRES_API bres_verdict bres_row_verdict(const bres_row *row);
BRES_API bres_reason bres_row_reason(const bres_row *row);
BRES_API const char *bres_row_message(const bres_row *row);
BRES_API double bres_row_severity(const bres_row *row);
BRES_API const bres_estimate *bres_row_reference_estimate(const bres_row *row);
BRES_API const bres_estimate *bres_row_candidate_estimate(const bres_row *row);
BRES_API const bres_difference *bres_row_difference(const bres_row *row);
/* Which of several equal states this is, counted from 0, and how many there are. */
BRES_API size_t bres_row_occurrence(const bres_row *row);
BRES_API size_t bres_row_occurrence_count(const bres_row *row);
/* The ratio of several runs; NULL when there is none: with one run a side, when too few are usable,
 * and for exact counts. */
BRES_API const bres_ratio *bres_row_ratio(const bres_row *row);
/* What would decide an ambiguous row; NULL when there is no plan. */
BRES_API const bres_plan *bres_row_plan(const bres_row *row);
/* The state of one of the runs; NULL when the run does not have it. */
BRES_API const bres_state *bres_row_run(const bres_row *row, bool of_reference, size_t index);

#ifdef __cplusplus
}
#endif

#endif

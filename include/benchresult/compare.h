/* SPDX-License-Identifier: MIT */
/*
 * Comparisons decide whether a candidate is faster, slower or equivalent, and why: for two states,
 * two sets of samples, two sets of runs, or all states of two results.
 *
 * Decisions are conservative. For one run per side, BRES_RULE_NVBENCH is exactly the rule of
 * NVBench's comparison tool, and the default rule extends it. benchresult-compare(3) describes all
 * rules.
 *
 * The typical time of a run is the median of its samples or, if a side has no median, the mean.
 *
 * Threads: any number of threads may call these functions at the same time, on results that do not
 * change. A comparison never changes after its creation, so any number of threads may read it.
 *
 * Errors: functions that can fail return a bres_status, and bres_last_error() describes the
 * failure. bres_thresholds_preset() returns NULL instead. Getters never fail: for NULL, or an index
 * out of range, they return NULL, 0 or false. Since 0.1.
 */
#ifndef BENCHRESULT_COMPARE_H
#define BENCHRESULT_COMPARE_H

#include <benchresult/filter.h>
#include <benchresult/model.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The verdict on the candidate. Values are never renumbered. */
typedef enum bres_verdict {
    BRES_UNKNOWN = 0,  /* ????: a side has no usable time. Under BRES_RULE_LEGACY also: the noise of
                          both sides is unknown, or the smaller noise is 0 */
    BRES_SAME = 1,     /* SAME: equivalent */
    BRES_FAST = 2,     /* FAST: clearly less time than the reference */
    BRES_SLOW = 3,     /* SLOW: clearly more time than the reference */
    BRES_AMBIGUOUS = 4 /* AMBG: undecided, the evidence does not suffice for another verdict */
} bres_verdict;

/* The short name of a verdict: "SAME", "FAST", "SLOW", "AMBG", or "????" for any other value. The
 * string is static. */
BRES_API const char *bres_verdict_name(bres_verdict verdict);

/* The reason for a verdict, with its short name. BULK: decided by the samples; SUMMARY: decided by
 * the summaries of the file. CYCLES: the times multiplied by the clock rates. SUPPORT: whether the
 * samples of each side have close samples on the other side. RUNS: decided by replicates, which are
 * repeated runs of one side. benchresult-compare(3) explains each reason. Values are never
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
    BRES_REASON_CLEAR_GAP_WITHOUT_CLOCK = 27, /* gap-no-clk: CPU timings need no confirmation */
    BRES_REASON_LEGACY_RULE = 28,             /* legacy: the older rule of means and noise */
    BRES_REASON_COUNTS_AGREE = 29,            /* cnt-same: exact counts within the tolerance */
    BRES_REASON_COUNTS_DIFFER = 30,           /* cnt-diff: exact counts beyond the tolerance */
    BRES_REASON_RUNS_DIFFER = 31,             /* runs-diff: replicates without clock rates */
    BRES_REASON_RUNS_DIFFER_CONFIRMED_BY_CYCLES = 32, /* runs-diff-cyc */
    BRES_REASON_RUNS_AGREE = 33,                      /* runs-same */
    BRES_REASON_RUNS_INTERVAL_TOO_WIDE = 34,          /* runs-wide */
    BRES_REASON_RUNS_CYCLE_DIFFERENCE_NOT_CONFIRMED =
        35, /* runs-cyc-miss: the clock rates explain the change */
    BRES_REASON_RUNS_CYCLE_SAME_NOT_CONFIRMED = 36, /* runs-same-miss */
    BRES_REASON_RUNS_TOO_FEW = 37,                  /* runs-few */
    BRES_REASON_RUNS_WITHOUT_VARIATION = 38,        /* runs-no-var: all times of a side are equal */
    BRES_REASON_RUNS_NO_DISCOVERY = 39, /* runs-fdr: the row alone would be FAST or SLOW, but the
                                           evidence does not suffice for the false_discovery_rate
                                           over all rows */
    BRES_REASON_COUNTS_VARY = 40, /* cnt-vary: counts vary from run to run, so they are not exact */
    BRES_REASON_TOO_FEW_SAMPLES =
        41, /* few: one run per side; a side has too few samples, or all are equal */
    BRES_REASON_AVERAGES_AGREE = 42, /* avg-same: the clock has steps, and the averages agree */
    BRES_REASON_BELOW_CLOCK_RESOLUTION = 43, /* below-clk: the clock's step is too coarse */
    BRES_REASON_RUNS_ODD = 44 /* runs-odd: a run that deviates in nearly all rows is left out, and
                                 the others are too few for FAST and SLOW */
} bres_reason;

/* The name of a reason: its constant in lower case, such as "bulk_same"; "unknown_reason" for any
 * other value. The string is static. */
BRES_API const char *bres_reason_name(bres_reason reason);
/* The short name of a reason, such as "bc-gap"; "unknown-reason" for any other value. The string is
 * static. */
BRES_API const char *bres_reason_short_name(bres_reason reason);

/* The rule of a decision. Values are never renumbered. */
typedef enum bres_rule {
    BRES_RULE_DEFAULT = 0, /* the rule of this library */
    BRES_RULE_NVBENCH =
        1,                /* with one run per side, exactly the rule of NVBench's comparison tool */
    BRES_RULE_LEGACY = 2, /* the older rule of means and noise; one run per side, summaries only */
    BRES_RULE_NOT_SLOWER =
        3 /* decides only whether the candidate is too slow. SLOW: the ratio of the times is proven
             to be above 1 + runs_min_effect. SAME: the ratio is proven to be below 1 +
             runs_equivalence_margin; the candidate may be faster. All rows share the error rate of
             SLOW: runs_change_confidence is the level for all rows together. One run per side
             without run_variation is AMBIGUOUS. */
} bres_rule;

/* The rule and the thresholds of a decision. Thresholds are fractions: 0.005 is 0.5 %. The comment
 * of a threshold ends with its range and its default. */
typedef struct bres_thresholds {
    size_t size; /* set by bres_thresholds_init() */
    double
        clear_gap_relative; /* smallest gap between the intervals that is a change; >= 0; 0.005 */
    double same_center_relative;  /* largest difference between the centers for SAME; samples are
                                     close if they differ by at most this; >= 0; 0.005 */
    double same_overlap_fraction; /* smallest shared part of the narrower interval for SAME; 0..1;
                                     0.5 */
    /* Largest noise for SAME if a side has no samples; >= 0; 0.02 */
    double same_relative_dispersion_ceiling;
    double bulk_sample_coverage;  /* smallest fraction of samples with a close sample on the other
                                     side, for SAME; 0..1; 0.97 */
    double bulk_support_coverage; /* smallest fraction of the distinct sample values with a close
                                     sample on the other side, for SAME; 0..1; 0.80 */
    double bulk_rare_sample_fraction; /* bulk_support_coverage ignores a rare value: one that occurs
                                         once, or in less than this fraction of the samples; 0..1;
                                         0.001 */
    double bulk_rare_max_removed_fraction; /* largest fraction of samples with rare values; if more
                                              samples have rare values, no value is ignored; 0..1;
                                              0.01 */
    /* The next four apply to replicates, and to one run per side with run_variation.
     * runs_equivalence_margin also applies to one run per side if the samples show steps of the
     * clock. */
    double runs_min_effect;         /* the smallest change that matters; >= 0; 0.005 */
    double runs_equivalence_margin; /* a smaller change counts as none; >= 0; 0.01 */
    /* Level of the confidence interval for FAST and SLOW; 0..1; 0.99 */
    double runs_change_confidence;
    /* Level of the confidence interval for SAME; 0..1; 0.9 */
    double runs_equivalence_confidence;
    uint32_t rule;               /* a bres_rule; default BRES_RULE_DEFAULT */
    uint32_t runs_assume_normal; /* 1: assume that the times of replicates are normally distributed,
                                    so that fewer runs suffice; 0 (default): no such assumption */
    double run_variation; /* known variation between runs: the standard deviation of the typical
                             times of the runs of one side; 0: unknown; 0..1; 0 */
    uint32_t auto_run_variation; /* 1: take run_variation from the candidate's results; default 0 */
    uint32_t reserved;           /* 0 */
} bres_thresholds;

/* Sets the default thresholds, which are the preset "default". NULL is ignored. */
BRES_API void bres_thresholds_init(bres_thresholds *thresholds);
/* The preset "default", "strict" or "permissive". The struct is static. Any other name gives NULL
 * and sets BRES_ERROR_KEY; NULL sets BRES_ERROR_ARGUMENT. */
BRES_API const bres_thresholds *bres_thresholds_preset(const char *name);

/*
 * Reads thresholds from a configuration file: `version = 1`, an optional [preset] with the name of
 * a preset, and tables of thresholds that override this preset. `preset` (may be NULL) replaces the
 * preset of the file. *preset_name (may be NULL) receives the name of the preset that was used; the
 * string is static. Errors: BRES_ERROR_NO_FILE, BRES_ERROR_IO; BRES_ERROR_SYNTAX for text that is
 * not TOML, or uses a part of TOML that is not supported here, such as arrays; BRES_ERROR_KEY for
 * an unknown key, an unknown preset or a missing version; BRES_ERROR_KIND; BRES_ERROR_VALUE for a
 * value out of range; BRES_ERROR_LIMIT above 64 KiB; BRES_ERROR_ARGUMENT, BRES_ERROR_MEMORY.
 */
BRES_API bres_status bres_thresholds_load(bres_thresholds *thresholds, const char *path,
                                          const char *preset, const char **preset_name);
/* Reads thresholds from the text of a configuration file. `name` stands for the file in messages;
 * everything else is as for bres_thresholds_load(). */
BRES_API bres_status bres_thresholds_parse(bres_thresholds *thresholds, const char *text,
                                           const char *name, const char *preset,
                                           const char **preset_name);
/* Writes the thresholds as the text of a configuration file, which bres_thresholds_load() reads
 * back exactly. If `thresholds` is NULL, the function writes the default thresholds. If
 * `preset_name` is NULL, the name is "default". The caller frees *text with bres_string_free().
 * Errors: BRES_ERROR_ARGUMENT, BRES_ERROR_KEY for an unknown preset, BRES_ERROR_VERSION,
 * BRES_ERROR_MEMORY. */
BRES_API bres_status bres_thresholds_dump(const bres_thresholds *thresholds,
                                          const char *preset_name, char **text);

/* Bits of bres_estimate.has; each bit marks a value that is present. */
#define BRES_HAS_CENTER   UINT32_C(1)
#define BRES_HAS_INTERVAL UINT32_C(2)
#define BRES_HAS_NOISE    UINT32_C(4)
#define BRES_HAS_SAMPLES  UINT32_C(8)
#define BRES_HAS_STEP     UINT32_C(16)

/* The unit of centers and their differences. Values are never renumbered. */
typedef enum bres_unit { BRES_UNIT_SECONDS = 0, BRES_UNIT_INSTRUCTIONS = 1 } bres_unit;

/* The timing, or the count, of one side. A value whose bit is not set in `has` is 0. */
typedef struct bres_estimate {
    uint32_t has;  /* bits from BRES_HAS_CENTER to BRES_HAS_STEP */
    uint32_t unit; /* a bres_unit */
    double center; /* may be infinite, NaN or not positive if the verdict is UNKNOWN */
    double lower;  /* lower end of an interval that is not a confidence interval: from the minimum
                      to the third quartile, or one standard deviation around the mean; with
                      replicates from the fastest to the slowest run */
    double upper;  /* upper end of this interval */
    double noise; /* interquartile range divided by the median, or standard deviation divided by the
                     mean; with replicates, relative standard deviation of the typical times of the
                     runs; may be infinite or NaN */
    uint64_t samples; /* number of samples */
    double divisor; /* seconds: all samples differ by multiples of `divisor`, because the clock has
                       steps */
    double step; /* seconds, a multiple of `divisor`: most samples differ by multiples of `step` */
    double reserved[2]; /* 0; room for later values, each with its own bit in `has` */
} bres_estimate;

/* Bits of bres_difference.has; each bit marks a value that is present. */
#define BRES_HAS_DIFFERENCE          UINT32_C(1)
#define BRES_HAS_FRACTION            UINT32_C(2)
#define BRES_HAS_CHANGE              UINT32_C(4)
#define BRES_HAS_DIFFERENCE_INTERVAL UINT32_C(8)
#define BRES_HAS_CHANGE_INTERVAL     UINT32_C(16)

/* The candidate compared with the reference. The symmetric change from b to a divides a - b by the
 * smaller of both: twice the time is +1, half the time is -1. If the decision rests on a
 * bres_ratio, `lower` is (ratio.lower - 1) times the reference's center, and change_lower is the
 * symmetric change from 1 to ratio.lower. `upper` and change_upper follow from ratio.upper in the
 * same way. A value whose bit is not set in `has` is 0. */
typedef struct bres_difference {
    uint32_t has;        /* bits from BRES_HAS_DIFFERENCE to BRES_HAS_CHANGE_INTERVAL */
    uint32_t unit;       /* a bres_unit, for the next three values */
    double center;       /* candidate minus reference */
    double lower;        /* candidate's lower end minus reference's upper end */
    double upper;        /* candidate's upper end minus reference's lower end */
    double fraction;     /* `center` divided by the reference's center */
    double change;       /* symmetric change of the centers */
    double change_lower; /* symmetric change, reference's upper to candidate's lower end */
    double change_upper; /* symmetric change, reference's lower to candidate's upper end */
    double reserved[4];  /* 0; room for later values, each with its own bit in `has` */
} bres_difference;

/* A decision: owned by the caller, filled by the functions below. */
typedef struct bres_decision {
    size_t size; /* set by bres_decision_init() */
    bres_verdict verdict;
    bres_reason reason;         /* 0 after a call that failed */
    double severity;            /* for BRES_REASON_BULK_TIME_SUPPORT_MISMATCH and
                                   BRES_REASON_BULK_CYCLE_SUPPORT_MISMATCH: the largest amount by
                                   which a coverage is below its threshold, bulk_sample_coverage or
                                   bulk_support_coverage; otherwise 0 */
    bres_estimate reference;    /* estimate of the reference */
    bres_estimate candidate;    /* estimate of the candidate */
    bres_difference difference; /* difference between the two estimates */
    char message[256];          /* one sentence with the numbers that decided */
} bres_decision;

/* Clears a decision and sets its size. One decision can be used for any number of calls. NULL is
 * ignored. */
BRES_API void bres_decision_init(bres_decision *decision);

/*
 * Decides whether the candidate is faster than the reference. A tuning loop can pass its best state
 * and the next state. `thresholds` may be NULL for the default. Samples are read only if the
 * summaries do not decide; unusable samples give a reason, not an error. Errors:
 * BRES_ERROR_ARGUMENT, BRES_ERROR_VERSION; BRES_ERROR_KEY, BRES_ERROR_VALUE and BRES_ERROR_KIND for
 * a malformed summary that is needed; BRES_ERROR_MEMORY.
 */
BRES_API bres_status bres_compare_states(const bres_state *reference, const bres_state *candidate,
                                         const bres_thresholds *thresholds,
                                         bres_decision *decision);

/* Samples in memory, borrowed. The struct never grows, since callers pass arrays of it. */
typedef struct bres_samples {
    const float *times; /* seconds, in the order of measurement */
    const float *rates; /* clock rate of each time in hertz; NULL: none */
    size_t count;       /* number of times */
} bres_samples;

/* The samples come from a device with a clock rate, such as a GPU. With this bit, or if at least
 * one side has rates, the cycles (times multiplied by rates) must confirm FAST and SLOW: the cycles
 * must change in the same direction, by the same thresholds as the times. FAST and SLOW are then
 * possible only if both sides have rates. Without this bit, if neither side has rates, the samples
 * are compared as CPU times, which need no cycles. */
#define BRES_COMPARE_HAS_CLOCK UINT32_C(1)

/* Decides on two sets of samples. If neither side has rates and `flags` lacks
 * BRES_COMPARE_HAS_CLOCK, the samples are compared as CPU times, which need no cycles. `thresholds`
 * may be NULL for the default. Errors: BRES_ERROR_VALUE for a time that is negative or not finite,
 * BRES_ERROR_ARGUMENT, BRES_ERROR_VERSION, BRES_ERROR_MEMORY. */
BRES_API bres_status bres_compare_samples(const bres_samples *reference,
                                          const bres_samples *candidate, uint32_t flags,
                                          const bres_thresholds *thresholds,
                                          bres_decision *decision);

/* Compare the runs in pairs. bres_compare_runs() pairs them in the given order. bres_compare()
 * pairs them by their recorded pair numbers. If these do not match, it pairs them by their start
 * times and, if a start time is missing, in the given order. */
#define BRES_COMPARE_PAIRED     UINT32_C(16)
/* Compare the runs as independent runs, even if the results record pairs. */
#define BRES_COMPARE_UNPAIRED   UINT32_C(32)
/* For bres_compare_runs(), together with BRES_COMPARE_PAIRED: decides by the confidence interval of
 * a race, whose level holds after any number of pairs. Set the bit if the number of pairs depends
 * on the measured times, as in a race, and was not fixed beforehand. Pairs after the first decision
 * do not count, and a decision needs at least ten pairs. bres_compare() uses this interval
 * for the results of a race; a decision then needs at least the number of pairs that the race had
 * as `min_pairs` (bres_race_options). */
#define BRES_COMPARE_SEQUENTIAL UINT32_C(256)

/* The ratio of the candidate's typical time to the reference's, from replicates, or from one run
 * per side with a known variation between runs. Owned by the caller, filled by the functions below.
 * Errors and deviations are relative: 0.01 is 1 %. */
typedef struct bres_ratio {
    size_t size;  /* set by bres_ratio_init() */
    double ratio; /* 1.02 is 2 % slower */
    /* Lower end of the confidence interval that decides on FAST and SLOW. If the runs are too few
     * for FAST or SLOW, this interval assumes normally distributed times. */
    double lower;
    double upper;                  /* upper end of this confidence interval */
    double confidence;             /* confidence level of `lower` and `upper`, from 0 to 1 */
    double equivalence_lower;      /* lower end of the confidence interval that decides on SAME */
    double equivalence_upper;      /* upper end of this confidence interval */
    double equivalence_confidence; /* confidence level of these two ends, from 0 to 1 */
    double within;  /* standard error of the typical time of a run, estimated from its samples */
    double between; /* standard deviation of the typical times of the runs, without the part that
                       `within` explains */
    double spread;  /* standard deviation of the ratio of a pair or, if the runs are independent, of
                       the ratio of one run of each side */
    double p_value; /* two-sided p-value of the null hypothesis that the change is at most
                       runs_min_effect */
    double q_value; /* p_value adjusted for all rows; equal to p_value if no false discovery rate is
                       given */
    uint64_t samples;        /* samples of the run with the fewest samples; 0: unknown */
    uint32_t reference_runs; /* runs of the reference that were used */
    uint32_t candidate_runs; /* runs of the candidate that were used */
    uint32_t pairs;          /* 0: the runs are independent */
    uint32_t reserved;       /* 0 */
    double run_variation;    /* known variation between runs that the intervals include; 0: none */
} bres_ratio;

/* Clears a ratio and sets its size. NULL is ignored. */
BRES_API void bres_ratio_init(bres_ratio *ratio);

/* The main source of the uncertainty. Values are never renumbered. */
typedef enum bres_variance_source {
    BRES_VARIANCE_SAMPLES = 1,    /* variation within a run: longer runs help */
    BRES_VARIANCE_RUNS = 2,       /* variation between runs: more runs help */
    BRES_VARIANCE_CLOCK_RATE = 3, /* the clock rate of the device: runs with locked clocks help */
    BRES_VARIANCE_CLOCK_STEP = 4  /* the step of the clock: more or longer samples help */
} bres_variance_source;

/* The measurements that would decide an undecided row: more runs, or with one run per side also
 * more samples. */
typedef struct bres_plan {
    size_t size;              /* set by bres_plan_init() */
    double detectable_effect; /* smallest detectable effect: if the same numbers of runs were taken
                                 again, the verdict on a change of this size would be FAST or SLOW
                                 with the plan_probability of bres_compare_options. If these numbers
                                 are too small for FAST and SLOW, the smallest sufficient numbers
                                 are assumed. 0 with one run per side */
    double effect;            /* the present estimate of the change, on which the plan is based */
    double probability;       /* probability that the plan decides the row; 0: unknown */
    uint64_t samples;         /* samples that each run should take; 0: unknown */
    uint32_t runs; /* additional runs per side; 0: no practical number suffices or, with one run per
                      side, the plan asks for more samples */
    uint32_t variance_source; /* a bres_variance_source */
    const char *command;      /* a shell command that carries out the plan: it runs the recorded
                                 commands, or $REF and $CMP for unknown ones. NULL if the plan needs
                                 no measurement, or if bres_compare_runs() made the plan. Lives as
                                 long as the comparison. */
} bres_plan;

/* Clears a plan and sets its size. NULL is ignored. */
BRES_API void bres_plan_init(bres_plan *plan);

/*
 * Decides on two sets of runs; each run is a set of samples. With one run per side and without
 * BRES_COMPARE_SEQUENTIAL, it decides as bres_compare_samples() does, clears `plan`, and fills
 * `ratio` if the thresholds give the variation between runs. Runs are independent unless `flags`
 * has BRES_COMPARE_PAIRED; BRES_COMPARE_HAS_CLOCK and BRES_COMPARE_SEQUENTIAL are allowed, too.
 * `thresholds`, `ratio` and `plan` may be NULL. The plan is filled if the verdict is AMBIGUOUS
 * because the interval is too wide. Errors: BRES_ERROR_VALUE for a time that is negative or
 * not finite; BRES_ERROR_ARGUMENT, also if pairs are requested and the sides have different numbers
 * of runs; BRES_ERROR_VERSION, BRES_ERROR_MEMORY.
 */
BRES_API bres_status bres_compare_runs(const bres_samples *references, size_t reference_count,
                                       const bres_samples *candidates, size_t candidate_count,
                                       uint32_t flags, const bres_thresholds *thresholds,
                                       bres_decision *decision, bres_ratio *ratio, bres_plan *plan);

/* A comparison of two results, or of two sets of results. */
typedef struct bres_comparison bres_comparison;
/* A benchmark that both sides have; lives as long as the comparison. */
typedef struct bres_comparison_bench bres_comparison_bench;
/* Two devices of a benchmark, and their rows; lives as long as the comparison. */
typedef struct bres_device_pair bres_device_pair;
/* Two matching states and the decision on them; lives as long as the comparison. */
typedef struct bres_row bres_row;

/* The summaries to compare. Values are never renumbered. */
typedef enum bres_metric {
    BRES_METRIC_AUTO = 0,        /* isolated GPU times; CPU times if both states are CPU-only */
    BRES_METRIC_GPU = 1,         /* nv/cold/time/gpu */
    BRES_METRIC_CPU = 2,         /* nv/cold/time/cpu; nv/cpu_only/time/cpu if both are CPU-only */
    BRES_METRIC_BATCH = 3,       /* nv/batch/time/gpu/mean: a center without interval and noise */
    BRES_METRIC_INSTRUCTIONS = 4 /* bres/callgrind/instructions: exact counts. The candidate is SAME
                                    within the tolerance, and FAST with a smaller count */
} bres_metric;

/* Accept results whose device sections (the member `devices` of the file) differ. */
#define BRES_COMPARE_IGNORE_DEVICES  UINT32_C(2)
/* List a state without a partner instead of refusing the comparison. */
#define BRES_COMPARE_ALLOW_MISSING   UINT32_C(4)
/* Control the false discovery rate under any dependence between the rows. */
#define BRES_COMPARE_ANY_DEPENDENCE  UINT32_C(64)
/* Fail if a compared state names a sidecar that exists but cannot be read, or that has a value that
 * is not a positive number. Without this flag, such samples count as missing, with a warning. */
#define BRES_COMPARE_REQUIRE_SAMPLES UINT32_C(1024)

/* The order of replicates, according to their start times. Values are never renumbered. */
typedef enum bres_run_order {
    BRES_RUN_ORDER_UNKNOWN = 0,     /* a run has no start time */
    BRES_RUN_ORDER_EQUAL = 1,       /* two runs have the same start time */
    BRES_RUN_ORDER_FUTURE = 2,      /* a start time lies in the future */
    BRES_RUN_ORDER_OVERLAPPING = 3, /* a run began before another one had ended */
    BRES_RUN_ORDER_MIXED = 4,       /* the sides alternate, or nearly: drift affects both alike */
    BRES_RUN_ORDER_SEPARATE = 5 /* the sides were measured in blocks, or one after the other. The
                                   intervals are then wider, because drift, or the correlation of
                                   runs that are close in time, can look like a change */
} bres_run_order;

/* How to compare. */
typedef struct bres_compare_options {
    size_t size;                       /* set by bres_compare_options_init() */
    uint32_t flags;                    /* BRES_COMPARE_* bits, but not BRES_COMPARE_HAS_CLOCK and
                                          BRES_COMPARE_SEQUENTIAL; default 0 */
    uint32_t metric;                   /* a bres_metric; default BRES_METRIC_AUTO */
    const bres_thresholds *thresholds; /* borrowed; default NULL: the preset "default" */
    const bres_filter *filter;         /* borrowed; default NULL: everything */
    const char *reference_devices;     /* "all" or ids such as "0,1"; default NULL: all */
    const char *candidate_devices;     /* the same for the candidate */
    bres_log_fn log;                   /* receives each warning once; default NULL: no callback */
    void *log_user;                    /* passed to `log` */
    uint32_t threads;       /* number of threads that decide rows; default 0: one per online CPU */
    uint32_t reserved;      /* 0 */
    double count_tolerance; /* fraction of the reference within which counts are SAME; finite,
                               >= 0; default 0 */
    double false_discovery_rate; /* replicates: accepted fraction of false verdicts among all FAST
                                    and SLOW rows; 0 <= rate < 1; default 0: no control */
    double plan_probability;     /* probability that a plan decides its row; above 0, below 1;
                                    default 0.8 */
} bres_compare_options;

/* Sets the default options. NULL is ignored. */
BRES_API void bres_compare_options_init(bres_compare_options *options);

/*
 * Compares `reference_count` results with `candidate_count` results. Each result holds one run, or
 * several runs if its states have several run numbers (bres_state_run()). With one run per side,
 * the function compares states as bres_compare_states() does. With replicates, it uses the
 * confidence interval of the ratio of typical times. Runs are pairs if the results record that the
 * runs were measured in alternation. Load results leniently: the comparison checks values and
 * sidecar files itself. `options` may be NULL. The caller owns *comparison, which keeps references
 * to the results. Errors: BRES_ERROR_KEY for unknown devices, for a state without a partner or
 * without a required key, and for auto_run_variation if the candidate records none;
 * BRES_ERROR_CONFLICT for different device sections or numbers of devices, also between runs of a
 * side; BRES_ERROR_CONFLICT also if two runs of a side have the same measurements, such as a file
 * that is given twice; BRES_ERROR_VALUE and BRES_ERROR_KIND for a malformed value that is needed;
 * BRES_ERROR_LIMIT above 4096 runs in a result; BRES_ERROR_SIDECAR with
 * BRES_COMPARE_REQUIRE_SAMPLES; BRES_ERROR_ARGUMENT, BRES_ERROR_VERSION, BRES_ERROR_MEMORY.
 */
BRES_API bres_status bres_compare(bres_result *const *references, size_t reference_count,
                                  bres_result *const *candidates, size_t candidate_count,
                                  const bres_compare_options *options,
                                  bres_comparison **comparison);
/* Frees a comparison, and releases its results. NULL is ignored. */
BRES_API void bres_comparison_free(bres_comparison *comparison);

/* The number of rows. */
BRES_API size_t bres_comparison_row_count(const bres_comparison *comparison);
/* A row, in the order of the candidate's states. */
BRES_API const bres_row *bres_comparison_row_at(const bres_comparison *comparison, size_t index);
/* The number of rows that have the given verdict. */
BRES_API size_t bres_comparison_count(const bres_comparison *comparison, bres_verdict verdict);
/* The number of different reasons of AMBIGUOUS rows. */
BRES_API size_t bres_comparison_reason_count(const bres_comparison *comparison);
/* A reason of AMBIGUOUS rows. The most frequent reason comes first; equally frequent reasons are in
 * the order of rows. *rows (may be NULL) receives the number of rows with this reason, *message
 * (may be NULL) the message of the row with the highest severity among them. */
BRES_API bres_reason bres_comparison_reason_at(const bres_comparison *comparison, size_t index,
                                               size_t *rows, const char **message);
/* The thresholds of the comparison. */
BRES_API const bres_thresholds *bres_comparison_thresholds(const bres_comparison *comparison);
/* The number of runs of a side. */
BRES_API size_t bres_comparison_run_count(const bres_comparison *comparison, bool of_reference);
/* The result that holds a run; paired runs have the same index. *run (may be NULL) receives the
 * number of the run in its result. */
BRES_API const bres_result *bres_comparison_run_at(const bres_comparison *comparison,
                                                   bool of_reference, size_t index, uint32_t *run);
/* A clause, in lower case and without a full stop, that names a source of error that the verdicts
 * do not include. With one run per side, this is the variation between runs, unless this variation
 * is known. NULL: no such source. Lives as long as the comparison. */
BRES_API const char *bres_comparison_note(const bres_comparison *comparison);
/* A shell command that races the recorded commands of both sides, or $REF and $CMP for unknown
 * commands. The verdicts of this race include the variation between runs. NULL without a note. */
BRES_API const char *bres_comparison_command(const bres_comparison *comparison);
/* Whether the runs were compared in pairs. */
BRES_API bool bres_comparison_is_paired(const bres_comparison *comparison);
/* Whether the runs are pairs whose number was not fixed beforehand. This is true if both sides come
 * from one race, even with a single pair. With several pairs, it is also true if any run comes from
 * a race, or if all runs have pair numbers and no run is from `benchresult collect`. The
 * decision then used the interval of a race, whose confidence level holds no matter when the race
 * stops. Pairs after the first decision of a row do not count. */
BRES_API bool bres_comparison_is_sequential(const bres_comparison *comparison);
/* The order of the runs, according to their start times. */
BRES_API bres_run_order bres_comparison_run_order(const bres_comparison *comparison);
/* Stores the drift of the times over all rows; true if the order of the runs is known and at least
 * four runs are usable. *change receives the change of the times from the first run to the last, as
 * a fraction; it does not contain the difference between the sides. *p_value receives the
 * probability of such a drift by chance. Either pointer may be NULL. */
BRES_API bool bres_comparison_drift(const bres_comparison *comparison, double *change,
                                    double *p_value);
/* Finds the run that deviates from all other runs of both sides in nearly all rows, and that the
 * comparison therefore leaves out. Returns false if every run counts. *of_reference and *index
 * receive the side and the index of the run. *change receives its deviation from the other runs of
 * its side, as a fraction. *rows receives the number of its rows, and *odd_rows the number of rows
 * that show the deviation. Each pointer may be NULL. */
BRES_API bool bres_comparison_odd_run(const bres_comparison *comparison, bool *of_reference,
                                      size_t *index, double *change, size_t *rows,
                                      size_t *odd_rows);

/* The number of benchmarks that both sides have and the filter selects. */
BRES_API size_t bres_comparison_bench_count(const bres_comparison *comparison);
/* A benchmark of both sides, in the candidate's order. */
BRES_API const bres_comparison_bench *bres_comparison_bench_at(const bres_comparison *comparison,
                                                               size_t index);
/* The benchmark in the first result of the reference that has it. */
BRES_API const bres_subbench *bres_comparison_bench_reference(const bres_comparison_bench *bench);
/* The benchmark in the first result of the candidate that has it. */
BRES_API const bres_subbench *bres_comparison_bench_candidate(const bres_comparison_bench *bench);
/* The number of device pairs of a benchmark: 1 for a CPU-only benchmark. */
BRES_API size_t bres_comparison_bench_pair_count(const bres_comparison_bench *bench);
/* A device pair of a benchmark. */
BRES_API const bres_device_pair *bres_comparison_bench_pair_at(const bres_comparison_bench *bench,
                                                               size_t index);
/* The reference's device of a pair; NULL for a CPU-only benchmark. */
BRES_API const bres_device *bres_device_pair_reference(const bres_device_pair *pair);
/* The candidate's device of a pair; NULL for a CPU-only benchmark. */
BRES_API const bres_device *bres_device_pair_candidate(const bres_device_pair *pair);
/* Whether the records of the two devices are equal; true for a CPU-only benchmark. */
BRES_API bool bres_device_pair_is_equal(const bres_device_pair *pair);
/* The number of rows of a device pair. */
BRES_API size_t bres_device_pair_row_count(const bres_device_pair *pair);
/* A row of a device pair, in the order of the candidate's states. */
BRES_API const bres_row *bres_device_pair_row_at(const bres_device_pair *pair, size_t index);

/* The number of selected benchmarks without a partner. */
BRES_API size_t bres_comparison_missing_bench_count(const bres_comparison *comparison);
/* A benchmark without a partner. *in_reference (may be NULL): whether the reference has it. */
BRES_API const bres_subbench *bres_comparison_missing_bench_at(const bres_comparison *comparison,
                                                               size_t index, bool *in_reference);
/* The number of states without a partner, with BRES_COMPARE_ALLOW_MISSING. */
BRES_API size_t bres_comparison_missing_state_count(const bres_comparison *comparison);
/* A state without a partner. *in_reference (may be NULL): whether the reference has it. */
BRES_API const bres_state *bres_comparison_missing_state_at(const bres_comparison *comparison,
                                                            size_t index, bool *in_reference);
/* How the device sections differ, a line per field: index, field, the reference's value and the
 * candidate's value. "" for equal sections. */
BRES_API const char *bres_comparison_device_difference(const bres_comparison *comparison);

/* The state of the reference, from the first run that has this state. */
BRES_API const bres_state *bres_row_reference(const bres_row *row);
/* The state of the candidate, from the first run that has this state. */
BRES_API const bres_state *bres_row_candidate(const bres_row *row);
/* The device pair of a row. */
BRES_API const bres_device_pair *bres_row_pair(const bres_row *row);
/* The benchmark of a row. */
BRES_API const bres_comparison_bench *bres_row_bench(const bres_row *row);
/* The verdict of a row. */
BRES_API bres_verdict bres_row_verdict(const bres_row *row);
/* The reason for the verdict. */
BRES_API bres_reason bres_row_reason(const bres_row *row);
/* One sentence with the numbers that decided. */
BRES_API const char *bres_row_message(const bres_row *row);
/* The severity of the decision, see bres_decision. */
BRES_API double bres_row_severity(const bres_row *row);
/* The estimate of the reference. */
BRES_API const bres_estimate *bres_row_reference_estimate(const bres_row *row);
/* The estimate of the candidate. */
BRES_API const bres_estimate *bres_row_candidate_estimate(const bres_row *row);
/* The difference between the estimates. */
BRES_API const bres_difference *bres_row_difference(const bres_row *row);
/* The number of this row among the rows of its device pair with the same state name, counted from
 * 0. */
BRES_API size_t bres_row_occurrence(const bres_row *row);
/* The number of rows of the device pair with this state name. */
BRES_API size_t bres_row_occurrence_count(const bres_row *row);
/* The ratio of replicates, or of one run per side with a known variation between runs; otherwise
 * NULL. Replicates have a ratio if one side has at least two usable runs and the other side at
 * least one. Exact counts have a ratio only if they vary. */
BRES_API const bres_ratio *bres_row_ratio(const bres_row *row);
/* The plan of an AMBIGUOUS row, also with one run per side; NULL: no plan. */
BRES_API const bres_plan *bres_row_plan(const bres_row *row);
/* The state of the row in one run; NULL if the run does not have this state. */
BRES_API const bres_state *bres_row_run(const bres_row *row, bool of_reference, size_t index);

#ifdef __cplusplus
}
#endif

#endif

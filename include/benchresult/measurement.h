/* SPDX-License-Identifier: MIT */
/*
 * Measurements: replicated timings of one task, what they say, and tables of many.
 *
 * A measurement is a list of block times, the number of executions in a block, and the task spec,
 * which says what was timed. The statistics, the text and the table are those of
 * torch.utils.benchmark; benchresult-measurement(3) has the formulas.
 *
 * A measurement does not change once made, so any number of threads may read it. Texts that it
 * hands out are borrowed and live as long as it.
 */
#ifndef BENCHRESULT_MEASUREMENT_H
#define BENCHRESULT_MEASUREMENT_H

#include <benchresult/build.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- What was timed --------------------------------------------------------------------------- */

/*
 * A task. Two specs are equal when all of their members are; NULL and "" are different values, but
 * that NULL for one of the first three texts is its default. Texts are UTF-8. Initialise with
 * bres_task_spec_init(), then change what you need.
 */
typedef struct bres_task_spec {
    size_t size;              /* set by bres_task_spec_init() */
    const char *stmt;         /* the statement: a symbol, a command line, or any name; default "" */
    const char *setup;        /* what was done before each block; default "pass": nothing */
    const char *global_setup; /* of a compiled statement; default "" */
    const char *label;        /* of the table; default NULL: the statement */
    const char *sub_label;    /* of the row; default NULL: the statement */
    const char *description;  /* of the column; default NULL: "" */
    const char *env;          /* such as the version that was timed; default NULL: not given */
    int32_t num_threads;      /* at least 1; default 1 */
    int32_t reserved;         /* 0 */
} bres_task_spec;

BRES_API void bres_task_spec_init(bres_task_spec *spec);
/* true when both are the same task. NULL stands for the defaults; an invalid spec is equal to none.
 */
BRES_API bool bres_task_spec_equal(const bres_task_spec *a, const bres_task_spec *b);
/* The text as a timer stores a statement: without common indentation, without one leading newline,
 * without trailing blanks. The caller frees *normalized with bres_string_free(). */
BRES_API bres_status bres_task_spec_normalize(const char *text, char **normalized);
/* Title, description and setup, a line or paragraph each, with escapes for control characters other
 * than newlines and tabs; the caller frees *text. */
BRES_API bres_status bres_task_spec_summary(const bres_task_spec *spec, char **text);

/* --- Measurement ------------------------------------------------------------------------------ */

typedef struct bres_measurement bres_measurement;

/* How far the block times spread. Values are never renumbered. */
typedef enum bres_spread {
    BRES_SPREAD_STEADY = 0, /* iqr / median below 0.10 */
    BRES_SPREAD_MILD = 1,   /* below 0.25: the system may be fluctuating */
    BRES_SPREAD_SEVERE = 2  /* the environment has a strong influence */
} bres_spread;

/*
 * Makes a measurement of `count` blocks of `number_per_run` executions each; `raw_times` are the
 * seconds of whole blocks, in measuring order. All is copied. `spec` may be NULL. Without times
 * there is a measurement whose statistics fail.
 * Errors: BRES_ERROR_VALUE for a time that is negative or not finite, BRES_ERROR_ARGUMENT (a number
 * of 0 or above INT64_MAX, num_threads below 1, text that is not UTF-8), BRES_ERROR_MEMORY,
 * BRES_ERROR_VERSION.
 */
BRES_API bres_status bres_measurement_new(const bres_task_spec *spec, uint64_t number_per_run,
                                          const double *raw_times, size_t count,
                                          bres_measurement **measurement);
BRES_API void bres_measurement_free(bres_measurement *measurement);
/* Replaces the notes that belong to a measurement, the text of one JSON object; NULL removes them.
 * They are in no statistic. Before others may read it. Errors: BRES_ERROR_SYNTAX, BRES_ERROR_KIND,
 * BRES_ERROR_LIMIT, BRES_ERROR_MEMORY; the notes are then as they were. */
BRES_API bres_status bres_measurement_set_metadata_json(bres_measurement *measurement,
                                                        const char *json);

BRES_API const bres_task_spec *bres_measurement_spec(const bres_measurement *measurement);
BRES_API uint64_t bres_measurement_number_per_run(const bres_measurement *measurement);
/* Blocks. */
BRES_API size_t bres_measurement_count(const bres_measurement *measurement);
/* Seconds per block, in measuring order; NULL when there is none. */
BRES_API const double *bres_measurement_raw_times(const bres_measurement *measurement);
/* Seconds per execution, in the same order. */
BRES_API const double *bres_measurement_times(const bres_measurement *measurement);
/* NULL when there are none. */
BRES_API const char *bres_measurement_metadata_json(const bres_measurement *measurement);

/* Statistics of the seconds per execution; false when there is no block. */
BRES_API bool bres_measurement_mean(const bres_measurement *measurement, double *seconds);
BRES_API bool bres_measurement_median(const bres_measurement *measurement, double *seconds);
/* At `fraction`, 0 to 1, of the way from the shortest to the longest, by linear interpolation
 * between neighbours; false also when the fraction is outside. */
BRES_API bool bres_measurement_quantile(const bres_measurement *measurement, double fraction,
                                        double *seconds);
/* The quantile of 0.75 minus that of 0.25. */
BRES_API bool bres_measurement_iqr(const bres_measurement *measurement, double *seconds);
/* Digits of the median that mean something, 1 to 4; 0 when there is no block. From the spread of
 * the inner half of the times, and a clock of 25 ns. */
BRES_API int bres_measurement_significant_figures(const bres_measurement *measurement);
/* true when iqr / median is below the threshold; false when the ratio is undefined. */
BRES_API bool bres_measurement_meets_confidence(const bres_measurement *measurement,
                                                double threshold);
/* STEADY when the ratio is undefined. */
BRES_API bres_spread bres_measurement_spread(const bres_measurement *measurement);

/* The label, else the statement, and the sub-label; as they are, control characters included. */
BRES_API const char *bres_measurement_title(const bres_measurement *measurement);
/* The sub-label, else the statement, else "[Unknown]". */
BRES_API const char *bres_measurement_row_name(const bres_measurement *measurement);
/* What people read, several lines without a newline at the end: the task, median and quartiles, how
 * much was measured, and a warning when the times spread. With escapes as in
 * bres_task_spec_summary(). */
BRES_API const char *bres_measurement_text(const bres_measurement *measurement);

/*
 * Joins the measurements of each task: the times per execution of all of them, in order, as blocks
 * of one execution; tasks in the order of their first measurement. `merged` has room for `count`
 * handles; the caller frees the first *merged_count of them. Metadata is left out.
 * Errors: BRES_ERROR_ARGUMENT, BRES_ERROR_MEMORY; *merged_count is then 0.
 */
BRES_API bres_status bres_measurement_merge(const bres_measurement *const *measurements,
                                            size_t count, bres_measurement **merged,
                                            size_t *merged_count);

/* --- Kept in files ---------------------------------------------------------------------------- */

/* The measurement as the text of one JSON object, benchresult-measurement(3) has its keys; what is
 * read back is equal to the last bit. The caller frees *text with bres_string_free(). */
BRES_API bres_status bres_measurement_json(const bres_measurement *measurement, char **text);
/* Reads such a text, `size` bytes. Errors: BRES_ERROR_SYNTAX, BRES_ERROR_KEY, BRES_ERROR_KIND,
 * BRES_ERROR_VALUE, BRES_ERROR_LIMIT, BRES_ERROR_MEMORY. Keys that are not known are left out. */
BRES_API bres_status bres_measurement_parse(const char *text, size_t size,
                                            bres_measurement **measurement);

/*
 * Measurements as a result, which can be written, merged and compared like any other. There is a
 * benchmark for each label (the statement where there is none), and a state for each measurement,
 * with the standard "nv/cpu_only" summaries, the times per execution as its samples (float32, as in
 * every result), and a hidden summary "bres/measurement" with the rest.
 * The axes are what makes a cell of the timing table: `row` (the row name; left out when it repeats
 * the benchmark's name), `description` (when there is one), `num_threads`, and `env` (when there
 * are several). Measurements of one cell are runs 0, 1, ... of it.
 * The caller owns *result, which is being built still.
 */
BRES_API bres_status bres_measurement_result(const bres_measurement *const *measurements,
                                             size_t count, bres_result **result);
/*
 * The measurement that such a state was made of, its times rounded to float32. Of any other state
 * that has samples one whose blocks are the samples, whose label is the benchmark and whose
 * sub-label is the state's name. The caller owns *measurement.
 * Errors: BRES_ERROR_VALUE when there are no samples, one of them is negative or not finite, or the
 * summary is malformed; those of bres_state_samples().
 */
BRES_API bres_status bres_measurement_from_state(const bres_state *state,
                                                 bres_measurement **measurement);

/* --- Tables ----------------------------------------------------------------------------------- */

/* Only the digits that mean something. */
#define BRES_TIMING_TRIM      UINT32_C(1)
/* Times with a warning have their iqr / median behind them. */
#define BRES_TIMING_HIGHLIGHT UINT32_C(2)

/* What a time is compared with to be coloured, for a terminal. Values are never renumbered. */
typedef enum bres_timing_color {
    BRES_TIMING_COLOR_NONE = 0,
    BRES_TIMING_COLOR_COLUMNS = 1, /* the best of its column, at the same number of threads */
    BRES_TIMING_COLOR_ROWS = 2     /* the best of its row */
} bres_timing_color;

/* Initialise with bres_timing_table_options_init(), then change what you need. */
typedef struct bres_timing_table_options {
    size_t size;     /* set by bres_timing_table_options_init() */
    uint32_t flags;  /* BRES_TIMING_* bits; default 0 */
    uint32_t color;  /* a bres_timing_color; default none */
    bres_log_fn log; /* hears of measurements that hide another one's cell; default NULL: nobody */
    void *log_user;
} bres_timing_table_options;

BRES_API void bres_timing_table_options_init(bres_timing_table_options *options);

/*
 * The tables that torch calls Compare: one for each label, a column for each description, a row for
 * each number of threads, env and row name, all times of a table in one unit. Measurements of equal
 * tasks are merged; of different tasks in one cell the last one is shown. "" when there is none.
 * Control characters in names have escapes, newlines too, and widths are those of a terminal.
 * `options` may be NULL. The caller owns *text and frees it with bres_string_free(); *length (may
 * be NULL) is its length in bytes. Thread-safe.
 */
BRES_API bres_status bres_timing_table(const bres_measurement *const *measurements, size_t count,
                                       const bres_timing_table_options *options, char **text,
                                       size_t *length);

#ifdef __cplusplus
}
#endif

#endif

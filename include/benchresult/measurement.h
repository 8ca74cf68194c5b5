/* SPDX-License-Identifier: MIT */
/*
 * Measurements: repeated timings of one task, their statistics, and tables of measurements.
 *
 * A measurement is a list of block times, the number of executions in a block, and the task spec,
 * which says what was timed. The statistics, the text and the table are those of
 * torch.utils.benchmark; benchresult-measurement(3) has the formulas.
 *
 * Only the metadata of a measurement can change. Any number of threads may read a measurement while
 * no thread sets its metadata. Its texts and arrays are borrowed and live as long as the
 * measurement. Since 0.1.
 */
#ifndef BENCHRESULT_MEASUREMENT_H
#define BENCHRESULT_MEASUREMENT_H

#include <benchresult/build.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A task. Two specs are equal if all of their members are equal. NULL and "" are different values;
 * NULL for one of the first three texts means its default. Texts are UTF-8. Initialize with
 * bres_task_spec_init(), then change what you need.
 */
typedef struct bres_task_spec {
    size_t size;              /* set by bres_task_spec_init() */
    const char *stmt;         /* the statement: a symbol, a command line, or any name; default "" */
    const char *setup;        /* code that runs before each block; default "pass": no code */
    const char *global_setup; /* code that a compiled statement needs once; default "" */
    const char *label;        /* label of the table; default NULL: the statement */
    const char *sub_label;    /* label of the row; default NULL: the statement */
    const char *description;  /* label of the column; default NULL: "" */
    const char *env;          /* the environment, such as a version; default NULL: not given */
    int32_t num_threads;      /* number of threads, at least 1; default 1 */
    int32_t reserved;         /* 0 */
} bres_task_spec;

/* Writes size and defaults. */
BRES_API void bres_task_spec_init(bres_task_spec *spec);
/* Returns whether both specs describe the same task. NULL stands for the defaults. Returns false if
 * a spec is invalid. */
BRES_API bool bres_task_spec_equal(const bres_task_spec *a, const bres_task_spec *b);
/* Normalizes a statement as timers do: removes common indentation, one leading newline and trailing
 * blanks. The caller frees *normalized with bres_string_free(). Errors: BRES_ERROR_ARGUMENT,
 * BRES_ERROR_MEMORY. */
BRES_API bres_status bres_task_spec_normalize(const char *text, char **normalized);
/* Writes the title, the description and the setup, each as a line or paragraph. Control characters
 * other than newlines and tabs are escaped. `spec` may be NULL. The caller frees *text with
 * bres_string_free(). Errors: BRES_ERROR_ARGUMENT, BRES_ERROR_VERSION, BRES_ERROR_MEMORY. */
BRES_API bres_status bres_task_spec_summary(const bres_task_spec *spec, char **text);

/* The block times of one task. */
typedef struct bres_measurement bres_measurement;

/* The spread of the block times. Values are never renumbered. */
typedef enum bres_spread {
    BRES_SPREAD_STEADY = 0, /* iqr / median below 0.10 */
    BRES_SPREAD_MILD = 1,   /* 0.10 to 0.25: the system may be fluctuating */
    BRES_SPREAD_SEVERE = 2  /* 0.25 or more: the environment has a strong influence */
} bres_spread;

/*
 * Makes a measurement of `count` blocks of `number_per_run` executions each; `raw_times` are the
 * seconds of whole blocks, in measuring order. Copies its arguments; `spec` may be NULL. A
 * measurement without times is allowed; the functions for its statistics then return false or 0.
 * The caller frees *measurement. Errors: BRES_ERROR_VALUE for a time that is negative or not
 * finite, BRES_ERROR_ARGUMENT (a number_per_run of 0 or above INT64_MAX, num_threads below 1, text
 * that is not UTF-8), BRES_ERROR_MEMORY, BRES_ERROR_VERSION.
 */
BRES_API bres_status bres_measurement_new(const bres_task_spec *spec, uint64_t number_per_run,
                                          const double *raw_times, size_t count,
                                          bres_measurement **measurement);
/* Frees a measurement. NULL is ignored. */
BRES_API void bres_measurement_free(bres_measurement *measurement);
/* Replaces the metadata of a measurement with the text of one JSON object; NULL removes it.
 * Statistics do not use it. Not safe while other threads read the measurement. Errors:
 * BRES_ERROR_SYNTAX, BRES_ERROR_KIND, BRES_ERROR_LIMIT, BRES_ERROR_MEMORY; the metadata is then
 * unchanged. */
BRES_API bres_status bres_measurement_set_metadata_json(bres_measurement *measurement,
                                                        const char *json);

/* The task, borrowed. */
BRES_API const bres_task_spec *bres_measurement_spec(const bres_measurement *measurement);
/* The number of executions per block. */
BRES_API uint64_t bres_measurement_number_per_run(const bres_measurement *measurement);
/* The number of blocks. */
BRES_API size_t bres_measurement_count(const bres_measurement *measurement);
/* Seconds per block, in measuring order; NULL without blocks. */
BRES_API const double *bres_measurement_raw_times(const bres_measurement *measurement);
/* Seconds per execution, in measuring order; NULL without blocks. */
BRES_API const double *bres_measurement_times(const bres_measurement *measurement);
/* The metadata as JSON text; NULL without metadata. */
BRES_API const char *bres_measurement_metadata_json(const bres_measurement *measurement);

/* The mean time of an execution; false without blocks. */
BRES_API bool bres_measurement_mean(const bres_measurement *measurement, double *seconds);
/* The median time of an execution; false without blocks. */
BRES_API bool bres_measurement_median(const bres_measurement *measurement, double *seconds);
/* The quantile at `fraction`, 0 to 1, of the times of an execution, by linear interpolation between
 * neighbours; false without blocks, and for a fraction out of range. */
BRES_API bool bres_measurement_quantile(const bres_measurement *measurement, double fraction,
                                        double *seconds);
/* The interquartile range: the quantile at 0.75 minus the quantile at 0.25; false without blocks.
 */
BRES_API bool bres_measurement_iqr(const bres_measurement *measurement, double *seconds);
/* The significant digits of the median, 1 to 4, from the spread of the inner half of the times and
 * a clock resolution of 25 ns; 0 without blocks. */
BRES_API int bres_measurement_significant_figures(const bres_measurement *measurement);
/* Whether iqr / median is below the threshold; false if the ratio is undefined. */
BRES_API bool bres_measurement_meets_confidence(const bres_measurement *measurement,
                                                double threshold);
/* The class of iqr / median; BRES_SPREAD_STEADY if the ratio is undefined. */
BRES_API bres_spread bres_measurement_spread(const bres_measurement *measurement);

/* The label and the sub-label. If no label is given, the title has the statement in place of the
 * label. Control characters are not escaped. */
BRES_API const char *bres_measurement_title(const bres_measurement *measurement);
/* The sub-label, else the statement, else "[Unknown]". */
BRES_API const char *bres_measurement_row_name(const bres_measurement *measurement);
/* A report of several lines, without a newline at the end: the task, median and quartiles, the
 * number of blocks, and a warning if the times spread. Escapes are those of
 * bres_task_spec_summary(). */
BRES_API const char *bres_measurement_text(const bres_measurement *measurement);

/*
 * For each task, joins all measurements of the task into one measurement. Each time per execution
 * of a measurement becomes a block of the joined measurement, in order; its number_per_run is 1.
 * Tasks are in the order of their first measurement. `merged` has room for `count` handles; the
 * caller frees the first *merged_count of them. Metadata is left out. Errors: BRES_ERROR_ARGUMENT,
 * BRES_ERROR_MEMORY; *merged_count is then 0.
 */
BRES_API bres_status bres_measurement_merge(const bres_measurement *const *measurements,
                                            size_t count, bres_measurement **merged,
                                            size_t *merged_count);

/* The measurement as the text of one JSON object, whose keys benchresult-measurement(3) lists.
 * Times are exact: reading the text gives equal times. The caller frees *text with
 * bres_string_free(). Errors: BRES_ERROR_ARGUMENT, BRES_ERROR_MEMORY. */
BRES_API bres_status bres_measurement_json(const bres_measurement *measurement, char **text);
/* Reads `size` bytes of JSON text from bres_measurement_json(), and ignores unknown keys. The
 * caller frees *measurement. Errors: BRES_ERROR_SYNTAX, BRES_ERROR_KEY, BRES_ERROR_KIND,
 * BRES_ERROR_VALUE, BRES_ERROR_LIMIT, BRES_ERROR_MEMORY. */
BRES_API bres_status bres_measurement_parse(const char *text, size_t size,
                                            bres_measurement **measurement);

/*
 * Makes a result from measurements, to write, merge or compare. The result has a benchmark for each
 * label (the statement if no label is given), and a state for each measurement. A state has the
 * standard "nv/cpu_only" summaries. Its samples are the times per execution, in float32, as in
 * every result. A hidden summary "bres/measurement" has the task, the executions per block and the
 * metadata. The axes identify a cell of the timing table: `row` (the row name, unless it repeats
 * the benchmark's name), `description` (if given), `num_threads`, and `env` (if there are several).
 * Measurements of one cell are runs 0, 1 and so on. The caller owns *result, which is still under
 * construction. Errors: BRES_ERROR_ARGUMENT, BRES_ERROR_MEMORY.
 */
BRES_API bres_status bres_measurement_result(const bres_measurement *const *measurements,
                                             size_t count, bres_result **result);
/*
 * Makes the measurement of a state. A state from bres_measurement_result() gives its measurement,
 * with times rounded to float32. For any other state, the blocks are its samples, the label is the
 * benchmark, and the sub-label is the name of the state. The caller frees *measurement. Errors:
 * BRES_ERROR_VALUE (no samples, a sample that is negative or not finite, a malformed summary);
 * those of bres_state_samples().
 */
BRES_API bres_status bres_measurement_from_state(const bres_state *state,
                                                 bres_measurement **measurement);

/* Show significant digits only. */
#define BRES_TIMING_TABLE_TRIM      UINT32_C(1)
/* Show iqr / median after each time whose measurement has a warning, see bres_spread. */
#define BRES_TIMING_TABLE_HIGHLIGHT UINT32_C(2)

/* Colors for a terminal: the color of a time shows how much slower the time is than the best time
 * of its column or row. Values are never renumbered. */
typedef enum bres_timing_color {
    BRES_TIMING_COLOR_NONE = 0,
    BRES_TIMING_COLOR_COLUMNS = 1, /* the best of its column, at the same number of threads */
    BRES_TIMING_COLOR_ROWS = 2     /* the best of its row */
} bres_timing_color;

/* Initialize with bres_timing_table_options_init(), then change what you need. */
typedef struct bres_timing_table_options {
    size_t size;     /* set by bres_timing_table_options_init() */
    uint32_t flags;  /* BRES_TIMING_TABLE_* bits; default 0 */
    uint32_t color;  /* a bres_timing_color; default BRES_TIMING_COLOR_NONE */
    bres_log_fn log; /* receives a warning for each measurement that is not shown, because a later
                        measurement has the same cell; default NULL */
    void *log_user;  /* for log */
} bres_timing_table_options;

/* Writes size and defaults. */
BRES_API void bres_timing_table_options_init(bres_timing_table_options *options);

/*
 * Writes a table for each label, as Compare of torch.utils.benchmark does. A table has a column for
 * each description, and a row for each number of threads, env and row name. All times of a table
 * have the same unit. Measurements of equal tasks are merged; if different tasks have the same
 * cell, the last measurement is shown. Without measurements the text is "". Names show control
 * characters and newlines as escapes. Column widths count the columns of a terminal. `options` may
 * be NULL. The caller owns *text and frees it with bres_string_free(); *length (may be NULL) is its
 * length in bytes. Thread-safe. Errors: BRES_ERROR_ARGUMENT, BRES_ERROR_VERSION, BRES_ERROR_MEMORY.
 */
BRES_API bres_status bres_timing_table(const bres_measurement *const *measurements, size_t count,
                                       const bres_timing_table_options *options, char **text,
                                       size_t *length);

#ifdef __cplusplus
}
#endif

#endif

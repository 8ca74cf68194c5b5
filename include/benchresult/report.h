/* SPDX-License-Identifier: MIT */
/*
 * Reports for people and programs: the summary of results, comparisons, charts, and the replay of
 * stopping criteria.
 *
 * Threads: any number of threads may call these functions at the same time, on objects that do not
 * change meanwhile. Errors: a function that fails sets its out-parameters to NULL or 0. Each
 * function that reads an option struct may return BRES_ERROR_ARGUMENT for a bad option and
 * BRES_ERROR_VERSION for a struct that is newer than the library. Each function may return
 * BRES_ERROR_MEMORY. Since 0.1.
 */
#ifndef BENCHRESULT_REPORT_H
#define BENCHRESULT_REPORT_H

#include <benchresult/compare.h>
#include <benchresult/criterion.h>
#include <benchresult/filter.h>
#include <benchresult/model.h>
#include <benchresult/probe.h>
#include <benchresult/system.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The format of a report. Values are never renumbered. */
typedef enum bres_format {
    BRES_FORMAT_MARKDOWN = 0, /* tables for people */
    BRES_FORMAT_CSV = 1,      /* one line per state or row, with unscaled values */
    BRES_FORMAT_JSON = 2,     /* one document for programs; the page of each subcommand, such as
                                 benchresult-compare(1), lists its keys */
    BRES_FORMAT_JUNIT = 3,    /* XML for CI, with a test case per row */
    BRES_FORMAT_PYTHON = 4,   /* a script that loads the samples of each row */
    BRES_FORMAT_CSV_SAFE = 5, /* CSV in which a spreadsheet executes no text: a `'` precedes a text
                                 that begins with =, +, -, @, a tab or a carriage return */
    BRES_FORMAT_COMMENT = 6   /* short markdown for a comment on a change: the worst rows first, the
                                 other rows folded; names are escaped and cannot form links */
} bres_format;

/* The bit of a format in a set of formats. */
#define BRES_FORMAT_BIT(format) (UINT32_C(1) << (format))

/* The kinds of reports. Each has its own set of formats. Values are never renumbered. */
typedef enum bres_report_kind {
    BRES_REPORT_SUMMARY = 0, /* bres_summary_report() */
    BRES_REPORT_COMPARE = 1, /* bres_compare_report() */
    BRES_REPORT_REPLAY = 2,  /* bres_replay_report() */
    BRES_REPORT_RACE = 3,    /* bres_command_race_report() */
    BRES_REPORT_DOCTOR = 4,  /* bres_doctor_report() */
    BRES_REPORT_TIME = 5,    /* bres_timing_report() */
    BRES_REPORT_TABLE = 6    /* bres_table_report() */
} bres_report_kind;

/* Returns the set of the formats of a report, each as its BRES_FORMAT_BIT(); 0 for an unknown
 * report. */
BRES_API uint32_t bres_report_formats(bres_report_kind report);

/* Returns the name of a format, such as "markdown"; static. NULL for an unknown format. */
BRES_API const char *bres_format_name(bres_format format);
/*
 * Finds a format by its name, as bres_format_name() returns it.
 * Errors: BRES_ERROR_KEY for an unknown name, with the known names in the message;
 * BRES_ERROR_ARGUMENT for NULL; BRES_ERROR_MEMORY. After an error *format is BRES_FORMAT_MARKDOWN,
 * unless `format` is NULL.
 */
BRES_API bres_status bres_format_find(const char *name, bres_format *format);

/*
 * Columns of a summary report. The times are the GPU times of an isolated measurement, or the times
 * of a CPU-only measurement. A state is measured in only one of these two ways. A state without a
 * value has an empty cell. Values are never renumbered.
 */
typedef enum bres_column {
    BRES_COLUMN_DEFAULT = 0,    /* the summaries that are not hidden; markdown shows the median and
                                   its confidence interval in place of the mean if the library
                                   measured the state on the CPU */
    BRES_COLUMN_SUMMARIES = 1,  /* the summaries that are not hidden, as NVBench shows them */
    BRES_COLUMN_SAMPLES = 2,    /* number of samples */
    BRES_COLUMN_EXECUTIONS = 3, /* number of executions in all samples */
    BRES_COLUMN_MEAN = 4,       /* mean; also the median, if the mean is above twice the median */
    BRES_COLUMN_MEDIAN = 5,     /* median */
    BRES_COLUMN_CI = 6,         /* 95 % confidence interval of the median */
    BRES_COLUMN_MIN = 7,        /* shortest sample */
    BRES_COLUMN_MAX = 8,        /* longest sample */
    BRES_COLUMN_NOISE = 9,      /* relative standard deviation */
    BRES_COLUMN_WALL_TIME = 10, /* median wall time */
    BRES_COLUMN_CPU_TIME = 11,  /* median CPU time of the thread or process; not NVBench's column
                                   `CPU Time`, which is wall time */
    BRES_COLUMN_PREEMPTED = 12, /* number of samples in which the system preempted the thread */
    BRES_COLUMN_PHASES = 13,    /* if the median changed during the samples: the change, and the
                                   number of samples before the change */
    BRES_COLUMN_P5 = 14,        /* 5th percentile of the samples */
    BRES_COLUMN_P95 = 15,       /* 95th percentile */
    BRES_COLUMN_P99 = 16,       /* 99th percentile */
    BRES_COLUMN_HISTOGRAM = 17, /* histogram from the 1st to the 99th percentile */
    BRES_COLUMN_SET_UP = 18,    /* time that the benchmark's body spent outside the measurement */
    BRES_COLUMN_WARM_UP = 19,   /* time of the measurement before and between its samples */
    BRES_COLUMN_MEASURING = 20, /* time of the samples */
    BRES_COLUMN_TOTAL = 21      /* time of the benchmark's body or, if unknown, of the samples */
} bres_column;

/* The bit of a column in a set of columns. */
#define BRES_COLUMN_BIT(column) (UINT32_C(1) << (column))

/* Returns the set of all columns, each as its BRES_COLUMN_BIT(). */
BRES_API uint32_t bres_summary_columns(void);
/* Returns the name of a column, such as "median"; static. NULL for an unknown column. */
BRES_API const char *bres_column_name(bres_column column);
/*
 * Finds a column by the name that bres_column_name() returns.
 * Errors: BRES_ERROR_KEY for an unknown name, with the known names in the message;
 * BRES_ERROR_ARGUMENT for NULL; BRES_ERROR_MEMORY. After an error *column is BRES_COLUMN_DEFAULT,
 * unless `column` is NULL.
 */
BRES_API bres_status bres_column_find(const char *name, bres_column *column);

/* Sorts the states of a summary report in descending order. */
#define BRES_SUMMARY_DESCENDING UINT32_C(1)

/* Options of a summary report. Initialize with bres_summary_options_init(), then change what you
 * need. */
typedef struct bres_summary_options {
    size_t size;               /* set by bres_summary_options_init() */
    uint32_t format;           /* a bres_format of the report; default markdown */
    uint32_t columns;          /* BRES_COLUMN_BIT()s of the columns after the axes. Tables have the
                                  order of bres_column. JSON always has all summaries. Default
                                  BRES_COLUMN_BIT(BRES_COLUMN_DEFAULT) */
    const bres_filter *filter; /* selects the states to show; borrowed; NULL (default): all */
    uint32_t flags;            /* BRES_SUMMARY_* bits; default 0 */
    uint32_t sort;             /* a bres_column: sort the states by its numbers, ascending; default
                                  BRES_COLUMN_DEFAULT: the order of the file */
    uint32_t top;   /* show at most this number of states of each table, and in CSV and JSON of each
                       benchmark; default 0: all */
    uint32_t width; /* columns of the terminal: markdown cuts long axis values in the
                       middle to fit; default 0: nothing is cut */
} bres_summary_options;

/* Writes the defaults. */
BRES_API void bres_summary_options_init(bres_summary_options *options);

/*
 * Writes the tables of summaries that NVBench prints: one per benchmark and device, with a row for
 * each state that was not skipped, a column for each axis, and the columns of the options. A
 * confidence interval that the file does not have is computed from the samples. With several
 * results, markdown has a `# FILE` heading for each, CSV a File column, and JSON a `file` in each
 * benchmark. In markdown, the result of a tuner is sorted by rank and has, with the default
 * columns, a table that is at most 80 characters wide; see benchresult-tune(3).
 *
 * `options` may be NULL. The caller owns *text and frees it with bres_string_free(); *length
 * (may be NULL) is its length in bytes.
 * Errors: BRES_ERROR_VALUE for a value that does not fit the display format of its hint,
 * BRES_ERROR_ARGUMENT, those of bres_state_samples().
 */
BRES_API bres_status bres_summary_report(bres_result *const *results, size_t count,
                                         const bres_summary_options *options, char **text,
                                         size_t *length);

/*
 * Options of a table. Initialize with bres_table_options_init(), then change what you need.
 *
 * A key is "benchmark", "device", "file", the name of an axis, or the path of a text or number in
 * the meta section, such as "benchresult.revision.id". For a key of an imported file, such as
 * "goos" of Go, the name suffices. Keys are separated by commas.
 */
typedef struct bres_table_options {
    size_t size;           /* set by bres_table_options_init() */
    uint32_t format;       /* a bres_format of the report; default markdown */
    uint32_t width;        /* columns of the terminal: markdown cuts long values of the keys in the
                              middle to fit; default 0: nothing is cut */
    const char *rows;      /* keys of the rows; default NULL: benchmark, device if it varies, and
                              each axis that varies, without the keys in `columns` */
    const char *columns;   /* keys of the columns; default NULL: file */
    const char *reference; /* values of the keys of the reference column, separated by ", ";
                              default NULL: the first column */
    const char *where;     /* condition on the states, such as "pkg:/json/ AND size>1024"; see
                              benchresult-table(1); default NULL: all */
    const bres_filter *filter;         /* selects the states to show; borrowed; default NULL: all */
    const bres_thresholds *thresholds; /* thresholds of the verdicts; borrowed; default NULL: the
                                          preset "default" */
    double false_discovery_rate; /* replicates: accepted fraction of false verdicts among all FAST
                                    and SLOW cells; 0 <= rate < 1; default 0: no control */
    bres_log_fn log;             /* receives warnings; default NULL: no callback */
    void *log_user;              /* for log */
} bres_table_options;

/* Writes the defaults. */
BRES_API void bres_table_options_init(bres_table_options *options);

/*
 * Writes a table of the times of states: a row for each value of the row keys, a column for each
 * value of the column keys. A cell has the states of one configuration, one state per run. The
 * function compares each cell with the cell of the reference column in the same row, as
 * bres_compare() does. The last row has geometric means over the rows in which all columns have a
 * time.
 *
 * `options` may be NULL. The caller owns *text and frees it with bres_string_free(); *length
 * (may be NULL) is its length in bytes.
 * Errors: BRES_ERROR_KEY for an unknown key, an unknown reference column, and different
 * configurations in one cell; BRES_ERROR_LIMIT for more than a million cells; BRES_ERROR_ARGUMENT,
 * also if the condition is malformed or selects no state; those of bres_compare() and
 * bres_state_samples().
 */
BRES_API bres_status bres_table_report(bres_result *const *results, size_t count,
                                       const bres_table_options *options, char **text,
                                       size_t *length);

/* One pair of files. The layout never changes. */
typedef struct bres_compared {
    const bres_comparison *comparison; /* comparison of the two files */
    const char *reference;             /* path of the reference, for display; may be NULL */
    const char *candidate;             /* path of the candidate, for display; may be NULL */
    const char *name; /* name of the pair, such as the file name; NULL for the only pair */
} bres_compared;

/* A file that only one of two compared directories has. The layout never changes. */
typedef struct bres_missing_file {
    const char *name;  /* as in bres_compared */
    bool in_reference; /* true: only the reference has the file; false: only the candidate */
} bres_missing_file;

/* Columns of the markdown tables. Values are never renumbered. */
typedef enum bres_display {
    BRES_DISPLAY_INTERVALS = 0, /* centers with their intervals; with replicates or a known
                                   variation between runs, the centers and the ratio with its
                                   confidence interval */
    BRES_DISPLAY_SIMPLE = 1,    /* centers and widths of the intervals */
    BRES_DISPLAY_EXPLAIN = 2,   /* lower ends, centers and upper ends, noise, step of the clock, and
                                   the reason; replicates: see benchresult-compare(1) */
    BRES_DISPLAY_LEGACY = 3     /* centers, noise, and the difference of the centers */
} bres_display;

/* Columns that a caller can select for the markdown tables of a comparison, or as the sort key of
 * the rows. Values are never renumbered. */
typedef enum bres_compare_column {
    BRES_COMPARE_COLUMN_DEFAULT = 0,         /* the columns of the display; the order of the file */
    BRES_COMPARE_COLUMN_REFERENCE = 1,       /* center of the reference */
    BRES_COMPARE_COLUMN_CANDIDATE = 2,       /* center of the candidate */
    BRES_COMPARE_COLUMN_REFERENCE_NOISE = 3, /* relative dispersion of the reference */
    BRES_COMPARE_COLUMN_CANDIDATE_NOISE = 4, /* relative dispersion of the candidate */
    BRES_COMPARE_COLUMN_DIFFERENCE = 5,      /* candidate minus reference */
    BRES_COMPARE_COLUMN_FRACTION = 6,        /* the difference relative to the reference */
    BRES_COMPARE_COLUMN_CHANGE = 7,          /* the symmetric change, or the ratio of runs */
    BRES_COMPARE_COLUMN_REASON = 8, /* short name of the reason; rows cannot be sorted by it */
    BRES_COMPARE_COLUMN_STATUS = 9  /* the verdict; sorted in the order slower, undecided, unknown,
                                       faster, equivalent */
} bres_compare_column;

/* Returns the set of all columns of a comparison, each as its BRES_COLUMN_BIT(). */
BRES_API uint32_t bres_compare_columns(void);
/* Returns the name of a column, such as "ref-noise"; static. NULL for an unknown column. */
BRES_API const char *bres_compare_column_name(bres_compare_column column);

/* How markdown shows the verdict. Values are never renumbered. */
typedef enum bres_color {
    BRES_COLOR_NONE = 0, /* plain text */
    BRES_COLOR_ANSI = 1, /* colored by escape sequences, for a terminal */
    BRES_COLOR_EMOJI = 2 /* a colored emoji in front of the word */
} bres_color;

/* The bit of a verdict in a set of verdicts. */
#define BRES_VERDICT_BIT(verdict) (UINT32_C(1) << (verdict))

/* Benchmarks, states and files without a partner fail in the JUnit report. */
#define BRES_REPORT_FAIL_ON_MISSING   UINT32_C(1)
/* Undecided rows fail in the JUnit report, with the type "undecided". Without this flag, they are
 * skipped. */
#define BRES_REPORT_FAIL_ON_UNDECIDED UINT32_C(2)
/* Sorts the rows of markdown tables in descending order. */
#define BRES_REPORT_DESCENDING        UINT32_C(4)

/* Options of the report of a comparison. Initialize with bres_compare_report_options_init(), then
 * change what you need. */
typedef struct bres_compare_report_options {
    size_t size;           /* set by bres_compare_report_options_init() */
    uint32_t flags;        /* BRES_REPORT_* bits; default 0 */
    uint32_t format;       /* a bres_format of the report; default markdown */
    uint32_t display;      /* a bres_display; default intervals; markdown only */
    uint32_t color;        /* a bres_color; default none; markdown only */
    uint32_t fail_on;      /* BRES_VERDICT_BIT()s that fail a JUnit test case; default SLOW */
    uint32_t reserved;     /* 0 */
    double threshold_diff; /* show rows whose times differ by at least this fraction of the
                              reference, and UNKNOWN rows; finite, >= 0; default 0: all rows */
    const bres_missing_file *missing_files; /* files without a partner, listed beside the benchmarks
                                               and states without a partner; borrowed */
    size_t missing_file_count;              /* default 0 */
    uint32_t columns; /* BRES_COLUMN_BIT()s of the bres_compare_columns of markdown tables; default
                         BRES_COLUMN_BIT(BRES_COMPARE_COLUMN_DEFAULT): the columns of the display */
    uint32_t sort;    /* a bres_compare_column: sort the rows of each markdown table by its numbers,
                         ascending; default: the order of the file */
    uint32_t top;     /* show at most this number of rows of each markdown table; default 0: all */
    uint32_t width;   /* columns of the terminal: markdown cuts long axis values in the middle to
                         fit; default 0: nothing is cut */
} bres_compare_report_options;

/* Writes the defaults. */
BRES_API void bres_compare_report_options_init(bres_compare_report_options *options);

/*
 * Writes the report of a comparison of one or several pairs of files. The counts include rows that
 * are not shown; JUnit has a test case for each row.
 *
 * `options` may be NULL. The caller owns *text and frees it with bres_string_free(); *length (may
 * be NULL) is its length in bytes.
 * Errors: BRES_ERROR_KEY for an axis value whose axis the benchmark does not describe,
 * BRES_ERROR_VALUE for an axis of unknown type, BRES_ERROR_ARGUMENT.
 */
BRES_API bres_status bres_compare_report(const bres_compared *pairs, size_t count,
                                         const bres_compare_report_options *options, char **text,
                                         size_t *length);

/* Draws the summary chart in light colors on a dark background. */
#define BRES_PLOT_DARK UINT32_C(1)

/* Options of charts. Initialize with bres_plot_options_init(), then change what you need. */
typedef struct bres_plot_options {
    size_t size;           /* set by bres_plot_options_init() */
    uint32_t flags;        /* BRES_PLOT_* bits; default 0 */
    uint32_t reserved;     /* 0 */
    double threshold_diff; /* as in bres_compare_report_options, for the summary chart; default 0:
                              all rows */
    const bres_filter *filter; /* the filter of the comparison, for titles and labels; borrowed;
                                  default NULL */
    const char *summary_path;  /* path of the summary chart; NULL (default): no summary chart */
    const char *along_axis;    /* axis along which to draw times; NULL (default): no charts of
                                  times */
    const char *along_path;    /* path of these charts, with the placeholders {benchmark}, {device},
                                  {axis} and {pair}; required with `along_axis` */
    bres_log_fn log;           /* receives a message for each chart, whether written or omitted;
                                  NULL (default): no callback */
    void *log_user;            /* first argument of `log` */
} bres_plot_options;

/* Writes the defaults. */
BRES_API void bres_plot_options_init(bres_plot_options *options);

/* Checks the options, including paths and placeholders. With this check, a program can refuse wrong
 * options before it loads files. Errors: BRES_ERROR_ARGUMENT; the message names the wrong path. */
BRES_API bres_status bres_plot_check(const bres_plot_options *options);

/*
 * Draws charts with gnuplot, which must be in PATH: for each pair of files a summary chart of the
 * relative differences, and for each benchmark and device a chart of the times along an axis. The
 * ending of a path selects SVG, PNG or PDF. Creates missing directories, and replaces each file as
 * a whole. If two charts have the same path, the second chart gets another name. Errors:
 * BRES_ERROR_ARGUMENT, also for an unknown ending, BRES_ERROR_KEY if no benchmark has the axis,
 * BRES_ERROR_VALUE for an axis value that is not a positive number, BRES_ERROR_NO_FILE if gnuplot
 * is not found, BRES_ERROR_IO. Charts that were written before an error stay.
 */
BRES_API bres_status bres_compare_plot(const bres_compared *pairs, size_t count,
                                       const bres_plot_options *options);

/* Charts of results. Values are never renumbered. */
typedef enum bres_chart {
    BRES_CHART_BANDWIDTH = 0,   /* share of the device's peak bandwidth; without a known peak, bytes
                                   per second */
    BRES_CHART_THROUGHPUT = 1,  /* items per second */
    BRES_CHART_DISTRIBUTION = 2 /* histogram of the samples, relative to their median */
} bres_chart;

/*
 * Draws a chart with a row for each state of the results. Uses gnuplot, selects the type of the
 * file, and replaces the file as bres_compare_plot() does. Of `options`, which may be NULL, the
 * function uses only the filter and the order; of `plot`, only the path of the summary chart, the
 * flags and the log. If the results have no state to draw, the log receives a warning, and no file
 * is written.
 * Errors: BRES_ERROR_ARGUMENT, BRES_ERROR_NO_FILE if gnuplot is not found, BRES_ERROR_IO, those of
 * bres_state_samples().
 */
BRES_API bres_status bres_summary_plot(bres_result *const *results, size_t count, bres_chart chart,
                                       const bres_summary_options *options,
                                       const bres_plot_options *plot);

/* A stream of samples in measuring order. Set either `times` or `times32`; both may be NULL if
 * `count` is 0. The layout never changes. */
typedef struct bres_replay_stream {
    const char *benchmark; /* may be NULL */
    const char *name;      /* such as the name of the state */
    const double *times;   /* seconds */
    const float *times32;  /* seconds */
    size_t count;          /* number of samples */
} bres_replay_stream;

/* Options of a replay report. Initialize with bres_replay_options_init(), then change what you
 * need. */
typedef struct bres_replay_options {
    size_t size;          /* set by bres_replay_options_init() */
    uint32_t format;      /* a bres_format of the report; default markdown */
    uint32_t reserved;    /* 0 */
    uint64_t min_samples; /* samples before the first check of a criterion; default 10 */
} bres_replay_options;

/* Writes the defaults. */
BRES_API void bres_replay_options_init(bres_replay_options *options);

/*
 * Writes for each stream and criterion after how many samples the criterion would have stopped the
 * measurement, and how much time this would have saved. The report has the median and the noise
 * (relative standard deviation) at the stop and at the end of the stream. A criterion refuses
 * samples that are negative or not finite; the report counts these samples and otherwise ignores
 * them. A median is always one of the samples; for an even number of samples, it is the larger of
 * the two middle samples, as in NVBench's summaries.
 *
 * The function starts each criterion again for each stream, so no other thread may use the criteria
 * during the call. `options` may be NULL. The caller owns *text and frees it with
 * bres_string_free(); *length (may be NULL) is its length in bytes. Errors: BRES_ERROR_ARGUMENT,
 * also for a format that the replay report does not have, and the errors of bres_criterion_start().
 */
BRES_API bres_status bres_replay_report(const bres_replay_stream *streams, size_t stream_count,
                                        bres_criterion *const *criteria, size_t criterion_count,
                                        const bres_replay_options *options, char **text,
                                        size_t *length);

/* The results of a probe for one kind of work. The layout never changes. */
typedef struct bres_diagnosed_work {
    const char *name;            /* such as "spin"; see bres_probe_work_name() */
    const bres_probe_idle *idle; /* NULL: the idle test of the probe did not use this work */
    const bres_probe_race *race; /* NULL: the race of the probe did not use this work */
} bres_diagnosed_work;

/* A diagnosis of a machine. Initialize with bres_diagnosis_init(), then set `machine` and any other
 * known members. All pointers are borrowed. */
typedef struct bres_diagnosis {
    size_t size;                       /* set by bres_diagnosis_init() */
    uint32_t format;                   /* a bres_format of the report; default markdown */
    uint32_t is_fit;                   /* not 0: the machine is fit for `change` */
    const bres_machine *machine;       /* required */
    const bres_probe_outcome *outcome; /* NULL (default): nothing was measured */
    const char *fitness;               /* class of the machine, from bres_probe_class_name(); NULL:
                                          not reported */
    const bres_diagnosed_work *works;  /* results by kind of work; NULL (default): no results */
    size_t work_count;                 /* number of `works`; default 0 */
    const char *failure; /* why nothing was measured; NULL (default): no failure to report */
    double change;       /* the change for which the machine must be fit, a fraction; default 0: no
                            requirement */
} bres_diagnosis;

/* Writes the defaults. NULL is ignored. */
BRES_API void bres_diagnosis_init(bres_diagnosis *diagnosis);

/*
 * Writes the report of a diagnosis: facts, findings, facts that could not be read, and the results
 * of the probe. Lines of the markdown report have at most 80 characters.
 * The caller owns *text and frees it with bres_string_free(); *length (may be NULL) is its length
 * in bytes. Errors: BRES_ERROR_ARGUMENT.
 */
BRES_API bres_status bres_doctor_report(const bres_diagnosis *diagnosis, char **text,
                                        size_t *length);

#ifdef __cplusplus
}
#endif

#endif

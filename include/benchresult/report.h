/* SPDX-License-Identifier: MIT */
/*
 * Reports for people and programs.
 */
#ifndef BENCHRESULT_REPORT_H
#define BENCHRESULT_REPORT_H

#include <benchresult/compare.h>
#include <benchresult/criterion.h>
#include <benchresult/filter.h>
#include <benchresult/model.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The form of a report. Values are never renumbered. */
typedef enum bres_format {
    BRES_FORMAT_MARKDOWN = 0, /* tables for people */
    BRES_FORMAT_CSV = 1,      /* a row per state, unscaled values */
    BRES_FORMAT_JSON = 2,     /* one document for programs; benchresult-summary(1),
                                 benchresult-compare(1) and benchresult-replay(1) have its keys */
    BRES_FORMAT_JUNIT = 3,    /* of a comparison: XML for CI, a test case per row */
    BRES_FORMAT_PYTHON = 4    /* of a comparison: a script that loads the samples of each row */
} bres_format;

/* Returns the name of a format, such as "markdown"; static. NULL for an unknown format. */
BRES_API const char *bres_format_name(bres_format format);
/*
 * Finds the format of a name, spelled as bres_format_name() has it. Thread-safe.
 * Errors: BRES_ERROR_KEY for an unknown name, with the known names in the message;
 * BRES_ERROR_ARGUMENT for NULL; BRES_ERROR_MEMORY. After an error *format is BRES_FORMAT_MARKDOWN,
 * unless `format` is NULL.
 */
BRES_API bres_status bres_format_find(const char *name, bres_format *format);

/* Initialise with bres_summary_options_init(), then change what you need. */
typedef struct bres_summary_options {
    size_t size;               /* set by bres_summary_options_init() */
    uint32_t format;           /* a bres_format; default markdown */
    uint32_t reserved;         /* 0 */
    const bres_filter *filter; /* borrowed; default NULL: everything */
} bres_summary_options;

BRES_API void bres_summary_options_init(bres_summary_options *options);

/*
 * The table of summaries that NVBench prints: one per benchmark and device, a row per state that
 * was not skipped, a column per axis and per summary that is not hidden. With several results
 * markdown has a `# FILE` heading each, CSV a File column, JSON a `file` in each benchmark.
 *
 * `options` may be NULL. The caller owns *text and frees it with bres_string_free(); *length
 * (may be NULL) is its length in bytes. Thread-safe on results that do not change.
 * Errors: BRES_ERROR_VALUE when a value cannot be shown as its hint asks, BRES_ERROR_MEMORY,
 * BRES_ERROR_ARGUMENT, BRES_ERROR_VERSION.
 */
BRES_API bres_status bres_summary_report(bres_result *const *results, size_t count,
                                         const bres_summary_options *options, char **text,
                                         size_t *length);

/* One pair of files. The layout never changes. */
typedef struct bres_compared {
    const bres_comparison *comparison;
    const char *reference; /* path of the file, as it is to be shown; may be NULL */
    const char *candidate;
    const char *name; /* of the pair among several, such as the file name that both have; NULL:
                         there is one pair only */
} bres_compared;

/* A file of one side that the other side has none of the same name for. The layout never changes.
 */
typedef struct bres_missing_file {
    const char *name;  /* as that of bres_compared */
    bool in_reference; /* false: in the candidate */
} bres_missing_file;

/* Columns of the markdown tables. Values are never renumbered. */
typedef enum bres_display {
    BRES_DISPLAY_INTERVALS = 0, /* centers with their intervals */
    BRES_DISPLAY_SIMPLE = 1,    /* centers, widths of the intervals, difference of the centers */
    BRES_DISPLAY_EXPLAIN = 2,   /* lower, center and upper, noise, and the reason */
    BRES_DISPLAY_LEGACY = 3     /* centers, noise and their difference */
} bres_display;

/* How markdown shows the status. Values are never renumbered. */
typedef enum bres_color {
    BRES_COLOR_NONE = 0,
    BRES_COLOR_ANSI = 1, /* colour, for a terminal */
    BRES_COLOR_EMOJI = 2 /* a coloured picture before the word */
} bres_color;

/* The bit of a verdict in a set of them. */
#define BRES_VERDICT_BIT(verdict) (UINT32_C(1) << (verdict))

/* What has no partner fails the JUnit report. */
#define BRES_REPORT_FAIL_ON_MISSING UINT32_C(1)

/* Initialise with bres_compare_report_options_init(), then change what you need. */
typedef struct bres_compare_report_options {
    size_t size;           /* set by bres_compare_report_options_init() */
    uint32_t flags;        /* BRES_REPORT_* bits; default 0 */
    uint32_t format;       /* a bres_format; default markdown */
    uint32_t display;      /* a bres_display; default intervals; markdown only */
    uint32_t color;        /* a bres_color; default none; markdown only */
    uint32_t fail_on;      /* BRES_VERDICT_BIT()s that fail a JUnit test case; default SLOW */
    uint32_t reserved;     /* 0 */
    double threshold_diff; /* show rows whose times differ by at least this fraction of the
                              reference, and UNKNOWN ones; finite, >= 0; default 0: all */
    const bres_missing_file *missing_files; /* files without a partner, which are listed beside the
                                               benchmarks and states without one; borrowed */
    size_t missing_file_count;              /* default 0 */
} bres_compare_report_options;

BRES_API void bres_compare_report_options_init(bres_compare_report_options *options);

/*
 * The report of a comparison, over one pair of files or several. Whatever is shown, all rows are
 * counted; JUnit has all rows as test cases.
 *
 * `options` may be NULL. The caller owns *text and frees it with bres_string_free(); *length (may
 * be NULL) is its length in bytes. Thread-safe.
 * Errors: BRES_ERROR_KEY for an axis value whose axis the benchmark does not describe,
 * BRES_ERROR_VALUE for an axis of unknown type, BRES_ERROR_MEMORY, BRES_ERROR_ARGUMENT,
 * BRES_ERROR_VERSION.
 */
BRES_API bres_status bres_compare_report(const bres_compared *pairs, size_t count,
                                         const bres_compare_report_options *options, char **text,
                                         size_t *length);

/* Light on dark; the summary chart only. */
#define BRES_PLOT_DARK UINT32_C(1)

/* Initialise with bres_plot_options_init(), then change what you need. */
typedef struct bres_plot_options {
    size_t size;               /* set by bres_plot_options_init() */
    uint32_t flags;            /* BRES_PLOT_* bits; default 0 */
    uint32_t reserved;         /* 0 */
    double threshold_diff;     /* rows of the summary chart, as in a report; default 0: all */
    const bres_filter *filter; /* borrowed: what the comparison was made with, for titles and
                                  labels; default NULL */
    const char *summary_path;  /* of the summary chart; default NULL: none */
    const char *along_axis;    /* name of the axis to draw times along; default NULL: none */
    const char *along_path;    /* of its charts, with the fields {benchmark}, {device}, {axis} and
                                  {pair}; needed when there is an axis */
    bres_log_fn log;           /* hears of each chart that was written, or left out, and why;
                                  default NULL: nobody */
    void *log_user;
} bres_plot_options;

BRES_API void bres_plot_options_init(bres_plot_options *options);

/* Checks paths and template, so that a program can refuse them before any work.
 * BRES_ERROR_ARGUMENT, with the path in the message. */
BRES_API bres_status bres_plot_check(const bres_plot_options *options);

/*
 * Draws charts with gnuplot, which is found in PATH: of each pair of files a summary chart of the
 * relative differences, and a chart of the times along an axis for each benchmark and device. The
 * end of a path chooses SVG, PNG or PDF. Missing directories are made; files are replaced as a
 * whole; of two charts with one path the later one gets another name.
 * Errors: BRES_ERROR_ARGUMENT for bad options and a path that ends otherwise, BRES_ERROR_KEY when
 * no benchmark has the axis, BRES_ERROR_VALUE for a value on it that is no positive number,
 * BRES_ERROR_NO_FILE when there is no gnuplot, BRES_ERROR_IO, BRES_ERROR_MEMORY,
 * BRES_ERROR_VERSION. Charts that were written before an error stay.
 */
BRES_API bres_status bres_compare_plot(const bres_compared *pairs, size_t count,
                                       const bres_plot_options *options);

/* What was measured once, in measuring order. One of the arrays is given; without samples both may
 * be NULL. The layout never changes. */
typedef struct bres_replay_stream {
    const char *benchmark; /* NULL: none */
    const char *name;      /* such as that of the state */
    const double *times;   /* seconds */
    const float *times32;  /* seconds */
    size_t count;
} bres_replay_stream;

/* Initialise with bres_replay_options_init(), then change what you need. */
typedef struct bres_replay_options {
    size_t size;          /* set by bres_replay_options_init() */
    uint32_t format;      /* a bres_format: markdown, the default, or JSON */
    uint32_t reserved;    /* 0 */
    uint64_t min_samples; /* samples before a criterion is asked; default 10 */
} bres_replay_options;

BRES_API void bres_replay_options_init(bres_replay_options *options);

/*
 * Where each criterion would have ended each stream: after how many samples, what their median and
 * noise (relative standard deviation) were then and at the end of the stream, and how much of the
 * measured time it would have saved. Samples that a criterion refuses, negative ones and those that
 * are not finite, are counted and otherwise left out. Medians are by rank, as those of summaries.
 *
 * The criteria are started anew for each stream. `options` may be NULL. The caller owns *text and
 * frees it with bres_string_free(); *length (may be NULL) is its length in bytes.
 * Errors: BRES_ERROR_ARGUMENT, also for another format; what bres_criterion_start() gives;
 * BRES_ERROR_MEMORY, BRES_ERROR_VERSION.
 */
BRES_API bres_status bres_replay_report(const bres_replay_stream *streams, size_t stream_count,
                                        bres_criterion *const *criteria, size_t criterion_count,
                                        const bres_replay_options *options, char **text,
                                        size_t *length);

#ifdef __cplusplus
}
#endif

#endif

/* SPDX-License-Identifier: MIT */
/*
 * Reports for people and programs.
 */
#ifndef BENCHRESULT_REPORT_H
#define BENCHRESULT_REPORT_H

#include <benchresult/filter.h>
#include <benchresult/model.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The form of a report. Values are never renumbered. */
typedef enum bres_format {
    BRES_FORMAT_MARKDOWN = 0, /* tables for people */
    BRES_FORMAT_CSV = 1,      /* NVBench's columns, unscaled values */
    BRES_FORMAT_JSON = 2      /* one document for programs; benchresult-summary(1) has its keys */
} bres_format;

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

#ifdef __cplusplus
}
#endif

#endif

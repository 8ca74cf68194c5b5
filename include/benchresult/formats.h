/* SPDX-License-Identifier: MIT */
/*
 * Imports results of other benchmark tools, and writes results in their formats.
 * benchresult-formats(7) describes each format, and lists the data that an import or export loses.
 *
 * bres_result_load() reads these formats, too; the functions of this header also take options.
 *
 * Thread safety: all functions are thread-safe. Since 0.1.
 */
#ifndef BENCHRESULT_FORMATS_H
#define BENCHRESULT_FORMATS_H

#include <benchresult/nvbench.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Keep each benchmark name as the value of one axis `Name`. By default, the parts of a name become
 * axes, if the format defines parts. */
#define BRES_IMPORT_VERBATIM_NAMES UINT32_C(1)
/* Take CPU times as the samples if the format has wall times and CPU times. By default, wall times
 * are the samples. */
#define BRES_IMPORT_CPU_TIME       UINT32_C(2)
/* Omit the properties of the machine that the file records. By default,
 * `meta.benchresult.import.host` has these properties. */
#define BRES_IMPORT_OMIT_HOST      UINT32_C(4)
/* Add `sha256`, the digest of the stored bytes of the file, to `meta.benchresult.import`. For a
 * directory, no digest is added. */
#define BRES_IMPORT_SHA256         UINT32_C(8)

/* Options of an import. Initialize them with bres_import_options_init(), then change members. */
typedef struct bres_import_options {
    size_t size;           /* set by bres_import_options_init() */
    uint32_t flags;        /* BRES_IMPORT_* bits; default 0 */
    uint32_t reserved;     /* 0 */
    const char *format;    /* from bres_import_format_name(); default NULL: detect the format */
    const char *bench;     /* name of the benchmark, for a format without such names; default NULL:
                              the name of the format */
    const char *baseline;  /* for criterion.rs: the baseline to read; default NULL: "new" */
    uint64_t max_unpacked; /* largest unpacked size of a gzip file, in bytes; default 0: 200 times
                              the size of the file, at most 256 MiB */
    const bres_load_options *load; /* strictness, log, limits, and the name of the input in
                                      messages, as for a load; default NULL: the defaults of a
                                      load */
} bres_import_options;

/* Sets the size of the struct and the defaults. */
BRES_API void bres_import_options_init(bres_import_options *options);

/* Returns the name of a format that can be imported, such as "pyperf", in the order of detection;
 * NULL if the index is out of range. Static. */
BRES_API const char *bres_import_format_name(size_t index);

/*
 * Imports a file, or a directory of criterion.rs, in one of the known formats; a file of NVBench is
 * loaded as by bres_result_load(). `options` may be NULL for the defaults. A file compressed by
 * gzip is unpacked. The caller owns *result, which has one reference, and releases *result with
 * bres_result_unref().
 *
 * The object `meta.benchresult.import` of the result records the format, the tool and its version,
 * and the warnings of the import; its member `host` has the properties of the machine.
 *
 * A strict import fails at the first malformed record. A lenient import (BRES_LOAD_LENIENT) drops
 * the record with a warning; bres_result_load() is strict about these records.
 *
 * Errors: those of bres_result_load(); BRES_ERROR_KEY for an unknown format.
 */
BRES_API bres_status bres_result_import(const char *path, const bres_import_options *options,
                                        bres_result **result);
/* Imports from `size` bytes of memory. The function does not read this memory after the call.
 * Otherwise works like bres_result_import(). */
BRES_API bres_status bres_result_import_memory(const void *data, size_t size,
                                               const bres_import_options *options,
                                               bres_result **result);
/* Imports from a file descriptor, which may be a pipe, from the current position to the end. Leaves
 * the descriptor open. Otherwise works like bres_result_import(). */
BRES_API bres_status bres_result_import_fd(int fd, const bres_import_options *options,
                                           bres_result **result);

/* Returns the name of a format that can be written, such as "go"; NULL if the index is out of
 * range. Static. */
BRES_API const char *bres_export_format_name(size_t index);

/* Options of an export. Initialize them with bres_export_options_init(), then change members. */
typedef struct bres_export_options {
    size_t size;     /* set by bres_export_options_init() */
    bres_log_fn log; /* receives a warning for each kind of loss; default NULL: no callback */
    void *log_user;  /* pointer that the callback receives */
} bres_export_options;

/* Sets the size of the struct and the defaults. */
BRES_API void bres_export_options_init(bres_export_options *options);

/*
 * Writes a result as text in `format`, a name from bres_export_format_name(): the format of another
 * tool, or a long table ("csv-long", "jsonl"). `options` may be NULL for the defaults. Leaves out
 * the properties of the machine and everything that the format cannot express; see
 * benchresult-formats(7). The caller frees *text with bres_string_free().
 *
 * Errors: BRES_ERROR_ARGUMENT; BRES_ERROR_KEY for an unknown format; BRES_ERROR_CONFLICT if two
 * states would have one name; BRES_ERROR_VALUE if the format cannot express any state of a result
 * with states; those of bres_state_samples().
 */
BRES_API bres_status bres_result_export(const bres_result *result, const char *format,
                                        const bres_export_options *options, char **text);

#ifdef __cplusplus
}
#endif

#endif

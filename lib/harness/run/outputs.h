/* SPDX-License-Identifier: MIT */
/*
 * The files and streams that results are written to.
 */
#ifndef BRES_HARNESS_RUN_OUTPUTS_H
#define BRES_HARNESS_RUN_OUTPUTS_H

#include "harness/run/invocation.h"

typedef struct bres__outputs {
    bres__output_request *requests; /* requests of the command line, and the default */
    size_t count;
    uint32_t columns;      /* as in the invocation */
    const char *journaled; /* the output that has a journal: the first JSON file; NULL: none */
    char *journal;         /* path of the journal */
} bres__outputs;

/* Checks that each output can be written, and creates missing directories. Free the outputs even
 * after a failure. Errors: BRES_ERROR_NO_FILE, BRES_ERROR_IO; BRES_ERROR_CONFLICT for two outputs
 * to the same file or stream; BRES_ERROR_MEMORY. */
bres_status bres__outputs_open(bres__outputs *outputs, const bres__invocation *invocation);
void bres__outputs_free(bres__outputs *outputs);
/* Write the outputs to files, or the outputs to the standard streams, in their order. Continue
 * after a failure, and return the first failure. A pipe without a reader is not a failure. */
bres_status bres__outputs_write_files(const bres__outputs *outputs, bres_result *result);
bres_status bres__outputs_write_streams(const bres__outputs *outputs, bres_result *result);
/* Writes a text to the standard output. */
bres_status bres__outputs_print(const bres__text *text);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * The files and streams that results are written to.
 */
#ifndef BRES_HARNESS_RUN_OUTPUTS_H
#define BRES_HARNESS_RUN_OUTPUTS_H

#include "harness/run/invocation.h"

typedef struct bres__outputs {
    bres__output_request *requests; /* those of the command line, and the default one */
    size_t count;
    uint32_t columns;      /* as of the invocation */
    const char *journaled; /* the output that has a journal: the first JSON file; NULL: none */
    char *journal;         /* path of the journal */
} bres__outputs;

/* Finds out whether each output can be written, and makes missing directories. Free the outputs in
 * any case. Errors: BRES_ERROR_NO_FILE, BRES_ERROR_IO; BRES_ERROR_CONFLICT for two outputs to one
 * place; BRES_ERROR_MEMORY. */
bres_status bres__outputs_open(bres__outputs *outputs, const bres__invocation *invocation);
void bres__outputs_free(bres__outputs *outputs);
/* Writes the outputs to files, or those to the standard streams, in their order. Goes on after a
 * failure, and returns the first. A reader that has gone is no failure. */
bres_status bres__outputs_write_files(const bres__outputs *outputs, bres_result *result);
bres_status bres__outputs_write_streams(const bres__outputs *outputs, bres_result *result);
/* Writes a text to the standard output. */
bres_status bres__outputs_print(const bres__text *text);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * Locates the samples of one side, and reads them at first use.
 */
#ifndef BRES_COMPARE_EVIDENCE_SOURCE_H
#define BRES_COMPARE_EVIDENCE_SOURCE_H

#include "compare/evidence/timing.h"
#include "compare/evidence/warning.h"

/* The state of the values of a source. */
typedef enum bres__source_state {
    BRES__SOURCE_UNREAD,
    BRES__SOURCE_USABLE,
    BRES__SOURCE_MISSING,    /* the file does not exist */
    BRES__SOURCE_UNREADABLE, /* the file cannot be read, or has another size than recorded */
    BRES__SOURCE_EMPTY,
    BRES__SOURCE_INVALID /* a value is not finite and > 0 */
} bres__source_state;

/* Times or rates of one side. */
typedef struct bres__source {
    bool declared;             /* the state has values, or records a file of them */
    bres__source_state state;  /* of `values` */
    const char *what;          /* "sample times" or "sample frequencies" */
    uint64_t size;             /* recorded number of values */
    const bres_result *result; /* its reader loads the file */
    const char *path;          /* NULL: given in memory, or missing */
    const char *filename;      /* as recorded */
    bool in_memory;            /* `values` are borrowed */
    const float *values;
    size_t count;
    bres__samples *loaded; /* values read from the file, owned */
} bres__source;

/* Finds the sources of a state. */
bres_status bres__sources_find(const bres_state *state, const bres__metric *metric,
                               const bres__sidecar_summaries *sidecars, bres__source *times,
                               bres__source *rates, bres__warning_list *warnings);
/* Whether the source is declared and not empty, and its file, if any, exists and is not empty. */
bool bres__source_is_readable(const bres__source *source);
/* Reads a source at first use. Unusable values are not an error: they set the state of the source,
 * with a warning if the file cannot be read. Errors: BRES_ERROR_MEMORY. */
bres_status bres__source_read(bres__source *source, bres__warning_list *warnings);
/* Reads a source, which may be missing. Errors: BRES_ERROR_SIDECAR if its file exists and cannot be
 * read, or has values that are not samples; BRES_ERROR_MEMORY. */
bres_status bres__source_require(bres__source *source, bres__warning_list *warnings);
/* Why a source is unusable after reading, as a predicate after its name: "are missing". NULL: it is
 * usable. */
const char *bres__source_fault(const bres__source *source);
void bres__source_free(bres__source *source);

#endif

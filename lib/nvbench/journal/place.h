/* SPDX-License-Identifier: MIT */
/*
 * The file of a journal and its path. The process that has the lock of the file owns it. A new file
 * gets its path only when it is locked and has a head, so that no process finds an unfinished
 * journal without an owner.
 */
#ifndef BRES_NVBENCH_JOURNAL_PLACE_H
#define BRES_NVBENCH_JOURNAL_PLACE_H

#include "base/base.h"
#include "base/file/temporary.h"

typedef struct bres__journal_place {
    char *path;
    bres__temporary file; /* has a temporary name, or none, until it is published */
} bres__journal_place;

/* Prepares a place without a file. Free it in any case. */
bres_status bres__journal_place_init(bres__journal_place *place, const char *path);
/* Closes the file, which releases the lock. A file without its path is gone then. */
void bres__journal_place_free(bres__journal_place *place);
/* Opens and locks the file at the path. BRES_ERROR_NO_FILE if it does not exist,
 * BRES_ERROR_CONFLICT if another run has the lock. */
bres_status bres__journal_place_open(bres__journal_place *place);
/* Makes a locked file that does not have its path yet. */
bres_status bres__journal_place_make(bres__journal_place *place);
/* Gives the file its path. BRES_ERROR_CONFLICT if the path exists; the message says whether the
 * existing file is in use. */
bres_status bres__journal_place_publish(bres__journal_place *place);
/* *own: whether the file at the path is this one. */
bres_status bres__journal_place_is_own(const bres__journal_place *place, bool *own);

#endif

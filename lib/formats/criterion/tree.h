/* SPDX-License-Identifier: MIT */
/*
 * The directory that criterion.rs writes. The directory of a benchmark has a directory for each
 * baseline, which contains JSON files.
 */
#ifndef BRES_FORMATS_CRITERION_TREE_H
#define BRES_FORMATS_CRITERION_TREE_H

#include "formats/formats.h"

/* The files of a baseline. */
#define BRES__CRITERION_FILES 3
extern const char *const bres__criterion_files[BRES__CRITERION_FILES];

typedef struct criterion_walk {
    const char *baseline;
    /* Called with the descriptor and the path of each directory named `baseline` that is empty or
     * has at least one of the files. A status other than BRES_OK ends the walk. */
    bres_status (*visit)(void *user, int directory, const char *path);
    void *user;
    size_t entries; /* directory entries seen so far */
    size_t visited; /* directories visited so far */
} criterion_walk;

/* Visits the benchmarks in the order of their paths. Does not follow symbolic links. Errors:
 * those of `visit`; BRES_ERROR_LIMIT for too many entries or levels; BRES_ERROR_IO;
 * BRES_ERROR_MEMORY. */
bres_status bres__criterion_walk(criterion_walk *walk, int directory, const char *path);

#endif

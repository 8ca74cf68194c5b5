/* SPDX-License-Identifier: MIT */
/*
 * The directory that criterion.rs writes: in each directory of a benchmark a directory for each
 * baseline, with the files of JSON.
 */
#ifndef BRES_FORMATS_CRITERION_TREE_H
#define BRES_FORMATS_CRITERION_TREE_H

#include "formats/formats.h"

/* The files of a baseline. */
#define BRES__CRITERION_FILES 3
extern const char *const bres__criterion_files[BRES__CRITERION_FILES];

typedef struct criterion_walk {
    const char *baseline;
    /* Called for each directory of this name that has at least one of the files or is empty, by its
     * descriptor and its path. Another status than BRES_OK ends the walk. */
    bres_status (*visit)(void *user, int directory, const char *path);
    void *user;
    size_t entries; /* that the walk has seen */
    size_t visited; /* directories */
} criterion_walk;

/* Walks over the benchmarks in the order of their paths, and follows no symbolic links. Errors:
 * those of `visit`; BRES_ERROR_LIMIT for too many entries or levels; BRES_ERROR_IO;
 * BRES_ERROR_MEMORY. */
bres_status bres__criterion_walk(criterion_walk *walk, int directory, const char *path);

#endif

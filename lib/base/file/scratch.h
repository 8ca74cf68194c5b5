/* SPDX-License-Identifier: MIT */
/*
 * A directory for temporary files: what is removed with it.
 */
#ifndef BRES_BASE_FILE_SCRATCH_H
#define BRES_BASE_FILE_SCRATCH_H

#include <benchresult/base.h>

/* All zero is none. */
typedef struct bres__scratch_dir {
    char *path; /* without a '/' at its end */
} bres__scratch_dir;

bres_status bres__scratch_dir_make(bres__scratch_dir *scratch);
/* Removes it and the files in it. */
void bres__scratch_dir_remove(bres__scratch_dir *scratch);

#endif

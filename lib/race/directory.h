/* SPDX-License-Identifier: MIT */
/*
 * The directory with the results of all runs, and its journal.
 */
#ifndef BRES_RACE_DIRECTORY_H
#define BRES_RACE_DIRECTORY_H

#include "base/file/file.h"
#include "race/race.h"

typedef struct bres__race_directory {
    char *path;                /* NULL: none */
    bres__scratch_dir scratch; /* of a temporary directory */
    int journal;               /* descriptor; -1: none; locked against other races */
} bres__race_directory;

/*
 * Opens a directory and creates it if needed; a temporary one if `path` is NULL. `header`, a line,
 * identifies the race. `order` gets the letter of each complete pair. Set the journal to -1 before
 * the call, and close the directory even after a failure.
 */
bres_status bres__race_directory_open(bres__race_directory *directory, const char *path,
                                      bool resume, const char *header, bres__text *order);
/* Flushes a file or a directory to the disk. */
bres_status bres__race_directory_sync(const char *path);
/* Records a complete pair; it is on the disk when the call returns. */
bres_status bres__race_directory_add(const bres__race_directory *directory, char order);
/* Returns the path of a run's result; the file name begins with `side`. Release it with
 * bres__free(). NULL: out of memory. */
char *bres__race_directory_file(const bres__race_directory *directory, const char *side,
                                size_t pair);
/* Removes the directory and everything in it. */
bres_status bres__race_directory_remove(bres__race_directory *directory);
/* Releases the directory. Removes it from the disk only if it is temporary. */
void bres__race_directory_close(bres__race_directory *directory);

#endif

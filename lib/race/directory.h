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
    bres__scratch_dir scratch; /* what a temporary directory is */
    int journal;               /* descriptor; -1: none. Its lock keeps others out. */
} bres__race_directory;

/*
 * Opens a directory and makes it if needed, a temporary one when `path` is NULL. `header`, a line,
 * identifies the race. `order` gets a letter for each complete pair. Close it in any case; begin
 * with a journal of -1.
 */
bres_status bres__race_directory_open(bres__race_directory *directory, const char *path,
                                      bool resume, const char *header, bres__text *order);
/* Brings a file or a directory to the disk. */
bres_status bres__race_directory_sync(const char *path);
/* Records a complete pair; it is on the disk when the call returns. */
bres_status bres__race_directory_add(const bres__race_directory *directory, char order);
/* The path of a run's result, whose name begins with that of its side; bres__free() it. NULL: no
 * memory. */
char *bres__race_directory_file(const bres__race_directory *directory, const char *side,
                                size_t pair);
/* Removes the directory and everything in it. */
bres_status bres__race_directory_remove(bres__race_directory *directory);
/* Removes a temporary directory, keeps any other. */
void bres__race_directory_close(bres__race_directory *directory);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * Recursive removal of a directory.
 */
#ifndef BRES_BASE_FILE_TREE_H
#define BRES_BASE_FILE_TREE_H

#include <stdbool.h>

/* Removes a directory and its contents, up to 8 directories deep. Returns false if a part could not
 * be removed. */
bool bres__tree_remove(const char *path);

#endif

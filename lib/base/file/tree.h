/* SPDX-License-Identifier: MIT */
/*
 * Removing a directory in which programs have written.
 */
#ifndef BRES_BASE_FILE_TREE_H
#define BRES_BASE_FILE_TREE_H

#include <stdbool.h>

/* Removes a directory with all it contains, up to 8 directories deep. false: something could not be
 * removed. */
bool bres__tree_remove(const char *path);

#endif

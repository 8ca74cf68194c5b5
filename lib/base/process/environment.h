/* SPDX-License-Identifier: MIT */
/*
 * The environment of a program to start, as a NULL-terminated array. The caller must bres__free()
 * the array; the texts are borrowed. The functions return NULL when out of memory.
 */
#ifndef BRES_BASE_PROCESS_ENVIRONMENT_H
#define BRES_BASE_PROCESS_ENVIRONMENT_H

#include <stddef.h>

/* The caller's environment plus `variables`, a NULL-terminated list of "NAME=VALUE" (may be NULL),
 * which replace variables of the same name. */
char **bres__environment_with(const char *const *variables);
/* The variables of the caller's environment whose names are in one of `count` lists, and `added`.
 * Each list ends with NULL and may be NULL. */
char **bres__environment_only(const char *const *const *names, size_t count, const char *added);

#endif

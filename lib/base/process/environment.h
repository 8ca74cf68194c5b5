/* SPDX-License-Identifier: MIT */
/*
 * The environment of a program that is started: arrays ended by NULL. bres__free() them; the texts
 * are borrowed. NULL: no memory.
 */
#ifndef BRES_BASE_PROCESS_ENVIRONMENT_H
#define BRES_BASE_PROCESS_ENVIRONMENT_H

#include <stddef.h>

/* The caller's environment with these variables, "NAME=VALUE", ended by NULL; may be NULL. */
char **bres__environment_with(const char *const *variables);
/* The variables of the caller's environment whose names are in one of `count` lists, and one more.
 * Each list is ended by NULL, and may be NULL. */
char **bres__environment_only(const char *const *const *names, size_t count, const char *added);

#endif

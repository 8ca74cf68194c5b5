/* SPDX-License-Identifier: MIT */
/*
 * Names in texts, and messages about a name that is not among the known ones.
 */
#ifndef BRES_BASE_TEXT_NAMES_H
#define BRES_BASE_TEXT_NAMES_H

#include "base/text/nearest.h"
#include "base/text/text.h"

#include <benchresult/base.h>

/* Begin with { .nearest.unknown = NAME }. */
typedef struct bres__names {
    bres__nearest nearest;
    bres__text list; /* the known names: "a, b, c" */
} bres__names;

/* Adds a known name, which is borrowed. */
void bres__names_add(bres__names *names, const char *name);
/* Sets the error BRES_ERROR_KEY: a message (a printf format) such as "unknown benchmark 'x'",
 * followed by the nearest name and the list of the known ones. Frees the names.
 * Returns BRES_ERROR_KEY or BRES_ERROR_MEMORY. */
bres_status bres__names_error(bres__names *names, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The length of the name that a text begins with: ASCII letters, digits and underscores, no digit
 * first; 0 if there is none. */
size_t bres__identifier_length(const char *text, size_t length);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * Error messages for an unknown name, and recognition of identifiers.
 */
#ifndef BRES_BASE_TEXT_NAMES_H
#define BRES_BASE_TEXT_NAMES_H

#include "base/text/nearest.h"
#include "base/text/text.h"

#include <benchresult/base.h>

/* Initialize with { .nearest.unknown = NAME }. */
typedef struct bres__names {
    bres__nearest nearest;
    bres__text list; /* the known names: "a, b, c" */
} bres__names;

/* Adds a known name, which is borrowed. */
void bres__names_add(bres__names *names, const char *name);
/* Sets the error BRES_ERROR_KEY: a message (a printf format) such as "unknown benchmark 'x'",
 * followed by the nearest known name and the list of known names. Frees `names`.
 * Returns BRES_ERROR_KEY or BRES_ERROR_MEMORY. */
bres_status bres__names_error(bres__names *names, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The length of the identifier at the start of a text: ASCII letters, digits and underscores, not
 * starting with a digit; 0 if the text does not start with an identifier. */
size_t bres__identifier_length(const char *text, size_t length);

#endif

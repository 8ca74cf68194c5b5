/* SPDX-License-Identifier: MIT */
/*
 * Messages about an unknown name: the known names, and the one that may have been meant.
 */
#ifndef BRES_BASE_TEXT_NAMES_H
#define BRES_BASE_TEXT_NAMES_H

#include "base/text/text.h"

#include <benchresult/base.h>

/* The known names, and an unknown one. Begin with { .unknown = NAME }. */
typedef struct bres__names {
    const char *unknown;
    bool options;        /* they are options: shown with dashes, and not listed */
    bres__text list;     /* "a, b, c" */
    const char *nearest; /* borrowed; NULL: none is near */
    size_t distance;     /* between that and `unknown` */
} bres__names;

/* The name is borrowed. */
void bres__names_add(bres__names *names, const char *name);
/* BRES_ERROR_KEY: a message (a printf format) such as "unknown benchmark 'x'", and behind it a name
 * that may have been meant, and the list. Frees the names. */
bres_status bres__names_error(bres__names *names, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif

/* SPDX-License-Identifier: MIT */
/*
 * Shortening names that are too long for a column.
 */
#ifndef BRES_REPORT_SHORTEN_H
#define BRES_REPORT_SHORTEN_H

#include "base/base.h"

/* Appends the names, each followed by a NUL. Names of more than `width` columns are cut where they
 * are equal. Different names stay different, and take more columns if necessary. Control characters
 * become visible, and `|` becomes U+2758. */
void bres__put_distinct(bres__text *text, const char *const *names, size_t count, size_t width);

#endif

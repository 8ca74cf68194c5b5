/* SPDX-License-Identifier: MIT */
/*
 * Names that are too long for a column.
 */
#ifndef BRES_REPORT_SHORTEN_H
#define BRES_REPORT_SHORTEN_H

#include "base/base.h"

/* Appends the names, each with a NUL behind it. Names of more than `width` columns are cut where
 * they agree, and so that different names stay different: if needed, they take more columns.
 * Control characters become visible, and `|` becomes U+2758. */
void bres__put_distinct(bres__text *text, const char *const *names, size_t count, size_t width);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * Names that are too long for a column.
 */
#ifndef BRES_REPORT_SHORTEN_H
#define BRES_REPORT_SHORTEN_H

#include "base/base.h"

/* Appends a name of at most `width` columns: an ellipsis replaces the middle of a longer one.
 * Control characters become visible, and `|` becomes U+2758. */
void bres__put_shortened(bres__text *text, const char *name, size_t width);

#endif

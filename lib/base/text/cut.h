/* SPDX-License-Identifier: MIT */
/*
 * Texts cut in the middle: the end of a name often tells more than its middle.
 */
#ifndef BRES_BASE_TEXT_CUT_H
#define BRES_BASE_TEXT_CUT_H

#include "base/text/text.h"

/* Bytes of the longest beginning of a string that fits into this many columns. Combining marks stay
 * with their character. */
size_t bres__text_head(const char *string, size_t columns);
/* Where the longest end of a string that fits begins. */
size_t bres__text_tail(const char *string, size_t columns);
/* Appends the string, or as much of its beginning and its end as fits into this many columns with
 * an ellipsis between them. `columns` is at least 1. */
void bres__text_put_cut(bres__text *text, const char *string, size_t columns);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * Truncates text in the middle: the end of a name is often more informative than its middle.
 */
#ifndef BRES_BASE_TEXT_CUT_H
#define BRES_BASE_TEXT_CUT_H

#include "base/text/text.h"

/* Bytes of the longest prefix of a string that fits into `columns`. Combining marks stay with their
 * base character. */
size_t bres__text_head(const char *string, size_t columns);
/* Offset of the longest suffix of a string that fits into `columns`. */
size_t bres__text_tail(const char *string, size_t columns);
/* Appends the string. If it does not fit into `columns`, replaces its middle with an ellipsis.
 * `columns` is at least 1. */
void bres__text_put_cut(bres__text *text, const char *string, size_t columns);

#endif

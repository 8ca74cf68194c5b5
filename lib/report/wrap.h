/* SPDX-License-Identifier: MIT */
/*
 * Wrapping sentences into lines of a limited width.
 */
#ifndef BRES_REPORT_WRAP_H
#define BRES_REPORT_WRAP_H

#include "base/base.h"

/* Width of a line of a report, in columns. */
#define BRES__REPORT_WIDTH 80

/* Appends `lead`, then the words of a text, with line breaks: lines have at most `width` columns,
 * and all but the first begin with `indent` blanks. A word longer than a line is divided. Control
 * characters become visible. */
void bres__put_wrapped(bres__text *text, size_t width, const char *lead, size_t indent,
                       const char *words);

#endif

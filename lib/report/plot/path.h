/* SPDX-License-Identifier: MIT */
/*
 * Templates of the paths of charts.
 */
#ifndef BRES_REPORT_PLOT_PATH_H
#define BRES_REPORT_PLOT_PATH_H

#include "base/base.h"

/* The extension of a file name with its dot; "" without an extension. A dot at the beginning of a
 * name does not begin an extension. */
const char *bres__path_ending(const char *path);
/* true when the extension names a supported format: svg, png or pdf. */
bool bres__plot_path_has_form(const char *path);
/* The values of a template's fields. */
typedef struct bres__plot_fields {
    const char *benchmark;
    const char *device;
    const char *axis;
    size_t pair;
} bres__plot_fields;
/* Appends the path that results from a template. In names, each run of characters other than
 * letters, digits, `_` and `-` becomes one `_`. BRES_ERROR_ARGUMENT for an unknown field or an
 * unmatched brace. */
bres_status bres__plot_path_expand(bres__text *path, const char *template,
                                   const bres__plot_fields *fields);

#endif

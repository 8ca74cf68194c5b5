/* SPDX-License-Identifier: MIT */
/*
 * Templates of the paths of charts.
 */
#ifndef BRES_REPORT_PLOT_PATH_H
#define BRES_REPORT_PLOT_PATH_H

#include "base/base.h"

/* The last point of the name and what follows; its end when there is none. A name that only begins
 * with a point has no ending. */
const char *bres__path_ending(const char *path);
/* true when the path ends in a form that can be drawn. */
bool bres__plot_path_has_form(const char *path);
/* What the fields of a template stand for. */
typedef struct bres__plot_fields {
    const char *benchmark;
    const char *device;
    const char *axis;
    size_t pair;
} bres__plot_fields;
/* Appends the path that a template means, its fields made harmless. BRES_ERROR_ARGUMENT when it is
 * no template. */
bres_status bres__plot_path_expand(bres__text *path, const char *template,
                                   const bres__plot_fields *fields);

#endif

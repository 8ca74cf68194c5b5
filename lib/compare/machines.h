/* SPDX-License-Identifier: MIT */
#ifndef BRES_COMPARE_MACHINES_H
#define BRES_COMPARE_MACHINES_H

#include "compare/comparison.h"

/* Logs a warning, with both values, for each fact that identifies a machine (room system) and
 * differs between the results, or between the parts of a merged result. Also logs a warning for
 * times of different clocks, as an import records them. Skips parts that lack the fact. Errors:
 * BRES_ERROR_MEMORY. */
bres_status bres__machines_check(const bres_comparison *comparison,
                                 const bres_compare_options *options);
/* Appends a JSON value to a message, shortened. A string appears in quotes, with its escapes
 * decoded. */
bres_status bres__fact_put_value(bres__text *text, const bres__slice *value);

#endif

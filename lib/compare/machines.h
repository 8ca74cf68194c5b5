/* SPDX-License-Identifier: MIT */
#ifndef BRES_COMPARE_MACHINES_H
#define BRES_COMPARE_MACHINES_H

#include "compare/comparison.h"

/* Warns of each fact that identifies a machine (room system) and differs between the results, or
 * between the parts of a merged result, with both values; and of times of different clocks, as an
 * import records them. A part without the fact is not compared.
 * Errors: BRES_ERROR_MEMORY. */
bres_status bres__machines_check(const bres_comparison *comparison,
                                 const bres_compare_options *options);
/* Appends JSON text for a message, shortened; a string is quoted, without its escapes. */
bres_status bres__fact_put_value(bres__text *text, const bres__slice *value);

#endif

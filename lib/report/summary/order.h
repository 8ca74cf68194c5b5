/* SPDX-License-Identifier: MIT */
/*
 * The order of the states in the summary report, and the number of states that it shows.
 */
#ifndef BRES_REPORT_SUMMARY_ORDER_H
#define BRES_REPORT_SUMMARY_ORDER_H

#include "base/base.h"

#include <benchresult/model.h>

/* All zero: keeps every state, in the order of the file. */
typedef struct bres__summary_order {
    uint32_t column; /* a bres_column, or BRES_COLUMN_DEFAULT: the order of the file */
    bool is_descending;
    size_t top; /* states to keep; 0: all */
} bres__summary_order;

/* BRES_ERROR_ARGUMENT for a column that is not a column of numbers. */
bres_status bres__summary_order_check(const bres__summary_order *order);
/* Sorts the states and removes those beyond the top. States without a number come last; equal
 * states keep their order. Skipped states are kept, and do not count toward the top. Errors:
 * BRES_ERROR_MEMORY, those of bres_state_samples(). */
bres_status bres__summary_order_apply(const bres__summary_order *order, const bres_state **states,
                                      size_t *count);

#endif

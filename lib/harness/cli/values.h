/* SPDX-License-Identifier: MIT */
/*
 * The values of an axis as a text, such as 8,16,32 or [8:64:8].
 */
#ifndef BRES_HARNESS_CLI_VALUES_H
#define BRES_HARNESS_CLI_VALUES_H

#include "harness/cli/operand.h"
#include "harness/suite/axis.h"

/* Fills an axis, whose type is set, with the values of an operand, see bres__operand_list. The
 * caller clears the axis even after a failure. Errors: BRES_ERROR_VALUE, BRES_ERROR_MEMORY, those
 * of ranges. */
bres_status bres__axis_fill_operand(bres__axis *values, bres__slice operand);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * Parameters as texts, and their values as text.
 */
#ifndef BRES_TUNE_TEXT_PARAMETER_H
#define BRES_TUNE_TEXT_PARAMETER_H

#include "base/text/text.h"
#include "harness/suite/suite.h"

/* Adds an axis by a text, see bres_tuner_add_parameter_text(). */
bres_status bres__parameter_add_text(bres_bench *bench, const char *text);
/* Appends a value: a power of two as a plain number, a real with all digits. */
void bres__parameter_put_value(bres__text *text, const bres__axis *axis, size_t index);

#endif

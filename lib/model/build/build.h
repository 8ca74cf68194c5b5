/* SPDX-License-Identifier: MIT */
/*
 * What the builders share. A builder makes all that it needs in the arena first and changes the
 * model last, so that a failure leaves nothing but unused memory.
 */
#ifndef BRES_MODEL_BUILD_BUILD_H
#define BRES_MODEL_BUILD_BUILD_H

#include "model/model.h"

/* BRES_ERROR_ARGUMENT for NULL and for text that is not UTF-8; `what` begins the message. */
bres_status bres__check_text(const char *text, const char *what);
/* Makes a named value whose JSON form is a string; false without memory. Name and type are
 * borrowed, the text is copied. */
bool bres__value_make(const char *name, const char *type, const char *text, bres__arena *arena,
                      bres_value *value);
/* The member of a valid JSON text as a text of its own; NULL when the text is no object or has no
 * such member. */
bres_status bres__member_text(const char *json, const char *key, bres__arena *arena,
                              const char **member);
/* true when the value is 2^exponent as an int64 holds it: 2^63 is its smallest number. */
bool bres__pow2_exponent(int64_t value, int64_t *exponent);
/* A double as names of states and axes show it, with five significant digits. */
void bres__format_short(char buffer[BRES__NUMBER_SIZE], double value);
/* Adds the rates of a measurement with this mean time in seconds; a `peak` of 0 omits the
 * utilization. */
void bres__summaries_add_rates(bres__summaries *set, const bres__work *work, double peak,
                               double mean);

#endif

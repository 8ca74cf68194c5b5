/* SPDX-License-Identifier: MIT */
/*
 * Shared by the builders. A builder first makes everything in the arena and changes the model last,
 * so that a failure only leaves unused memory.
 */
#ifndef BRES_MODEL_BUILD_BUILD_H
#define BRES_MODEL_BUILD_BUILD_H

#include "model/model.h"

/* BRES_ERROR_ARGUMENT for NULL and for text that is not UTF-8. The message begins with `what`. */
bres_status bres__check_text(const char *text, const char *what);
/* Makes a named value whose JSON form is a string; false when out of memory. Borrows the name and
 * the type, copies the text. */
bool bres__value_make(const char *name, const char *type, const char *text, bres__arena *arena,
                      bres_value *value);
/* The member of a valid JSON text as a separate text in the arena; NULL when the text is not an
 * object or lacks the member. */
bres_status bres__member_text(const char *json, const char *key, bres__arena *arena,
                              const char **member);
/* true when the value is 2^exponent; 2^63 is stored as INT64_MIN. */
bool bres__pow2_exponent(int64_t value, int64_t *exponent);
/* Writes a double as in the names of states and axes, with five significant digits. */
void bres__format_short(char buffer[BRES__NUMBER_SIZE], double value);
/* Adds the rates of a measurement with this mean time in seconds; a `peak` of 0 omits the
 * utilization. */
void bres__summaries_add_rates(bres__summaries *set, const bres__work *work, double peak,
                               double mean);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * Human-readable text that quotes input: control characters are escaped (base/visible.h).
 */
#ifndef BRES_BASE_TEXT_VISIBLE_H
#define BRES_BASE_TEXT_VISIBLE_H

#include "base/text/text.h"

#include <benchresult/base.h>

/* Append with the control characters escaped. */
void bres__text_append_visible(bres__text *text, const char *data, size_t length);
void bres__text_puts_visible(bres__text *text, const char *string);
/* The same for multi-line text: keeps newlines and tabs. */
void bres__text_puts_visible_lines(bres__text *text, const char *string);
/* Passes a message to a log, with its control characters escaped. Truncates a message of more than
 * 4 KiB when out of memory. */
void bres__log_say(bres_log_fn log, void *user, bres_log_level level, const char *message);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * Texts for people that quote what a file says, with its control characters made visible.
 */
#ifndef BRES_BASE_TEXT_VISIBLE_H
#define BRES_BASE_TEXT_VISIBLE_H

#include "base/text/text.h"

#include <benchresult/base.h>

/* Append with the control characters made visible. */
void bres__text_append_visible(bres__text *text, const char *data, size_t length);
void bres__text_puts_visible(bres__text *text, const char *string);
/* The same for a text of several lines: newlines and tabs stay. */
void bres__text_puts_visible_lines(bres__text *text, const char *string);
/* Passes a message to a log, with its control characters made visible; without memory, one of more
 * than 4 KiB is cut. */
void bres__log_say(bres_log_fn log, void *user, bres_log_level level, const char *message);

#endif

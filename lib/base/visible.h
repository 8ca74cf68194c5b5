/* SPDX-License-Identifier: MIT */
/*
 * Texts for people that quote what a file says. Control characters (C0, DEL and C1) could command a
 * terminal or break a line: they are shown as \n, \t, \r, \x1B or \u009B.
 */
#ifndef BRES_BASE_VISIBLE_H
#define BRES_BASE_VISIBLE_H

#include "base/text/text.h"

#include <benchresult/base.h>

/* A control character as it is shown, with its NUL. */
#define BRES__ESCAPE_SIZE 8

/* How many bytes the control character takes that `data` begins with; 0, with nothing in `escape`,
 * when there is none. `length` is not 0. */
size_t bres__visible_escape(const char *data, size_t length, char escape[BRES__ESCAPE_SIZE]);
/* Append with the control characters made visible. */
void bres__text_append_visible(bres__text *text, const char *data, size_t length);
void bres__text_puts_visible(bres__text *text, const char *string);
/* The same for a text of several lines: newlines and tabs stay. */
void bres__text_puts_visible_lines(bres__text *text, const char *string);
/* Tells a log, with the control characters of the message made visible. */
void bres__log_say(bres_log_fn log, void *user, bres_log_level level, const char *message);

#endif

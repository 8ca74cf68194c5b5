/* SPDX-License-Identifier: MIT */
/*
 * Events: JSON objects that a tool writes, one per line. The benchmarks may write other output
 * between the events or before an event on the same line, and other JSON objects.
 */
#ifndef BRES_FORMATS_EVENTS_H
#define BRES_FORMATS_EVENTS_H

#include "formats/formats.h"

/* Whether a text is an event of a tool. `whole`: the text is a complete object; otherwise it is the
 * beginning of an object, which may be cut off anywhere. */
typedef bool (*bres__event_test)(const bres__slice *text, bool whole);
typedef bres_status (*bres__event_read)(void *user, const bres__slice *event);

/* Whether the member `key` of an event is a string in the NULL-terminated list `values`; NULL: any
 * string. Members after a nested object or list are not found. */
bool bres__event_has(const bres__slice *event, const char *key, const char *const *values);
/* Calls `read` for each event of the input. An object nested in another object is not an event. An
 * incomplete event at the start of a line, as in a truncated file, is an error; after other output
 * it causes a warning. A lenient import drops events with errors. Errors name the line as their
 * place. */
bres_status bres__events_read(bres__import *import, bres__event_test is_event,
                              bres__event_read read, void *user);
/* Whether a line of the text has an event, and no line up to it begins with an entry of the
 * NULL-terminated list `text_begins`: the prefixes of the tool's plain-text output. */
bool bres__events_detect(bres__slice text, bres__event_test is_event,
                         const char *const *text_begins);

#endif

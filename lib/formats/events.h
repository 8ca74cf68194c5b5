/* SPDX-License-Identifier: MIT */
/*
 * Events: JSON objects that a tool writes, each on a line. The benchmarks of the tool write other
 * output between the events, also before an event on its line, and other JSON objects.
 */
#ifndef BRES_FORMATS_EVENTS_H
#define BRES_FORMATS_EVENTS_H

#include "formats/formats.h"

/* Whether a text is an event of a tool. `whole`: it is an object; otherwise it is only the
 * beginning of one, which may end anywhere. */
typedef bool (*bres__event_test)(const bres__slice *text, bool whole);
typedef bres_status (*bres__event_read)(void *user, const bres__slice *event);

/* Whether an event has the member `key` with a string, one of `values`, a NULL-ended list; NULL:
 * any string. Members behind an object or a list are not found. */
bool bres__event_has(const bres__slice *event, const char *key, const char *const *values);
/* Calls `read` for each event of the input. What is in another object is not an event. An event
 * that is not complete is an error if it begins its line, as in a file that was cut off, and behind
 * output a warning. A lenient import drops events with errors. Errors have the line as their place.
 */
bres_status bres__events_read(bres__import *import, bres__event_test is_event,
                              bres__event_read read, void *user);
/* Whether some line of a text has an event, and no line before it begins like the text that the
 * tool writes instead of events: `text_begins`, a NULL-ended list. */
bool bres__events_detect(bres__slice text, bres__event_test is_event,
                         const char *const *text_begins);

#endif

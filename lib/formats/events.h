/* SPDX-License-Identifier: MIT */
/*
 * Events: JSON objects that a tool writes, each at the end of a line. The benchmarks of the tool
 * write other output between the events, and on the same line before an event.
 */
#ifndef BRES_FORMATS_EVENTS_H
#define BRES_FORMATS_EVENTS_H

#include "base/json/json.h"

typedef enum bres__event {
    BRES__EVENT_NONE, /* other output */
    BRES__EVENT_WHOLE,
    BRES__EVENT_CUT /* begins like an event; no object ends at the end of the line */
} bres__event;

/* Finds the event in a line: an object in which one of the keys, a NULL-ended list, has a string.
 * Events have no objects inside. *event begins at the event. */
bres__event bres__event_find(const bres__slice *line, const char *const *keys, bres__slice *event);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * Events: JSON objects that a tool writes, each on a line. The benchmarks of the tool write other
 * output between the events, also before an event on its line, and other JSON objects.
 */
#ifndef BRES_FORMATS_EVENTS_H
#define BRES_FORMATS_EVENTS_H

#include "formats/formats.h"

typedef enum bres__event {
    BRES__EVENT_NONE, /* other output, up to the end of the line */
    BRES__EVENT_WHOLE,
    BRES__EVENT_CUT /* begins like an event, and is not complete */
} bres__event;

/* Whether a text is an event of a tool. `whole`: it is an object; otherwise it is only the
 * beginning of one, which may end anywhere. */
typedef bool (*bres__event_test)(const bres__slice *text, bool whole);

/* The events of a line. */
typedef struct bres__events {
    bres__event_test is_event;
    bres__slice rest; /* of the line */
    const char *last; /* the line, if it is the last one of the text and has no end; else NULL */
    bool has_no_end;  /* brackets that are open in the rest do not close in this line */
} bres__events;

/* The events of a line; `rest` is the text behind it. */
bres__events bres__events_of(const bres__slice *line, const bres__slice *rest,
                             bres__event_test is_event);
/* Finds the next event. An object that the end of the text cuts off is an event, too. What is in
 * another object is not an event. */
bres__event bres__event_next(bres__events *events, bres__slice *event);
/* Whether an event has the member `key` with a string, one of `values`, a NULL-ended list; NULL:
 * any string. Members behind an object or a list are not found. */
bool bres__event_has(const bres__slice *event, const char *key, const char *const *values);
/* What an event that is not complete means: an error if it begins the line, as in a file that was
 * cut off, and behind output a warning. */
bres_status bres__event_cut(bres__import *import, const bres__slice *line, const bres__slice *event,
                            uint64_t number);
/* Whether some line of a text has an event, and no line before it begins like the text that the
 * tool writes instead of events: `text_begins`, a NULL-ended list. */
bool bres__events_detect(bres__slice text, bres__event_test is_event,
                         const char *const *text_begins);

#endif

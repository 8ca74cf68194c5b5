/* SPDX-License-Identifier: MIT */
/*
 * Room timer: task specs, which describe the task that was timed.
 */
#ifndef BRES_TIMER_SPEC_SPEC_H
#define BRES_TIMER_SPEC_SPEC_H

#include "base/base.h"

#include <benchresult/measurement.h>

/* The texts of a task spec, in the order in which files have them. */
#define BRES__SPEC_TEXT_COUNT 7u

typedef struct bres__spec_text {
    const char *name; /* as in JSON */
    size_t offset;    /* in bres_task_spec */
    const char *null; /* default that replaces NULL; NULL: NULL is itself a value */
} bres__spec_text;

extern const bres__spec_text bres__spec_texts[BRES__SPEC_TEXT_COUNT];

static inline const char *bres__or_empty(const char *text)
{
    return text != NULL ? text : "";
}

const char *bres__spec_get(const bres_task_spec *spec, const bres__spec_text *text);
void bres__spec_set(bres_task_spec *spec, const bres__spec_text *text, const char *value);

/* Checks and completes a caller's spec (NULL: the defaults); texts are borrowed. */
bres_status bres__spec_load(bres_task_spec *full, const bres_task_spec *user);
/* Copies a spec with its texts, which go to the arena; false: out of memory. */
bool bres__spec_copy(bres_task_spec *copy, const bres_task_spec *spec, bres__arena *arena);
/* Appends the spec as a JSON object. */
void bres__spec_write(bres__json_writer *writer, const bres_task_spec *spec);

void bres__spec_put_title(bres__text *text, const bres_task_spec *spec);
/* Title, description and setup as they are, control characters included. */
void bres__spec_put_summary(bres__text *text, const bres_task_spec *spec);

#endif

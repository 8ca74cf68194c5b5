/* SPDX-License-Identifier: MIT */
/*
 * Room timer: task specs, which say what was timed.
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
    const char *null; /* what NULL stands for; NULL where it is a value of its own */
} bres__spec_text;

extern const bres__spec_text bres__spec_texts[BRES__SPEC_TEXT_COUNT];

static inline const char *bres__or_empty(const char *text)
{
    return text != NULL ? text : "";
}

const char *bres__spec_get(const bres_task_spec *spec, const bres__spec_text *text);
void bres__spec_set(bres_task_spec *spec, const bres__spec_text *text, const char *value);

/* A caller's spec (NULL: the defaults), checked and complete; texts are borrowed. */
bres_status bres__spec_load(bres_task_spec *full, const bres_task_spec *user);
/* The same with texts of its own in the arena; false without memory. */
bool bres__spec_copy(bres_task_spec *copy, const bres_task_spec *spec, bres__arena *arena);
/* Appends the spec as a JSON object. */
void bres__spec_write(bres__json_writer *writer, const bres_task_spec *spec);

void bres__spec_put_title(bres__text *text, const bres_task_spec *spec);
/* Title, description and setup as they are, control characters included. */
void bres__spec_put_summary(bres__text *text, const bres_task_spec *spec);

#endif

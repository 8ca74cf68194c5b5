/* SPDX-License-Identifier: MIT */
/*
 * Room timer: measurements, task specs and the units of times. The timer has a header of its own.
 */
#ifndef BRES_TIMER_MEASUREMENT_MEASUREMENT_H
#define BRES_TIMER_MEASUREMENT_MEASUREMENT_H

#include "base/base.h"

#include <benchresult/measurement.h>

/* --- Task specs ------------------------------------------------------------------------------- */

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

/* --- Keys ------------------------------------------------------------------------------------- */

/* Appends a text, or NULL, to a key: no two lists of texts make the same one. */
void bres__key_put(bres__text *key, const char *string);
/* Appends all of a spec: keys are equal when the specs are. */
void bres__key_put_spec(bres__text *key, const bres_task_spec *spec);

/* --- Units and digits ------------------------------------------------------------------------- */

typedef struct bres__time_unit {
    const char *name; /* "microseconds" */
    const char *symbol;
    double seconds;
} bres__time_unit;

/* The unit in which a time is shown: the largest that is not above it, a nanosecond at least. What
 * is a millionth below a unit counts as that unit, for it would be shown as 1000 of the smaller. */
const bres__time_unit *bres__time_unit_of(double seconds);
/* ceil(log10(value)), in single precision: 0 for 1.0, 1 for 9.99 and for 10; 0 for zero and for
 * infinity. */
int bres__digits_before_point(double value);
/* The value with so many significant digits; the last one is rounded half to even, in single
 * precision where its range allows. */
double bres__trim_digits(double value, int digits);

/* --- Measurements ----------------------------------------------------------------------------- */

/* The summary of a state that says which measurement it was made of. */
#define BRES__TAG_MEASUREMENT "bres/measurement"

/* Made as a whole; only the metadata may change afterwards. */
struct bres_measurement {
    bres__arena arena; /* texts */
    bres_task_spec spec;
    uint64_t number_per_run;
    size_t count;
    double *raw_times; /* one allocation with the two below; NULL when there is no block */
    double *times;     /* seconds per execution */
    double *sorted;    /* the same, ascending */
    double mean;       /* the statistics are 0 when there is no block */
    double median;
    double q1;
    double q3;
    double ratio; /* iqr / median */
    bool has_ratio;
    int figures;
    const char *title;
    const char *row_name;
    const char *text;
    char *metadata; /* JSON object, or NULL */
};

/* Fills in the statistics from the sorted times. */
void bres__measurement_compute(bres_measurement *measurement);
/* Appends what people read. */
void bres__measurement_put_text(bres__text *text, const bres_measurement *measurement);
/* BRES_ERROR_ARGUMENT when the array, or one of its elements, is NULL. */
bres_status bres__measurement_check_list(const bres_measurement *const *measurements, size_t count,
                                         const char *function);

#endif

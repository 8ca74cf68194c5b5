/* SPDX-License-Identifier: MIT */
/*
 * Room timer: measurements, keys of task specs and the units of times.
 */
#ifndef BRES_TIMER_MEASUREMENT_MEASUREMENT_H
#define BRES_TIMER_MEASUREMENT_MEASUREMENT_H

#include "base/base.h"
#include "timer/spec/spec.h"

#include <benchresult/measurement.h>

/* Appends a text, or NULL, to a key: different lists of texts make different keys. */
void bres__key_put(bres__text *key, const char *string);
/* Appends a whole spec: two keys are equal exactly if their specs are. */
void bres__key_put_spec(bres__text *key, const bres_task_spec *spec);

typedef struct bres__time_unit {
    const char *name; /* "microseconds" */
    const char *symbol;
    double seconds;
} bres__time_unit;

/* The unit in which a time is shown: the largest unit not above the time, at least a nanosecond. A
 * time up to a millionth below a unit is shown in that unit; otherwise it would be shown as 1000 of
 * the smaller unit. */
const bres__time_unit *bres__time_unit_of(double seconds);
/* ceil(log10(value)), in single precision: 0 for 1.0, 1 for 9.99 and for 10; 0 for zero and for
 * infinity. */
int bres__digits_before_point(double value);
/* The value with `digits` significant digits; the last digit is rounded half to even, in single
 * precision if the value is in its range. */
double bres__trim_digits(double value, int digits);

/* Tag of the summary in which a state records its measurement. */
#define BRES__TAG_MEASUREMENT "bres/measurement"

/* Does not change after creation, except the metadata. */
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
/* Appends the human-readable text. */
void bres__measurement_put_text(bres__text *text, const bres_measurement *measurement);
/* BRES_ERROR_ARGUMENT when the array, or one of its elements, is NULL. */
bres_status bres__measurement_check_list(const bres_measurement *const *measurements, size_t count,
                                         const char *function);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * Measurements: creation and accessors.
 */
#include "timer/measurement/measurement.h"

#include "stats/stats.h"

#include <math.h>
#include <string.h>

static bres_status check_times(const double *times, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(times[i]) || times[i] < 0)
            return bres__error(BRES_ERROR_VALUE,
                               "raw time %zu is %g s (expected a finite time of 0 or more)", i,
                               times[i]);
    }
    return BRES_OK;
}

static bres_status check_parts(uint64_t number_per_run, const double *raw_times, size_t count)
{
    if (number_per_run == 0 || number_per_run > INT64_MAX)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "bres_measurement_new: number_per_run is %llu (expected 1 to 2^63-1)",
                           (unsigned long long)number_per_run);
    if (raw_times == NULL && count != 0)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_measurement_new: raw_times is NULL");
    return check_times(raw_times, count);
}

/* Copies the times, raw, per execution and sorted. */
static bool take_times(bres_measurement *measurement, const double *raw_times)
{
    const size_t count = measurement->count;

    if (count == 0)
        return true;
    measurement->raw_times = bres__calloc(count, 3 * sizeof(double));
    if (measurement->raw_times == NULL)
        return false;
    measurement->times = measurement->raw_times + count;
    measurement->sorted = measurement->times + count;
    for (size_t i = 0; i < count; i++) {
        measurement->raw_times[i] = raw_times[i];
        measurement->times[i] = raw_times[i] / (double)measurement->number_per_run;
    }
    memcpy(measurement->sorted, measurement->times, count * sizeof(double));
    bres__sort_float64(measurement->sorted, count);
    return true;
}

/* Copies the text to the arena and clears it; NULL: out of memory. */
static const char *keep_text(bres_measurement *measurement, bres__text *text)
{
    const char *kept = NULL;

    if (!text->failed)
        kept =
            bres__arena_copy(&measurement->arena, text->length > 0 ? text->data : "", text->length);
    bres__text_clear(text);
    return kept;
}

static bool make_texts(bres_measurement *measurement)
{
    const bres_task_spec *spec = &measurement->spec;
    bres__text text = { 0 };
    bres__text shown = { 0 };

    bres__spec_put_title(&text, spec);
    measurement->title = keep_text(measurement, &text);
    if (bres__or_empty(spec->sub_label)[0] != '\0')
        measurement->row_name = spec->sub_label;
    else
        measurement->row_name = spec->stmt[0] != '\0' ? spec->stmt : "[Unknown]";
    bres__measurement_put_text(&text, measurement);
    if (!text.failed) {
        bres__text_puts_visible_lines(&shown, text.data);
        measurement->text = keep_text(measurement, &shown);
    }
    bres__text_free(&text);
    bres__text_free(&shown);
    return measurement->title != NULL && measurement->text != NULL;
}

bres_status bres_measurement_new(const bres_task_spec *spec, uint64_t number_per_run,
                                 const double *raw_times, size_t count,
                                 bres_measurement **measurement)
{
    bres_measurement *made;
    bres_task_spec full;
    bres_status status;

    if (measurement == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_measurement_new: measurement is NULL");
    *measurement = NULL;
    status = check_parts(number_per_run, raw_times, count);
    if (status == BRES_OK)
        status = bres__spec_load(&full, spec);
    if (status != BRES_OK)
        return status;
    made = bres__calloc(1, sizeof(*made));
    if (made == NULL)
        return bres__error_memory();
    made->number_per_run = number_per_run;
    made->count = count;
    if (!bres__spec_copy(&made->spec, &full, &made->arena) || !take_times(made, raw_times)) {
        bres_measurement_free(made);
        return bres__error_memory();
    }
    bres__measurement_compute(made);
    if (!make_texts(made)) {
        bres_measurement_free(made);
        return bres__error_memory();
    }
    *measurement = made;
    return BRES_OK;
}

void bres_measurement_free(bres_measurement *measurement)
{
    if (measurement == NULL)
        return;
    bres__free(measurement->metadata);
    bres__free(measurement->raw_times);
    bres__arena_free(&measurement->arena);
    bres__free(measurement);
}

bres_status bres_measurement_set_metadata_json(bres_measurement *measurement, const char *json)
{
    char *copy = NULL;
    bres_status status;

    if (measurement == NULL)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "bres_measurement_set_metadata_json: the measurement is NULL");
    if (json != NULL) {
        status = bres__json_check_object(json);
        if (status != BRES_OK) {
            bres__error_prefix("the metadata");
            return status;
        }
        copy = bres__strdup(json);
        if (copy == NULL)
            return bres__error_memory();
    }
    bres__free(measurement->metadata);
    measurement->metadata = copy;
    return BRES_OK;
}

const bres_task_spec *bres_measurement_spec(const bres_measurement *measurement)
{
    return measurement != NULL ? &measurement->spec : NULL;
}

uint64_t bres_measurement_number_per_run(const bres_measurement *measurement)
{
    return measurement != NULL ? measurement->number_per_run : 0;
}

size_t bres_measurement_count(const bres_measurement *measurement)
{
    return measurement != NULL ? measurement->count : 0;
}

const double *bres_measurement_raw_times(const bres_measurement *measurement)
{
    return measurement != NULL ? measurement->raw_times : NULL;
}

const double *bres_measurement_times(const bres_measurement *measurement)
{
    return measurement != NULL ? measurement->times : NULL;
}

const char *bres_measurement_metadata_json(const bres_measurement *measurement)
{
    return measurement != NULL ? measurement->metadata : NULL;
}

const char *bres_measurement_title(const bres_measurement *measurement)
{
    return measurement != NULL ? measurement->title : NULL;
}

const char *bres_measurement_row_name(const bres_measurement *measurement)
{
    return measurement != NULL ? measurement->row_name : NULL;
}

const char *bres_measurement_text(const bres_measurement *measurement)
{
    return measurement != NULL ? measurement->text : NULL;
}

bres_status bres__measurement_check_list(const bres_measurement *const *measurements, size_t count,
                                         const char *function)
{
    if (measurements == NULL && count != 0)
        return bres__error(BRES_ERROR_ARGUMENT, "%s: measurements is NULL", function);
    for (size_t i = 0; i < count; i++) {
        if (measurements[i] == NULL)
            return bres__error(BRES_ERROR_ARGUMENT, "%s: measurement %zu is NULL", function, i);
    }
    return BRES_OK;
}

/* SPDX-License-Identifier: MIT */
/*
 * Measurements as JSON.
 */
#include "timer/measurement/measurement.h"

#include <string.h>

bres_status bres_measurement_json(const bres_measurement *measurement, char **text)
{
    bres__text made = { 0 };
    bres__json_writer writer = { .text = &made, .empty = true, .compact = true };

    if (text == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_measurement_json: text is NULL");
    *text = NULL;
    if (measurement == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_measurement_json: the measurement is NULL");
    bres__json_begin(&writer, '{');
    bres__json_key(&writer, "task_spec");
    bres__spec_write(&writer, &measurement->spec);
    bres__json_key(&writer, "number_per_run");
    bres__json_write_int64(&writer, (int64_t)measurement->number_per_run);
    bres__json_key(&writer, "raw_times");
    bres__json_begin(&writer, '[');
    for (size_t i = 0; i < measurement->count; i++)
        bres__json_write_float64(&writer, measurement->raw_times[i]);
    bres__json_end(&writer, ']');
    bres__json_key(&writer, "metadata");
    if (measurement->metadata != NULL)
        bres__json_write_raw(&writer, measurement->metadata, strlen(measurement->metadata));
    else
        bres__json_write_literal(&writer, "null");
    bres__json_end(&writer, '}');
    *text = bres__text_steal(&made);
    return *text != NULL ? BRES_OK : bres__error_memory();
}

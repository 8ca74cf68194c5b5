/* SPDX-License-Identifier: MIT */
/*
 * Functions with which a body reads and changes its state. The first failure is kept: it decides
 * the outcome of the state, regardless of the body's return value.
 */
#include "harness/run/run.h"
#include "report/report.h"

#include <string.h>

bres_status bres__run_keep(bres_run *run, bres_status status)
{
    if (run->inside && run->bench->lenient)
        return status;
    if (status != BRES_OK && run->status == BRES_OK) {
        run->status = status;
        bres__error_save(&run->error);
    }
    return status;
}

bool bres__run_is_closed(const bres_run *run)
{
    return run->measuring || (run->measured && !run->bench->lenient);
}

const char *bres_run_name(const bres_run *run)
{
    return run != NULL ? bres_state_name(run->state) : NULL;
}

bres_state *bres_run_state(bres_run *run)
{
    return run != NULL ? run->state : NULL;
}

static const char *axis_type_name(bres__axis_type type)
{
    static const char *const names[] = {
        [BRES__AXIS_INT64] = "int64",     [BRES__AXIS_POW2] = "int64",
        [BRES__AXIS_FLOAT64] = "float64", [BRES__AXIS_STRING] = "string",
        [BRES__AXIS_TYPE] = "type",
    };

    return names[type];
}

/* The values of an axis of types can also be read as strings. */
static bool axis_has(const bres__axis *axis, bres__axis_type wanted)
{
    if (wanted == BRES__AXIS_STRING && axis->type == BRES__AXIS_TYPE)
        return true;
    return strcmp(axis_type_name(axis->type), axis_type_name(wanted)) == 0;
}

/* The state's value on an axis of the requested type. A wrong type fails the state; so does a
 * missing axis, unless it is `optional`. */
static const bres_value *run_value(bres_run *run, const char *axis, bres__axis_type type,
                                   bool optional)
{
    const bres__axis *found = NULL;

    if (run == NULL) {
        bres__error(BRES_ERROR_ARGUMENT, "the run is NULL");
        return NULL;
    }
    if (axis == NULL) {
        bres__run_keep(run, bres__error(BRES_ERROR_ARGUMENT, "the name of an axis is NULL"));
        return NULL;
    }
    found = bres__bench_axis(run->bench, axis);
    if (found == NULL) {
        if (!optional)
            bres__run_keep(run, bres__axis_unknown(run->bench, axis));
        return NULL;
    }
    if (!axis_has(found, type)) {
        bres__run_keep(
            run, bres__error(
                     BRES_ERROR_KIND,
                     "axis '%s' of benchmark '%s' has %s values, but the body asked for %s values",
                     axis, run->bench->name, axis_type_name(found->type), axis_type_name(type)));
        return NULL;
    }
    return bres_state_axis_value(run->state, axis);
}

static int64_t run_int64(bres_run *run, const char *axis, bool optional, int64_t fallback)
{
    int64_t value = fallback;

    bres_value_int64(run_value(run, axis, BRES__AXIS_INT64, optional), &value);
    return value;
}

static double run_float64(bres_run *run, const char *axis, bool optional, double fallback)
{
    double value = fallback;

    bres_value_float64(run_value(run, axis, BRES__AXIS_FLOAT64, optional), &value);
    return value;
}

static const char *run_string(bres_run *run, const char *axis, bool optional, const char *fallback)
{
    const char *value = bres_value_string(run_value(run, axis, BRES__AXIS_STRING, optional));

    return value != NULL ? value : fallback;
}

int64_t bres_run_int64(bres_run *run, const char *axis)
{
    return run_int64(run, axis, false, 0);
}

double bres_run_float64(bres_run *run, const char *axis)
{
    return run_float64(run, axis, false, 0);
}

const char *bres_run_string(bres_run *run, const char *axis)
{
    return run_string(run, axis, false, "");
}

const char *bres_run_type(bres_run *run, const char *axis)
{
    const char *name = bres_value_string(run_value(run, axis, BRES__AXIS_TYPE, false));

    return name != NULL ? name : "";
}

size_t bres_run_type_index(bres_run *run, const char *axis)
{
    const char *name = bres_value_string(run_value(run, axis, BRES__AXIS_TYPE, false));

    return name != NULL ? bres__axis_type_index(bres__bench_axis(run->bench, axis), name) : 0;
}

int64_t bres_run_int64_or(bres_run *run, const char *axis, int64_t fallback)
{
    return run_int64(run, axis, true, fallback);
}

double bres_run_float64_or(bres_run *run, const char *axis, double fallback)
{
    return run_float64(run, axis, true, fallback);
}

const char *bres_run_string_or(bres_run *run, const char *axis, const char *fallback)
{
    return run_string(run, axis, true, fallback);
}

bres_status bres__run_set_skipped(bres_run *run, const char *reason)
{
    bres__text text = { 0 };
    bres_status status;

    if (reason != NULL)
        bres__put_valid(&text, reason);
    status = text.failed ? bres__error_memory() : bres_state_set_skipped(run->state, text.data);
    bres__text_free(&text);
    run->skipped = run->skipped || status == BRES_OK;
    return status;
}

void bres_run_skip(bres_run *run, const char *reason)
{
    /* An earlier failure may be the reason why the body skips the state, and must not be hidden. */
    if (run != NULL && !run->skipped && run->status == BRES_OK)
        bres__run_keep(run, bres__run_set_skipped(run, reason));
}

/* SPDX-License-Identifier: MIT */
/*
 * Starting a criterion, adding measurements, and asking whether it is finished.
 */
#include "criterion/criteria.h"

#include <math.h>
#include <string.h>

/* Reports that the caller's `start` callback failed. The callback cannot set an error record, so
 * the message lists the parameters and their values. */
static bres_status criterion_refused_to_start(const bres_criterion *criterion, bres_status status)
{
    const bres_criterion_definition *definition = &criterion->type->definition;
    bres__text values = { 0 };

    for (size_t i = 0; i < definition->parameter_count; i++) {
        const bres__parameter_value *value = &criterion->values[i];
        char number[BRES__NUMBER_SIZE] = "";

        if (value->parameter->kind == BRES_KIND_INT64)
            bres__format_int64(number, value->int64);
        else if (value->parameter->kind == BRES_KIND_FLOAT64)
            bres__format_float64(number, value->float64, BRES__FLOAT_VALUE);
        bres__text_printf(&values, "%s%s=%s", i == 0 ? " with " : ", ", value->parameter->name,
                          value->parameter->kind != BRES_KIND_STRING
                              ? number
                              : bres_criterion_string(criterion, value->parameter->name));
    }
    bres__error(status, "criterion '%s' does not start%s", definition->name,
                values.failed || values.data == NULL ? "" : values.data);
    bres__text_free(&values);
    return status;
}

static bres_status criterion_start(bres_criterion *criterion)
{
    const bres_criterion_definition *definition = &criterion->type->definition;
    bres_status status = BRES_OK;

    criterion->started = false;
    criterion->count = 0;
    criterion->refused = 0;
    if (definition->clear != NULL)
        definition->clear(criterion->state, definition->user);
    if (definition->state_size != 0)
        memset(criterion->state, 0, definition->state_size);
    if (definition->start != NULL)
        status = definition->start(criterion->state, criterion, definition->user);
    if (status != BRES_OK && !criterion->type->builtin)
        return criterion_refused_to_start(criterion, status);
    for (size_t i = 0; status == BRES_OK && i < criterion->part_count; i++)
        status = criterion_start(criterion->parts[i]);
    criterion->started = status == BRES_OK;
    return status;
}

bres_status bres_criterion_start(bres_criterion *criterion)
{
    if (criterion == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_criterion_start: criterion is NULL");
    return criterion_start(criterion);
}

static bres_status criterion_reserve(const bres_criterion *criterion)
{
    const bres_criterion_definition *definition = &criterion->type->definition;
    bres_status status = BRES_OK;

    if (definition->reserve != NULL)
        status = definition->reserve(criterion->state, definition->user);
    if (status == BRES_ERROR_MEMORY)
        return bres__error_memory();
    if (status != BRES_OK)
        return bres__error(status, "criterion '%s' takes no more measurements", definition->name);
    for (size_t i = 0; status == BRES_OK && i < criterion->part_count; i++)
        status = criterion_reserve(criterion->parts[i]);
    return status;
}

static void criterion_add(bres_criterion *criterion, double seconds)
{
    const bres_criterion_definition *definition = &criterion->type->definition;

    if (definition->add != NULL)
        definition->add(criterion->state, seconds, definition->user);
    criterion->count++;
    for (size_t i = 0; i < criterion->part_count; i++)
        criterion_add(criterion->parts[i], seconds);
}

bres_status bres__criterion_take(bres_criterion *criterion, double seconds, bool *refused)
{
    bres_status status;

    *refused = !(seconds >= 0) || isinf(seconds);
    if (*refused) {
        criterion->refused++;
        return BRES_OK;
    }
    /* All parts reserve memory before any part changes, so that a failure leaves them in step. */
    status = criterion_reserve(criterion);
    if (status == BRES_OK)
        criterion_add(criterion, seconds);
    return status;
}

bres_status bres__criterion_check_started(const bres_criterion *criterion, const char *function)
{
    if (criterion == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "%s: criterion is NULL", function);
    if (!criterion->started)
        return bres__error(BRES_ERROR_STATE, "%s: criterion '%s' has not been started", function,
                           bres_criterion_name(criterion));
    return BRES_OK;
}

bres_status bres_criterion_add(bres_criterion *criterion, double seconds)
{
    bres_status status = bres__criterion_check_started(criterion, "bres_criterion_add");
    char number[BRES__NUMBER_SIZE];
    bool refused = false;

    if (status == BRES_OK)
        status = bres__criterion_take(criterion, seconds, &refused);
    if (!refused)
        return status;
    bres__format_float64(number, seconds, BRES__FLOAT_VALUE);
    return bres__error(BRES_ERROR_VALUE,
                       "a measurement of %s seconds is refused: expected a finite number that is "
                       "not negative",
                       number);
}

static bool criterion_is_finished(const bres_criterion *criterion)
{
    const bres_criterion_definition *definition = &criterion->type->definition;
    const bool any = criterion->type->combination == BRES__COMBINATION_ANY;

    if (definition->is_finished != NULL &&
        !definition->is_finished(criterion->state, definition->user))
        return false;
    for (size_t i = 0; i < criterion->part_count; i++) {
        if (criterion_is_finished(criterion->parts[i]) == any)
            return any;
    }
    return !any;
}

bool bres_criterion_is_finished(const bres_criterion *criterion)
{
    return criterion != NULL && criterion->started && criterion_is_finished(criterion);
}

size_t bres_criterion_count(const bres_criterion *criterion)
{
    return criterion == NULL ? 0 : criterion->count;
}

size_t bres_criterion_refused(const bres_criterion *criterion)
{
    return criterion == NULL ? 0 : criterion->refused;
}

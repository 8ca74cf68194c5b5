/* SPDX-License-Identifier: MIT */
#include "tune/text/expression.h"

#include <string.h>

static bool is_axis_value(const bres_bench *bench, bres__slice name)
{
    for (size_t i = 0; i < bench->axis_count; i++) {
        const bres__axis *axis = &bench->axes[i];

        for (size_t j = 0; axis->type == BRES__AXIS_STRING && j < axis->count; j++) {
            if (bres__slice_is(&name, axis->strings[j]))
                return true;
        }
    }
    return false;
}

/* Refuses a name that is neither a parameter nor a value of a string parameter. */
static bres_status unknown_name(const bres__expression *expression, const bres_bench *bench,
                                const bres__step *step)
{
    bres__names names = { .nearest.unknown = "" };
    bres__text name = { 0 };
    bres__text place = { 0 };
    bres_status status;

    bres__text_append(&name, step->value.text.data, step->value.text.length);
    if (!name.failed)
        names.nearest.unknown = name.data;
    for (size_t i = 0; i < bench->axis_count; i++)
        bres__names_add(&names, bench->axes[i].name);
    (void)bres__expression_error(expression, step->at, BRES_ERROR_KEY,
                                 "'%s' is neither a parameter nor a value of one",
                                 names.nearest.unknown);
    bres__text_puts(&place, bres_last_error());
    status = bres__names_error(&names, "%s", place.failed ? "" : place.data);
    if (name.failed || place.failed)
        status = bres__error_memory();
    bres__text_free(&place);
    bres__text_free(&name);
    return status;
}

static bool find_axis(const bres_bench *bench, bres__slice name, size_t *index)
{
    for (size_t i = 0; i < bench->axis_count; i++) {
        if (bres__slice_is(&name, bench->axes[i].name)) {
            *index = i;
            return true;
        }
    }
    return false;
}

static bres_status bind_step(const bres__expression *expression, const bres_bench *bench,
                             bres__step *step)
{
    const bres__slice name = step->value.text;

    if (find_axis(bench, name, &step->index)) {
        step->kind = BRES__STEP_PARAMETER;
        return BRES_OK;
    }
    step->value.kind = BRES__VALUE_TEXT;
    if (bres__slice_is(&name, "true") || bres__slice_is(&name, "false")) {
        step->value.kind = BRES__VALUE_TRUTH;
        step->value.integer = bres__slice_is(&name, "true");
    } else if (!is_axis_value(bench, name)) {
        return unknown_name(expression, bench, step);
    }
    step->kind = BRES__STEP_VALUE;
    return BRES_OK;
}

bres_status bres__expression_bind(bres__expression *expression, const bres_bench *bench)
{
    bres_status status = BRES_OK;

    for (size_t i = 0; i < expression->count && status == BRES_OK; i++) {
        if (expression->steps[i].kind == BRES__STEP_NAME)
            status = bind_step(expression, bench, &expression->steps[i]);
    }
    expression->bound = status == BRES_OK;
    return status;
}

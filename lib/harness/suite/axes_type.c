/* SPDX-License-Identifier: MIT */
/*
 * Axes of types. Their values are names, and a command line can only choose among them, because the
 * program has code only for these types.
 */
#include "base/text/names.h"
#include "harness/suite/suite.h"

#include <string.h>

size_t bres__axis_active_count(const bres__axis *axis)
{
    return axis->type == BRES__AXIS_TYPE ? axis->active_count : axis->count;
}

size_t bres__axis_active_index(const bres__axis *axis, size_t nth)
{
    return axis->type == BRES__AXIS_TYPE ? axis->active[nth] : nth;
}

size_t bres__axis_type_index(const bres__axis *axis, const char *name)
{
    size_t index = 0;

    while (index < axis->count && strcmp(axis->strings[index], name) != 0)
        index++;
    return index;
}

bres_status bres__axis_check_types(const char *axis, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < i; k++) {
            if (strcmp(names[k], names[i]) == 0)
                return bres__error(BRES_ERROR_CONFLICT, "axis '%s': there are two types '%s'", axis,
                                   names[i]);
        }
    }
    return BRES_OK;
}

bres_status bres__axis_check_descriptions(const char *axis, const char *const *descriptions,
                                          size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char *text = descriptions[i];

        if (text != NULL && bres__utf8_valid(text, strlen(text)) != strlen(text))
            return bres__error(BRES_ERROR_ARGUMENT, "axis '%s': the description '%s' is not UTF-8",
                               axis, text);
    }
    return BRES_OK;
}

bool bres__axis_describe(bres__axis *axis, const char *const *descriptions)
{
    axis->active = bres__calloc(axis->count, sizeof(*axis->active));
    axis->descriptions = bres__calloc(axis->count, sizeof(*axis->descriptions));
    if (axis->active == NULL || axis->descriptions == NULL)
        return false;
    for (size_t i = 0; i < axis->count; i++) {
        const char *text = descriptions != NULL && descriptions[i] != NULL ? descriptions[i] : "";

        axis->active[i] = i;
        axis->descriptions[i] = bres__strdup(text);
        if (axis->descriptions[i] == NULL)
            return false;
    }
    axis->active_count = axis->count;
    return true;
}

static bres_status type_unknown(const bres__axis *axis, const char *name)
{
    bres__names names = { .nearest.unknown = name };

    for (size_t i = 0; i < axis->count; i++)
        bres__names_add(&names, axis->strings[i]);
    return bres__names_error(&names, "axis '%s' has no type '%s'", axis->name, name);
}

bres_status bres__axis_choose_types(bres__axis *axis, char *const *names, size_t count)
{
    bool *chosen = bres__calloc(axis->count, sizeof(*chosen));
    bres_status status = chosen != NULL ? BRES_OK : bres__error_memory();

    for (size_t i = 0; i < count && status == BRES_OK; i++) {
        const size_t index = bres__axis_type_index(axis, names[i]);

        if (index < axis->count)
            chosen[index] = true;
        else
            status = type_unknown(axis, names[i]);
    }
    if (status == BRES_OK) {
        axis->active_count = 0;
        for (size_t i = 0; i < axis->count; i++) {
            if (chosen[i])
                axis->active[axis->active_count++] = i;
        }
    }
    bres__free(chosen);
    return status;
}

size_t bres__bench_type_axis_count(const bres_bench *bench)
{
    size_t count = 0;

    while (count < bench->axis_count && bench->axes[count].type == BRES__AXIS_TYPE)
        count++;
    return count;
}

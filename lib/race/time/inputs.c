/* SPDX-License-Identifier: MIT */
/*
 * The inputs of a timing: axes, commands and hooks.
 */
#include "base/text/names.h"
#include "race/time/time.h"

#include <string.h>

void bres__time_axis_free(bres__time_axis *axis)
{
    for (size_t i = 0; axis->values != NULL && i < axis->count; i++)
        bres__free(axis->values[i]);
    bres__free(axis->values);
    bres__free(axis->name);
}

/* Checks the arguments of every function that adds an input. */
static bres_status timing_check(const bres_timing *timing, const char *function, const void *given)
{
    if (timing == NULL || given == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "%s: an argument is NULL", function);
    if (timing->was_run)
        return bres__error(BRES_ERROR_STATE, "%s: the timing was run", function);
    return BRES_OK;
}

static bres_status axis_check(const bres_timing *timing, const char *name, size_t count)
{
    const size_t length = strlen(name);

    if (length == 0 || bres__identifier_length(name, length) != length)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "'%s' is not a name of an axis (expected letters, digits and '_')",
                           name);
    if (count == 0)
        return bres__error(BRES_ERROR_ARGUMENT, "the axis '%s' has no values", name);
    for (size_t i = 0; i < timing->axis_count; i++) {
        if (strcmp(timing->axes[i].name, name) == 0)
            return bres__error(BRES_ERROR_CONFLICT, "the axis '%s' was added before", name);
    }
    if (strcmp(name, BRES__TIME_COMMAND_AXIS) == 0)
        return bres__error(BRES_ERROR_CONFLICT, "the axis '%s' has the commands", name);
    return BRES_OK;
}

static bool axis_fill(bres__time_axis *axis, const char *name, const char *const *values,
                      size_t count)
{
    axis->name = bres__strdup(name);
    axis->values = bres__calloc(count, sizeof(*axis->values));
    axis->count = count;
    for (size_t i = 0; axis->values != NULL && i < count; i++) {
        axis->values[i] = bres__strdup(values[i]);
        if (axis->values[i] == NULL)
            return false;
    }
    return axis->name != NULL && axis->values != NULL;
}

bres_status bres_timing_add_axis(bres_timing *timing, const char *name, const char *const *values,
                                 size_t count)
{
    bres__time_axis axis = { .name = NULL };
    bres_status status = timing_check(timing, "bres_timing_add_axis",
                                      name != NULL && (values != NULL || count == 0) ? name : NULL);

    if (status == BRES_OK)
        status = axis_check(timing, name, count);
    for (size_t i = 0; i < count && status == BRES_OK; i++) {
        if (values[i] == NULL)
            status = bres__error(BRES_ERROR_ARGUMENT, "a value of the axis '%s' is NULL", name);
    }
    if (status != BRES_OK)
        return status;
    if (!BRES__RESERVE(&timing->axes, &timing->axis_capacity, timing->axis_count + 1) ||
        !axis_fill(&axis, name, values, count)) {
        bres__time_axis_free(&axis);
        return bres__error_memory();
    }
    timing->axes[timing->axis_count++] = axis;
    return BRES_OK;
}

bres_status bres_timing_add_command(bres_timing *timing, const char *name, const char *command)
{
    bres__time_command added = { .name = NULL };
    bres_status status = timing_check(timing, "bres_timing_add_command", command);

    if (status != BRES_OK)
        return status;
    name = name != NULL ? name : command;
    for (size_t i = 0; i < timing->command_count; i++) {
        if (strcmp(timing->commands[i].name, name) == 0)
            return bres__error(BRES_ERROR_CONFLICT,
                               "two commands are named '%s': give them different names", name);
    }
    added.name = bres__strdup(name);
    added.text = bres__strdup(command);
    if (added.name == NULL || added.text == NULL ||
        !BRES__RESERVE(&timing->commands, &timing->command_capacity, timing->command_count + 1)) {
        bres__free(added.name);
        bres__free(added.text);
        return bres__error_memory();
    }
    timing->commands[timing->command_count++] = added;
    return BRES_OK;
}

bres_status bres_timing_add_hook(bres_timing *timing, bres_timing_hook kind, const char *name,
                                 const char *command)
{
    bres__time_hook hook = { .kind = kind };
    bres_status status = timing_check(timing, "bres_timing_add_hook", command);

    if (status == BRES_OK && (unsigned)kind > BRES_TIMING_CLEANUP)
        status = bres__error(BRES_ERROR_ARGUMENT, "unknown kind of hook %u (expected 0 to 3)",
                             (unsigned)kind);
    if (status != BRES_OK)
        return status;
    hook.name = name != NULL ? bres__strdup(name) : NULL;
    hook.text = bres__strdup(command);
    if ((name != NULL && hook.name == NULL) || hook.text == NULL ||
        !BRES__RESERVE(&timing->hooks, &timing->hook_capacity, timing->hook_count + 1)) {
        bres__free(hook.name);
        bres__free(hook.text);
        return bres__error_memory();
    }
    timing->hooks[timing->hook_count++] = hook;
    return BRES_OK;
}

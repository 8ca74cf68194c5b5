/* SPDX-License-Identifier: MIT */
/*
 * benchresult time: reads the axes of values from lists and ranges.
 */
#include "time.h"

#include "base/number/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define VALUES_MAX 256
/* Largest number of decimal places in the numbers of a range. */
#define DIGITS_MAX 15

static bres_status axis_begin(bres__command *command, const bres__option *option, const char *value,
                              struct timing *timing, struct time_axis **axis)
{
    const char *equals = strchr(value, '=');
    struct time_axis *axes;

    if (equals == NULL || equals == value || equals[1] == '\0')
        return bres__option_refuse(command, option, BRES_ERROR_VALUE,
                                   "'%s' is not a parameter with values (expected %s)", value,
                                   option->operand);
    axes = realloc(timing->axes, (timing->axis_count + 1) * sizeof *axes);
    if (axes == NULL)
        return bres__command_refuse(command, BRES_ERROR_MEMORY, "out of memory");
    timing->axes = axes;
    *axis = &axes[timing->axis_count];
    **axis = (struct time_axis){ .name = strndup(value, (size_t)(equals - value)) };
    timing->axis_count++;
    return (*axis)->name != NULL
               ? BRES_OK
               : bres__command_refuse(command, BRES_ERROR_MEMORY, "out of memory");
}

static bres_status value_add(bres__command *command, struct time_axis *axis, const char *text,
                             size_t length)
{
    char **values = realloc(axis->values, (axis->count + 1) * sizeof *values);

    if (values != NULL) {
        axis->values = values;
        values[axis->count] = strndup(text, length);
    }
    if (values == NULL || values[axis->count] == NULL)
        return bres__command_refuse(command, BRES_ERROR_MEMORY, "out of memory");
    axis->count++;
    return BRES_OK;
}

bres_status time_take_list(bres__command *command, const bres__option *option, const char *value,
                           void *target)
{
    struct time_axis *axis;
    bres_status status = axis_begin(command, option, value, target, &axis);
    const char *next = strchr(value, '=');

    while (status == BRES_OK && next != NULL) {
        const char *text = next + 1;
        const size_t length = strcspn(text, ",");

        status = value_add(command, axis, text, length);
        next = text[length] == ',' ? text + length : NULL;
    }
    return status;
}

/* Reads at most three numbers separated by colons; returns their number, or 0 for a malformed text.
 * *digits receives the largest number of decimal places. */
static unsigned numbers_read(const char *text, double numbers[3], int *digits)
{
    unsigned count = 0;

    *digits = 0;
    for (;;) {
        const size_t length = strcspn(text, ":");
        const char *point = memchr(text, '.', length);
        const int behind = point != NULL ? (int)(length - (size_t)(point - text) - 1) : 0;

        if (count == 3 || length == 0 ||
            bres__parse_float64(text, length, &numbers[count]) != BRES__PARSE_OK ||
            !isfinite(numbers[count]))
            return 0;
        *digits = behind > *digits ? behind : *digits;
        count++;
        if (text[length] == '\0')
            return count;
        text += length + 1;
    }
}

bres_status time_take_range(bres__command *command, const bres__option *option, const char *value,
                            void *target)
{
    struct time_axis *axis;
    double numbers[3] = { 0, 0, 1 };
    int digits;
    bres_status status = axis_begin(command, option, value, target, &axis);

    if (status != BRES_OK)
        return status;
    if (numbers_read(strchr(value, '=') + 1, numbers, &digits) < 2 || digits > DIGITS_MAX ||
        !(numbers[2] > 0) || numbers[1] < numbers[0] ||
        (numbers[1] - numbers[0]) / numbers[2] >= VALUES_MAX)
        return bres__option_refuse(command, option, BRES_ERROR_VALUE,
                                   "'%s' is not a range of at most %d values (expected %s, MIN at "
                                   "most MAX, STEP above 0)",
                                   value, VALUES_MAX, option->operand);
    /* Rounding can make the last value slightly larger than MAX. */
    for (int i = 0; status == BRES_OK; i++) {
        const double number = numbers[0] + i * numbers[2];
        char text[400];

        if (number > numbers[1] + numbers[2] * 1e-9)
            break;
        bres__format(text, sizeof text, "%.*f", digits, number);
        status = value_add(command, axis, text, strlen(text));
    }
    return status;
}

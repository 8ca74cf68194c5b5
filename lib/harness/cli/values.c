/* SPDX-License-Identifier: MIT */
/*
 * The values of an axis: a list or a range.
 */
#include "harness/cli/values.h"

static bres_status fill_int64_range(bres__axis *values, const bres__slice *items, size_t count)
{
    int64_t numbers[3] = { 0, 0, 1 };
    bres_status status = BRES_OK;

    for (size_t i = 0; i < count && status == BRES_OK; i++)
        status = bres__operand_int64(items[i], &numbers[i]);
    if (status == BRES_OK)
        status = bres__axis_fill_int64_range(values, numbers[0], numbers[1], numbers[2]);
    return status;
}

static bres_status fill_float64_range(bres__axis *values, const bres__slice *items, size_t count)
{
    double numbers[3] = { 0, 0, 1 };
    bres_status status = BRES_OK;

    for (size_t i = 0; i < count && status == BRES_OK; i++)
        status = bres__operand_float64(items[i], &numbers[i]);
    if (status == BRES_OK)
        status = bres__axis_fill_float64_range(values, numbers[0], numbers[1], numbers[2]);
    return status;
}

static bres_status fill_range(bres__axis *values, const bres__operand_list *list)
{
    const bres_status status = values->type == BRES__AXIS_FLOAT64
                                   ? fill_float64_range(values, list->items, list->count)
                                   : fill_int64_range(values, list->items, list->count);

    if (status == BRES_OK && values->count == 0)
        return bres__error(BRES_ERROR_VALUE, "the range has no values");
    return status;
}

static bool fill_make_room(bres__axis *values, size_t count)
{
    values->count = count;
    switch (values->type) {
    case BRES__AXIS_INT64:
    case BRES__AXIS_POW2:
        values->integers = bres__calloc(count, sizeof(*values->integers));
        return values->integers != NULL;
    case BRES__AXIS_FLOAT64:
        values->reals = bres__calloc(count, sizeof(*values->reals));
        return values->reals != NULL;
    default:
        values->strings = bres__calloc(count, sizeof(*values->strings));
        return values->strings != NULL;
    }
}

static bool values_are_texts(const bres__axis *values)
{
    return values->type == BRES__AXIS_STRING || values->type == BRES__AXIS_TYPE;
}

/* Each comma of the item is doubled, and stands for one comma. */
static bres_status fill_string(char **string, bres__slice item)
{
    char *next = bres__calloc(item.length + 1, 1);

    *string = next;
    if (next == NULL)
        return bres__error_memory();
    for (size_t i = 0; i < item.length; i++) {
        *next++ = item.data[i];
        i += item.data[i] == ',';
    }
    return BRES_OK;
}

static bres_status fill_list(bres__axis *values, const bres__operand_list *list)
{
    bres_status status = fill_make_room(values, list->count) ? BRES_OK : bres__error_memory();

    for (size_t i = 0; i < list->count && status == BRES_OK; i++) {
        if (values_are_texts(values))
            status = fill_string(&values->strings[i], list->items[i]);
        else if (values->type == BRES__AXIS_FLOAT64)
            status = bres__operand_float64(list->items[i], &values->reals[i]);
        else
            status = bres__operand_int64(list->items[i], &values->integers[i]);
    }
    return status;
}

bres_status bres__axis_fill_operand(bres__axis *values, bres__slice operand)
{
    bres__operand_list list = { .items = NULL };
    bres_status status = bres__operand_list_read(&list, operand, !values_are_texts(values));

    if (status == BRES_OK)
        status = list.range ? fill_range(values, &list) : fill_list(values, &list);
    bres__operand_list_free(&list);
    return status;
}

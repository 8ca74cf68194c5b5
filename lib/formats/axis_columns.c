/* SPDX-License-Identifier: MIT */
#include "formats/axis_columns.h"
#include "model/model.h"

#include <math.h>
#include <string.h>

void bres__axis_columns_free(bres__axis_columns *set)
{
    for (size_t i = 0; i < set->names.count; i++) {
        bres__index_free(&set->list[i].values);
        bres__free(set->list[i].texts);
    }
    bres__free(set->list);
    bres__index_free(&set->names);
}

/* Whether the text is the canonical form of an int64. */
static bool text_int64(const char *text, int64_t *value)
{
    char again[BRES__NUMBER_SIZE];

    if (bres__parse_int64(text, strlen(text), value) != BRES__PARSE_OK)
        return false;
    bres__format_int64(again, *value);
    return strcmp(again, text) == 0;
}

static bool text_float64(const char *text, double *value)
{
    return text[0] != '\0' && strchr("-.0123456789", text[0]) != NULL &&
           bres__parse_float64(text, strlen(text), value) == BRES__PARSE_OK && isfinite(*value);
}

/* Whether the text is an integer beyond int64, which would lose digits as a double. */
static bool text_is_large_integer(const char *text)
{
    const char *digits = text + (text[0] == '-');
    int64_t value;

    return digits[0] != '\0' && digits[strspn(digits, "0123456789")] == '\0' &&
           bres__parse_int64(text, strlen(text), &value) != BRES__PARSE_OK;
}

static bres_status column_add(bres__axis_column *axis, const bres__draft_axis *value)
{
    const size_t known = axis->values.count;
    size_t position;
    int64_t integer;
    double real;

    if (!bres__index_add(&axis->values, value->text, strlen(value->text), &position) ||
        !BRES__RESERVE(&axis->texts, &axis->capacity, axis->values.count))
        return bres__error_memory();
    axis->is_text |= value->kind == BRES__AXIS_TEXT;
    if (axis->values.count == known)
        return BRES_OK;
    axis->texts[position] = value->text;
    if (!text_int64(value->text, &integer)) {
        axis->is_real = true;
        axis->is_text |= !text_float64(value->text, &real) || text_is_large_integer(value->text);
    }
    return BRES_OK;
}

bres_status bres__axis_columns_add(bres__axis_columns *set, const bres__draft_axis *value)
{
    const size_t known = set->names.count;
    size_t position;

    if (!bres__array_reserve_zeroed(&set->list, &set->capacity, known + 1, sizeof(*set->list)) ||
        !bres__index_add(&set->names, value->axis, strlen(value->axis), &position))
        return bres__error_memory();
    if (position == known)
        set->list[position].name = value->axis;
    return column_add(&set->list[position], value);
}

/* Two texts for the same number, such as 1 and 1.0, are different values, so the axis becomes a
 * string axis. */
static bres_status column_check_reals(bres__axis_column *axis)
{
    bres__index numbers = { 0 };
    bres_status status = BRES_OK;

    for (size_t i = 0; i < axis->values.count && status == BRES_OK; i++) {
        char text[BRES__NUMBER_SIZE];
        size_t position;
        double value = 0;

        text_float64(axis->texts[i], &value);
        bres__format_float64(text, value, BRES__FLOAT_VALUE);
        bres__text_puts(&numbers.key, text);
        if (!bres__index_take(&numbers, &position))
            status = bres__error_memory();
    }
    axis->is_text = numbers.count != axis->values.count;
    bres__index_free(&numbers);
    return status;
}

static bres_status column_declare_numbers(const bres__axis_column *axis, bres_subbench *bench)
{
    const size_t count = axis->values.count;
    int64_t *integers = bres__calloc(count, sizeof(*integers));
    double *reals = bres__calloc(count, sizeof(*reals));
    bres_status status = integers != NULL && reals != NULL ? BRES_OK : bres__error_memory();

    for (size_t i = 0; i < count && status == BRES_OK; i++) {
        text_int64(axis->texts[i], &integers[i]);
        text_float64(axis->texts[i], &reals[i]);
    }
    if (status == BRES_OK)
        status = axis->is_real ? bres_subbench_add_float64_axis(bench, axis->name, reals, count)
                               : bres_subbench_add_int64_axis(bench, axis->name, integers, count);
    bres__free(integers);
    bres__free(reals);
    return status;
}

bres_status bres__axis_columns_declare(bres__axis_columns *set, bres_subbench *bench)
{
    bres_status status = BRES_OK;

    for (size_t i = 0; i < set->names.count && status == BRES_OK; i++) {
        bres__axis_column *axis = &set->list[i];

        if (axis->is_real && !axis->is_text)
            status = column_check_reals(axis);
        if (status != BRES_OK)
            return status;
        status = axis->is_text ? bres_subbench_add_string_axis(bench, axis->name, axis->texts,
                                                               axis->values.count)
                               : column_declare_numbers(axis, bench);
        axis->axis = bres_subbench_axis(bench, axis->name);
    }
    return status;
}

bres_status bres__axis_columns_put(const bres__draft_state *draft, const bres__axis_columns *set,
                                   bres_state *state)
{
    bres__value_set values;

    if (draft->axis_count == 0)
        return BRES_OK;
    values = bres__value_set_begin(state, draft->axis_count);
    for (const bres__draft_axis *value = draft->axes; value != NULL; value = value->next) {
        const bres__axis_column *column =
            &set->list[bres__index_find(&set->names, value->axis, strlen(value->axis))];
        char number[BRES__NUMBER_SIZE];
        double real = 0;

        if (column->is_real && !column->is_text) {
            text_float64(value->text, &real);
            bres__format_float64(number, real, BRES__FLOAT_VALUE);
            bres__value_set_add(&values, column->axis, number);
        } else {
            bres__value_set_add(&values, column->axis, value->text);
        }
    }
    return bres__value_set_end(&values);
}

/* SPDX-License-Identifier: MIT */
/*
 * --axis: new values for an axis of a benchmark.
 */
#include "harness/cli/arguments.h"
#include "harness/cli/operand.h"

#include <string.h>

/* What stands before and behind the '='. */
typedef struct axis_spec {
    bres__axis *axis;
    bool pow2;
    bres__slice values;
} axis_spec;

/* Where the spec goes on behind the name of an axis, with blanks passed; NULL when it does not
 * begin with that name. */
static const char *spec_match(const char *spec, const char *end, const char *name)
{
    const size_t length = strlen(name);
    const char *rest;

    if (length > (size_t)(end - spec) || memcmp(spec, name, length) != 0)
        return NULL;
    rest = bres__trim(spec + length, end).data;
    return rest != end && (*rest == '=' || *rest == '[') ? rest : NULL;
}

/* The axis with the longest matching name, for '=' and '[' may be parts of names; *rest is what
 * follows. NULL when there is none. */
static bres__axis *spec_find_axis(const bres_bench *bench, const char *spec, const char *end,
                                  const char **rest)
{
    bres__axis *found = NULL;

    for (size_t i = 0; i < bench->axis_count; i++) {
        bres__axis *axis = &bench->axes[i];
        const char *const match = spec_match(spec, end, axis->name);

        if (match != NULL && (found == NULL || strlen(axis->name) > strlen(found->name))) {
            found = axis;
            *rest = match;
        }
    }
    return found;
}

static bres_status spec_malformed(void)
{
    return bres__error(BRES_ERROR_VALUE, "expected NAME=VALUE or NAME[pow2]=EXPONENT");
}

static bres_status spec_unknown_axis(const bres_bench *bench, const char *spec, const char *end)
{
    const size_t length = strcspn(spec, "=[");
    const bres__slice name = bres__trim(spec, spec + length);
    bres_status status;
    char *copy;

    if (name.length == 0 || memchr(spec, '=', (size_t)(end - spec)) == NULL)
        return spec_malformed();
    copy = bres__calloc(name.length + 1, 1);
    if (copy == NULL)
        return bres__error_memory();
    memcpy(copy, name.data, name.length);
    status = bres__axis_unknown(bench, copy);
    bres__free(copy);
    return status;
}

/* Reads `[pow2]` or `[]`, when there is one. */
static bres_status spec_read_flag(axis_spec *spec, const char **rest, const char *end)
{
    const char *close;
    bres__slice flag;

    if (**rest != '[')
        return BRES_OK;
    close = memchr(*rest, ']', (size_t)(end - *rest));
    if (close == NULL)
        return spec_malformed();
    flag = bres__trim(*rest + 1, close);
    spec->pow2 = flag.length == 4 && memcmp(flag.data, "pow2", 4) == 0;
    if (flag.length != 0 && !spec->pow2)
        return bres__error(BRES_ERROR_VALUE, "axis '%s': unknown flag '%.*s' (expected pow2)",
                           spec->axis->name, (int)flag.length, flag.data);
    *rest = bres__trim(close + 1, end).data;
    return BRES_OK;
}

static bres_status spec_read(axis_spec *spec, const bres_bench *bench, const char *operand)
{
    const bres__slice text = bres__trim(operand, operand + strlen(operand));
    const char *const end = text.data + text.length;
    const char *rest = NULL;
    bres_status status;

    spec->pow2 = false;
    spec->axis = spec_find_axis(bench, text.data, end, &rest);
    if (spec->axis == NULL)
        return spec_unknown_axis(bench, text.data, end);
    status = spec_read_flag(spec, &rest, end);
    if (status != BRES_OK)
        return status;
    if (rest == end || *rest != '=')
        return spec_malformed();
    if (spec->pow2 && spec->axis->type != BRES__AXIS_INT64 && spec->axis->type != BRES__AXIS_POW2)
        return bres__error(BRES_ERROR_KIND, "axis '%s': only int64 axes can be [pow2]",
                           spec->axis->name);
    spec->values = bres__trim(rest + 1, end);
    return BRES_OK;
}

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

/* All commas of the item are doubled, and stand for one. */
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

static bres_status axis_modify(bres_bench *bench, const char *operand)
{
    bres__axis values = { .name = NULL };
    bres__operand_list list = { .items = NULL };
    axis_spec spec;
    bres_status status = spec_read(&spec, bench, operand);

    if (status != BRES_OK)
        return status;
    values.type = spec.axis->type;
    if (spec.pow2)
        values.type = BRES__AXIS_POW2;
    else if (values.type == BRES__AXIS_POW2)
        values.type = BRES__AXIS_INT64;
    status = bres__operand_list_read(&list, spec.values, !values_are_texts(&values));
    if (status == BRES_OK)
        status = list.range ? fill_range(&values, &list) : fill_list(&values, &list);
    if (status == BRES_OK)
        status = bres__axis_replace(spec.axis, &values);
    bres__axis_clear(&values);
    bres__operand_list_free(&list);
    return status;
}

bres_status bres__modify_axis(bres__command *command, const bres__option *option,
                              const char *operand, void *target)
{
    const bres_status status = axis_modify(target, operand);

    (void)command;
    (void)option;
    if (status != BRES_OK)
        bres__error_prefix("'%s'", operand);
    return status;
}

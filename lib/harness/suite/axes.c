/* SPDX-License-Identifier: MIT */
/*
 * The axes of a benchmark.
 */
#include "base/text/names.h"
#include "harness/suite/suite.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#define AXIS_EXPONENT_MAX 62

void bres__axis_clear(bres__axis *axis)
{
    bres__free(axis->name);
    bres__free(axis->integers);
    bres__free(axis->reals);
    for (size_t i = 0; axis->strings != NULL && i < axis->count; i++)
        bres__free(axis->strings[i]);
    bres__free(axis->strings);
    for (size_t i = 0; axis->descriptions != NULL && i < axis->count; i++)
        bres__free(axis->descriptions[i]);
    bres__free(axis->descriptions);
    bres__free(axis->active);
    *axis = (bres__axis){ .name = NULL };
}

static void *values_copy(const void *values, size_t count, size_t size)
{
    void *copy = bres__calloc(count, size);

    if (copy != NULL && count != 0)
        memcpy(copy, values, count * size);
    return copy;
}

static bool axis_copy_strings(bres__axis *axis, const char *const *values)
{
    axis->strings = bres__calloc(axis->count, sizeof(*axis->strings));
    if (axis->strings == NULL)
        return false;
    for (size_t i = 0; i < axis->count; i++) {
        axis->strings[i] = bres__strdup(values[i]);
        if (axis->strings[i] == NULL)
            return false;
    }
    return true;
}

/* Fills a new axis; `values` is an array of the element type of the axis. */
static bres_status axis_fill(bres__axis *axis, const char *name, const void *values, size_t count)
{
    bool done = false;

    axis->name = bres__strdup(name);
    axis->count = count;
    switch (axis->type) {
    case BRES__AXIS_INT64:
    case BRES__AXIS_POW2:
        axis->integers = values_copy(values, count, sizeof(*axis->integers));
        done = axis->integers != NULL;
        break;
    case BRES__AXIS_FLOAT64:
        axis->reals = values_copy(values, count, sizeof(*axis->reals));
        done = axis->reals != NULL;
        break;
    case BRES__AXIS_STRING:
    case BRES__AXIS_TYPE:
        done = axis_copy_strings(axis, values);
        break;
    }
    return done && axis->name != NULL ? BRES_OK : bres__error_memory();
}

static const void *axis_values(const bres__axis *axis)
{
    if (axis->type == BRES__AXIS_STRING || axis->type == BRES__AXIS_TYPE)
        return axis->strings;
    return axis->type == BRES__AXIS_FLOAT64 ? (const void *)axis->reals : axis->integers;
}

/* Copies the members that only an axis of types has. */
static bool axis_copy_types(bres__axis *copy, const bres__axis *axis)
{
    if (!bres__axis_describe(copy, (const char *const *)axis->descriptions))
        return false;
    memcpy(copy->active, axis->active, axis->active_count * sizeof(*copy->active));
    copy->active_count = axis->active_count;
    return true;
}

bres_status bres__axis_copy(bres__axis *copy, const bres__axis *axis)
{
    bres_status status;

    *copy = (bres__axis){ .type = axis->type };
    status = axis_fill(copy, axis->name, axis_values(axis), axis->count);
    if (status == BRES_OK && axis->type == BRES__AXIS_TYPE && !axis_copy_types(copy, axis))
        status = bres__error_memory();
    if (status != BRES_OK)
        bres__axis_clear(copy);
    return status;
}

static bres_status check_exponents(const char *name, const int64_t *exponents, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (exponents[i] < 0 || exponents[i] > AXIS_EXPONENT_MAX)
            return bres__error(BRES_ERROR_ARGUMENT,
                               "axis '%s': the exponent %" PRId64 " of a power of two is not "
                               "between 0 and %d",
                               name, exponents[i], AXIS_EXPONENT_MAX);
    }
    return BRES_OK;
}

static bres_status check_reals(const char *name, const double *reals, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(reals[i]))
            return bres__error(BRES_ERROR_ARGUMENT, "axis '%s': a value is not a finite number",
                               name);
    }
    return BRES_OK;
}

static bres_status check_strings(const char *name, const char *const *strings, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (strings[i] == NULL)
            return bres__error(BRES_ERROR_ARGUMENT, "axis '%s': value %zu is NULL", name, i);
        if (bres__utf8_valid(strings[i], strlen(strings[i])) != strlen(strings[i]))
            return bres__error(BRES_ERROR_ARGUMENT, "axis '%s': the value '%s' is not UTF-8", name,
                               strings[i]);
    }
    return BRES_OK;
}

static bres_status check_types(const char *name, const char *const *names, size_t count)
{
    const bres_status status = check_strings(name, names, count);

    return status == BRES_OK ? bres__axis_check_types(name, names, count) : status;
}

static bres_status check_values(const char *name, bres__axis_type type, const void *values,
                                size_t count)
{
    if (values == NULL && count != 0)
        return bres__error(BRES_ERROR_ARGUMENT, "axis '%s': the array of values is NULL", name);
    switch (type) {
    case BRES__AXIS_POW2:
        return check_exponents(name, values, count);
    case BRES__AXIS_FLOAT64:
        return check_reals(name, values, count);
    case BRES__AXIS_STRING:
        return check_strings(name, values, count);
    case BRES__AXIS_TYPE:
        return check_types(name, values, count);
    default:
        return BRES_OK;
    }
}

static bool axis_is_integer(bres__axis_type type)
{
    return type == BRES__AXIS_INT64 || type == BRES__AXIS_POW2;
}

bres_status bres__axis_replace(bres__axis *axis, bres__axis *values)
{
    bres_status status;
    bres__axis old = *axis;

    if (axis->type != values->type &&
        !(axis_is_integer(axis->type) && axis_is_integer(values->type)))
        return bres__error(BRES_ERROR_KIND, "axis '%s' takes no values of another type",
                           axis->name);
    if (axis->type == BRES__AXIS_TYPE)
        return bres__axis_choose_types(axis, values->strings, values->count);
    status = check_values(axis->name, values->type, axis_values(values), values->count);
    if (status != BRES_OK)
        return status;
    values->name = old.name;
    *axis = *values;
    *values = (bres__axis){ .name = NULL };
    old.name = NULL;
    bres__axis_clear(&old);
    return BRES_OK;
}

bres__axis *bres__bench_axis(const bres_bench *bench, const char *name)
{
    for (size_t i = 0; i < bench->axis_count; i++) {
        if (strcmp(bench->axes[i].name, name) == 0)
            return &bench->axes[i];
    }
    return NULL;
}

bres_status bres__axis_unknown(const bres_bench *bench, const char *axis)
{
    bres__names names = { .nearest.unknown = axis };

    for (size_t i = 0; i < bench->axis_count; i++)
        bres__names_add(&names, bench->axes[i].name);
    return bres__names_error(&names, "benchmark '%s' has no axis '%s'", bench->name, axis);
}

static bres_status check_name(const bres_bench *bench, const char *name)
{
    if (name == NULL || name[0] == '\0')
        return bres__error(BRES_ERROR_ARGUMENT, "an axis has no name");
    if (bres__utf8_valid(name, strlen(name)) != strlen(name))
        return bres__error(BRES_ERROR_ARGUMENT, "the name of an axis is not UTF-8: '%s'", name);
    if (bres__bench_axis(bench, name) != NULL)
        return bres__error(BRES_ERROR_CONFLICT, "there are two axes '%s'", name);
    return BRES_OK;
}

/* Axes of types go before the others, as in NVBench. */
static void bench_insert_axis(bres_bench *bench, const bres__axis *axis)
{
    const size_t index =
        axis->type == BRES__AXIS_TYPE ? bres__bench_type_axis_count(bench) : bench->axis_count;
    bres__axis *place = &bench->axes[index];

    memmove(place + 1, place, (bench->axis_count - index) * sizeof(*place));
    *place = *axis;
    bench->axis_count++;
}

/* `descriptions` is only for an axis of types. */
static bres_status bench_append_axis(bres_bench *bench, const char *name, bres__axis_type type,
                                     const void *values, const char *const *descriptions,
                                     size_t count)
{
    bres__axis axis = { .type = type };
    bres_status status = check_name(bench, name);

    if (status == BRES_OK)
        status = check_values(name, type, values, count);
    if (status == BRES_OK && descriptions != NULL)
        status = bres__axis_check_descriptions(name, descriptions, count);
    if (status == BRES_OK)
        status = axis_fill(&axis, name, values, count);
    if (status == BRES_OK && type == BRES__AXIS_TYPE && !bres__axis_describe(&axis, descriptions))
        status = bres__error_memory();
    if (status == BRES_OK &&
        !BRES__RESERVE(&bench->axes, &bench->axis_capacity, bench->axis_count + 1))
        status = bres__error_memory();
    if (status != BRES_OK) {
        bres__axis_clear(&axis);
        return status;
    }
    bench_insert_axis(bench, &axis);
    return BRES_OK;
}

static bres_status bench_add_axis(bres_bench *bench, const char *name, bres__axis_type type,
                                  const void *values, size_t count)
{
    bres_status status = BRES_OK;

    if (bench != NULL)
        status = bench_append_axis(bench, name, type, values, NULL, count);
    return bres__bench_keep(bench, status);
}

bres_status bres_bench_add_int64_axis(bres_bench *bench, const char *name, const int64_t *values,
                                      size_t count)
{
    return bench_add_axis(bench, name, BRES__AXIS_INT64, values, count);
}

bres_status bres_bench_add_int64_pow2_axis(bres_bench *bench, const char *name,
                                           const int64_t *exponents, size_t count)
{
    return bench_add_axis(bench, name, BRES__AXIS_POW2, exponents, count);
}

bres_status bres_bench_add_float64_axis(bres_bench *bench, const char *name, const double *values,
                                        size_t count)
{
    return bench_add_axis(bench, name, BRES__AXIS_FLOAT64, values, count);
}

bres_status bres_bench_add_string_axis(bres_bench *bench, const char *name,
                                       const char *const *values, size_t count)
{
    return bench_add_axis(bench, name, BRES__AXIS_STRING, values, count);
}

bres_status bres_bench_add_type_axis(bres_bench *bench, const char *name, const char *const *names,
                                     const char *const *descriptions, size_t count)
{
    bres_status status = BRES_OK;

    if (bench != NULL)
        status = bench_append_axis(bench, name, BRES__AXIS_TYPE, names, descriptions, count);
    return bres__bench_keep(bench, status);
}

/* Adds the values of a range; `status` is the result of filling it. */
static bres_status bench_add_range(bres_bench *bench, const char *name, bres_status status,
                                   bres__axis *range)
{
    if (status == BRES_OK)
        status = bench_add_axis(bench, name, range->type, axis_values(range), range->count);
    else
        status = bres__bench_keep(bench, status);
    bres__axis_clear(range);
    return status;
}

bres_status bres_bench_add_int64_range(bres_bench *bench, const char *name, int64_t first,
                                       int64_t last, int64_t stride)
{
    bres__axis range = { .type = BRES__AXIS_INT64 };

    return bench_add_range(bench, name, bres__axis_fill_int64_range(&range, first, last, stride),
                           &range);
}

bres_status bres_bench_add_int64_pow2_range(bres_bench *bench, const char *name, int64_t first,
                                            int64_t last, int64_t stride)
{
    bres__axis range = { .type = BRES__AXIS_POW2 };

    return bench_add_range(bench, name, bres__axis_fill_int64_range(&range, first, last, stride),
                           &range);
}

bres_status bres_bench_add_float64_range(bres_bench *bench, const char *name, double first,
                                         double last, double stride)
{
    bres__axis range = { .type = BRES__AXIS_FLOAT64 };

    return bench_add_range(bench, name, bres__axis_fill_float64_range(&range, first, last, stride),
                           &range);
}

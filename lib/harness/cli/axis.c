/* SPDX-License-Identifier: MIT */
/*
 * --axis: new values for an axis of a benchmark.
 */
#include "harness/cli/arguments.h"
#include "harness/cli/values.h"

#include <string.h>

/* The parts before and after the '='. */
typedef struct axis_spec {
    bres__axis *axis;
    bool pow2;
    bres__slice values;
} axis_spec;

/* The rest of the spec after the name of an axis and blanks; NULL: the spec does not begin with
 * that name, followed by '=' or '['. */
static const char *spec_match(const char *spec, const char *end, const char *name)
{
    const size_t length = strlen(name);
    const char *rest;

    if (length > (size_t)(end - spec) || memcmp(spec, name, length) != 0)
        return NULL;
    rest = bres__trim(spec + length, end).data;
    return rest != end && (*rest == '=' || *rest == '[') ? rest : NULL;
}

/* The axis with the longest matching name, because names may contain '=' and '['; *rest gets the
 * rest of the spec. NULL: no axis matches. */
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

/* Reads `[pow2]` or `[]`, if present. */
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

static bres_status axis_modify(bres_bench *bench, const char *operand)
{
    bres__axis values = { .name = NULL };
    axis_spec spec;
    bres_status status = spec_read(&spec, bench, operand);

    if (status != BRES_OK)
        return status;
    values.type = spec.axis->type;
    if (spec.pow2)
        values.type = BRES__AXIS_POW2;
    else if (values.type == BRES__AXIS_POW2)
        values.type = BRES__AXIS_INT64;
    status = bres__axis_fill_operand(&values, spec.values);
    if (status == BRES_OK)
        status = bres__axis_replace(spec.axis, &values);
    bres__axis_clear(&values);
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

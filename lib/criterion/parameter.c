/* SPDX-License-Identifier: MIT */
/*
 * Setting and reading parameters. A combination also has the parameters of its parts. A setter
 * first prepares every part that has the parameter, and changes them once nothing can fail.
 */
#include "criterion/criteria.h"

#include <math.h>
#include <string.h>

/* A parameter and its new value, which is the member that matches `kind`. */
typedef struct setting {
    const char *function;
    const char *name;
    bres_kind kind;
    int64_t int64;
    double float64;
    const char *string;
} setting;

static bres__parameter_value *criterion_own_value(const bres_criterion *criterion, const char *name)
{
    for (size_t i = 0; i < criterion->type->definition.parameter_count; i++) {
        if (strcmp(criterion->values[i].parameter->name, name) == 0)
            return &criterion->values[i];
    }
    return NULL;
}

/* The criterion's own value, or that of the first part that has the parameter; NULL if unknown. */
static const bres__parameter_value *criterion_value(const bres_criterion *criterion,
                                                    const char *name)
{
    const bres__parameter_value *value = criterion_own_value(criterion, name);

    for (size_t i = 0; value == NULL && i < criterion->part_count; i++)
        value = criterion_value(criterion->parts[i], name);
    return value;
}

static bres_status parameter_check_string(const bres_parameter *parameter, const char *string)
{
    if (string == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "parameter '%s': the string is NULL",
                           parameter->name);
    if (bres__utf8_valid(string, strlen(string)) != strlen(string))
        return bres__error(BRES_ERROR_VALUE, "parameter '%s' must be UTF-8", parameter->name);
    return BRES_OK;
}

bres_status bres__parameter_check(const bres_parameter *parameter, int64_t int64, double float64,
                                  const char *string)
{
    const bool not_negative = (parameter->flags & BRES_PARAMETER_NOT_NEGATIVE) != 0;
    const char *bound = "not negative";
    char number[BRES__NUMBER_SIZE];

    if (parameter->kind == BRES_KIND_STRING)
        return parameter_check_string(parameter, string);
    if (parameter->kind == BRES_KIND_INT64) {
        if (!not_negative || int64 >= 0)
            return BRES_OK;
        bres__format_int64(number, int64);
    } else {
        if (isfinite(float64) && (!not_negative || float64 >= 0))
            return BRES_OK;
        bound = not_negative ? "finite and not negative" : "finite";
        bres__format_float64(number, float64, BRES__FLOAT_VALUE);
    }
    return bres__error(BRES_ERROR_VALUE, "parameter '%s' must be %s, not %s", parameter->name,
                       bound, number);
}

static bres_status setting_unknown(const bres_criterion *criterion, const char *name)
{
    const size_t count = bres_criterion_parameter_count(criterion);
    bres__text known = { 0 };
    bres_status status;

    for (size_t i = 0; i < count; i++)
        bres__text_printf(&known, "%s%s", i == 0 ? "" : ", ",
                          bres_criterion_parameter_at(criterion, i));
    if (known.failed)
        status = bres__error_memory();
    else
        status =
            bres__error(BRES_ERROR_KEY, "criterion '%s' has no parameter '%s'; it has %s",
                        bres_criterion_name(criterion), name, count == 0 ? "none" : known.data);
    bres__text_free(&known);
    return status;
}

/* Checks the value in every part that has the parameter, and duplicates a string for each. */
static bres_status setting_prepare(const setting *self, bres_criterion *criterion)
{
    bres__parameter_value *value = criterion_own_value(criterion, self->name);
    bres_status status = BRES_OK;

    if (value != NULL && value->parameter->kind != self->kind)
        return bres__error(BRES_ERROR_KIND, "parameter '%s' of criterion '%s' is %s, not %s",
                           self->name, bres_criterion_name(criterion),
                           bres__parameter_kind_name(value->parameter->kind),
                           bres__parameter_kind_name(self->kind));
    if (value != NULL)
        status = bres__parameter_check(value->parameter, self->int64, self->float64, self->string);
    if (status == BRES_OK && value != NULL && self->kind == BRES_KIND_STRING) {
        value->coming = bres__strdup(self->string);
        if (value->coming == NULL)
            return bres__error_memory();
    }
    for (size_t i = 0; status == BRES_OK && i < criterion->part_count; i++)
        status = setting_prepare(self, criterion->parts[i]);
    return status;
}

static void setting_cancel(const setting *self, bres_criterion *criterion)
{
    bres__parameter_value *value = criterion_own_value(criterion, self->name);

    if (value != NULL) {
        bres__free(value->coming);
        value->coming = NULL;
    }
    for (size_t i = 0; i < criterion->part_count; i++)
        setting_cancel(self, criterion->parts[i]);
}

static void setting_apply(const setting *self, bres_criterion *criterion)
{
    bres__parameter_value *value = criterion_own_value(criterion, self->name);

    if (value != NULL) {
        bres__parameter_value *last =
            &criterion->values[criterion->type->definition.parameter_count - 1];
        bres__parameter_value changed = {
            .parameter = value->parameter,
            .int64 = self->int64,
            .float64 = self->float64,
            .string = value->coming,
        };

        bres__free(value->string);
        memmove(value, value + 1, (size_t)(last - value) * sizeof(*value));
        *last = changed;
    }
    for (size_t i = 0; i < criterion->part_count; i++)
        setting_apply(self, criterion->parts[i]);
}

static bres_status criterion_set(bres_criterion *criterion, const setting *self)
{
    bres_status status;

    if (criterion == NULL || self->name == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "%s: %s is NULL", self->function,
                           criterion == NULL ? "criterion" : "name");
    if (criterion_value(criterion, self->name) == NULL)
        return setting_unknown(criterion, self->name);
    status = setting_prepare(self, criterion);
    if (status == BRES_OK)
        setting_apply(self, criterion);
    else
        setting_cancel(self, criterion);
    return status;
}

bres_status bres_criterion_set_int64(bres_criterion *criterion, const char *name, int64_t value)
{
    return criterion_set(criterion, &(setting){ .function = "bres_criterion_set_int64",
                                                .name = name,
                                                .kind = BRES_KIND_INT64,
                                                .int64 = value });
}

bres_status bres_criterion_set_float64(bres_criterion *criterion, const char *name, double value)
{
    return criterion_set(criterion, &(setting){ .function = "bres_criterion_set_float64",
                                                .name = name,
                                                .kind = BRES_KIND_FLOAT64,
                                                .float64 = value });
}

bres_status bres_criterion_set_string(bres_criterion *criterion, const char *name,
                                      const char *value)
{
    return criterion_set(criterion, &(setting){ .function = "bres_criterion_set_string",
                                                .name = name,
                                                .kind = BRES_KIND_STRING,
                                                .string = value });
}

bres_status bres_criterion_set_text(bres_criterion *criterion, const char *name, const char *text)
{
    setting self = { .function = "bres_criterion_set_text", .name = name, .string = text };
    bres__parse parsed = BRES__PARSE_OK;

    if (criterion == NULL || name == NULL || text == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "%s: %s is NULL", self.function,
                           criterion == NULL ? "criterion"
                           : name == NULL    ? "name"
                                             : "text");
    self.kind = bres_criterion_parameter_kind(criterion, name);
    if (self.kind == BRES_KIND_INT64)
        parsed = bres__parse_int64(text, strlen(text), &self.int64);
    else if (self.kind == BRES_KIND_FLOAT64)
        parsed = bres__parse_float64(text, strlen(text), &self.float64);
    if (parsed != BRES__PARSE_OK)
        return bres__error(BRES_ERROR_VALUE, "parameter '%s': '%s' is not a valid %s", name, text,
                           bres__parameter_kind_name(self.kind));
    return criterion_set(criterion, &self);
}

/* NULL if no parameter has this name and kind. */
static const bres__parameter_value *criterion_value_of(const bres_criterion *criterion,
                                                       const char *name, bres_kind kind)
{
    const bres__parameter_value *value = NULL;

    if (criterion != NULL && name != NULL)
        value = criterion_value(criterion, name);
    return value != NULL && value->parameter->kind == kind ? value : NULL;
}

bool bres_criterion_int64(const bres_criterion *criterion, const char *name, int64_t *value)
{
    const bres__parameter_value *found = criterion_value_of(criterion, name, BRES_KIND_INT64);

    if (found == NULL || value == NULL)
        return false;
    *value = found->int64;
    return true;
}

bool bres_criterion_float64(const bres_criterion *criterion, const char *name, double *value)
{
    const bres__parameter_value *found = criterion_value_of(criterion, name, BRES_KIND_FLOAT64);

    if (found == NULL || value == NULL)
        return false;
    *value = found->float64;
    return true;
}

const char *bres_criterion_string(const bres_criterion *criterion, const char *name)
{
    const bres__parameter_value *found = criterion_value_of(criterion, name, BRES_KIND_STRING);

    if (found == NULL)
        return NULL;
    return found->string != NULL ? found->string : found->parameter->string;
}

bres_kind bres_criterion_parameter_kind(const bres_criterion *criterion, const char *name)
{
    const bres__parameter_value *value = NULL;

    if (criterion != NULL && name != NULL)
        value = criterion_value(criterion, name);
    return value == NULL ? BRES_KIND_ABSENT : value->parameter->kind;
}

size_t bres_criterion_parameter_count(const bres_criterion *criterion)
{
    size_t count;

    if (criterion == NULL)
        return 0;
    count = criterion->type->definition.parameter_count;
    for (size_t i = 0; i < criterion->part_count; i++)
        count += bres_criterion_parameter_count(criterion->parts[i]);
    return count;
}

const char *bres_criterion_parameter_at(const bres_criterion *criterion, size_t index)
{
    size_t left = index;

    if (criterion == NULL)
        return NULL;
    if (left < criterion->type->definition.parameter_count)
        return criterion->values[left].parameter->name;
    left -= criterion->type->definition.parameter_count;
    for (size_t i = 0; i < criterion->part_count; i++) {
        const size_t count = bres_criterion_parameter_count(criterion->parts[i]);

        if (left < count)
            return bres_criterion_parameter_at(criterion->parts[i], left);
        left -= count;
    }
    return NULL;
}

/* SPDX-License-Identifier: MIT */
/*
 * The answer of a tuning.
 */
#include "tune/cache/cache.h"

#include <benchresult/tune.h>
#include <stddef.h>

/* Size of the first published bres_tuner_answer. */
#define ANSWER_FIRST_SIZE (offsetof(bres_tuner_answer, equivalence_margin) + sizeof(double))

_Static_assert(ANSWER_FIRST_SIZE == sizeof(bres_tuner_answer), "the answer has no padding");

static const bres__option_field answer_fields[] = {
    BRES__OPTION_REAL(bres_tuner_answer, seconds, BRES__RANGE_NOT_NEGATIVE),
    BRES__OPTION_AT_LEAST(bres_tuner_answer, samples, 0),
    BRES__OPTION_AT_LEAST(bres_tuner_answer, remaining, 0),
    BRES__OPTION_ENUM(bres_tuner_answer, stop_reason, BRES_TUNER_NONE_LEFT),
    BRES__OPTION_RESERVED(bres_tuner_answer, reserved),
    BRES__OPTION_AT_LEAST(bres_tuner_answer, unmeasured, 0),
    BRES__OPTION_AT_LEAST(bres_tuner_answer, trial_samples, 0),
    BRES__OPTION_REAL(bres_tuner_answer, elapsed, BRES__RANGE_NOT_NEGATIVE),
    BRES__OPTION_REAL(bres_tuner_answer, error_rate, BRES__RANGE_NOT_NEGATIVE),
    BRES__OPTION_REAL(bres_tuner_answer, equivalence_margin, BRES__RANGE_NOT_NEGATIVE),
};

static const bres__options_type answer_type =
    BRES__OPTIONS_TYPE(bres_tuner_answer, ANSWER_FIRST_SIZE, answer_fields);

void bres_tuner_answer_init(bres_tuner_answer *answer)
{
    if (answer != NULL)
        *answer = (bres_tuner_answer){ .size = sizeof(*answer) };
}

static bool text_is_valid(const char *text)
{
    return text != NULL && bres__utf8_valid(text, strlen(text)) == strlen(text);
}

static bres_status value_check(const bres_tuner_value *value, size_t index)
{
    if (!text_is_valid(value->name))
        return bres__error(BRES_ERROR_ARGUMENT, "bres_tuner_answer: the name of value %zu is %s",
                           index, value->name == NULL ? "NULL" : "not UTF-8");
    switch (value->kind) {
    case BRES_KIND_INT64:
        return BRES_OK;
    case BRES_KIND_FLOAT64:
        if (bres__range_has(BRES__RANGE_FINITE, value->float64))
            return BRES_OK;
        return bres__error(BRES_ERROR_ARGUMENT,
                           "bres_tuner_answer: '%s' is %g (expected a finite number)", value->name,
                           value->float64);
    case BRES_KIND_STRING:
        if (text_is_valid(value->string))
            return BRES_OK;
        return bres__error(BRES_ERROR_ARGUMENT, "bres_tuner_answer: '%s' is %s", value->name,
                           value->string == NULL ? "NULL" : "not UTF-8");
    default:
        return bres__error(BRES_ERROR_ARGUMENT,
                           "bres_tuner_answer: '%s' is of kind %d (expected BRES_KIND_INT64, "
                           "BRES_KIND_FLOAT64 or BRES_KIND_STRING)",
                           value->name, (int)value->kind);
    }
}

static bres_status values_check(const bres_tuner_answer *answer)
{
    bres_status status = BRES_OK;

    if (answer->values == NULL && answer->value_count != 0)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_tuner_answer.values is NULL");
    if (answer->order == NULL && answer->order_count != 0)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_tuner_answer.order is NULL");
    for (size_t i = 0; i < answer->value_count && status == BRES_OK; i++)
        status = value_check(&answer->values[i], i);
    for (size_t i = 0; i < answer->order_count && status == BRES_OK; i++) {
        if (answer->order[i] > INT64_MAX)
            status = bres__error(BRES_ERROR_ARGUMENT,
                                 "bres_tuner_answer: index %zu of the order is above %lld", i,
                                 (long long)INT64_MAX);
    }
    return status;
}

bres_status bres__cache_answer_take(bres_tuner_answer *full, const bres_tuner_answer *answer)
{
    bres_status status;

    bres_tuner_answer_init(full);
    status = bres__options_take(full, answer, &answer_type);
    return status == BRES_OK ? values_check(full) : status;
}

bool bres__cache_answer_give(const bres_tuner_answer *answer, bres_tuner_answer *given)
{
    const size_t size = given->size;

    if (size != ANSWER_FIRST_SIZE)
        return false;
    memcpy(given, answer, size);
    given->size = size;
    return true;
}

static const bres_tuner_value *answer_find(const bres_tuner_answer *answer, const char *name)
{
    if (answer == NULL || name == NULL)
        return NULL;
    for (size_t i = 0; i < answer->value_count; i++) {
        if (strcmp(answer->values[i].name, name) == 0)
            return &answer->values[i];
    }
    return NULL;
}

bool bres_tuner_answer_int64(const bres_tuner_answer *answer, const char *name, int64_t *value)
{
    const bres_tuner_value *found = answer_find(answer, name);

    if (found == NULL || found->kind != BRES_KIND_INT64 || value == NULL)
        return false;
    *value = found->int64;
    return true;
}

bool bres_tuner_answer_float64(const bres_tuner_answer *answer, const char *name, double *value)
{
    const bres_tuner_value *found = answer_find(answer, name);

    if (found == NULL || found->kind == BRES_KIND_STRING || value == NULL)
        return false;
    *value = found->kind == BRES_KIND_FLOAT64 ? found->float64 : (double)found->int64;
    return true;
}

const char *bres_tuner_answer_string(const bres_tuner_answer *answer, const char *name)
{
    const bres_tuner_value *found = answer_find(answer, name);

    return found != NULL && found->kind == BRES_KIND_STRING ? found->string : NULL;
}

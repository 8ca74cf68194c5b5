/* SPDX-License-Identifier: MIT */
/*
 * Criteria that combine other criteria. measure.c feeds and queries the parts; this file defines
 * the combinations.
 */
#include "criterion/criteria.h"

#define AT_LEAST_TIME_NAME "at-least-time"

const bres__builtin bres__builtin_any_of = {
    .definition = { .size = sizeof(bres_criterion_definition),
                    .name = "any-of",
                    .description = "at least one of the given criteria: any-of(stdrel,entropy)",
                    .flags = BRES_CRITERION_COMBINES },
    .combination = BRES__COMBINATION_ANY,
    .part_max = SIZE_MAX,
};

const bres__builtin bres__builtin_all_of = {
    .definition = { .size = sizeof(bres_criterion_definition),
                    .name = "all-of",
                    .description = "all of the given criteria: all-of(entropy,sample-count)",
                    .flags = BRES_CRITERION_COMBINES },
    .combination = BRES__COMBINATION_ALL,
    .part_max = SIZE_MAX,
};

typedef struct at_least_time {
    double seconds;
    double total;
} at_least_time;

static bres_status at_least_time_start(void *state, const bres_criterion *criterion, void *user)
{
    at_least_time *self = state;

    (void)user;
    (void)bres_criterion_float64(criterion, AT_LEAST_TIME_NAME, &self->seconds);
    return BRES_OK;
}

static void at_least_time_add(void *state, double seconds, void *user)
{
    at_least_time *self = state;

    (void)user;
    self->total += seconds;
}

static bool at_least_time_is_finished(const void *state, void *user)
{
    const at_least_time *self = state;

    (void)user;
    return self->total >= self->seconds;
}

static const bres_parameter at_least_time_parameters[] = {
    BRES__PARAMETER_REAL(AT_LEAST_TIME_NAME, "smallest total time of the samples in seconds", 0.5),
};

const bres__builtin bres__builtin_at_least_time = {
    .definition = { .size = sizeof(bres_criterion_definition),
                    .name = AT_LEAST_TIME_NAME,
                    .description = "the given criterion and a smallest total time: "
                                   "at-least-time(entropy)",
                    .parameters = at_least_time_parameters,
                    .parameter_count = 1,
                    .state_size = sizeof(at_least_time),
                    .start = at_least_time_start,
                    .add = at_least_time_add,
                    .is_finished = at_least_time_is_finished,
                    .flags = BRES_CRITERION_COMBINES },
    .combination = BRES__COMBINATION_ALL,
    .part_max = 1,
};

/* Checks that the part's parameters have the same kinds as in the parts before it. */
static bres_status parts_check_kinds(bres_criterion *const *parts, size_t index)
{
    const bres_criterion *part = parts[index];

    for (size_t p = 0; p < bres_criterion_parameter_count(part); p++) {
        const char *name = bres_criterion_parameter_at(part, p);
        const bres_kind kind = bres_criterion_parameter_kind(part, name);

        for (size_t i = 0; i < index; i++) {
            const bres_kind other = bres_criterion_parameter_kind(parts[i], name);

            if (other != BRES_KIND_ABSENT && other != kind)
                return bres__error(BRES_ERROR_CONFLICT,
                                   "parameter '%s' is %s in criterion '%s' and %s in criterion "
                                   "'%s': they cannot be combined",
                                   name, bres__parameter_kind_name(other),
                                   bres_criterion_name(parts[i]), bres__parameter_kind_name(kind),
                                   bres_criterion_name(part));
        }
    }
    return BRES_OK;
}

static bres_status parts_check(const char *function, bres_criterion *const *parts, size_t count)
{
    bres_status status = BRES_OK;

    if (parts == NULL || count == 0)
        return bres__error(BRES_ERROR_ARGUMENT, "%s: no criterion given", function);
    for (size_t i = 0; status == BRES_OK && i < count; i++) {
        if (parts[i] == NULL)
            return bres__error(BRES_ERROR_ARGUMENT, "%s: criterion %zu is NULL", function, i + 1);
        if (parts[i]->is_part)
            return bres__error(BRES_ERROR_STATE,
                               "%s: criterion %zu, '%s', is part of a combination already",
                               function, i + 1, bres_criterion_name(parts[i]));
        for (size_t j = 0; j < i; j++) {
            if (parts[j] == parts[i])
                return bres__error(BRES_ERROR_ARGUMENT, "%s: criterion %zu, '%s', is given twice",
                                   function, i + 1, bres_criterion_name(parts[i]));
        }
        status = parts_check_kinds(parts, i);
    }
    return status;
}

/* Each combination gets its own type, because the parts may come from different registries. */
static bres_status combine(const char *function, const bres__builtin *builtin,
                           bres_criterion *const *parts, size_t count, bres_criterion **criterion)
{
    bres__criterion_type *type = NULL;
    bres_status status;

    if (criterion == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "%s: criterion is NULL", function);
    *criterion = NULL;
    status = parts_check(function, parts, count);
    if (status == BRES_OK)
        status = bres__criterion_type_new(&builtin->definition, builtin, &type);
    if (status == BRES_OK)
        status = bres__criterion_make(type, parts, count, criterion);
    bres__criterion_type_unref(type);
    return status;
}

bres_status bres_criterion_new_any_of(bres_criterion *const *parts, size_t count,
                                      bres_criterion **criterion)
{
    return combine("bres_criterion_new_any_of", &bres__builtin_any_of, parts, count, criterion);
}

bres_status bres_criterion_new_all_of(bres_criterion *const *parts, size_t count,
                                      bres_criterion **criterion)
{
    return combine("bres_criterion_new_all_of", &bres__builtin_all_of, parts, count, criterion);
}

bres_status bres_criterion_new_at_least_time(bres_criterion *part, double seconds,
                                             bres_criterion **criterion)
{
    static const char function[] = "bres_criterion_new_at_least_time";
    bres_status status;

    if (criterion != NULL)
        *criterion = NULL;
    status = bres__parameter_check(&at_least_time_parameters[0], 0, seconds, NULL);
    if (status == BRES_OK && part == NULL)
        status = bres__error(BRES_ERROR_ARGUMENT, "%s: part is NULL", function);
    if (status == BRES_OK)
        status = combine(function, &bres__builtin_at_least_time, &part, 1, criterion);
    if (status == BRES_OK)
        (*criterion)->values[0].float64 = seconds;
    return status;
}

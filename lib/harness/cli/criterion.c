/* SPDX-License-Identifier: MIT */
/*
 * --stopping-criterion and the parameters of criteria, each of which is an option.
 */
#include "harness/cli/arguments.h"

#include <string.h>

bool bres__parameter_is_percent(const char *name, bres_kind kind)
{
    return kind == BRES_KIND_FLOAT64 && strcmp(name, "max-noise") == 0;
}

const char *bres__parameter_find(const bres_criteria *criteria, const char *name, size_t length)
{
    for (size_t i = 0; i < bres_criteria_count(criteria); i++) {
        const bres_criterion_definition *criterion = bres_criteria_at(criteria, i);

        for (size_t k = 0; k < criterion->parameter_count; k++) {
            const char *const known = criterion->parameters[k].name;

            if (strlen(known) == length && memcmp(known, name, length) == 0)
                return known;
        }
    }
    return NULL;
}

bres_status bres__parameters_check(const bres_criteria *criteria)
{
    for (size_t i = 0; i < bres_criteria_count(criteria); i++) {
        const bres_criterion_definition *criterion = bres_criteria_at(criteria, i);

        for (size_t k = 0; k < criterion->parameter_count; k++) {
            const char *const name = criterion->parameters[k].name;

            if (bres__option_find(name, strlen(name)) != NULL)
                return bres__error(BRES_ERROR_CONFLICT,
                                   "the criterion '%s' has a parameter '%s', but --%s is an option "
                                   "of every benchmark program",
                                   criterion->name, name, name);
        }
    }
    return BRES_OK;
}

bres_status bres__scope_enter(bres__criterion_scope *scope, const bres__modifier *modifier)
{
    if (modifier->option->modify == bres__modify_parameter && scope->parameter == NULL)
        scope->parameter = modifier->name;
    if (modifier->option->modify != bres__modify_criterion)
        return BRES_OK;
    if (scope->chosen)
        return bres__error(BRES_ERROR_CONFLICT,
                           "--%s %s: there is one already; each --benchmark can have one, and one "
                           "can stand before them",
                           modifier->name, modifier->operand);
    if (scope->parameter != NULL)
        return bres__error(BRES_ERROR_CONFLICT,
                           "--%s %s: it stands behind --%s, whose value it would discard; expected "
                           "the criterion before its parameters",
                           modifier->name, modifier->operand, scope->parameter);
    scope->chosen = true;
    return BRES_OK;
}

bres_status bres__modify_criterion(bres_bench *bench, const bres__modifier *modifier)
{
    bres_criterion *criterion = NULL;
    const bres_status status =
        bres_criterion_new(bench->suite->criteria, modifier->operand, &criterion);

    return status == BRES_OK ? bres__settings_take_criterion(&bench->settings, criterion) : status;
}

static bres_status parameter_not_there(const bres_criterion *criterion, const char *bench)
{
    const size_t count = bres_criterion_parameter_count(criterion);
    bres__text text = { 0 };
    bres_status status;

    for (size_t i = 0; i < count; i++)
        bres__text_printf(&text, "%s--%s", i > 0 ? ", " : "",
                          bres_criterion_parameter_at(criterion, i));
    if (count == 0)
        bres__text_puts(&text, "<none>");
    status = text.failed ? bres__error_memory()
                         : bres__error(BRES_ERROR_KEY,
                                       "the criterion of benchmark '%s' is %s, its parameters are: "
                                       "%s",
                                       bench, bres_criterion_name(criterion), text.data);
    bres__text_free(&text);
    return status;
}

static bres_status parameter_set(bres_criterion *criterion, const bres__modifier *modifier)
{
    const char *const operand = modifier->operand;
    double percent;
    bres_status status;

    if (!bres__parameter_is_percent(modifier->name,
                                    bres_criterion_parameter_kind(criterion, modifier->name)))
        return bres_criterion_set_text(criterion, modifier->name, operand);
    status = bres__operand_float64(bres__trim(operand, operand + strlen(operand)), &percent);
    if (status == BRES_OK)
        status = bres_criterion_set_float64(criterion, modifier->name, percent / 100);
    return status;
}

bres_status bres__modify_parameter(bres_bench *bench, const bres__modifier *modifier)
{
    bres__settings *settings = &bench->settings;

    if (settings->criterion == NULL) {
        const bres_status status =
            bres_criterion_new(bench->suite->criteria, "stdrel", &settings->criterion);

        if (status != BRES_OK)
            return status;
    }
    if (bres_criterion_parameter_kind(settings->criterion, modifier->name) == BRES_KIND_ABSENT)
        return parameter_not_there(settings->criterion, bench->name);
    return parameter_set(settings->criterion, modifier);
}

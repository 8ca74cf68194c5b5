/* SPDX-License-Identifier: MIT */
/*
 * --stopping-criterion and the parameters of criteria, each of which is an option.
 */
#include "harness/cli/arguments.h"
#include "harness/cli/operand.h"

#include <string.h>

bool bres__parameter_is_percent(const char *name, bres_kind kind)
{
    return kind == BRES_KIND_FLOAT64 && strcmp(name, "max-noise") == 0;
}

static bres_status parameter_unknown(const bres_criterion *criterion, const char *bench)
{
    const size_t count = bres_criterion_parameter_count(criterion);
    bres__text text = { 0 };
    bres_status status;

    for (size_t i = 0; i < count; i++)
        bres__text_printf(&text, "%s--%s", i > 0 ? ", " : "",
                          bres_criterion_parameter_at(criterion, i));
    if (count == 0)
        bres__text_puts(&text, "no parameter");
    status = text.failed ? bres__error_memory()
                         : bres__error(BRES_ERROR_KEY,
                                       "unknown parameter of %s, the criterion of benchmark '%s' "
                                       "(expected %s)",
                                       bres_criterion_name(criterion), bench, text.data);
    bres__text_free(&text);
    return status;
}

static bres_status parameter_set(bres_criterion *criterion, const char *name, const char *operand)
{
    double percent;
    bres_status status;

    if (!bres__parameter_is_percent(name, bres_criterion_parameter_kind(criterion, name)))
        return bres_criterion_set_text(criterion, name, operand);
    status = bres__operand_float64(bres__trim(operand, operand + strlen(operand)), &percent);
    if (status == BRES_OK)
        status = bres_criterion_set_float64(criterion, name, percent / 100);
    return status;
}

static bres_status modify_parameter(bres__command *command, const bres__option *option,
                                    const char *operand, void *target)
{
    const bres_bench *bench = target;
    bres__settings *settings = &((bres_bench *)target)->settings;

    (void)command;
    if (settings->criterion == NULL) {
        const bres_status status =
            bres_criterion_new(bench->suite->criteria, "stdrel", &settings->criterion);

        if (status != BRES_OK)
            return status;
    }
    if (bres_criterion_parameter_kind(settings->criterion, option->name) == BRES_KIND_ABSENT)
        return parameter_unknown(settings->criterion, bench->name);
    return parameter_set(settings->criterion, option->name, operand);
}

bres_status bres__modify_criterion(bres__command *command, const bres__option *option,
                                   const char *operand, void *target)
{
    bres_bench *bench = target;
    bres_criterion *criterion = NULL;
    const bres_status status = bres_criterion_new(bench->suite->criteria, operand, &criterion);

    (void)command;
    (void)option;
    return status == BRES_OK ? bres__settings_take_criterion(&bench->settings, criterion) : status;
}

static bres_status parameter_conflict(const char *criterion, const char *parameter)
{
    return bres__error(BRES_ERROR_CONFLICT,
                       "the criterion '%s' has a parameter '%s', but --%s is an option of every "
                       "benchmark program",
                       criterion, parameter, parameter);
}

bres_status bres__parameter_options(const bres_criteria *criteria, bres__option **options)
{
    const size_t criterion_count = bres_criteria_count(criteria);
    bres_status status = BRES_OK;
    size_t count = 0;

    for (size_t i = 0; i < criterion_count; i++)
        count += bres_criteria_at(criteria, i)->parameter_count;
    *options = bres__calloc(count + 1, sizeof(**options));
    if (*options == NULL)
        return bres__error_memory();
    count = 0;
    for (size_t i = 0; i < criterion_count && status == BRES_OK; i++) {
        const bres_criterion_definition *criterion = bres_criteria_at(criteria, i);

        for (size_t k = 0; k < criterion->parameter_count && status == BRES_OK; k++) {
            const char *const name = criterion->parameters[k].name;

            if (bres__option_find(bres__program_options, name, strlen(name)) != NULL)
                status = parameter_conflict(criterion->name, name);
            (*options)[count++] = (bres__option){
                .name = name,
                .operand = "VALUE",
                .action = modify_parameter,
                .is_deferred = true,
            };
        }
    }
    return status;
}

bres_status bres__scope_enter(bres__criterion_scope *scope, const bres__modifier *modifier)
{
    const bres__option *option = modifier->option;

    if (option->action == modify_parameter && scope->parameter == NULL)
        scope->parameter = option->name;
    if (option->action != bres__modify_criterion)
        return BRES_OK;
    if (scope->chosen)
        return bres__error(BRES_ERROR_CONFLICT,
                           "option '--%s': '%s' is a second criterion (expected at most one for "
                           "each --benchmark, and one before them)",
                           option->name, modifier->operand);
    if (scope->parameter != NULL)
        return bres__error(BRES_ERROR_CONFLICT,
                           "option '--%s': '%s' would discard the value of --%s (expected the "
                           "criterion before its parameters)",
                           option->name, modifier->operand, scope->parameter);
    scope->chosen = true;
    return BRES_OK;
}

/* SPDX-License-Identifier: MIT */
#include "criterion/criteria.h"

#include <string.h>

#define ADDRESS(name) &bres__builtin_##name,

bres__criterion_type *bres__criteria_type(const bres_criteria *criteria, const char *name,
                                          size_t length)
{
    for (size_t i = 0; i < criteria->count; i++) {
        const char *known = criteria->types[i]->definition.name;

        if (strlen(known) == length && memcmp(known, name, length) == 0)
            return criteria->types[i];
    }
    return NULL;
}

/* A parameter name must have the same kind in every criterion: a command line parses the value
 * before it knows which criterion the parameter belongs to. */
static bres_status criteria_check_kinds(const bres_criteria *criteria,
                                        const bres__criterion_type *type)
{
    for (size_t i = 0; i < type->definition.parameter_count; i++) {
        const bres_parameter *parameter = &type->definition.parameters[i];

        for (size_t t = 0; t < criteria->count; t++) {
            const bres_parameter *other =
                bres__criterion_type_parameter(criteria->types[t], parameter->name);

            if (other != NULL && other->kind != parameter->kind)
                return bres__error(BRES_ERROR_CONFLICT,
                                   "parameter '%s' is %s in criterion '%s' and cannot be %s in "
                                   "criterion '%s'",
                                   parameter->name, bres__parameter_kind_name(other->kind),
                                   criteria->types[t]->definition.name,
                                   bres__parameter_kind_name(parameter->kind),
                                   type->definition.name);
        }
    }
    return BRES_OK;
}

static bres_status criteria_add(bres_criteria *criteria, bres__criterion_type *type)
{
    const char *name = type->definition.name;
    bres_status status;

    if (bres__criteria_type(criteria, name, strlen(name)) != NULL)
        return bres__error(BRES_ERROR_CONFLICT,
                           "there is a criterion '%s' already; another one needs another name",
                           name);
    status = criteria_check_kinds(criteria, type);
    if (status != BRES_OK)
        return status;
    if (!BRES__RESERVE(&criteria->types, &criteria->capacity, criteria->count + 1))
        return bres__error_memory();
    criteria->types[criteria->count++] = type;
    return BRES_OK;
}

static bres_status criteria_register(bres_criteria *criteria,
                                     const bres_criterion_definition *definition,
                                     const bres__builtin *builtin)
{
    bres__criterion_type *type;
    bres_status status = bres__criterion_type_new(definition, builtin, &type);

    if (status != BRES_OK)
        return status;
    status = criteria_add(criteria, type);
    if (status != BRES_OK)
        bres__criterion_type_unref(type);
    return status;
}

bres_status bres_criteria_new(bres_criteria **criteria)
{
    static const bres__builtin *const builtins[] = { BRES__CRITERIA(ADDRESS) };
    bres_criteria *made;
    bres_status status = BRES_OK;

    if (criteria == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_criteria_new: criteria is NULL");
    *criteria = NULL;
    made = bres__calloc(1, sizeof(*made));
    if (made == NULL)
        return bres__error_memory();
    for (size_t i = 0; status == BRES_OK && i < sizeof(builtins) / sizeof(*builtins); i++)
        status = criteria_register(made, &builtins[i]->definition, builtins[i]);
    if (status != BRES_OK) {
        bres_criteria_free(made);
        return status;
    }
    *criteria = made;
    return BRES_OK;
}

void bres_criteria_free(bres_criteria *criteria)
{
    if (criteria == NULL)
        return;
    for (size_t i = 0; i < criteria->count; i++)
        bres__criterion_type_unref(criteria->types[i]);
    bres__free(criteria->types);
    bres__free(criteria);
}

bres_status bres_criteria_register(bres_criteria *criteria,
                                   const bres_criterion_definition *definition)
{
    if (criteria == NULL || definition == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_criteria_register: %s is NULL",
                           criteria == NULL ? "criteria" : "definition");
    return criteria_register(criteria, definition, NULL);
}

size_t bres_criteria_count(const bres_criteria *criteria)
{
    return criteria == NULL ? 0 : criteria->count;
}

const bres_criterion_definition *bres_criteria_at(const bres_criteria *criteria, size_t index)
{
    if (criteria == NULL || index >= criteria->count)
        return NULL;
    return &criteria->types[index]->definition;
}

const bres_criterion_definition *bres_criteria_find(const bres_criteria *criteria, const char *name)
{
    const bres__criterion_type *type = NULL;

    if (criteria != NULL && name != NULL)
        type = bres__criteria_type(criteria, name, strlen(name));
    return type == NULL ? NULL : &type->definition;
}

bres_kind bres_criteria_parameter_kind(const bres_criteria *criteria, const char *name)
{
    if (criteria == NULL || name == NULL)
        return BRES_KIND_ABSENT;
    for (size_t i = 0; i < criteria->count; i++) {
        const bres_parameter *parameter = bres__criterion_type_parameter(criteria->types[i], name);

        if (parameter != NULL)
            return parameter->kind;
    }
    return BRES_KIND_ABSENT;
}

/* SPDX-License-Identifier: MIT */
/*
 * Making a criterion from a type and parts, copying and freeing it.
 */
#include "criterion/criteria.h"

#include <string.h>

/* "any-of(stdrel,entropy)"; NULL if out of memory. */
static char *criterion_compose_name(const bres_criterion *criterion)
{
    bres__text text = { 0 };

    bres__text_puts(&text, criterion->type->definition.name);
    for (size_t i = 0; i < criterion->part_count; i++) {
        bres__text_putc(&text, i == 0 ? '(' : ',');
        bres__text_puts(&text, bres_criterion_name(criterion->parts[i]));
    }
    bres__text_putc(&text, ')');
    return bres__text_steal(&text);
}

/* Frees the criterion and leaves its parts alone. */
static void criterion_free_alone(bres_criterion *criterion)
{
    const bres_criterion_definition *definition = &criterion->type->definition;

    if (criterion->state != NULL && definition->clear != NULL)
        definition->clear(criterion->state, definition->user);
    for (size_t i = 0; criterion->values != NULL && i < definition->parameter_count; i++)
        bres__free(criterion->values[i].string);
    bres__free(criterion->values);
    bres__free(criterion->state);
    bres__free(criterion->parts);
    bres__free(criterion->name);
    bres__criterion_type_unref(criterion->type);
    bres__free(criterion);
}

static void criterion_take_defaults(bres_criterion *criterion)
{
    const bres_criterion_definition *definition = &criterion->type->definition;

    for (size_t i = 0; i < definition->parameter_count; i++) {
        const bres_parameter *parameter = &definition->parameters[i];

        criterion->values[i] = (bres__parameter_value){
            .parameter = parameter,
            .int64 = parameter->int64,
            .float64 = parameter->float64,
        };
    }
}

/* Allocates and fills the members. The caller still owns the parts if this fails. */
static bool criterion_fill(bres_criterion *criterion, bres_criterion *const *parts,
                           size_t part_count)
{
    const bres_criterion_definition *definition = &criterion->type->definition;

    criterion->state = bres__calloc(1, definition->state_size);
    criterion->values = bres__calloc(definition->parameter_count, sizeof(*criterion->values));
    if (criterion->state == NULL || criterion->values == NULL)
        return false;
    criterion_take_defaults(criterion);
    criterion->depth = 1;
    if (part_count == 0)
        return true;
    criterion->parts = bres__calloc(part_count, sizeof(*criterion->parts));
    if (criterion->parts == NULL)
        return false;
    memcpy(criterion->parts, parts, part_count * sizeof(*parts));
    criterion->part_count = part_count;
    for (size_t i = 0; i < part_count; i++) {
        if (criterion->depth <= parts[i]->depth)
            criterion->depth = parts[i]->depth + 1;
    }
    criterion->name = criterion_compose_name(criterion);
    return criterion->name != NULL;
}

static bres_status make_check_parts(const bres__criterion_type *type, size_t part_count)
{
    const char *name = type->definition.name;

    if (type->combination == BRES__COMBINATION_NONE && part_count != 0)
        return bres__error(BRES_ERROR_VALUE, "criterion '%s' takes no criteria in parentheses",
                           name);
    if (type->combination != BRES__COMBINATION_NONE && part_count == 0)
        return bres__error(BRES_ERROR_VALUE,
                           "criterion '%s' needs criteria in parentheses, as in %s(stdrel)", name,
                           name);
    if (part_count > type->part_max)
        return bres__error(BRES_ERROR_VALUE,
                           "criterion '%s' has %zu criteria in parentheses (expected %zu)", name,
                           part_count, type->part_max);
    return BRES_OK;
}

bres_status bres__criterion_make(bres__criterion_type *type, bres_criterion *const *parts,
                                 size_t part_count, bres_criterion **criterion)
{
    bres_criterion *made;
    bres_status status;

    *criterion = NULL;
    status = make_check_parts(type, part_count);
    if (status != BRES_OK)
        return status;
    made = bres__calloc(1, sizeof(*made));
    if (made == NULL)
        return bres__error_memory();
    made->type = bres__criterion_type_ref(type);
    if (!criterion_fill(made, parts, part_count)) {
        criterion_free_alone(made);
        return bres__error_memory();
    }
    if (made->depth > BRES__CRITERION_DEPTH_MAX) {
        criterion_free_alone(made);
        return bres__error(BRES_ERROR_LIMIT, "more than %u levels of combined criteria",
                           BRES__CRITERION_DEPTH_MAX);
    }
    for (size_t i = 0; i < part_count; i++)
        parts[i]->is_part = true;
    *criterion = made;
    return BRES_OK;
}

void bres_criterion_free(bres_criterion *criterion)
{
    if (criterion == NULL)
        return;
    for (size_t i = 0; i < criterion->part_count; i++)
        bres_criterion_free(criterion->parts[i]);
    criterion_free_alone(criterion);
}

static bool criterion_copy_values(const bres_criterion *criterion, bres_criterion *copy)
{
    for (size_t i = 0; i < criterion->type->definition.parameter_count; i++) {
        const bres__parameter_value *value = &criterion->values[i];

        copy->values[i] = *value;
        copy->values[i].string = NULL;
        if (value->string != NULL) {
            copy->values[i].string = bres__strdup(value->string);
            if (copy->values[i].string == NULL)
                return false;
        }
    }
    return true;
}

static void parts_free(bres_criterion **parts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        bres_criterion_free(parts[i]);
    bres__free(parts);
}

static bres_status parts_copy(const bres_criterion *criterion, bres_criterion ***copies)
{
    bres_criterion **made = bres__calloc(criterion->part_count, sizeof(*made));

    *copies = NULL;
    if (made == NULL)
        return bres__error_memory();
    for (size_t i = 0; i < criterion->part_count; i++) {
        const bres_status status = bres_criterion_copy(criterion->parts[i], &made[i]);

        if (status != BRES_OK) {
            parts_free(made, i);
            return status;
        }
    }
    *copies = made;
    return BRES_OK;
}

bres_status bres_criterion_copy(const bres_criterion *criterion, bres_criterion **copy)
{
    bres_criterion **parts;
    bres_criterion *made = NULL;
    bres_status status;

    if (copy == NULL || criterion == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_criterion_copy: %s is NULL",
                           copy == NULL ? "copy" : "criterion");
    *copy = NULL;
    status = parts_copy(criterion, &parts);
    if (status != BRES_OK)
        return status;
    status = bres__criterion_make(criterion->type, parts, criterion->part_count, &made);
    if (status != BRES_OK) {
        parts_free(parts, criterion->part_count);
        return status;
    }
    bres__free(parts);
    if (!criterion_copy_values(criterion, made)) {
        bres_criterion_free(made);
        return bres__error_memory();
    }
    *copy = made;
    return BRES_OK;
}

const char *bres_criterion_name(const bres_criterion *criterion)
{
    if (criterion == NULL)
        return NULL;
    return criterion->name != NULL ? criterion->name : criterion->type->definition.name;
}

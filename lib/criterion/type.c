/* SPDX-License-Identifier: MIT */
#include "criterion/criteria.h"

#include <string.h>

/* Size of bres_criterion_definition in its first published version. */
#define DEFINITION_FIRST_SIZE (offsetof(bres_criterion_definition, reserved) + sizeof(uint32_t))

_Static_assert(sizeof(bres_parameter) == 48, "bres_parameter is published: it never grows");
_Static_assert(sizeof(bres_criterion_definition) == DEFINITION_FIRST_SIZE, "no padding at the end");

void bres_criterion_definition_init(bres_criterion_definition *definition)
{
    if (definition != NULL)
        *definition = (bres_criterion_definition){ .size = sizeof(*definition) };
}

const char *bres__parameter_kind_name(bres_kind kind)
{
    switch (kind) {
    case BRES_KIND_INT64:
        return "int64";
    case BRES_KIND_FLOAT64:
        return "float64";
    case BRES_KIND_STRING:
        return "string";
    case BRES_KIND_ABSENT:
    case BRES_KIND_NULL:
        break;
    }
    return NULL;
}

const bres_parameter *bres__criterion_type_parameter(const bres__criterion_type *type,
                                                     const char *name)
{
    for (size_t i = 0; i < type->definition.parameter_count; i++) {
        if (strcmp(type->definition.parameters[i].name, name) == 0)
            return &type->definition.parameters[i];
    }
    return NULL;
}

/* Names appear in expressions and, after "--", as command-line options. */
static bool name_is_usable(const char *name)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-";
    const size_t length = strlen(name);

    return length > 0 && name[0] != '-' && strspn(name, letters) == length;
}

static bres_status type_check_name(const char *what, const char *name)
{
    if (name == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_criteria_register: the name of a %s is NULL",
                           what);
    if (!name_is_usable(name))
        return bres__error(BRES_ERROR_VALUE,
                           "'%s' is not a valid name of a %s (expected letters, digits, '-', "
                           "'_' and '.', the first one not '-')",
                           name, what);
    return BRES_OK;
}

static bres_status type_check_parameter(const bres_parameter *parameter)
{
    bres_status status = type_check_name("parameter", parameter->name);

    if (status == BRES_OK && bres__parameter_kind_name(parameter->kind) == NULL)
        status = bres__error(BRES_ERROR_KIND,
                             "parameter '%s' has the kind %d: expected int64, float64 or string",
                             parameter->name, (int)parameter->kind);
    if (status == BRES_OK)
        status = bres__options_check_flags(parameter->flags, BRES_PARAMETER_NOT_NEGATIVE,
                                           "bres_parameter");
    if (status == BRES_OK)
        status = bres__parameter_check(parameter, parameter->int64, parameter->float64,
                                       parameter->string);
    return status;
}

static bres_status type_check_repeated(const bres_criterion_definition *definition)
{
    for (size_t i = 1; i < definition->parameter_count; i++) {
        for (size_t j = 0; j < i; j++) {
            if (strcmp(definition->parameters[i].name, definition->parameters[j].name) == 0)
                return bres__error(BRES_ERROR_CONFLICT,
                                   "criterion '%s': parameters %zu and %zu are both named '%s'",
                                   definition->name, j + 1, i + 1, definition->parameters[i].name);
        }
    }
    return BRES_OK;
}

static bres_status type_check(const bres_criterion_definition *definition, bool builtin)
{
    bres_status status = type_check_name("criterion", definition->name);

    if (status != BRES_OK)
        return status;
    if (!builtin && (definition->add == NULL || definition->is_finished == NULL))
        return bres__error(BRES_ERROR_ARGUMENT, "criterion '%s' has no callback '%s'",
                           definition->name, definition->add == NULL ? "add" : "is_finished");
    status = bres__options_check_flags(definition->flags, builtin ? BRES_CRITERION_COMBINES : 0,
                                       "bres_criterion_definition");
    if (status == BRES_OK)
        status = bres__options_check_flags(definition->reserved, 0,
                                           "bres_criterion_definition.reserved");
    if (status == BRES_OK && definition->parameters == NULL && definition->parameter_count != 0)
        status = bres__error(BRES_ERROR_ARGUMENT, "criterion '%s': parameters is NULL",
                             definition->name);
    for (size_t i = 0; status == BRES_OK && i < definition->parameter_count; i++)
        status = type_check_parameter(&definition->parameters[i]);
    return status == BRES_OK ? type_check_repeated(definition) : status;
}

/* Also true for NULL, which needs no copy. */
static bool type_copy_text(bres__criterion_type *type, const char **text)
{
    if (*text == NULL)
        return true;
    *text = bres__arena_strdup(&type->arena, *text);
    return *text != NULL;
}

static bool type_copy_texts(bres__criterion_type *type)
{
    bres_criterion_definition *definition = &type->definition;
    const size_t count = definition->parameter_count;
    bres_parameter *copies = bres__arena_calloc(&type->arena, count, sizeof(*copies));
    bool copied = copies != NULL && type_copy_text(type, &definition->name) &&
                  type_copy_text(type, &definition->description);

    for (size_t i = 0; copied && i < count; i++) {
        copies[i] = definition->parameters[i];
        if (copies[i].kind != BRES_KIND_STRING)
            copies[i].string = NULL;
        copied = type_copy_text(type, &copies[i].name) &&
                 type_copy_text(type, &copies[i].description) &&
                 type_copy_text(type, &copies[i].string);
    }
    definition->parameters = copies;
    return copied;
}

bres_status bres__criterion_type_new(const bres_criterion_definition *definition,
                                     const bres__builtin *builtin, bres__criterion_type **type)
{
    bres_criterion_definition full;
    bres__criterion_type *made;
    bres_status status;

    *type = NULL;
    bres_criterion_definition_init(&full);
    status = bres__options_load(&full, sizeof(full), definition, DEFINITION_FIRST_SIZE,
                                "bres_criterion_definition");
    if (status == BRES_OK)
        status = type_check(&full, builtin != NULL);
    if (status != BRES_OK)
        return status;
    made = bres__calloc(1, sizeof(*made));
    if (made == NULL)
        return bres__error_memory();
    atomic_init(&made->references, 1);
    made->definition = full;
    made->builtin = builtin != NULL;
    if (builtin != NULL) {
        made->combination = builtin->combination;
        made->part_max = builtin->part_max;
    }
    if (!type_copy_texts(made)) {
        bres__criterion_type_unref(made);
        return bres__error_memory();
    }
    *type = made;
    return BRES_OK;
}

bres__criterion_type *bres__criterion_type_ref(bres__criterion_type *type)
{
    atomic_fetch_add_explicit(&type->references, 1, memory_order_relaxed);
    return type;
}

void bres__criterion_type_unref(bres__criterion_type *type)
{
    if (type == NULL || atomic_fetch_sub_explicit(&type->references, 1, memory_order_acq_rel) != 1)
        return;
    bres__arena_free(&type->arena);
    bres__free(type);
}

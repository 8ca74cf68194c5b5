/* SPDX-License-Identifier: MIT */
/*
 * The registry: edge cases 47 and 48.
 */
#include "criterion/criteria.h"

#include "support/criteria.h"
#include "support/fixed.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

Test(criterion, registry_lists_criteria_and_parameters)
{
#define ADDRESS(name) &bres__builtin_##name,
    static const bres__builtin *const builtins[] = { BRES__CRITERIA(ADDRESS) };
#undef ADDRESS
    const size_t count = sizeof(builtins) / sizeof(builtins[0]);
    bres_criteria *criteria;

    cr_assert_eq(bres_criteria_new(&criteria), BRES_OK);
    cr_assert_eq(bres_criteria_count(criteria), count);
    for (size_t i = 0; i < count; i++) {
        const bres_criterion_definition *definition = bres_criteria_at(criteria, i);
        const bres_criterion_definition *builtin = &builtins[i]->definition;
        const bool combines = builtins[i]->combination != BRES__COMBINATION_NONE;

        cr_assert_str_eq(definition->name, builtin->name);
        cr_assert_not_null(definition->description);
        cr_assert_eq(definition->parameter_count, builtin->parameter_count, "%s", builtin->name);
        cr_assert_eq(definition->flags, combines ? BRES_CRITERION_COMBINES : 0, "%s",
                     builtin->name);
        cr_assert_eq(bres_criteria_find(criteria, builtin->name), definition);
        for (size_t p = 0; p < definition->parameter_count; p++) {
            cr_assert_not_null(definition->parameters[p].description);
            cr_assert_eq(bres_criteria_parameter_kind(criteria, definition->parameters[p].name),
                         definition->parameters[p].kind);
        }
    }
    cr_assert_null(bres_criteria_at(criteria, count));
    cr_assert_null(bres_criteria_find(criteria, "nope"));
    cr_assert_null(bres_criteria_find(criteria, "stdre"));
    cr_assert_eq(bres_criteria_parameter_kind(criteria, "max-noise"), BRES_KIND_FLOAT64);
    cr_assert_eq(bres_criteria_parameter_kind(criteria, "target-samples"), BRES_KIND_INT64);
    cr_assert_eq(bres_criteria_parameter_kind(criteria, "max-nois"), BRES_KIND_ABSENT);
    bres_criteria_free(criteria);
}

/* A definition with one more parameter and another name, for the refusals below. */
static void define(bres_criterion_definition *definition, const char *name,
                   const bres_parameter *parameters, size_t count)
{
    bres_test_fixed(definition, NULL);
    definition->name = name;
    definition->parameters = parameters;
    definition->parameter_count = count;
}

/* Edge cases 47 and 48. The registration refuses a parameter that another criterion has with
 * another kind, so that reading a command line need not. */
Test(criterion, registry_refuses_definitions)
{
    static const bres_parameter int64_noise = { .name = "max-noise", .kind = BRES_KIND_INT64 };
    static const bres_parameter shared_noise = { .name = "max-noise", .kind = BRES_KIND_FLOAT64 };
    static const bres_parameter text_time = { .name = "at-least-time",
                                              .kind = BRES_KIND_STRING,
                                              .string = "" };
    static const bres_parameter twice[] = { { .name = "a", .kind = BRES_KIND_INT64 },
                                            { .name = "b", .kind = BRES_KIND_INT64 },
                                            { .name = "a", .kind = BRES_KIND_INT64 } };
    static const bres_parameter no_kind = { .name = "a", .kind = BRES_KIND_ABSENT };
    static const bres_parameter no_default = { .name = "a", .kind = BRES_KIND_STRING };
    static const bres_parameter nan_default = { .name = "a",
                                                .kind = BRES_KIND_FLOAT64,
                                                .float64 = NAN };
    static const bres_parameter negative = {
        .name = "a", .kind = BRES_KIND_INT64, .flags = BRES_PARAMETER_NOT_NEGATIVE, .int64 = -1
    };
    static const bres_parameter bad_flag = { .name = "a", .kind = BRES_KIND_INT64, .flags = 1024 };
    static const bres_parameter bad_name = { .name = "a b", .kind = BRES_KIND_INT64 };
    static const bres_parameter not_utf8 = { .name = "a",
                                             .kind = BRES_KIND_STRING,
                                             .string = "\xff" };
    static const struct {
        const char *name;
        const bres_parameter *parameters;
        size_t count;
        bres_status status;
        const char *message; /* a part of it */
    } rows[] = {
        { "stdrel", NULL, 0, BRES_ERROR_CONFLICT, "'stdrel'" },
        { "any-of", NULL, 0, BRES_ERROR_CONFLICT, "'any-of'" },
        { "mine", &int64_noise, 1, BRES_ERROR_CONFLICT,
          "'max-noise' is float64 in criterion 'stdrel' and cannot be int64 in criterion 'mine'" },
        { "mine", &text_time, 1, BRES_ERROR_CONFLICT, "'at-least-time'" },
        { "mine", twice, 3, BRES_ERROR_CONFLICT, "parameters 1 and 3 are both named 'a'" },
        { "mine", &no_kind, 1, BRES_ERROR_KIND, "'a'" },
        { "mine", &no_default, 1, BRES_ERROR_ARGUMENT, "'a'" },
        { "mine", &nan_default, 1, BRES_ERROR_VALUE, "'a'" },
        { "mine", &negative, 1, BRES_ERROR_VALUE, "'a'" },
        { "mine", &bad_flag, 1, BRES_ERROR_ARGUMENT, "0x400" },
        { "mine", &bad_name, 1, BRES_ERROR_VALUE, "'a b'" },
        { "mine", &not_utf8, 1, BRES_ERROR_VALUE, "'a'" },
        { "mine", NULL, 1, BRES_ERROR_ARGUMENT, "parameters" },
        { "", NULL, 0, BRES_ERROR_VALUE, "''" },
        { "-x", NULL, 0, BRES_ERROR_VALUE, "'-x'" },
        { "a(b)", NULL, 0, BRES_ERROR_VALUE, "'a(b)'" },
        { NULL, NULL, 0, BRES_ERROR_ARGUMENT, "name" },
        { "mine", &shared_noise, 1, BRES_OK, NULL },
        { "mine", NULL, 0, BRES_ERROR_CONFLICT, "'mine'" },
    };
    bres_criteria *criteria;
    bres_criterion_definition definition;

    cr_assert_eq(bres_criteria_new(&criteria), BRES_OK);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const size_t before = bres_criteria_count(criteria);

        define(&definition, rows[i].name, rows[i].parameters, rows[i].count);
        cr_expect_eq(bres_criteria_register(criteria, &definition), rows[i].status, "row %zu: %s",
                     i, bres_last_error());
        cr_expect_eq(bres_criteria_count(criteria), before + (rows[i].status == BRES_OK));
        if (rows[i].message != NULL)
            cr_expect_not_null(strstr(bres_last_error(), rows[i].message), "row %zu: %s", i,
                               bres_last_error());
    }
    bres_criteria_free(criteria);
}

Test(criterion, registry_refuses_half_a_definition)
{
    bres_criteria *criteria;
    bres_criterion_definition definition;
    bres_criterion *criterion;

    cr_assert_eq(bres_criteria_new(&criteria), BRES_OK);
    bres_test_fixed(&definition, NULL);
    definition.add = NULL;
    cr_assert_eq(bres_criteria_register(criteria, &definition), BRES_ERROR_ARGUMENT);
    bres_test_fixed(&definition, NULL);
    definition.is_finished = NULL;
    cr_assert_eq(bres_criteria_register(criteria, &definition), BRES_ERROR_ARGUMENT);
    bres_test_fixed(&definition, NULL);
    definition.flags = BRES_CRITERION_COMBINES;
    cr_assert_eq(bres_criteria_register(criteria, &definition), BRES_ERROR_ARGUMENT);
    bres_test_fixed(&definition, NULL);
    definition.reserved = 1;
    cr_assert_eq(bres_criteria_register(criteria, &definition), BRES_ERROR_ARGUMENT);
    bres_test_fixed(&definition, NULL);
    definition.size = 8;
    cr_assert_eq(bres_criteria_register(criteria, &definition), BRES_ERROR_VERSION);
    cr_assert_eq(bres_criteria_register(criteria, NULL), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_criteria_register(NULL, &definition), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_criteria_new(NULL), BRES_ERROR_ARGUMENT);

    cr_assert_eq(bres_criterion_new(criteria, "fixed", &criterion), BRES_ERROR_KEY);
    cr_assert_null(criterion);
    bres_criteria_free(criteria);
    bres_criteria_free(NULL);
    cr_assert_eq(bres_criteria_count(NULL), 0);
    cr_assert_null(bres_criteria_at(NULL, 0));
    cr_assert_null(bres_criteria_find(NULL, "stdrel"));
    cr_assert_eq(bres_criteria_parameter_kind(NULL, "max-noise"), BRES_KIND_ABSENT);
}

/* Edge case 47: the first criterion stays usable, and an error quotes the unknown name. */
Test(criterion, registry_looks_up_names)
{
    char message[400] = "unknown criterion 'nope'";
    bres_criteria *criteria;
    bres_criterion_definition definition;
    bres_criterion *criterion;

    cr_assert_eq(bres_criteria_new(&criteria), BRES_OK);
    bres_test_fixed(&definition, NULL);
    cr_assert_eq(bres_criteria_register(criteria, &definition), BRES_OK);
    cr_assert_eq(bres_criteria_register(criteria, &definition), BRES_ERROR_CONFLICT);
    cr_assert_eq(bres_criterion_new(criteria, "nope", &criterion), BRES_ERROR_KEY);
    for (size_t i = 0; i < bres_criteria_count(criteria); i++) {
        strcat(message, i == 0 ? " (expected " : ", ");
        strcat(message, bres_criteria_at(criteria, i)->name);
    }
    strcat(message, ")");
    cr_assert_str_eq(bres_last_error(), message);
    cr_assert_eq(bres_criterion_new(criteria, "fixed", &criterion), BRES_OK);
    bres_criteria_free(criteria);
    cr_assert_eq(bres_test_stop(criterion, bres_test_ones, 0, 100), 42);
    bres_criterion_free(criterion);
}

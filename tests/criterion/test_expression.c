/* SPDX-License-Identifier: MIT */
#include "support/criteria.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

Test(criterion, expressions)
{
    static const struct {
        const char *text;
        const char *name; /* of the criterion; NULL: refused */
        bres_status status;
        const char *message; /* a part of it */
    } rows[] = {
        { "stdrel", "stdrel", BRES_OK, NULL },
        { " stdrel\t\n", "stdrel", BRES_OK, NULL },
        { "any-of(stdrel)", "any-of(stdrel)", BRES_OK, NULL },
        { " any-of ( stdrel , all-of( cv,iqr ) ) ", "any-of(stdrel,all-of(cv,iqr))", BRES_OK,
          NULL },
        { "at-least-time(any-of(entropy,stdrel,entropy))",
          "at-least-time(any-of(entropy,stdrel,entropy))", BRES_OK, NULL },
        { "", NULL, BRES_ERROR_VALUE, "expected a name at the end" },
        { "  ", NULL, BRES_ERROR_VALUE, "expected a name at the end" },
        { "(stdrel)", NULL, BRES_ERROR_VALUE, "expected a name before '(stdrel)'" },
        { "stdrel entropy", NULL, BRES_ERROR_VALUE, "expected nothing more before 'entropy'" },
        { "stdrel)", NULL, BRES_ERROR_VALUE, "expected nothing more before ')'" },
        { "any-of(stdrel", NULL, BRES_ERROR_VALUE, "expected ',' or ')' at the end" },
        { "any-of(stdrel;cv)", NULL, BRES_ERROR_KEY, "'stdrel;cv'" },
        { "any-of(stdrel,)", NULL, BRES_ERROR_VALUE, "expected a name before ')'" },
        { "any-of()", NULL, BRES_ERROR_VALUE, "expected a name before ')'" },
        { "any-of", NULL, BRES_ERROR_VALUE, "'any-of' needs criteria" },
        { "at-least-time", NULL, BRES_ERROR_VALUE, "'at-least-time' needs criteria" },
        { "at-least-time(cv,iqr)", NULL, BRES_ERROR_VALUE,
          "has 2 criteria in parentheses (expected 1)" },
        { "stdrel(entropy)", NULL, BRES_ERROR_VALUE, "'stdrel' takes no criteria" },
        { "any-of(stdrel,nope)", NULL, BRES_ERROR_KEY,
          "unknown criterion 'nope' (expected stdrel" },
        { "Stdrel", NULL, BRES_ERROR_KEY, "'Stdrel'" },
    };
    bres_criteria *criteria;

    cr_assert_eq(bres_criteria_new(&criteria), BRES_OK);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bres_criterion *criterion = (bres_criterion *)&rows;

        cr_expect_eq(bres_criterion_new(criteria, rows[i].text, &criterion), rows[i].status,
                     "'%s': %s", rows[i].text, bres_last_error());
        cr_expect_eq(criterion != NULL, rows[i].status == BRES_OK, "'%s'", rows[i].text);
        if (criterion != NULL)
            cr_expect_str_eq(bres_criterion_name(criterion), rows[i].name);
        if (rows[i].message != NULL)
            cr_expect_not_null(strstr(bres_last_error(), rows[i].message), "'%s': %s", rows[i].text,
                               bres_last_error());
        bres_criterion_free(criterion);
    }
    bres_criteria_free(criteria);
}

/* Functions that visit the parts are recursive. Neither an expression nor calls may nest parts too
 * deeply. */
Test(criterion, expressions_have_few_levels)
{
    static char deep[100000];
    bres_criteria *criteria;
    bres_criterion *criterion;
    bres_criterion *outer;

    cr_assert_eq(bres_criteria_new(&criteria), BRES_OK);
    while (strlen(deep) < sizeof(deep) - 20)
        strcat(deep + strlen(deep), "all-of(");
    cr_assert_eq(bres_criterion_new(criteria, deep, &criterion), BRES_ERROR_LIMIT);
    cr_assert_null(criterion);

    cr_assert_eq(bres_criterion_new(criteria, "cv", &criterion), BRES_OK);
    for (unsigned level = 1; level < 16; level++) {
        cr_assert_eq(bres_criterion_new_any_of(&criterion, 1, &outer), BRES_OK);
        criterion = outer;
    }
    cr_assert_eq(bres_criterion_new_any_of(&criterion, 1, &outer), BRES_ERROR_LIMIT);
    cr_assert_null(outer);
    cr_assert_eq(bres_test_stop(criterion, bres_test_ones, 0, 100), 10);
    cr_assert_eq(bres_criterion_new(criteria, bres_criterion_name(criterion), &outer), BRES_OK);
    bres_criterion_free(outer);
    bres_criterion_free(criterion);
    bres_criteria_free(criteria);
}

Test(criterion, expressions_without_arguments)
{
    bres_criteria *criteria;
    bres_criterion *criterion;

    cr_assert_eq(bres_criteria_new(&criteria), BRES_OK);
    cr_assert_eq(bres_criterion_new(criteria, NULL, &criterion), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_criterion_new(NULL, "stdrel", &criterion), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_criterion_new(criteria, "stdrel", NULL), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_criterion_copy(NULL, &criterion), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_criterion_start(NULL), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_criterion_add(NULL, 1), BRES_ERROR_ARGUMENT);
    cr_assert(!bres_criterion_is_finished(NULL));
    cr_assert_eq(bres_criterion_count(NULL), 0);
    cr_assert_eq(bres_criterion_refused(NULL), 0);
    cr_assert_null(bres_criterion_name(NULL));
    bres_criterion_free(NULL);
    bres_criteria_free(criteria);
}

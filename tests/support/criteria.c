/* SPDX-License-Identifier: MIT */
#include "support/criteria.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

bres_criterion *bres_test_criterion(const char *expression, const char *parameters)
{
    bres_criteria *criteria;
    bres_criterion *criterion;
    char name[64];
    char value[64];
    int length;

    cr_assert_eq(bres_criteria_new(&criteria), BRES_OK);
    cr_assert_eq(bres_criterion_new(criteria, expression, &criterion), BRES_OK, "%s",
                 bres_last_error());
    bres_criteria_free(criteria);
    while (parameters != NULL && sscanf(parameters, " %63[^=]=%63s%n", name, value, &length) == 2) {
        cr_assert_eq(bres_criterion_set_text(criterion, name, value), BRES_OK, "%s: %s", expression,
                     bres_last_error());
        parameters += length;
    }
    return criterion;
}

static void add(bres_criterion *criterion, double seconds)
{
    const bool refused = !isfinite(seconds) || seconds < 0;

    cr_assert_eq(bres_criterion_add(criterion, seconds), refused ? BRES_ERROR_VALUE : BRES_OK,
                 "%g: %s", seconds, bres_last_error());
}

size_t bres_test_stop(bres_criterion *criterion, bres_test_stream stream, size_t min_samples,
                      size_t limit)
{
    cr_assert_eq(bres_criterion_start(criterion), BRES_OK, "%s", bres_last_error());
    for (size_t i = 0; i < limit; i++) {
        add(criterion, stream(i));
        if (bres_criterion_count(criterion) >= min_samples && bres_criterion_is_finished(criterion))
            return bres_criterion_count(criterion);
    }
    return 0;
}

bool bres_test_finished_after(bres_criterion *criterion, bres_test_stream stream, size_t count)
{
    cr_assert_eq(bres_criterion_start(criterion), BRES_OK, "%s", bres_last_error());
    for (size_t i = 0; i < count; i++)
        add(criterion, stream(i));
    return bres_criterion_is_finished(criterion);
}

void bres_test_cases(const char *expression, const bres_test_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const bres_test_case *row = &cases[i];
        bres_criterion *criterion = bres_test_criterion(expression, row->parameters);
        const size_t stop = bres_test_stop(criterion, row->stream, 0, row->limit);

        cr_expect_eq(stop, row->stop, "edge case %u (row %zu, %s): stopped at %zu, not %zu",
                     row->number, i, row->parameters == NULL ? "defaults" : row->parameters, stop,
                     row->stop);
        bres_criterion_free(criterion);
    }
}

double bres_test_ones(size_t index)
{
    (void)index;
    return 1;
}

double bres_test_zeros(size_t index)
{
    (void)index;
    return 0;
}

double bres_test_two_one(size_t index)
{
    return index % 2 == 0 ? 2 : 1;
}

double bres_test_distinct(size_t index)
{
    return (double)(index + 1);
}

double bres_test_not_a_number(size_t index)
{
    (void)index;
    return NAN;
}

double bres_test_negative(size_t index)
{
    (void)index;
    return -1;
}

double bres_test_infinite(size_t index)
{
    (void)index;
    return INFINITY;
}

/* SPDX-License-Identifier: MIT */
#include "support/criteria.h"
#include "support/fixed.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <string.h>

static bres_criterion *fixed_new(bres_test_calls *calls, const char *expression)
{
    bres_criteria *criteria;
    bres_criterion_definition definition;
    bres_criterion *criterion;

    cr_assert_eq(bres_criteria_new(&criteria), BRES_OK);
    bres_test_fixed(&definition, calls);
    cr_assert_eq(bres_criteria_register(criteria, &definition), BRES_OK);
    cr_assert_eq(bres_criterion_new(criteria, expression, &criterion), BRES_OK);
    bres_criteria_free(criteria);
    return criterion;
}

Test(criterion, custom_callbacks_in_turn)
{
    bres_test_calls calls = { 0 };
    bres_criterion *criterion = fixed_new(&calls, "fixed");

    cr_assert_eq(calls.starts, 0);
    cr_assert_eq(bres_test_stop(criterion, bres_test_ones, 0, 100), 42);
    cr_assert_eq(calls.starts, 1);
    cr_assert_eq(calls.adds, 42);
    cr_assert_eq(calls.reserves, 42);
    cr_assert_str_eq(calls.label, "none");

    cr_assert_eq(bres_criterion_set_string(criterion, "label", "first"), BRES_OK);
    cr_assert_eq(bres_criterion_set_text(criterion, "label", "12 abc"), BRES_OK);
    cr_assert_eq(bres_criterion_set_string(criterion, "label", "\xff"), BRES_ERROR_VALUE);
    cr_assert_eq(bres_criterion_set_string(criterion, "label", NULL), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_criterion_set_int64(criterion, "max-samples", 3), BRES_OK);
    cr_assert_eq(bres_test_stop(criterion, bres_test_ones, 0, 100), 3);
    cr_assert_eq(calls.clears, 1);
    cr_assert_str_eq(calls.label, "12 abc");
    bres_criterion_free(criterion);
    cr_assert_eq(calls.clears, 2);
}

/* The call returns the status of the callback, with the library's message. */
Test(criterion, custom_callbacks_that_refuse)
{
    bres_test_calls calls = { .reserve_fails = 3 };
    bres_criterion *criterion = fixed_new(&calls, "fixed");

    cr_assert_eq(bres_criterion_set_int64(criterion, "max-samples", 13), BRES_OK);
    cr_assert_eq(bres_criterion_start(criterion), BRES_ERROR_LIMIT);
    cr_assert_str_eq(bres_last_error(),
                     "criterion 'fixed' does not start with label=none, max-samples=13");
    cr_assert_eq(bres_criterion_add(criterion, 1), BRES_ERROR_STATE);

    cr_assert_eq(bres_criterion_set_int64(criterion, "max-samples", 4), BRES_OK);
    cr_assert_eq(bres_criterion_start(criterion), BRES_OK);
    cr_assert_eq(bres_criterion_add(criterion, 1), BRES_OK);
    cr_assert_eq(bres_criterion_add(criterion, 1), BRES_OK);
    cr_assert_eq(bres_criterion_add(criterion, 1), BRES_ERROR_LIMIT);
    cr_assert_not_null(strstr(bres_last_error(), "'fixed'"));
    cr_assert_eq(bres_criterion_count(criterion), 2);
    cr_assert_eq(bres_criterion_add(criterion, 1), BRES_OK);
    cr_assert(!bres_criterion_is_finished(criterion));
    cr_assert_eq(bres_criterion_add(criterion, 1), BRES_OK);
    cr_assert(bres_criterion_is_finished(criterion));
    bres_criterion_free(criterion);
}

/* Either all parts record a sample, or no part. */
Test(criterion, custom_part_that_refuses)
{
    bres_test_calls calls = { .reserve_fails = 2 };
    bres_criterion *criterion = fixed_new(&calls, "all-of(sample-count,fixed)");

    cr_assert_eq(bres_criterion_set_int64(criterion, "target-samples", 2), BRES_OK);
    cr_assert_eq(bres_criterion_set_int64(criterion, "max-samples", 1), BRES_OK);
    cr_assert_eq(bres_criterion_start(criterion), BRES_OK);
    cr_assert_eq(bres_criterion_add(criterion, 1), BRES_OK);
    cr_assert_eq(bres_criterion_add(criterion, 1), BRES_ERROR_LIMIT);
    cr_assert(!bres_criterion_is_finished(criterion), "sample-count has counted it");
    cr_assert_eq(bres_criterion_add(criterion, 1), BRES_OK);
    cr_assert(bres_criterion_is_finished(criterion));
    bres_criterion_free(criterion);
}

/* The smallest definition: only callbacks without state. */
static void ignore(void *state, double seconds, void *user)
{
    (void)state;
    (void)seconds;
    ++*(int *)user;
}

static bool at_three(const void *state, void *user)
{
    (void)state;
    return *(int *)user == 3;
}

Test(criterion, custom_without_state)
{
    int added = 0;
    bres_criterion_definition definition;
    bres_criteria *criteria;
    bres_criterion *criterion;

    bres_criterion_definition_init(&definition);
    definition.name = "three";
    definition.user = &added;
    definition.add = ignore;
    definition.is_finished = at_three;
    cr_assert_eq(bres_criteria_new(&criteria), BRES_OK);
    cr_assert_eq(bres_criteria_register(criteria, &definition), BRES_OK);
    cr_assert_eq(bres_criterion_new(criteria, "three", &criterion), BRES_OK);
    cr_assert_eq(bres_criterion_parameter_count(criterion), 0);
    cr_assert_eq(bres_criterion_set_int64(criterion, "a", 1), BRES_ERROR_KEY);
    cr_assert_str_eq(bres_last_error(), "criterion 'three' has no parameter 'a'; it has none");
    cr_assert_eq(bres_test_stop(criterion, bres_test_zeros, 0, 10), 3);
    bres_criterion_free(criterion);
    bres_criteria_free(criteria);
}

/* The definition need not outlive its registration. */
Test(criterion, custom_definition_is_copied)
{
    char name[] = "mine";
    char parameter_name[] = "limit";
    char text[] = "text";
    bres_parameter parameters[] = {
        { .name = parameter_name, .kind = BRES_KIND_STRING, .string = text }
    };
    bres_criterion_definition definition;
    bres_criteria *criteria;
    bres_criterion *criterion;

    bres_test_fixed(&definition, NULL);
    definition.name = name;
    definition.parameters = parameters;
    definition.parameter_count = 1;
    cr_assert_eq(bres_criteria_new(&criteria), BRES_OK);
    cr_assert_eq(bres_criteria_register(criteria, &definition), BRES_OK);
    memset(name, 'x', sizeof(name) - 1);
    memset(parameter_name, 'x', sizeof(parameter_name) - 1);
    memset(text, 'x', sizeof(text) - 1);
    memset(parameters, 0, sizeof(parameters));
    cr_assert_eq(bres_criterion_new(criteria, "mine", &criterion), BRES_OK);
    cr_assert_str_eq(bres_criterion_string(criterion, "limit"), "text");
    bres_criterion_free(criterion);
    bres_criteria_free(criteria);
}

typedef struct share {
    const bres_criteria *criteria;
    int64_t target;
    size_t stop;
} share;

static void *share_run(void *context)
{
    share *self = context;
    bres_criterion *criterion = NULL;
    bool stopped = false;
    double times[500];

    for (size_t i = 0; i < 500; i++)
        times[i] = (double)i;
    for (unsigned round = 0; round < 20; round++) {
        if (bres_criterion_new(self->criteria, "any-of(fixed,entropy)", &criterion) != BRES_OK ||
            bres_criterion_set_int64(criterion, "max-samples", self->target) != BRES_OK ||
            bres_criterion_start(criterion) != BRES_OK ||
            bres_criterion_feed(criterion, times, 500, 0, &self->stop, &stopped) != BRES_OK ||
            !stopped)
            self->stop = 0;
        bres_criterion_free(criterion);
    }
    return NULL;
}

/* Criteria of one registry at work in several threads. */
Test(criterion, custom_in_several_threads)
{
    bres_criteria *criteria;
    bres_criterion_definition definition;
    pthread_t threads[4];
    share shares[4];

    cr_assert_eq(bres_criteria_new(&criteria), BRES_OK);
    bres_test_fixed(&definition, NULL);
    cr_assert_eq(bres_criteria_register(criteria, &definition), BRES_OK);
    for (size_t i = 0; i < 4; i++) {
        shares[i] = (share){ .criteria = criteria, .target = 100 + (int64_t)i };
        cr_assert_eq(pthread_create(&threads[i], NULL, share_run, &shares[i]), 0);
    }
    for (size_t i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
        cr_assert_eq(shares[i].stop, 100 + i);
    }
    bres_criteria_free(criteria);
}

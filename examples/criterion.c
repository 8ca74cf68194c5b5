/* SPDX-License-Identifier: MIT */
/*
 * Defines a stopping criterion: the samples have used up a time budget.
 * Run as: criterion
 */
#include <benchresult.h>
#include <stdio.h>

/* The state is one number: the rest of the budget, in seconds. */
static bres_status budget_start(void *state, const bres_criterion *criterion, void *user)
{
    (void)user;
    return bres_criterion_float64(criterion, "budget", state) ? BRES_OK : BRES_ERROR_KEY;
}

static void budget_add(void *state, double seconds, void *user)
{
    (void)user;
    *(double *)state -= seconds;
}

static bool budget_is_finished(const void *state, void *user)
{
    (void)user;
    return *(const double *)state <= 0;
}

int main(void)
{
    static const bres_parameter budget = { .name = "budget",
                                           .kind = BRES_KIND_FLOAT64,
                                           .flags = BRES_PARAMETER_NOT_NEGATIVE,
                                           .float64 = 1 };
    static const double times[] = { 0.2, 0.5, 0.1, 0.3, 0.2, 0.1 };
    bres_criterion_definition definition;
    bres_criteria *criteria = NULL;
    bres_criterion *criterion = NULL;
    size_t fed;
    bool stopped;

    bres_criterion_definition_init(&definition);
    definition.name = "budget";
    definition.parameters = &budget;
    definition.parameter_count = 1;
    definition.state_size = sizeof(double);
    definition.start = budget_start;
    definition.add = budget_add;
    definition.is_finished = budget_is_finished;
    if (bres_criteria_new(&criteria) != BRES_OK ||
        bres_criteria_register(criteria, &definition) != BRES_OK ||
        bres_criterion_new(criteria, "any-of(budget,entropy)", &criterion) != BRES_OK ||
        bres_criterion_start(criterion) != BRES_OK ||
        bres_criterion_feed(criterion, times, 6, 0, &fed, &stopped) != BRES_OK)
        return fprintf(stderr, "criterion: %s\n", bres_last_error()), 2;
    printf("%s: finished after %zu samples\n", bres_criterion_name(criterion), fed);
    bres_criterion_free(criterion);
    bres_criteria_free(criteria);
    return 0;
}

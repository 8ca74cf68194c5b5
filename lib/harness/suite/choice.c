/* SPDX-License-Identifier: MIT */
/*
 * The states of a benchmark that a filter selects.
 */
#include "harness/suite/plan.h"

/* States that are made and tested together. */
#define CHOICE_PART 1000u

typedef struct choice {
    const bres_bench *bench;
    const bres_filter *filter;
    size_t *numbers; /* of the selected states */
    size_t count;
} choice;

static bres_status choice_look_at(choice *chosen, bres_subbench *made, size_t number)
{
    bres_state *state = NULL;
    bres_status status = bres_subbench_add_state(made, &state);

    if (status == BRES_OK)
        status = bres__bench_put_values(chosen->bench, number, state);
    if (status == BRES_OK && bres_filter_selects_state(chosen->filter, state))
        chosen->numbers[chosen->count++] = number;
    return status;
}

/* Tests the states from `first` up to `end` in a separate result, so that the filter selects them
 * like the states of a file. */
static bres_status choice_look_at_part(choice *chosen, size_t first, size_t end)
{
    bres_result *result = NULL;
    bres_subbench *made = NULL;
    bres_status status = bres_result_new(&result);

    if (status == BRES_OK)
        status = bres_result_add_subbench(result, chosen->bench->name, &made);
    if (status == BRES_OK)
        status = bres__bench_put_axes(chosen->bench, made);
    for (size_t i = first; i < end && status == BRES_OK; i++)
        status = choice_look_at(chosen, made, i);
    bres_result_unref(result);
    return status;
}

/* A benchmark without states is selected by its name. */
static bres_status select_by_name(const bres_bench *bench, const bres_filter *filter,
                                  bool *selected)
{
    bres_result *result = NULL;
    bres_subbench *made = NULL;
    bres_status status = bres_result_new(&result);

    if (status == BRES_OK)
        status = bres_result_add_subbench(result, bench->name, &made);
    if (status == BRES_OK)
        *selected = bres_filter_selects_benchmark(filter, made);
    bres_result_unref(result);
    return status;
}

bres_status bres__bench_choose(bres_bench *bench, const bres_filter *filter, bool *selected)
{
    const size_t count = bres__bench_state_count(bench);
    choice chosen = { .bench = bench, .filter = filter };
    bres_status status = BRES_OK;

    *selected = false;
    if (count == 0)
        return select_by_name(bench, filter, selected);
    if (count > BRES__PLAN_STATES_MAX)
        return bres__plan_too_large();
    chosen.numbers = bres__calloc(count, sizeof(*chosen.numbers));
    if (chosen.numbers == NULL)
        return bres__error_memory();
    for (size_t first = 0; first < count && status == BRES_OK; first += CHOICE_PART)
        status = choice_look_at_part(&chosen, first,
                                     count - first < CHOICE_PART ? count : first + CHOICE_PART);
    if (status != BRES_OK) {
        bres__free(chosen.numbers);
        return status;
    }
    *selected = chosen.count != 0;
    bench->chosen = chosen.numbers;
    bench->chosen_count = chosen.count;
    return BRES_OK;
}

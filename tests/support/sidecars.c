/* SPDX-License-Identifier: MIT */
#include "support/sidecars.h"

#include "support/support.h"
#include "support/written.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OK(call) cr_assert_eq(call, BRES_OK, "%s", bres_last_error())

const float bres_test_values[3] = { 1.0F, -2.5F, 0.0F };

const bres_test_sampled bres_test_two_states[2] = {
    { { "x" }, bres_test_values, 3, bres_test_values, 3 },
    { { NULL }, bres_test_values + 1, 2, NULL, 0 },
};

void bres_test_place_init(bres_test_place *place)
{
    snprintf(place->top, sizeof(place->top), "%s", bres_test_directory());
    snprintf(place->json, sizeof(place->json), "%s/r.json", place->top);
    snprintf(place->times, sizeof(place->times), "%s/r.json-bin", place->top);
    snprintf(place->rates, sizeof(place->rates), "%s/r.json-freqs-bin", place->top);
}

void bres_test_check_names(const bres_test_place *place, const char *expected, const char *what)
{
    char *tree = bres_test_tree(place->top);
    char *names = calloc(1, strlen(tree) + 1);
    char *rest = tree;

    for (char *line; (line = strsep(&rest, "\n")) != NULL && *line != '\0';)
        sprintf(names + strlen(names), "%.*s ", (int)strcspn(line, " "), line);
    cr_assert_str_eq(names, expected, "%s: %s", what, names);
    free(names);
    free(tree);
}

bres_result *bres_test_build_sampled(const bres_test_sampled *states, size_t count)
{
    bres_result *result;
    bres_subbench *bench;

    OK(bres_result_new(&result));
    OK(bres_result_add_subbench(result, "b", &bench));
    for (size_t i = 0; i < count; i++) {
        bres_summary *summary;
        bres_state *state;

        OK(bres_subbench_add_state(bench, &state));
        for (size_t k = 0; k < 4 && states[i].tags[k] != NULL; k++)
            OK(bres_state_add_summary(state, states[i].tags[k], &summary));
        if (states[i].times != NULL)
            OK(bres_state_set_samples(state, states[i].times, states[i].time_count));
        if (states[i].rates != NULL)
            OK(bres_state_set_frequencies(state, states[i].rates, states[i].rate_count));
    }
    return result;
}

const bres_state *bres_test_state_at(const bres_result *result, size_t index)
{
    return bres_subbench_state_at(bres_result_subbench_at(result, 0), index);
}

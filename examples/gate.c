/* SPDX-License-Identifier: MIT */
/*
 * Fails when a candidate is slower than its reference: a gate for CI.
 * Run as: gate examples/data/main.json examples/data/main.json
 */
#include <benchresult.h>
#include <stdio.h>

static int fail(void)
{
    fprintf(stderr, "gate: %s\n", bres_last_error());
    return 2;
}

/* Prints the slower states and returns their number, or -1 on failure. */
static long print_slower(bres_result *reference, bres_result *candidate)
{
    bres_compare_options options;
    bres_comparison *comparison = NULL;
    long slower;

    bres_compare_options_init(&options);
    options.thresholds = bres_thresholds_preset("strict");
    if (bres_compare(&reference, 1, &candidate, 1, &options, &comparison) != BRES_OK)
        return -1;
    for (size_t i = 0; i < bres_comparison_row_count(comparison); i++) {
        const bres_row *row = bres_comparison_row_at(comparison, i);

        if (bres_row_verdict(row) == BRES_SLOW)
            printf("%s: %s\n", bres_state_name(bres_row_candidate(row)), bres_row_message(row));
    }
    slower = (long)bres_comparison_count(comparison, BRES_SLOW);
    printf("%ld slower of %zu\n", slower, bres_comparison_row_count(comparison));
    bres_comparison_free(comparison);
    return slower;
}

int main(int argc, char **argv)
{
    bres_load_options options;
    bres_result *reference = NULL;
    bres_result *candidate = NULL;
    long slower = -1;

    bres_load_options_init(&options);
    options.flags = BRES_LOAD_LENIENT; /* the comparison checks values itself */
    if (argc != 3) {
        fprintf(stderr, "usage: gate REFERENCE CANDIDATE\n");
        return 2;
    }
    if (bres_result_load(argv[1], &options, &reference) == BRES_OK &&
        bres_result_load(argv[2], &options, &candidate) == BRES_OK)
        slower = print_slower(reference, candidate);
    bres_result_unref(reference);
    bres_result_unref(candidate);
    return slower < 0 ? fail() : slower > 0;
}

/* SPDX-License-Identifier: MIT */
/* Imports a file of another benchmark tool, and prints the median of each state.
 * Run as: import tests/formats/data/go-count-6.txt */
#include <benchresult.h>
#include <stdio.h>

static void print_state(const bres_state *state)
{
    double median;

    if (bres_state_is_skipped(state))
        printf("%s: %s\n", bres_state_name(state), bres_state_skip_reason(state));
    else if (bres_state_median(state, &median))
        printf("%s: %g ns\n", bres_state_name(state), median * 1e9);
}

int main(int argc, char **argv)
{
    bres_import_options options;
    bres_result *result = NULL;

    bres_import_options_init(&options);
    options.format = argc == 3 ? argv[2] : NULL; /* NULL: detect the format */
    if (argc < 2 || bres_result_import(argv[1], &options, &result) != BRES_OK) {
        fprintf(stderr, "%s\n", argc < 2 ? "usage: import FILE [FORMAT]" : bres_last_error());
        return 2;
    }
    for (size_t b = 0; b < bres_result_subbench_count(result); b++) {
        const bres_subbench *bench = bres_result_subbench_at(result, b);

        for (size_t s = 0; s < bres_subbench_state_count(bench); s++)
            print_state(bres_subbench_state_at(bench, s));
    }
    bres_result_unref(result);
    return 0;
}

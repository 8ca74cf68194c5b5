/* SPDX-License-Identifier: MIT */
/* Prints the name, sample count, median and bandwidth use of each state of a result file.
 * Run as: load_and_look examples/data/main.json */
#include <benchresult.h>
#include <stdio.h>

static void look(const bres_state *state)
{
    const float *times; /* seconds; without samples NULL, and count 0 */
    size_t count;
    double median;
    double bandwidth;

    if (bres_state_samples(state, &times, &count) != BRES_OK)
        fprintf(stderr, "%s\n", bres_last_error());
    printf("%-38s %3zu samples", bres_state_name(state), count);
    if (bres_state_median(state, &median))
        printf("  %8.2f us", median * 1e6);
    if (bres_state_bw(state, &bandwidth))
        printf("  BWUtil %5.1f %%", bandwidth * 100);
    putchar('\n');
}

int main(int argc, char **argv)
{
    bres_result *result = NULL;

    if (argc != 2 || bres_result_load(argv[1], NULL, &result) != BRES_OK) {
        fprintf(stderr, "%s\n", argc == 2 ? bres_last_error() : "usage: load_and_look FILE");
        return 2;
    }
    for (size_t b = 0; b < bres_result_subbench_count(result); b++) {
        const bres_subbench *bench = bres_result_subbench_at(result, b);

        for (size_t s = 0; s < bres_subbench_state_count(bench); s++)
            look(bres_subbench_state_at(bench, s));
    }
    bres_result_unref(result);
    return 0;
}

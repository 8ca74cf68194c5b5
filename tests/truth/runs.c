/* SPDX-License-Identifier: MIT */
/*
 * How often the rule for several runs is right and wrong: five runs a side of 500 samples each,
 * over states of every kind, shifts from run to run, and true changes.
 */
#include "truth/common/noise.h"

#include <benchresult/compare.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define RUNS    5
#define SAMPLES 500

/* A row of the table. What is not asked for is 0 or, of what must not exceed something, 100. */
typedef struct truth_case {
    const char *design;
    double correlation;
    uint32_t flags;
    double change; /* of the candidate */
    double shift;  /* from run to run */
    double most_wrong;
    double least_same; /* percent */
    double least_found;
} truth_case;

#define PAIRS       "pairs", TRUTH_CORRELATION, BRES_COMPARE_PAIRED
/* Five pairs are too few for ranks. */
#define NORMAL      "normal pairs", TRUTH_CORRELATION, BRES_COMPARE_PAIRED | BRES_COMPARE_ASSUME_NORMAL
#define INDEPENDENT "independent", 0, BRES_COMPARE_UNPAIRED

static const truth_case cases[] = {
    { PAIRS, 0, 0, 0.5, 0, 0 },
    { PAIRS, 0, 0.003, 0.5, 0, 0 },
    { PAIRS, 0, 0.01, 0.5, 95, 0 },
    { PAIRS, 0, 0.03, 0.5, 0, 0 },
    { PAIRS, 0.01, 0, 0.5, 0, 0 },
    { PAIRS, 0.02, 0, 0.5, 0, 0 },
    { PAIRS, 0.02, 0.01, 0.5, 0, 0 },
    { NORMAL, 0, 0.01, 0.5, 95, 0 },
    { NORMAL, 0, 0.03, 0.5, 0, 0 },
    { NORMAL, 0.02, 0.01, 0.5, 0, 90 },
    { PAIRS, 0.05, 0.03, 0.5, 0, 0 },
    { NORMAL, 0.05, 0.03, 0.5, 0, 90 },
    { INDEPENDENT, 0, 0, 0.5, 0, 0 },
    { INDEPENDENT, 0, 0.003, 0.5, 0, 0 },
    { INDEPENDENT, 0, 0.01, 0.5, 0, 0 },
    { INDEPENDENT, 0, 0.03, 0.5, 0, 0 },
    { INDEPENDENT, 0.02, 0.01, 0.5, 0, 0 },
    { INDEPENDENT, 0.05, 0.03, 0.5, 0, 0 },
};

typedef struct truth_counts {
    size_t total;
    size_t verdicts[BRES_AMBIGUOUS + 1];
} truth_counts;

static bool judge_state(bres__random *random, const truth_case *each, truth_counts *counts)
{
    static float times[2][RUNS][SAMPLES];
    bres_samples runs[2][RUNS];
    bres_decision decision;
    truth_state state = truth_state_draw(random);

    for (size_t i = 0; i < RUNS; i++) {
        double factors[2];

        truth_shift_pair(random, each->shift, each->correlation, factors);
        factors[1] *= 1 + each->change;
        for (int side = 0; side < 2; side++) {
            truth_samples(random, &state, factors[side], times[side][i], SAMPLES);
            runs[side][i] = (bres_samples){ .times = times[side][i], .count = SAMPLES };
        }
    }
    bres_decision_init(&decision);
    if (bres_compare_runs(runs[0], RUNS, runs[1], RUNS, each->flags, NULL, &decision, NULL, NULL) !=
        BRES_OK) {
        fprintf(stderr, "%s\n", bres_last_error());
        return false;
    }
    counts->total++;
    counts->verdicts[decision.verdict]++;
    return true;
}

static double percent(const truth_counts *counts, bres_verdict verdict)
{
    return 100 * (double)counts->verdicts[verdict] / (double)counts->total;
}

/* Prints a row of the table; false when it is not as it must be. */
static bool report(const truth_case *each, const truth_counts *counts, bool full)
{
    const double slow = percent(counts, BRES_SLOW);
    const double fast = percent(counts, BRES_FAST);
    const double same = percent(counts, BRES_SAME);
    const double wrong = each->change > 0 ? fast : fast + slow;
    const double found = each->change > 0 ? slow : 0;
    /* Of few states a handful more may go wrong by chance. */
    const double slack = full ? 0 : 3;
    const bool good = wrong <= each->most_wrong + slack && same >= each->least_same - slack &&
                      found >= each->least_found - slack;

    printf("%-12s %6.1f %6.1f %7.2f %7.2f %7.2f %7.2f %7.2f  %s\n", each->design,
           100 * each->change, 100 * each->shift, same, fast, slow, percent(counts, BRES_AMBIGUOUS),
           wrong, good ? "ok" : "NOT AS IT MUST BE");
    return good;
}

int main(int argc, char **argv)
{
    const bool full = argc > 1 && strcmp(argv[1], "--full") == 0;
    const size_t states = full ? 6000 : 150;
    bool good = true;

    printf("%d runs of %d samples a side, %zu states each\n", RUNS, SAMPLES, states);
    printf("design       change  shift    SAME    FAST    SLOW    AMBG   wrong (all in %%)\n");
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        bres__random random = bres__random_stream(20130601, i);
        truth_counts counts = { .total = 0 };

        for (size_t state = 0; state < states; state++) {
            if (!judge_state(&random, &cases[i], &counts))
                return 2;
        }
        good = report(&cases[i], &counts, full) && good;
        fflush(stdout);
    }
    return good ? 0 : 1;
}

/* SPDX-License-Identifier: MIT */
/*
 * How often the rule for replicates is right and wrong: five runs per side with 200 samples each,
 * for states of every kind, variation between runs, and true changes.
 */
#include "truth/common/claim.h"
#include "truth/common/noise.h"

#include <benchresult/compare.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define RUNS    5
#define SAMPLES 200

/* A scenario. 0 as a least share: no claim. */
typedef struct truth_case {
    const char *design;
    double correlation;
    uint32_t flags;
    bool normal;   /* the decision assumes normal variation */
    double change; /* of the candidate */
    double shift;  /* from run to run */
    double most_wrong;
    double least_same; /* percent */
    double least_found;
} truth_case;

#define PAIRS       "pairs", TRUTH_CORRELATION, BRES_COMPARE_PAIRED, false
/* Five pairs are too few for a rank test. */
#define NORMAL      "normal pairs", TRUTH_CORRELATION, BRES_COMPARE_PAIRED, true
#define INDEPENDENT "independent", 0, BRES_COMPARE_UNPAIRED, false

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
    bres_thresholds thresholds;
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
    bres_thresholds_init(&thresholds);
    thresholds.runs_assume_normal = each->normal;
    bres_decision_init(&decision);
    if (bres_compare_runs(runs[0], RUNS, runs[1], RUNS, each->flags, &thresholds, &decision, NULL,
                          NULL) != BRES_OK) {
        fprintf(stderr, "%s\n", bres_last_error());
        return false;
    }
    counts->total++;
    counts->verdicts[decision.verdict]++;
    return true;
}

/* Reports a claim about the rate of some verdicts of a case. */
static bool report_rate(const truth_case *each, const char *counted, truth_bound bound,
                        double limit, size_t count, size_t total, bool full)
{
    char scenario[64];
    const truth_claim claim = { scenario, counted, bound, limit };

    snprintf(scenario, sizeof(scenario), "%s, shift %g %%, %+g %%", each->design, 100 * each->shift,
             100 * each->change);
    return truth_claim_report(&claim, count, total, full);
}

static bool report(const truth_case *each, const truth_counts *counts, bool full)
{
    const size_t *verdicts = counts->verdicts;
    const size_t wrong = verdicts[BRES_FAST] + (each->change > 0 ? 0 : verdicts[BRES_SLOW]);
    bool good =
        report_rate(each, "wrong", TRUTH_AT_MOST, each->most_wrong, wrong, counts->total, full);

    good = report_rate(each, "SAME", each->least_same > 0 ? TRUTH_AT_LEAST : TRUTH_AS_MEASURED,
                       each->least_same, verdicts[BRES_SAME], counts->total, full) &&
           good;
    if (each->change > 0)
        good =
            report_rate(each, "found", each->least_found > 0 ? TRUTH_AT_LEAST : TRUTH_AS_MEASURED,
                        each->least_found, verdicts[BRES_SLOW], counts->total, full) &&
            good;
    return good;
}

int main(int argc, char **argv)
{
    const bool full = argc > 1 && strcmp(argv[1], "--full") == 0;
    const size_t states = full ? 10000 : 150;
    bool good = true;

    truth_claim_heading("5 runs of 200 samples a side, states of every kind");
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

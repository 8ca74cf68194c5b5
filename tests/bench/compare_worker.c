/* SPDX-License-Identifier: MIT */
/*
 * The worker of bench_compare.py: measures in one process the decision on two sets of samples, and
 * qsort() of the same four arrays. Prints nanoseconds of each, and the reason of the verdict.
 *
 * usage: compare_worker COUNT few|all
 */
#include <benchresult.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ROUNDS 5
/* Samples per round; enough that the tick of the clock does not matter with short arrays. */
#define WORK   2000000

struct side {
    float *times;
    float *rates;
};

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* A number between -1 and 1, more often near 0. */
static double noise(uint64_t *state)
{
    double sum = 0;

    for (int i = 0; i < 4; i++) {
        *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        sum += (double)(*state >> 11) * 0x1p-53 - 0.5;
    }
    return sum / 2;
}

/* Times as from an event timer with a tick of 0.5 us, or all different. */
static void fill(struct side *side, size_t count, int few, uint64_t seed)
{
    for (size_t i = 0; i < count; i++) {
        double time = 1e-3 * (1 + 0.01 * noise(&seed));
        double rate = 1.5e9 * (1 + 0.002 * noise(&seed));

        if (few) {
            time = (double)(int64_t)(time / 5e-7) * 5e-7;
            rate = (double)(int64_t)(rate / 1.5e6) * 1.5e6;
        }
        side->times[i] = (float)time;
        side->rates[i] = (float)rate;
    }
}

static int by_value(const void *a, const void *b)
{
    const float left = *(const float *)a;
    const float right = *(const float *)b;

    return (left > right) - (left < right);
}

static double time_qsort(const struct side sides[2], float *scratch, size_t count, size_t repeats)
{
    const float *arrays[4] = { sides[0].times, sides[0].rates, sides[1].times, sides[1].rates };
    double sorting = 0;

    for (size_t r = 0; r < repeats; r++) {
        for (int i = 0; i < 4; i++) {
            double start;

            memcpy(scratch, arrays[i], count * sizeof *scratch);
            start = now();
            qsort(scratch, count, sizeof *scratch, by_value);
            sorting += now() - start;
        }
    }
    return sorting;
}

static double time_decision(const struct side sides[2], size_t count, size_t repeats,
                            bres_decision *decision)
{
    const bres_samples reference = { sides[0].times, sides[0].rates, count };
    const bres_samples candidate = { sides[1].times, sides[1].rates, count };
    const double start = now();

    for (size_t r = 0; r < repeats; r++) {
        if (bres_compare_samples(&reference, &candidate, 0, NULL, decision) != BRES_OK) {
            fprintf(stderr, "%s\n", bres_last_error());
            exit(2);
        }
    }
    return now() - start;
}

int main(int argc, char **argv)
{
    const size_t count = argc == 3 ? strtoul(argv[1], NULL, 10) : 0;
    const size_t repeats = count > 0 ? WORK / count + 1 : 0;
    struct side sides[2];
    bres_decision decision;
    double decided = 1e9;
    double sorted = 1e9;
    float *scratch;

    if (count == 0) {
        fprintf(stderr, "usage: compare_worker COUNT few|all\n");
        return 2;
    }
    bres_decision_init(&decision);
    scratch = malloc(count * sizeof *scratch);
    for (int i = 0; i < 2; i++) {
        sides[i].times = malloc(count * sizeof(float));
        sides[i].rates = malloc(count * sizeof(float));
        if (scratch == NULL || sides[i].times == NULL || sides[i].rates == NULL)
            return 2;
        fill(&sides[i], count, strcmp(argv[2], "few") == 0, (uint64_t)i + 1);
    }
    for (int round = 0; round < ROUNDS; round++) {
        const double decision_time = time_decision(sides, count, repeats, &decision);
        const double sort_time = time_qsort(sides, scratch, count, repeats);

        decided = decision_time < decided ? decision_time : decided;
        sorted = sort_time < sorted ? sort_time : sorted;
    }
    printf("%.1f %.1f %s\n", 1e9 * decided / (double)repeats, 1e9 * sorted / (double)repeats,
           bres_reason_name(decision.reason));
    for (int i = 0; i < 2; i++) {
        free(sides[i].times);
        free(sides[i].rates);
    }
    free(scratch);
    return 0;
}

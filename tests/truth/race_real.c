/* SPDX-License-Identifier: MIT */
/*
 * How often a race of two real kernels is decided right: the same loop with equal iterations, and
 * with 2 % more iterations, on the current processor at any load. Without --full the kernels run on
 * a virtual clock that their work advances, so that the output is reproducible.
 *
 * usage: race_real [--full]
 */
#include <benchresult.h>
#include <stdio.h>
#include <string.h>

#define ITERATIONS UINT64_C(20000)

static volatile uint64_t sink;
static uint64_t virtual_now;

typedef struct kernel {
    uint64_t iterations;
    int is_virtual;
} kernel;

static void kernel_run(void *user)
{
    const kernel *self = user;
    const uint64_t rounds = self->is_virtual ? 1 : self->iterations;
    uint64_t number = UINT64_C(88172645463325252) ^ virtual_now;

    for (uint64_t i = 0; i < rounds; i++) {
        number ^= number << 13;
        number ^= number >> 7;
        number ^= number << 17;
    }
    sink = number;
    /* A nanosecond per iteration, and up to 4 % more. */
    if (self->is_virtual)
        virtual_now += self->iterations + number % (self->iterations / 25);
}

static uint64_t virtual_read(void *user)
{
    (void)user;
    virtual_now += 25;
    return virtual_now;
}

static int race_run(kernel *reference, kernel *candidate, uint64_t seed, bres_race_outcome *outcome)
{
    const bres_race_side sides[] = { { .cpu = kernel_run, .context = reference },
                                     { .cpu = kernel_run, .context = candidate } };
    bres_race_options options;
    bres_clock clock;

    bres_clock_init(&clock);
    if (reference->is_virtual)
        clock.now = virtual_read;
    bres_race_options_init(&options);
    options.clock = &clock;
    options.seed = seed;
    options.max_time = 20;
    options.max_pairs = 0;
    bres_race_outcome_init(outcome);
    if (bres_race(&sides[0], &sides[1], &options, outcome) == BRES_OK)
        return 0;
    fprintf(stderr, "race_real: %s\n", bres_last_error());
    return 1;
}

/* Runs races of one kind and prints their row. Returns how many had the expected verdict; -1 after
 * an error. */
static int races_run(double factor, int is_virtual, unsigned races, bres_verdict expected)
{
    kernel reference = { ITERATIONS, is_virtual };
    kernel candidate = { (uint64_t)((double)ITERATIONS * factor + 0.5), is_virtual };
    unsigned verdicts[5] = { 0 };
    double pairs = 0;
    double seconds = 0;

    for (unsigned i = 0; i < races; i++) {
        bres_race_outcome outcome;

        if (race_run(&reference, &candidate, i, &outcome) != 0)
            return -1;
        verdicts[outcome.verdict]++;
        pairs += (double)outcome.pairs;
        seconds += outcome.seconds;
    }
    printf("| %.3fx | %5u | %4u | %4u | %4u | %4u | %8.1f | %10.4f |\n", factor, races,
           verdicts[BRES_FAST], verdicts[BRES_SLOW], verdicts[BRES_SAME], verdicts[BRES_AMBIGUOUS],
           pairs / races, seconds / races);
    return (int)verdicts[expected];
}

int main(int argc, char **argv)
{
    const int full = argc > 1 && strcmp(argv[1], "--full") == 0;
    const unsigned races = full ? 100 : 20;
    int same;
    int slow;

    printf("# Races of spin kernels%s\n\n"
           "| Kernel | Races | FAST | SLOW | SAME | AMBG |    Pairs |    Seconds |\n"
           "|:-------|------:|-----:|-----:|-----:|-----:|---------:|-----------:|\n",
           full ? "" : ", on a clock that their work moves");
    same = races_run(1.000, !full, races, BRES_SAME);
    slow = races_run(1.020, !full, races, BRES_SLOW);
    printf("\n%d of %u the same, %d of %u slower: rightly decided\n", same, races, slow, races);
    /* At least 98 of 100 must be right. */
    return same * 50 < (int)races * 49 || slow * 50 < (int)races * 49;
}

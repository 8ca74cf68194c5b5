/* SPDX-License-Identifier: MIT */
/*
 * The worker of bench_timer.py: a timer measures a body with STEPS steps (bodies.h) for 0.2 s, in
 * single executions or in batches. Prints the median in nanoseconds, the executions of a block, and
 * the milliseconds of the search for the block size.
 *
 * usage: timer_worker plain|subtracted|batched STEPS
 */
#include "bodies.h"

#include <benchresult.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The end and the duration of the first measured block. */
struct first {
    bres_clock clock;
    uint64_t end;
    double seconds;
};

static bres_status note_first(void *user, uint64_t number, double seconds)
{
    struct first *first = user;

    (void)number;
    if (first->end == 0) {
        first->end = first->clock.now(first->clock.user);
        first->seconds = seconds;
    }
    return BRES_OK;
}

int main(int argc, char **argv)
{
    struct body body = { 0, 1 };
    struct first first = { .end = 0 };
    bres_timer_options options;
    bres_measurement *measurement = NULL;
    bres_timer *timer = NULL;
    uint64_t begin;
    double median = 0;
    bres_status status;

    if (argc != 3) {
        fprintf(stderr, "usage: timer_worker plain|subtracted|batched STEPS\n");
        return 2;
    }
    body.steps = strtoull(argv[2], NULL, 10);
    bres_clock_init(&first.clock);
    bres_timer_options_init(&options);
    options.block = note_first;
    options.user = &first;
    if (strcmp(argv[1], "subtracted") == 0)
        options.flags = BRES_TIMER_SUBTRACT_CALL;
    status = strcmp(argv[1], "batched") == 0
                 ? bres_timer_new_batched(body_run_batch, &body, NULL, &timer)
                 : bres_timer_new(body_run, &body, NULL, &timer);
    begin = first.clock.now(first.clock.user);
    if (status == BRES_OK)
        status = bres_timer_measure(timer, BRES_TIMING_BLOCKED, &options, &measurement);
    if (status == BRES_OK && bres_measurement_median(measurement, &median))
        printf("%.4f %llu %.3f\n", 1e9 * median,
               (unsigned long long)bres_measurement_number_per_run(measurement),
               (double)(first.end - begin) * 1e-6 - first.seconds * 1e3);
    else
        fprintf(stderr, "%s\n", bres_last_error());
    bres_measurement_free(measurement);
    bres_timer_free(timer);
    return status == BRES_OK ? 0 : 2;
}

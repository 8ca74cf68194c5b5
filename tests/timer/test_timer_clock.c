/* SPDX-License-Identifier: MIT */
/* Timers by wall time and by CPU time. */
#include "base/base.h"
#include "support/timed.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(*(array)))
#define MS           UINT64_C(1000000)

/* A function that computes and sleeps. */
typedef struct sleeper {
    bres_test_clock time;
    uint64_t computes;
    uint64_t sleeps;
    uint64_t executions;
} sleeper;

static void work(void *context)
{
    sleeper *self = context;

    self->executions++;
    self->time.now += self->computes + self->sleeps;
    self->time.slept += self->sleeps;
}

static double median_of(const bres_measurement *measurement)
{
    double seconds = NAN;

    bres_measurement_median(measurement, &seconds);
    return seconds;
}

static bres_status measure(sleeper *self, bres_clock_kind kind, bres_timing_method method,
                           bres_measurement **measurement)
{
    const bres_clock clock = bres_test_clock_of(&self->time);
    bres_timer_options options;
    bres_timer *timer;
    bres_status status;

    bres_timer_options_init(&options);
    options.clock = &clock;
    options.clock_kind = (uint32_t)kind;
    options.number = 5;
    cr_assert_eq(bres_timer_new(work, self, NULL, &timer), BRES_OK);
    status = bres_timer_measure(timer, method, &options, measurement);
    bres_timer_free(timer);
    return status;
}

Test(timer, timer_measures_by_its_clock)
{
    static const struct {
        bres_clock_kind kind;
        double median;
        const char *metadata;
    } rows[] = {
        { BRES_CLOCK_WALL, 5e-3, NULL },
        { BRES_CLOCK_THREAD, 2e-3, "{\"clock\":\"thread\"}" },
        { BRES_CLOCK_PROCESS, 2e-3, "{\"clock\":\"process\"}" },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        sleeper self = { .computes = 2 * MS, .sleeps = 3 * MS };
        bres_measurement *measurement;
        const char *metadata;

        cr_assert_eq(measure(&self, rows[i].kind, BRES_TIMING_BLOCKED, &measurement), BRES_OK, "%s",
                     bres_last_error());
        cr_expect_float_eq(median_of(measurement), rows[i].median, 1e-12, "row %zu", i);
        metadata = bres_measurement_metadata_json(measurement);
        cr_expect_eq(metadata == NULL, rows[i].metadata == NULL);
        if (metadata != NULL)
            cr_expect_str_eq(metadata, rows[i].metadata);
        bres_measurement_free(measurement);
    }
}

/* The timing of a function that hardly uses the CPU ends by wall time: 0.2 s, plus 0.2 s for a
 * block of the search. */
Test(timer, timer_of_cpu_time_ends_by_wall_time)
{
    static const bres_timing_method methods[] = { BRES_TIMING_BLOCKED, BRES_TIMING_ADAPTIVE };

    for (size_t i = 0; i < COUNT(methods); i++) {
        sleeper self = { .time = { .processor_cost = 300 }, .computes = 1000, .sleeps = 5 * MS };
        bres_measurement *measurement;

        cr_assert_eq(measure(&self, BRES_CLOCK_THREAD, methods[i], &measurement), BRES_OK, "%s",
                     bres_last_error());
        cr_expect_leq(self.executions, 1000, "method %zu: %llu", i,
                      (unsigned long long)self.executions);
        cr_expect_float_eq(median_of(measurement), 1e-6, 0.3e-6, "method %zu: %g", i,
                           median_of(measurement));
        bres_measurement_free(measurement);
    }
}

/* A block takes many steps of the clock. */
Test(timer, timer_of_cpu_time_with_long_steps)
{
    sleeper self = { .time = { .processor_cost = 300, .processor_tick = 4 * MS },
                     .computes = 100000 };
    bres_measurement *measurement;

    cr_assert_eq(measure(&self, BRES_CLOCK_THREAD, BRES_TIMING_BLOCKED, &measurement), BRES_OK,
                 "%s", bres_last_error());
    cr_expect_geq(bres_measurement_number_per_run(measurement), 10000);
    cr_expect_float_eq(median_of(measurement), 1e-4, 1e-6);
    bres_measurement_free(measurement);
}

static bres_status own_clock(void *context, uint64_t number, double *seconds)
{
    sleeper *self = context;

    for (uint64_t i = 0; i < number; i++)
        work(self);
    *seconds = (double)(number * self->computes) * 1e-9;
    return BRES_OK;
}

/* A timed function chooses the kind of time that it returns. */
Test(timer, timer_of_a_timed_function_by_cpu_time)
{
    sleeper self = { .computes = 1000, .sleeps = 5 * MS };
    const bres_clock clock = bres_test_clock_of(&self.time);
    bres_timer_options options;
    bres_measurement *measurement;
    bres_timer *timer;

    bres_timer_options_init(&options);
    options.clock = &clock;
    options.clock_kind = BRES_CLOCK_THREAD;
    cr_assert_eq(bres_timer_new_timed(own_clock, &self, NULL, &timer), BRES_OK);
    cr_assert_eq(bres_timer_measure(timer, BRES_TIMING_BLOCKED, &options, &measurement), BRES_OK,
                 "%s", bres_last_error());
    cr_expect_float_eq(median_of(measurement), 1e-6, 1e-12);
    cr_expect_leq(self.executions, 1000);
    cr_expect_str_eq(bres_measurement_metadata_json(measurement), "{\"clock\":\"thread\"}");
    bres_measurement_free(measurement);
    bres_timer_free(timer);
}

Test(timer, timer_of_a_command_by_cpu_time)
{
    static const char *const arguments[] = { "true", NULL };
    double user_time;
    double system_time;
    const char *metadata;
    bres_timer_options options;
    bres_command command;
    bres_measurement *measurement;
    bres_timer *timer;

    bres_command_init(&command);
    command.arguments = arguments;
    cr_assert_eq(bres_timer_new_command(&command, NULL, &timer), BRES_OK);
    bres_timer_options_init(&options);
    options.number = 1;
    options.clock_kind = BRES_CLOCK_PROCESS;
    cr_assert_eq(bres_timer_measure(timer, BRES_TIMING_TIMEIT, &options, &measurement), BRES_OK);
    metadata = bres_measurement_metadata_json(measurement);
    cr_expect_not_null(strstr(metadata, "\"clock\":\"process\""), "%s", metadata);
    cr_assert(bres__json_member_float64(metadata, "user_time", &user_time) &&
              bres__json_member_float64(metadata, "system_time", &system_time));
    cr_expect_float_eq(bres_measurement_raw_times(measurement)[0],
                       fmax(user_time + system_time, 1e-9), 1e-9);
    bres_measurement_free(measurement);
    options.clock_kind = BRES_CLOCK_THREAD;
    cr_expect_eq(bres_timer_measure(timer, BRES_TIMING_TIMEIT, &options, &measurement),
                 BRES_ERROR_ARGUMENT);
    options.clock_kind = 3;
    cr_expect_eq(bres_timer_measure(timer, BRES_TIMING_TIMEIT, &options, &measurement),
                 BRES_ERROR_ARGUMENT);
    bres_timer_free(timer);
}

/* SPDX-License-Identifier: MIT */
/*
 * Measurements of several threads: turns a call of the team into a sample, and records data about
 * the threads in the state.
 */
#include "measure/cpu/threads.h"
#include "base/clock.h"
#include "base/threads/parallel.h"
#include "measure/cpu/measure.h"
#include "measure/cpu/team.h"
#include "model/model.h"
#include "stats/stats.h"

#include <inttypes.h>

/* A measurement while it runs. Times are in nanoseconds. */
typedef struct threads_measurement {
    bres__team team;
    uint32_t kind;       /* of the clock of samples: a bres_clock_kind */
    bres_clock clock;    /* of the threads: wall time, or the CPU time of each */
    bool begun;          /* samples are taken */
    uint64_t count;      /* executions of a thread in the last call */
    double *times;       /* of each thread, in all samples */
    uint64_t executions; /* of a thread in all samples */
    uint64_t samples;
    double skew; /* from the first start to the last, in all samples */
    double max_skew;
} threads_measurement;

/* The samples begin: discards the data of earlier executions. */
static void measurement_begin(void *context)
{
    threads_measurement *measurement = context;

    for (uint32_t i = 0; i < measurement->team.count; i++)
        measurement->times[i] = 0;
    measurement->begun = true;
    measurement->executions = 0;
    measurement->samples = 0;
    measurement->skew = 0;
    measurement->max_skew = 0;
}

static void measurement_run(void *context, uint64_t count)
{
    threads_measurement *measurement = context;

    measurement->count = count;
    bres__team_call(&measurement->team, count);
}

static void measurement_add(threads_measurement *measurement, double skew)
{
    const bres__team *team = &measurement->team;

    for (uint32_t i = 0; i < team->count; i++)
        measurement->times[i] += (double)(team->members[i].end - team->members[i].start);
    measurement->executions += measurement->count;
    measurement->samples++;
    measurement->skew += skew;
    if (skew > measurement->max_skew)
        measurement->max_skew = skew;
}

/* The time of the last call. During the search for a block size, it is the longest time of a
 * thread, so that an uneven start does not make a block long. CPU times of several threads have no
 * common beginning: their sum or the longest one counts. */
static int64_t measurement_duration(const threads_measurement *measurement, uint64_t wall)
{
    const bres__team *team = &measurement->team;
    uint64_t longest = 0;
    uint64_t sum = 0;

    for (uint32_t i = 0; i < team->count; i++) {
        const uint64_t time = team->members[i].end - team->members[i].start;

        longest = time > longest ? time : longest;
        sum += time;
    }
    if (!measurement->begun || measurement->kind == BRES_CLOCK_THREAD)
        return (int64_t)longest;
    return (int64_t)(measurement->kind == BRES_CLOCK_WALL ? wall : sum);
}

static void measurement_time(void *context, bres__execution *execution)
{
    threads_measurement *measurement = context;
    const bres__team *team = &measurement->team;
    uint64_t first = team->members[0].start;
    uint64_t latest = first;
    uint64_t last = team->members[0].end;
    bool backwards = false;

    for (uint32_t i = 0; i < team->count; i++) {
        const bres__team_member *member = &team->members[i];

        backwards = backwards || member->end < member->start;
        first = member->start < first ? member->start : first;
        latest = member->start > latest ? member->start : latest;
        last = member->end > last ? member->end : last;
    }
    execution->nanoseconds = measurement_duration(measurement, last - first);
    execution->outcome = backwards ? BRES__OUTCOME_BACKWARDS : BRES__OUTCOME_TIMED;
    if (!backwards)
        measurement_add(measurement, (double)(latest - first));
}

static const bres__summary_texts count_texts = { "count", "Threads",
                                                 "Threads that execute at the same time.", NULL,
                                                 BRES__HIDDEN };
static const bres__summary_texts min_texts = { "time/min", "Min Thread Time",
                                               "Mean time of an execution in the fastest thread.",
                                               "duration", BRES__HIDDEN };
static const bres__summary_texts median_texts = { "time/median", "Median Thread Time",
                                                  "Mean time of an execution in the median thread.",
                                                  "duration", BRES__HIDDEN };
static const bres__summary_texts max_texts = { "time/max", "Max Thread Time",
                                               "Mean time of an execution in the slowest thread.",
                                               "duration", BRES__HIDDEN };
static const bres__summary_texts skew_texts = {
    "start_skew/mean", "Start Skew", "Mean time from the first start of a thread to the last.",
    "duration", BRES__HIDDEN
};
static const bres__summary_texts max_skew_texts = {
    "start_skew/max", "Max Start Skew",
    "Longest time in a sample from the first start of a thread to the last.", "duration",
    BRES__HIDDEN
};

static bres_status measurement_add_summaries(threads_measurement *measurement, bres_state *state)
{
    const uint32_t count = measurement->team.count;
    const double scale = 1e-9 / (double)measurement->executions;
    double *times = measurement->times;
    bres__summaries set = bres__summaries_begin(state, "bres/threads/");

    bres__summaries_add_int64(&set, &count_texts, count);
    if (measurement->samples != 0) {
        const double median = bres__median(times, count);

        bres__summaries_add_float64(&set, &min_texts, times[0] * scale);
        bres__summaries_add_float64(&set, &median_texts, median * scale);
        bres__summaries_add_float64(&set, &max_texts, times[count - 1] * scale);
    }
    if (measurement->samples != 0 && measurement->kind == BRES_CLOCK_WALL) {
        bres__summaries_add_float64(&set, &skew_texts,
                                    measurement->skew * 1e-9 / (double)measurement->samples);
        bres__summaries_add_float64(&set, &max_skew_texts, measurement->max_skew * 1e-9);
    }
    return bres__summaries_end(&set);
}

static void warn_of_few_cpus(int64_t threads, const bres__measure_hooks *hooks)
{
    const size_t cpus = bres__usable_cpus();
    char message[160];

    if (hooks == NULL || hooks->log == NULL || (uint64_t)threads <= cpus)
        return;
    bres__format(message, sizeof message,
                 "%" PRId64 " threads share %zu CPUs: they cannot all run at the same time",
                 threads, cpus);
    hooks->log(hooks->user, BRES_LOG_WARNING, message);
}

bres_status bres__measure_cpu_threads(bres_state *state, const bres__threads_body *body,
                                      const bres__settings *settings, const bres_clock *clock,
                                      const bres__measure_hooks *hooks, bool *skipped, char *reason)
{
    const bool is_wall = settings->clock_kind == BRES_CLOCK_WALL;
    threads_measurement measurement = { .team = { .fn = body->fn, .context = body->context },
                                        .kind = settings->clock_kind };
    const bres__cpu_body team_body = { .batched = measurement_run,
                                       .begin = measurement_begin,
                                       .time = measurement_time,
                                       .context = &measurement };
    bres_status status;

    *skipped = false;
    if (body->threads < 1 || body->threads > BRES__THREADS_MAX)
        return bres__error(BRES_ERROR_ARGUMENT, "%" PRId64 " threads (expected 1 to %d)",
                           body->threads, BRES__THREADS_MAX);
    warn_of_few_cpus(body->threads, hooks);
    bres__clock_of_kind(&measurement.clock, clock, is_wall ? BRES_CLOCK_WALL : BRES_CLOCK_THREAD);
    status = bres__team_start(&measurement.team, (uint32_t)body->threads, &measurement.clock);
    measurement.times = bres__calloc((size_t)body->threads, sizeof(double));
    if (status == BRES_OK && measurement.times == NULL)
        status = bres__error_memory();
    if (status == BRES_OK)
        status =
            bres__measure_cpu(state, &team_body, settings, clock, 0, 0, hooks, skipped, reason);
    if (status == BRES_OK && !*skipped)
        status = measurement_add_summaries(&measurement, state);
    bres__team_stop(&measurement.team);
    bres__free(measurement.times);
    return status;
}

/* SPDX-License-Identifier: MIT */
/*
 * Before some samples, which are drawn, a call with special values is verified: a solution that is
 * only right for the values of samples does not know which call it has. Each call has new inputs
 * and new poison. A sample is an exchange with the process of the solution.
 */
#include "judge/sampling.h"

#include "base/clock.h"
#include "base/threads/parallel.h"

#include <math.h>

/* CPU time per wall time from which threads can have worked ahead. */
#define CPU_SHARE         1.02
/* Share of its time for which the threads of an undisturbed sample may have waited. */
#define WAITED_SHARE      0.1
/* The time that disturbed samples may take, with all work on them: seconds, and a share of the time
 * limit. Some are always allowed. */
#define DISTURBED_SECONDS 10.0
#define DISTURBED_SHARE   0.25
#define DISTURBED_MIN     3
/* Share of the samples before which special values are checked. */
#define SPECIAL_SHARE     0.33
/* Share of the time of all samples for which threads wait on a busy system. */
#define BUSY_SHARE        0.02
/* Fewer contradicted samples prove nothing. */
#define CONTRADICTED_MIN  3

/* What is known of the samples of an attempt. */
typedef struct attempt {
    size_t undisturbed;
    size_t disturbed;
    size_t contradicted;   /* undisturbed samples */
    size_t crowded;        /* samples with more threads than processors */
    double disturbed_time; /* of the judge, in seconds */
    double wall;           /* of all samples, in seconds */
    double waited;         /* as far as it is known, in this time */
    bool ends_threads;     /* whose waiting is unknown */
    bool is_void;          /* the samples were taken by wrong rules */
} attempt;

typedef struct sampling {
    bres__case_run *run;
    size_t calls;     /* in an exchange */
    double last;      /* time of the last warm-up */
    bool is_shared;   /* the threads share the work */
    bool is_strict;   /* ended threads may have waited */
    bool has_special; /* values */
    attempt attempt;
    bres__convergence convergence;
} sampling;

bool bres__works_ahead(const bres__call *call)
{
    return call->report.cpu > CPU_SHARE * call->report.wall;
}

/* Waiting that the time of a sample may include. On a busy system it is unknown how long threads
 * have waited that have ended, but others have used no more than the unused processor time. */
static double unexplained_of(const sampling *taken, const bres__runner_report *report)
{
    return taken->is_strict && report->ends_threads ? report->unused : report->unexplained;
}

/* A call takes the least time if all its processors work on it all the time, or if all waiting that
 * its time may include is subtracted. */
static bres__sample sample_of(const sampling *taken, const bres__call *call)
{
    const bres__runner_report *report = &call->report;
    const double count = (double)call->count;
    const double unexplained = unexplained_of(taken, report);
    const double shared = report->cpu / (double)bres__usable_cpus();
    const double least = fmin(report->seconds, fmax(report->seconds - unexplained, shared));

    return (bres__sample){
        .seconds = report->seconds / count,
        .wall = report->wall / count,
        .least = least / count,
        .is_disturbed = unexplained > WAITED_SHARE * report->seconds,
        .is_verified = call->is_verified,
    };
}

static bres_status sample_add(bres__judged *judged, const bres__sample *sample)
{
    void *samples = judged->samples;

    if (!bres__array_reserve(&samples, &judged->capacity, judged->count + 1,
                             sizeof *judged->samples))
        return bres__error_memory();
    judged->samples = samples;
    judged->samples[judged->count++] = *sample;
    return BRES_OK;
}

static void report_sample(const sampling *taken, double seconds)
{
    const bres__judged *judged = taken->run->judged;

    bres__judgement_report_event(
        taken->run->judge->judgement, BRES_JUDGE_EVENT_SAMPLE,
        &(bres_judge_event){
            .test_id = judged->test_id,
            .name = judged->test_case.name,
            .sample = taken->attempt.undisturbed,
            .runtime = seconds,
            .gflops = seconds > 0 ? (double)judged->flops / seconds / 1e9 : 0,
        });
}

static bres_status note_clocks(const bres__case_run *run, const bres__call *call)
{
    if (!call->report.clocks_differ)
        return BRES_OK;
    return bres__judgement_note(run->judge->judgement,
                                "case '%s': GPU time and host time differ by more than 20 %%, "
                                "perhaps because of work that the solution does not wait for",
                                run->judged->test_case.name);
}

static bres_status undisturbed_add(sampling *taken, const bres__call *call, double seconds)
{
    bres_status status = note_clocks(taken->run, call);

    taken->attempt.undisturbed++;
    taken->attempt.contradicted += call->report.is_contradicted;
    if (status == BRES_OK)
        status = bres__convergence_add(&taken->convergence, seconds);
    if (status == BRES_OK)
        report_sample(taken, seconds);
    return status;
}

static void attempt_add(attempt *now, const bres__runner_report *report)
{
    now->wall += report->wall;
    now->waited += report->waited;
    now->ends_threads |= report->ends_threads;
    now->crowded += report->is_crowded;
}

/* A solution that works ahead gets exchanges of one call. One whose threads share the work has
 * another rule about waiting. */
static void rules_adapt(sampling *taken, const bres__call *call)
{
    attempt *now = &taken->attempt;

    if (call->report.is_shared != taken->is_shared)
        now->is_void = taken->is_shared = true;
    if (taken->calls > 1 && bres__works_ahead(call)) {
        now->is_void = true;
        taken->calls = 1;
    }
}

/* The kernel does not tell how long threads have waited that have ended. If others waited, they may
 * have waited, too. */
static void rules_adapt_to_load(sampling *taken)
{
    attempt *now = &taken->attempt;

    if (!taken->is_strict && now->ends_threads && now->waited > BUSY_SHARE * now->wall)
        now->is_void = taken->is_strict = true;
}

static bres_status sample_once(sampling *taken, bres__call *call)
{
    const bres__case_run *run = taken->run;
    const uint64_t begin = bres__steady_now();
    bres__sample sample;
    bres_status status;

    *call = (bres__call){
        .what = "sample",
        .number = run->judged->count + 1,
        .count = taken->calls,
        .verify_fraction = run->judged->count == 0 ? 1 : run->judge->options->verify_fraction,
    };
    status = bres__case_call(taken->run, call);
    if (status != BRES_OK || !bres__judge_is_running(run->judge))
        return status;
    attempt_add(&taken->attempt, &call->report);
    rules_adapt(taken, call);
    sample = sample_of(taken, call);
    status = sample_add(run->judged, &sample);
    if (status == BRES_OK && !sample.is_disturbed)
        return undisturbed_add(taken, call, sample.seconds);
    taken->attempt.disturbed++;
    taken->attempt.disturbed_time += (double)(bres__steady_now() - begin) / 1e9;
    return status;
}

/* Finds whether a case of the problem, also one that is not judged, has special values: then
 * solutions have to handle them in all. */
static bres_status special_find(sampling *taken)
{
    const bres__judge *judge = taken->run->judge;
    const size_t count = judge->problem->case_count(judge->problem, judge->set);
    bres_problem_case test_case;
    bres_status status = BRES_OK;

    for (size_t i = 0; i < count && status == BRES_OK && !taken->has_special; i++) {
        status = bres_problem_make_case(judge->problem, judge->set,
                                        (bres_data_type)judge->options->type, i, 0, &test_case);
        taken->has_special = status == BRES_OK && test_case.has_distribution &&
                             test_case.distribution == BRES_FILL_SPECIAL;
    }
    return status;
}

static bres_status special_check(const sampling *taken)
{
    bres__random random;
    bres__call call = {
        .what = "check of special values",
        .count = taken->calls,
        .verify_fraction = 1,
        .is_special = true,
    };

    if (!taken->has_special)
        return BRES_OK;
    random = bres__draw_random(&taken->run->judge->draws);
    if (bres__random_unit(&random) >= SPECIAL_SHARE)
        return BRES_OK;
    return bres__case_call(taken->run, &call);
}

/* Whether threads may have waited for each other. Samples without such waiting are lucky ones: they
 * do not show the time of the others. */
static bool needs_most(const sampling *taken)
{
    const attempt *now = &taken->attempt;

    return taken->is_strict || 2 * now->crowded > now->disturbed + now->undisturbed;
}

static bool is_given_up(const sampling *taken)
{
    const attempt *now = &taken->attempt;
    const bres__judge *judge = taken->run->judge;
    const double limit = fmin(DISTURBED_SECONDS, DISTURBED_SHARE * bres__case_time_limit(judge));

    if (needs_most(taken) && now->disturbed > (size_t)judge->options->max_samples)
        return true;
    return now->disturbed >= DISTURBED_MIN && now->disturbed_time > limit;
}

static bool is_finished(const sampling *taken)
{
    return taken->attempt.is_void || bres__convergence_is_enough(&taken->convergence) ||
           is_given_up(taken);
}

/* The outputs of the last sample are always verified. */
static bres_status samples_take(sampling *taken)
{
    bres__case_run *run = taken->run;
    const bres__judge *judge = run->judge;
    bres__call call = { .is_verified = true };
    bres_status status = BRES_OK;

    while (status == BRES_OK && bres__judge_is_running(judge) && !is_finished(taken)) {
        status = special_check(taken);
        if (status == BRES_OK && bres__judge_is_running(judge))
            status = sample_once(taken, &call);
    }
    if (status != BRES_OK || !bres__judge_is_running(judge) || call.is_verified)
        return status;
    run->judged->samples[run->judged->count - 1].is_verified = true;
    return bres__case_verify_late(run, &call);
}

static size_t samples_needed(const sampling *taken)
{
    const size_t least = (size_t)taken->run->judge->options->min_samples;
    const size_t most = (taken->run->judged->count + 1) / 2;

    return needs_most(taken) && most > least ? most : least;
}

/* Whether the runner has told the truth about the time, and enough samples count. */
static bres_status check_times(const sampling *taken)
{
    const attempt *last = &taken->attempt;
    bres__case_run *run = taken->run;
    const size_t needed = samples_needed(taken);

    if (last->contradicted >= CONTRADICTED_MIN && 2 * last->contradicted > last->undisturbed)
        return bres__case_fail(run, NULL, BRES_JUDGE_CLOCK_MISMATCH,
                               "in %zu of %zu samples its process claims much less time than the "
                               "judge has measured",
                               last->contradicted, last->undisturbed);
    if (last->undisturbed >= needed)
        return BRES_OK;
    return bres__case_fail(run, NULL, BRES_JUDGE_NOT_MEASURED,
                           "only %zu of %zu samples count (expected at least %zu): in the others, "
                           "its threads may have waited for a processor for more than %.0f %% of "
                           "the time",
                           last->undisturbed, run->judged->count, needed, 100 * WAITED_SHARE);
}

void bres__samples_choose(bres__judged *judged)
{
    double sum = 0;
    double sum_undisturbed = 0;
    size_t undisturbed = 0;
    size_t kept = 0;
    bool keeps_all;

    for (size_t i = 0; i < judged->count; i++) {
        const bres__sample *sample = &judged->samples[i];

        sum += sample->is_disturbed ? sample->least : sample->seconds;
        sum_undisturbed += sample->is_disturbed ? 0 : sample->seconds;
        undisturbed += !sample->is_disturbed;
    }
    keeps_all = sum * (double)undisturbed > sum_undisturbed * (double)judged->count;
    judged->verified = 0;
    for (size_t i = 0; i < judged->count; i++) {
        bres__sample sample = judged->samples[i];

        if (sample.is_disturbed && !keeps_all)
            continue;
        sample.seconds = sample.is_disturbed ? sample.least : sample.seconds;
        judged->verified += sample.is_verified;
        judged->samples[kept++] = sample;
    }
    judged->count = kept;
}

static bres_status attempt_make(sampling *taken)
{
    bres_status status =
        bres__convergence_begin(&taken->convergence, taken->run->judge->options, taken->last);

    taken->attempt = (attempt){ .undisturbed = 0 };
    taken->run->judged->count = 0;
    if (status == BRES_OK)
        status = samples_take(taken);
    rules_adapt_to_load(taken);
    bres__convergence_end(&taken->convergence);
    return status;
}

/* The samples are followed by a pair of calls with the same inputs. */
bres_status bres__sampling(bres__case_run *run, const bres__call *chosen, double last)
{
    sampling taken = {
        .run = run,
        .calls = chosen->count,
        .last = last,
        .is_shared = chosen->report.is_shared,
    };
    bres_status status = special_find(&taken);

    taken.attempt.is_void = true;
    while (status == BRES_OK && bres__judge_is_running(run->judge) && taken.attempt.is_void)
        status = attempt_make(&taken);
    if (status == BRES_OK && bres__judge_is_running(run->judge))
        status = bres__case_repeat(run);
    if (status == BRES_OK && bres__judge_is_running(run->judge))
        status = check_times(&taken);
    if (status == BRES_OK && bres__judge_is_running(run->judge))
        bres__samples_choose(run->judged);
    return status;
}

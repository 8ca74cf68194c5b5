/* SPDX-License-Identifier: MIT */
/*
 * An attempt takes all samples. If it shows that they need other rules, it is void, and another one
 * follows. Each call has new inputs and new poison.
 */
#include "judge/sampling.h"

#include "judge/convergence.h"
#include "judge/load.h"
#include "judge/sample.h"
#include "judge/special.h"

#include "base/clock.h"

#include <math.h>

/* The time that disturbed samples may take, with all work on them: seconds, and a share of the time
 * limit. Some are always allowed. */
#define DISTURBED_SECONDS 10.0
#define DISTURBED_SHARE   0.25
#define DISTURBED_MIN     3
/* Share of the time of all samples for which threads wait on a busy system. */
#define BUSY_SHARE        0.02
/* By which share the least times of disturbed samples may make the mean longer. */
#define HIDDEN_SHARE      0.1
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
    double counted;        /* of those that the time limit counts */
    double waited;         /* as far as it is known, in this time */
    bool ends_threads;     /* whose waiting is unknown */
    bool is_void;          /* the samples were taken by wrong rules */
} attempt;

typedef struct sampling {
    bres__case_run *run;
    size_t calls;          /* in an exchange */
    double last;           /* time of the last warm-up */
    bool is_shared;        /* the threads share the work */
    bool is_beside_others; /* other programs use the processors */
    bool is_quiet;         /* they do not */
    bool has_special;      /* values */
    bres__load begin;
    attempt attempt;
    bres__convergence convergence;
} sampling;

static bres_status sample_add(bres__judged *judged, const bres__sample *sample)
{
    if (!BRES__RESERVE(&judged->samples, &judged->capacity, judged->count + 1))
        return bres__error_memory();
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
    taken->attempt.counted += call->report.spent;
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

/* Finds whether other programs use the processors, which may take some time. */
static bres_status others_find(sampling *taken)
{
    bres__others others;
    const bres_status status = bres__load_others(taken->run->runner, &taken->begin, &others);

    if (status != BRES_OK)
        return status;
    if (others == BRES__OTHERS_WORK)
        taken->attempt.is_void = taken->is_beside_others = true;
    taken->is_quiet = others == BRES__OTHERS_REST;
    return BRES_OK;
}

/* Looks for other programs if threads share the work. It is unknown how long threads have waited
 * that have ended: if others wait, it has to be known whether other programs are the cause. */
static bres_status rules_adapt_to_load(sampling *taken)
{
    attempt *now = &taken->attempt;
    bres_status status;

    if (now->is_void || taken->is_beside_others || taken->is_quiet ||
        !(taken->is_shared || now->ends_threads))
        return BRES_OK;
    status = others_find(taken);
    if (!taken->is_quiet && now->ends_threads && now->waited > BUSY_SHARE * now->wall)
        now->is_void = true;
    return status;
}

/* The judge also asks this while it waits for long calls. */
static bres_status interruption_check(const bres_judge_options *options)
{
    if (options->is_interrupted != NULL && options->is_interrupted(options->interrupt_user))
        return bres__error(BRES_ERROR_INTERRUPTED, "interrupted");
    return BRES_OK;
}

/* The first sample that counts is verified, and all are once a solution could choose which count.
 */
static double fraction_of(const sampling *taken)
{
    const attempt *now = &taken->attempt;

    return now->undisturbed == 0 || now->disturbed > 0
               ? 1
               : taken->run->judge->options->verify_fraction;
}

static void disturbed_add(sampling *taken, double spent, uint64_t begin)
{
    attempt *now = &taken->attempt;

    now->disturbed++;
    now->disturbed_time += (double)(bres__steady_now() - begin) / 1e9;
    bres__runner_refund(taken->run->runner, spent);
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
        .verify_fraction = fraction_of(taken),
    };
    status = bres__case_call(taken->run, call);
    if (status != BRES_OK || !bres__judge_is_running(run->judge))
        return status;
    attempt_add(&taken->attempt, &call->report);
    rules_adapt(taken, call);
    sample = bres__sample_of(call, taken->is_beside_others);
    run->judged->verified += call->is_verified;
    status = sample_add(run->judged, &sample);
    if (status == BRES_OK && !sample.is_disturbed)
        return undisturbed_add(taken, call, sample.seconds);
    disturbed_add(taken, call->report.spent, begin);
    return status;
}

/* Whether threads may have waited for each other. Samples without such waiting do not show the time
 * of the others. */
static bool may_wait_for_itself(const sampling *taken)
{
    const attempt *now = &taken->attempt;

    return (now->ends_threads && taken->is_beside_others) ||
           2 * now->crowded > now->disturbed + now->undisturbed;
}

/* Without other programs, a solution that waits has made itself wait. */
static bool needs_most(const sampling *taken)
{
    return may_wait_for_itself(taken) || !taken->is_beside_others;
}

static bool has_most(const sampling *taken)
{
    return taken->attempt.undisturbed >= taken->attempt.disturbed;
}

static size_t samples_needed(const sampling *taken)
{
    const size_t least = (size_t)taken->run->judge->options->min_samples;
    const size_t most = (taken->run->judged->count + 1) / 2;

    return needs_most(taken) && most > least ? most : least;
}

static bool are_sufficient(const sampling *taken)
{
    return taken->attempt.undisturbed >= samples_needed(taken) &&
           bres__samples_hidden(taken->run->judged) <= HIDDEN_SHARE;
}

/* Not before it is known whether other programs are the cause. */
static bool is_given_up(const sampling *taken)
{
    const attempt *now = &taken->attempt;
    const bres__judge *judge = taken->run->judge;
    const double limit = fmin(DISTURBED_SECONDS, DISTURBED_SHARE * bres__case_time_limit(judge));

    if (!bres__load_is_long(&taken->begin))
        return false;
    if (now->disturbed > (size_t)judge->options->max_samples && !has_most(taken) &&
        (may_wait_for_itself(taken) || taken->is_quiet))
        return true;
    return now->disturbed >= DISTURBED_MIN && now->disturbed_time > limit;
}

static bool has_enough(const sampling *taken)
{
    return bres__convergence_is_enough(&taken->convergence) &&
           (has_most(taken) || !needs_most(taken)) &&
           (are_sufficient(taken) || bres__load_is_long(&taken->begin));
}

/* Looks for other programs while disturbed samples may be theirs. */
static bres_status is_finished(sampling *taken, bool *finished)
{
    bres_status status = interruption_check(taken->run->judge->options);

    if (status == BRES_OK && taken->attempt.disturbed >= DISTURBED_MIN &&
        !taken->is_beside_others && !taken->is_quiet)
        status = others_find(taken);
    *finished = taken->attempt.is_void || is_given_up(taken) || has_enough(taken);
    return status;
}

/* The outputs of the last sample are always verified. */
static bres_status samples_take(sampling *taken)
{
    bres__case_run *run = taken->run;
    const bres__judge *judge = run->judge;
    bres__call call = { .is_verified = true };
    bool finished;
    bres_status status = is_finished(taken, &finished);

    while (status == BRES_OK && bres__judge_is_running(judge) && !finished) {
        status = bres__special_check(run, taken->has_special, taken->calls);
        if (status == BRES_OK && bres__judge_is_running(judge))
            status = sample_once(taken, &call);
        if (status == BRES_OK && bres__judge_is_running(judge))
            status = is_finished(taken, &finished);
    }
    if (status != BRES_OK || !bres__judge_is_running(judge) || call.is_verified)
        return status;
    run->judged->samples[run->judged->count - 1].is_verified = true;
    return bres__case_verify_late(run, &call);
}

static bres_status fail_not_measured(const sampling *taken)
{
    const attempt *last = &taken->attempt;
    bres__case_run *run = taken->run;
    const size_t needed = samples_needed(taken);

    if (last->undisturbed < needed)
        return bres__case_fail(run, NULL, BRES_JUDGE_NOT_MEASURED,
                               "only %zu of %zu samples count (expected at least %zu): in the "
                               "others, its threads may have waited for a processor for more than "
                               "%.0f %% of the time",
                               last->undisturbed, run->judged->count, needed,
                               100 * BRES__WAITED_SHARE);
    return bres__case_fail(run, NULL, BRES_JUDGE_NOT_MEASURED,
                           "%zu of %zu samples do not count, and took longer than the others, "
                           "even without waiting",
                           last->disturbed, run->judged->count);
}

/* Without other programs, threads have only waited for each other: this belongs to their time. */
static bres_status count_with_waiting(sampling *taken)
{
    bres__judged *judged = taken->run->judged;
    bres__others others;
    const bres_status status = bres__load_others(taken->run->runner, &taken->begin, &others);

    if (status != BRES_OK)
        return status;
    if (others != BRES__OTHERS_REST)
        return fail_not_measured(taken);
    bres__samples_keep(judged);
    return bres__judgement_note(taken->run->judge->judgement,
                                "case '%s': its time includes waiting: in %zu of %zu samples, "
                                "threads of the solution may have waited for each other",
                                judged->test_case.name, taken->attempt.disturbed, judged->count);
}

/* Whether the runner has told the truth about the time, and which samples count. */
static bres_status times_check(sampling *taken)
{
    const attempt *last = &taken->attempt;

    if (!are_sufficient(taken))
        return count_with_waiting(taken);
    if (last->contradicted >= CONTRADICTED_MIN && 2 * last->contradicted > last->undisturbed)
        return bres__case_fail(taken->run, NULL, BRES_JUDGE_CLOCK_MISMATCH,
                               "in %zu of %zu samples its process claims much less time than the "
                               "judge has measured",
                               last->contradicted, last->undisturbed);
    bres__samples_choose(taken->run->judged);
    return BRES_OK;
}

static bres_status attempt_make(sampling *taken)
{
    bres__case_run *run = taken->run;
    bres_status status =
        bres__convergence_begin(&taken->convergence, run->judge->options, taken->last);

    taken->attempt = (attempt){ .undisturbed = 0 };
    run->judged->count = 0;
    run->judged->verified = 0;
    if (status == BRES_OK)
        status = samples_take(taken);
    if (status == BRES_OK)
        status = rules_adapt_to_load(taken);
    if (taken->attempt.is_void)
        bres__runner_refund(run->runner, taken->attempt.counted);
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
    bres_status status = bres__special_find(run->judge, &taken.has_special);

    if (status == BRES_OK)
        status = bres__load_read(run->runner, &taken.begin);
    taken.attempt.is_void = true;
    while (status == BRES_OK && bres__judge_is_running(run->judge) && taken.attempt.is_void)
        status = attempt_make(&taken);
    if (status == BRES_OK && bres__judge_is_running(run->judge))
        status = bres__case_repeat(run);
    if (status == BRES_OK && bres__judge_is_running(run->judge))
        status = times_check(&taken);
    return status;
}

/* SPDX-License-Identifier: MIT */
/*
 * An attempt takes all samples. If the samples show that other rules apply, the attempt is void and
 * another attempt begins. Each call has new inputs and new poison.
 */
#include "judge/sampling.h"

#include "judge/enough.h"
#include "judge/sample.h"
#include "judge/special.h"

#include "base/clock.h"

/* An attempt is void if ended threads may have waited for other programs for more than this share
 * of the wall time of all samples. */
#define WAITING_SHARE    0.02
/* From this number of disturbed samples on, the judge looks for other programs. */
#define DISTURBED_SOME   3
/* Fewer contradicted samples prove nothing. */
#define CONTRADICTED_MIN 3

static bres_status sample_add(bres__judged *judged, const bres__sample *sample)
{
    if (!BRES__RESERVE(&judged->samples, &judged->capacity, judged->count + 1))
        return bres__error_memory();
    judged->samples[judged->count++] = *sample;
    return BRES_OK;
}

static void report_sample(const bres__taken *taken, double seconds)
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

static bres_status undisturbed_add(bres__taken *taken, const bres__call *call, double seconds)
{
    bres_status status = note_clocks(taken->run, call);

    taken->attempt.undisturbed++;
    taken->attempt.counted += call->report.spent;
    if (status == BRES_OK)
        status = bres__convergence_add(&taken->convergence, seconds);
    if (status == BRES_OK)
        report_sample(taken, seconds);
    return status;
}

static void attempt_add(bres__attempt *now, const bres__runner_report *report)
{
    now->wall += report->wall;
    now->waited += report->waited;
    now->ended_waited += report->ended_waited;
    now->unknown += report->ends_threads;
    now->crowded += report->is_crowded;
    now->contradicted += report->is_contradicted;
}

/* A solution that works ahead gets exchanges of one call. A solution whose threads share the work
 * has another rule for waiting. */
static void rules_adapt(bres__taken *taken, const bres__call *call)
{
    bres__attempt *now = &taken->attempt;

    if (call->report.is_shared != taken->is_shared)
        now->is_void = taken->is_shared = true;
    if (taken->calls > 1 && bres__works_ahead(call)) {
        now->is_void = true;
        taken->calls = 1;
    }
}

/* Looks for other programs. If some are found, the attempt is void, and the runner gets a higher
 * priority. It takes more than a second to be certain that other programs are absent. */
static bres_status others_find(bres__taken *taken)
{
    const bres_status status = bres__load_others(taken->run->runner, &taken->begin, &taken->others);

    if (status == BRES_OK && bres__is_beside_others(taken)) {
        taken->attempt.is_void = true;
        bres__runner_raise_priority(taken->run->runner);
    }
    return status;
}

/* Looks for other programs if threads share the work, or ended after an unknown waiting time. If
 * ended threads waited, or may have waited like the other threads, the attempt is void unless it is
 * certain that other programs are not the cause. */
static bres_status rules_adapt_to_load(bres__taken *taken)
{
    bres__attempt *now = &taken->attempt;
    const double waited = now->ended_waited + (now->unknown > 0 ? now->waited : 0);
    bres_status status;

    if (now->is_void || taken->others != BRES__OTHERS_UNKNOWN ||
        !(taken->is_shared || now->unknown > 0))
        return BRES_OK;
    status = others_find(taken);
    if (!bres__is_alone(taken) && waited > WAITING_SHARE * now->wall)
        now->is_void = true;
    return status;
}

/* BRES_ERROR_INTERRUPTED if the caller interrupts the judge. bres__runner_answer() also checks this
 * while it waits for long calls. */
static bres_status interruption_check(const bres_judge_options *options)
{
    if (options->is_interrupted != NULL && options->is_interrupted(options->interrupt_user))
        return bres__error(BRES_ERROR_INTERRUPTED, "interrupted");
    return BRES_OK;
}

/* All samples are verified until the first undisturbed one, and after the first disturbed one: by
 * disturbing samples, a solution could choose which samples count. */
static double fraction_of(const bres__taken *taken)
{
    const bres__attempt *now = &taken->attempt;

    return now->undisturbed == 0 || now->disturbed > 0
               ? 1
               : taken->run->judge->options->verify_fraction;
}

static void disturbed_add(bres__taken *taken, double spent, uint64_t begin)
{
    bres__attempt *now = &taken->attempt;

    now->disturbed++;
    now->disturbed_time += (double)(bres__steady_now() - begin) / 1e9;
    bres__runner_refund(taken->run->runner, spent);
}

static bres_status sample_once(bres__taken *taken, bres__call *call)
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
    sample = bres__sample_of(call, bres__is_beside_others(taken));
    run->judged->verified += call->is_verified;
    status = sample_add(run->judged, &sample);
    if (status == BRES_OK && !sample.is_disturbed)
        return undisturbed_add(taken, call, sample.seconds);
    disturbed_add(taken, call->report.spent, begin);
    return status;
}

/* Whether the attempt has ended. Looks for other programs if they may be the cause of disturbed
 * samples. */
static bres_status is_finished(bres__taken *taken, bool *finished)
{
    bres_status status = interruption_check(taken->run->judge->options);

    if (status == BRES_OK && taken->attempt.disturbed >= DISTURBED_SOME &&
        taken->others == BRES__OTHERS_UNKNOWN)
        status = others_find(taken);
    *finished = taken->attempt.is_void || bres__is_given_up(taken) || bres__has_enough(taken);
    return status;
}

/* The outputs of the last sample are always verified. */
static bres_status samples_take(bres__taken *taken)
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

static bres_status fail_not_measured(const bres__taken *taken)
{
    const bres__attempt *last = &taken->attempt;
    bres__case_run *run = taken->run;
    const size_t needed = bres__samples_needed(taken);

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

/* Without other programs, threads have only waited for each other: such waiting is part of the
 * time. */
static bres_status count_with_waiting(const bres__taken *taken)
{
    bres__judged *judged = taken->run->judged;
    bres__others others;
    const bres_status status = bres__load_others(taken->run->runner, &taken->begin, &others);

    if (status != BRES_OK)
        return status;
    if (others != BRES__OTHERS_QUIET || judged->count < bres__samples_least(taken))
        return fail_not_measured(taken);
    bres__samples_keep(judged);
    return bres__judgement_note(taken->run->judge->judgement,
                                "case '%s': the time includes waiting: in %zu of %zu samples, "
                                "threads of the solution may have waited for a processor, although "
                                "no other programs were found",
                                judged->test_case.name, taken->attempt.disturbed, judged->count);
}

/* Chooses the samples that count, or fails the case. */
static bres_status samples_decide(const bres__taken *taken)
{
    const bres__attempt *last = &taken->attempt;
    bres__judged *judged = taken->run->judged;

    if (last->contradicted >= CONTRADICTED_MIN && 2 * last->contradicted > judged->count)
        return bres__case_fail(taken->run, NULL, BRES_JUDGE_CLOCK_MISMATCH,
                               "in %zu of %zu samples its process claims much less time than the "
                               "judge has measured",
                               last->contradicted, judged->count);
    judged->calls = taken->calls;
    judged->exchange_cost = bres__runner_exchange_cost(taken->run->runner);
    if (!bres__are_sufficient(taken))
        return count_with_waiting(taken);
    bres__samples_choose(judged);
    return BRES_OK;
}

static bres_status attempt_make(bres__taken *taken)
{
    bres__case_run *run = taken->run;
    bres_status status =
        bres__convergence_begin(&taken->convergence, run->judge->options, taken->last);

    taken->attempt = (bres__attempt){ .undisturbed = 0 };
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
    bres__taken taken = {
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
        status = samples_decide(&taken);
    return status;
}

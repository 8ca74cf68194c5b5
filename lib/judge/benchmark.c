/* SPDX-License-Identifier: MIT */
/*
 * Timing of a case: a random number of warm-ups, then samples, then a pair of calls with the same
 * inputs. Each call has new inputs and new poison, in a random set of arrays.
 */
#include "judge/clock_check.h"
#include "judge/convergence.h"
#include "judge/deferred_outputs.h"

#define SETS          3
#define WARM_UPS_MAX  5
#define WARM_UPS_TIME 1.0 /* seconds of warm-ups, after which no other starts */

static bool verifies_all(const bres__case_run *run)
{
    return run->judge->options->verify_fraction >= 1;
}

/* A call, whose outputs are verified if all are. */
static bres_status call_once(bres__case_run *run, bres__call *call)
{
    bres_status status = bres__case_call(run, call);

    if (status == BRES_OK && bres__judge_is_running(run->judge) && verifies_all(run))
        status = bres__case_verify(run, call, run->arrays.own);
    return status;
}

/* *last is the time of the last warm-up. */
static bres_status warm_up(bres__case_run *run, double *last)
{
    bres__judged *judged = run->judged;
    const uint64_t count = 1 + bres__random_below(&run->judge->random, WARM_UPS_MAX);
    bres_status status = BRES_OK;
    double sum = 0;

    *last = 0;
    while (judged->warm_ups < count && sum < WARM_UPS_TIME) {
        bres__call call = { .what = "warm-up", .number = judged->warm_ups + 1 };

        status = call_once(run, &call);
        if (status != BRES_OK || !bres__judge_is_running(run->judge))
            break;
        judged->warm_ups++;
        *last = call.report.seconds;
        sum += *last;
    }
    return status;
}

static bres__sample sample_of(const bres__call *call, const bres__runner_report *report)
{
    return (bres__sample){
        .seed = call->seed,
        .poison = call->poison,
        .seconds = report->seconds,
        .wall = report->wall,
        .cpu = report->cpu,
        .cpu_thread = report->cpu_thread,
        .waited = report->waited,
        .overhead_wall = report->overhead_wall,
        .processors = (double)bres__online_cpus(),
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

static void report_sample(const bres__case_run *run)
{
    const bres__judged *judged = run->judged;
    const double seconds = judged->samples[judged->count - 1].seconds;

    bres__judgement_report_event(
        run->judge->judgement, BRES_JUDGE_EVENT_SAMPLE,
        &(bres_judge_event){
            .test_id = judged->test_id,
            .name = judged->test_case.name,
            .sample = judged->count,
            .runtime = seconds,
            .gflops = seconds > 0 ? (double)judged->flops / seconds / 1e9 : 0,
        });
}

/* Whether a sample is accepted by the clocks outside of its process. */
static bool sample_counts(const bres__case_run *run, const bres__call *call)
{
    bres__judged *judged = run->judged;
    const bres__sample sample = sample_of(call, &call->report);
    const bool is_doubted = bres__clock_doubts((bres_backend)run->judge->options->backend, &sample);
    const bool is_delayed = bres__clock_is_delayed(&sample);

    judged->doubted += is_doubted;
    judged->delayed += is_delayed && !is_doubted;
    return !is_doubted && !is_delayed;
}

static bool too_few_count(const bres__judged *judged)
{
    return bres__most_are_doubted(judged->doubted, judged->count) ||
           bres__most_are_delayed(judged->delayed, judged->count);
}

/* Repeats a call until a sample is accepted, or too many are not. Rejected calls must be correct,
 * too, and the slowest try is the sample: a solution gains nothing by having calls rejected. */
static bres_status sample_call(bres__case_run *run, bres__call *call, bool *counts)
{
    bres__judged *judged = run->judged;
    bres_status status;

    do {
        status = call_once(run, call);
        if (status != BRES_OK || !bres__judge_is_running(run->judge))
            return status;
        *counts = sample_counts(run, call);
        if (*counts)
            return BRES_OK;
        if (!verifies_all(run))
            status = bres__case_verify(run, call, run->arrays.own);
    } while (status == BRES_OK && bres__judge_is_running(run->judge) && !too_few_count(judged));
    return status;
}

static bres_status sample_once(bres__case_run *run, bres__convergence *convergence,
                               bres__deferred_outputs *deferred)
{
    bres__judged *judged = run->judged;
    bres__call call = { .what = "sample", .number = judged->count + 1 };
    bres__sample sample;
    bool counts = false;
    bres_status status = sample_call(run, &call, &counts);

    if (status != BRES_OK || !counts)
        return status;
    sample = sample_of(&call, &call.slowest);
    status = sample_add(judged, &sample);
    if (status == BRES_OK && call.report.clocks_differ)
        status =
            bres__judgement_note(run->judge->judgement,
                                 "case '%s': GPU time and host time differ by more than 20 %%, "
                                 "perhaps because of work that the solution does not wait for",
                                 judged->test_case.name);
    if (status == BRES_OK && !verifies_all(run))
        status = bres__deferred_add(deferred, run);
    else if (status == BRES_OK)
        judged->verified++;
    if (status == BRES_OK)
        status = bres__convergence_add(convergence, sample.seconds);
    if (status == BRES_OK)
        report_sample(run);
    return status;
}

static bres_status sample_all(bres__case_run *run, double last, bres__deferred_outputs *deferred)
{
    const bres__judged *judged = run->judged;
    bres__convergence convergence;
    bres_status status = bres__convergence_begin(&convergence, run->judge->options, last);

    while (status == BRES_OK && bres__judge_is_running(run->judge) &&
           !bres__convergence_is_enough(&convergence) && !too_few_count(judged))
        status = sample_once(run, &convergence, deferred);
    bres__convergence_end(&convergence);
    return status;
}

static bres_status compare_pair(bres__case_run *run, const bres__call calls[2], void *const *first)
{
    const bres__arrays *arrays = &run->arrays;
    bres_status status = BRES_OK;

    for (size_t i = 0; i < run->judge->problem->parameter_count && status == BRES_OK; i++) {
        bres_verification verification;
        size_t unwritten;

        if (!arrays->arguments[i].is_output)
            continue;
        status = bres__arrays_verify(arrays, i, first[i], arrays->own[i], &verification);
        if (status != BRES_OK || verification.wrong == 0)
            continue;
        unwritten = bres__arrays_unwritten(arrays, i, first[i], arrays->own[i], verification.wrong,
                                           calls[1].poison);
        if (unwritten > 0)
            return bres__case_fail_untouched(run, &calls[1], i, unwritten);
        return bres__case_fail(run, &calls[1], BRES_JUDGE_WRONG_ANSWER,
                               "the same inputs give another answer than the call before: %s",
                               verification.message);
    }
    return status;
}

/* The second call has the inputs of the first and other poison, so that a solution which reads an
 * output before it writes there gives another answer. */
static bres_status repeat_once(bres__case_run *run)
{
    bres__call calls[2] = { { .what = "repeat", .number = 1 }, { .what = "repeat", .number = 2 } };
    void **first = NULL;
    bres_status status = bres__case_call(run, &calls[0]);

    calls[1].keeps_seed = true;
    calls[1].seed = calls[0].seed;
    if (status != BRES_OK || !bres__judge_is_running(run->judge))
        return status;
    first = bres__call_outputs_copy(run);
    if (first == NULL)
        return bres__error_memory();
    status = bres__case_call(run, &calls[1]);
    if (status == BRES_OK && bres__judge_is_running(run->judge))
        status = compare_pair(run, calls, first);
    if (status == BRES_OK && bres__judge_is_running(run->judge))
        status = bres__case_verify(run, &calls[1], run->arrays.own);
    bres__call_outputs_free(first, run->judge->problem->parameter_count);
    return status;
}

static bres_status check_clock(bres__case_run *run)
{
    const bres__judged *judged = run->judged;
    bres_judgement *judgement = run->judge->judgement;
    bres_status status = BRES_OK;
    char message[256];

    if (bres__clock_is_wrong(judged->samples, judged->count, judged->doubted, judged->delayed,
                             message))
        return bres__case_fail(run, NULL, BRES_JUDGE_CLOCK_MISMATCH, "%s", message);
    if (judged->doubted > 0)
        status = bres__judgement_note(judgement,
                                      "case '%s': %zu of %zu samples were repeated: they used more "
                                      "CPU time than the claimed times allow",
                                      judged->test_case.name, judged->doubted,
                                      judged->doubted + judged->count);
    if (status == BRES_OK && judged->delayed > 0)
        status = bres__judgement_note(
            judgement,
            "case '%s': %zu of %zu samples were repeated: they took longer "
            "than the claimed times",
            judged->test_case.name, judged->delayed, judged->delayed + judged->count);
    return status;
}

static bres_status time_case(bres__case_run *run, bres__deferred_outputs *deferred)
{
    bres_status status;
    double last;

    status = warm_up(run, &last);
    if (status == BRES_OK && bres__judge_is_running(run->judge))
        status = sample_all(run, last, deferred);
    if (status == BRES_OK && bres__judge_is_running(run->judge) && !verifies_all(run))
        status = bres__deferred_verify(run, deferred);
    if (status == BRES_OK && bres__judge_is_running(run->judge))
        status = repeat_once(run);
    if (status == BRES_OK && bres__judge_is_running(run->judge))
        status = check_clock(run);
    if (status == BRES_OK && bres__judge_is_running(run->judge))
        status = bres__case_note_disturbed(run);
    return status;
}

static void case_finish(bres__judge *judge, bres__judged *judged)
{
    bres__judged_average(judged);
    judged->is_timed = true;
    judged->status = BRES_JUDGE_BENCHMARKED;
    bres__judgement_report_event(judge->judgement, BRES_JUDGE_EVENT_CASE_RESULT,
                                 &(bres_judge_event){
                                     .test_id = judged->test_id,
                                     .name = judged->test_case.name,
                                     .sample = judged->count,
                                     .runtime = judged->runtime,
                                     .gflops = judged->gflops,
                                 });
}

static bres_status benchmark_case(bres__judge *judge, size_t index)
{
    bres__case_run run;
    bres__deferred_outputs deferred = { .count = 0 };
    bres_status status = bres__case_begin(&run, judge, index, SETS);

    if (status == BRES_OK && run.runner != NULL) {
        status = time_case(&run, &deferred);
        if (status == BRES_OK && bres__judge_is_running(judge))
            case_finish(judge, run.judged);
    }
    bres__deferred_free(&deferred, &run);
    bres__case_end(&run);
    return status;
}

static void case_prepare(const bres__judge *judge, bres__judged *judged)
{
    const bres_problem *problem = judge->problem;

    if (problem->flops != NULL)
        judged->flops = problem->flops(problem, &judged->test_case);
    if (problem->bytes != NULL)
        judged->bytes = problem->bytes(problem, &judged->test_case);
}

bres_status bres__judge_benchmark(bres__judge *judge)
{
    bres_judgement *judgement = judge->judgement;
    bres_status status = BRES_OK;

    bres__judgement_report_event(judge->judgement, BRES_JUDGE_EVENT_BENCHMARKING, NULL);
    for (size_t i = 0; i < judgement->case_count && status == BRES_OK; i++) {
        bres__judged *judged = &judgement->cases[i];

        if ((judged->test_case.flags & BRES_CASE_CHECK_ONLY) != 0 ||
            judged->status != BRES_JUDGE_CHECKED)
            continue;
        case_prepare(judge, judged);
        status = benchmark_case(judge, i);
        if (!bres__judge_is_running(judge)) {
            judgement->passed--;
            break;
        }
    }
    return status;
}

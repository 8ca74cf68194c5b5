/* SPDX-License-Identifier: MIT */
/*
 * Timing of a case: a random number of warm-ups, then trials, then samples. The trials find how
 * many calls a sample needs, so that the cost of the exchange is less than 1 % of its time.
 */
#include "judge/processors/awake.h"
#include "judge/sample.h"
#include "judge/sampling.h"

#include "system/system.h"

#include <math.h>

/* The first call can prepare data and take much longer than later calls. */
#define WARM_UPS_MIN    2
#define WARM_UPS_MAX    5
#define WARM_UPS_TIME   1.0 /* seconds of warm-ups, after which no third warm-up starts */
#define CALLS_MAX       1024
/* Minimum time of a sample in seconds. Between the two bounds it is COSTS times the cost of an
 * exchange, which is then less than 1 % of it. */
#define SAMPLE_SHORTEST 2e-3
#define SAMPLE_LONGEST  50e-3
#define COSTS           120

/* An exchange before the samples; its outputs are verified only if all outputs are verified. */
static bres__call early_call(const bres__case_run *run, const char *what, uint64_t number,
                             size_t count)
{
    return (bres__call){
        .what = what,
        .number = number,
        .count = count,
        .verify_fraction = run->judge->options->verify_fraction >= 1 ? 1 : 0,
    };
}

static bres_status warm_up(bres__case_run *run, bres__call *call)
{
    bres__judged *judged = run->judged;
    bres__random random = bres__draw_random(&run->judge->draws);
    const uint64_t count =
        WARM_UPS_MIN + bres__random_below(&random, WARM_UPS_MAX - WARM_UPS_MIN + 1);
    bres_status status = BRES_OK;
    double sum = 0;

    while (judged->warm_ups < WARM_UPS_MIN || (judged->warm_ups < count && sum < WARM_UPS_TIME)) {
        *call = early_call(run, "warm-up", judged->warm_ups + 1, 1);
        status = bres__case_call(run, call);
        if (status != BRES_OK || !bres__judge_is_running(run->judge))
            break;
        judged->warm_ups++;
        sum += call->report.seconds;
    }
    return status;
}

static double sample_seconds(const bres__case_run *run)
{
    const double wanted = COSTS * bres__runner_exchange_cost(run->runner);

    return fmin(fmax(wanted, SAMPLE_SHORTEST), SAMPLE_LONGEST);
}

/* The number of calls to try next, after the calls of `call` took too little time. */
static size_t more_calls(const bres__case_run *run, const bres__call *call)
{
    const double wanted = 1.2 * sample_seconds(run) * (double)call->count / call->report.seconds;
    size_t most = bres__runner_sets_max(run->runner);

    if (run->judge->options->backend == BRES_BACKEND_CUDA)
        return 1;
    if (most > CALLS_MAX)
        most = CALLS_MAX;
    if (wanted >= (double)most || 2 * call->count >= most)
        return most;
    return wanted > 2 * (double)call->count ? (size_t)wanted : 2 * call->count;
}

/* Finds how many calls an exchange needs, beginning with the last warm-up. An exchange has one call
 * on a GPU, or if threads of the solution could work ahead. */
static bres_status calls_choose(bres__case_run *run, bres__call *call)
{
    bres_status status = BRES_OK;

    while (call->report.seconds < sample_seconds(run) && !bres__works_ahead(call)) {
        const size_t count = more_calls(run, call);

        if (count == call->count)
            return BRES_OK;
        status = bres__case_map(run, count);
        if (status != BRES_OK || !bres__judge_is_running(run->judge))
            return status;
        *call = early_call(run, "trial of several calls", 0, count);
        status = bres__case_call(run, call);
        if (status != BRES_OK || !bres__judge_is_running(run->judge))
            return status;
    }
    if (bres__works_ahead(call))
        call->count = 1;
    return status;
}

static bres_status time_case(bres__case_run *run)
{
    bres__call call = { .count = 1 };
    double last;
    bres_status status = warm_up(run, &call);

    last = call.report.seconds;
    if (status == BRES_OK && bres__judge_is_running(run->judge))
        status = calls_choose(run, &call);
    if (status == BRES_OK && bres__judge_is_running(run->judge))
        status = bres__sampling(run, &call, last);
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

/* Keeps the processors awake, but not for a GPU, which does most of the work of a call. */
static int processors_wake(const bres__judge *judge)
{
    return judge->options->backend == BRES_BACKEND_CPU ? bres__awake_begin(bres__system_root())
                                                       : -1;
}

static bres_status benchmark_case(bres__judge *judge, size_t index)
{
    bres__case_run run;
    bres_status status = bres__case_begin(&run, judge, index, true);

    if (status == BRES_OK && run.runner != NULL) {
        const int awake = processors_wake(judge);

        status = time_case(&run);
        bres__awake_end(awake);
        if (status == BRES_OK && bres__judge_is_running(judge))
            case_finish(judge, run.judged);
    }
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
            judgement->passed -= judgement->status != BRES_JUDGE_NOT_MEASURED;
            break;
        }
    }
    return status;
}

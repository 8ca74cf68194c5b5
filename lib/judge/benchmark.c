/* SPDX-License-Identifier: MIT */
/*
 * Timing of a case: a random number of warm-ups, then samples, then a pair of calls with the same
 * inputs. Before some samples, which are drawn, a call with special values is verified: a solution
 * that is only right for the values of samples does not know which call it has. Each call has new
 * inputs and new poison. A sample is an exchange with the process of the
 * solution. It has so many calls that the exchange itself takes less than 1 % of its time.
 */
#include "judge/case_run.h"
#include "judge/convergence.h"

#define SETS          2
#define WARM_UPS_MAX  5
#define WARM_UPS_TIME 1.0 /* seconds of warm-ups, after which no other starts */
#define CALLS_MAX     1024
#define EXCHANGE_SECONDS                                                                           \
    2e-3 /* of a sample at least; an exchange without calls takes 10 to 20 us */
/* CPU time per wall time from which threads can have worked ahead, on the calls to come. */
#define CPU_SHARE        1.02
/* Share of the time that threads may wait for a processor, and attempts with less waiting. */
#define WAITED_SHARE     0.1
#define ATTEMPTS         3
/* Share of the samples before which special values are checked. */
#define SPECIAL_SHARE    0.33
/* Fewer contradicted samples prove nothing. */
#define CONTRADICTED_MIN 3

/* One attempt to time a case. */
typedef struct timing {
    bres__case_run *run;
    size_t count;       /* of calls in an exchange */
    double long_time;   /* of the last warm-up */
    double seconds;     /* of all samples */
    double unexplained; /* waiting in this time */
    size_t contradicted;
    bool works_ahead;
    bool has_special; /* values */
} timing;

static double fraction_of(const bres__case_run *run)
{
    return run->judge->options->verify_fraction;
}

/* An exchange before the samples, whose outputs are verified if all are. */
static bres__call early_call(const bres__case_run *run, const char *what, uint64_t number,
                             size_t count)
{
    return (bres__call){
        .what = what,
        .number = number,
        .count = count,
        .verify_fraction = fraction_of(run) >= 1 ? 1 : 0,
    };
}

static bool works_ahead(const bres__call *call)
{
    return call->report.cpu > CPU_SHARE * call->report.wall;
}

static bres_status warm_up(bres__case_run *run, bres__call *call)
{
    bres__judged *judged = run->judged;
    bres__random random = bres__draw_random(&run->judge->draws);
    const uint64_t count = 1 + bres__random_below(&random, WARM_UPS_MAX);
    bres_status status = BRES_OK;
    double sum = 0;

    while (judged->warm_ups < count && sum < WARM_UPS_TIME) {
        *call = early_call(run, "warm-up", judged->warm_ups + 1, 1);
        status = bres__case_call(run, call);
        if (status != BRES_OK || !bres__judge_is_running(run->judge))
            break;
        judged->warm_ups++;
        sum += call->report.seconds;
    }
    return status;
}

/* How many calls to try when so many took too little time. */
static size_t more_calls(const bres__case_run *run, const bres__call *call)
{
    const double wanted = 1.2 * EXCHANGE_SECONDS * (double)call->count / call->report.seconds;
    size_t most = bres__runner_sets_max(run->runner);

    if (run->judge->options->backend == BRES_BACKEND_CUDA)
        return 1;
    if (most > CALLS_MAX)
        most = CALLS_MAX;
    if (wanted >= (double)most || 2 * call->count >= most)
        return most;
    return wanted > 2 * (double)call->count ? (size_t)wanted : 2 * call->count;
}

/* Finds how many calls an exchange needs, from the last warm-up on. An exchange on a GPU has one
 * call, and so has that of a solution with threads that could work ahead. */
static bres_status calls_choose(bres__case_run *run, bres__call *call)
{
    bres_status status = BRES_OK;

    while (call->report.seconds < EXCHANGE_SECONDS && !works_ahead(call)) {
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
    if (works_ahead(call))
        call->count = 1;
    return status;
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

static bres_status note_clocks(const bres__case_run *run, const bres__call *call)
{
    if (!call->report.clocks_differ)
        return BRES_OK;
    return bres__judgement_note(run->judge->judgement,
                                "case '%s': GPU time and host time differ by more than 20 %%, "
                                "perhaps because of work that the solution does not wait for",
                                run->judged->test_case.name);
}

static bres_status sample_once(timing *attempt, bres__convergence *convergence, bres__call *call)
{
    bres__case_run *run = attempt->run;
    bres__judged *judged = run->judged;
    bres__sample sample;
    bres_status status;

    *call = (bres__call){
        .what = "sample",
        .number = judged->count + 1,
        .count = attempt->count,
        .verify_fraction = judged->count == 0 ? 1 : fraction_of(run),
    };
    status = bres__case_call(run, call);
    if (status != BRES_OK || !bres__judge_is_running(run->judge))
        return status;
    sample.seconds = call->report.seconds / (double)call->count;
    sample.wall = call->report.wall / (double)call->count;
    attempt->seconds += call->report.seconds;
    attempt->unexplained += call->report.unexplained;
    attempt->contradicted += call->report.is_contradicted;
    attempt->works_ahead = call->count > 1 && works_ahead(call);
    judged->verified += call->is_verified;
    status = sample_add(judged, &sample);
    if (status == BRES_OK)
        status = note_clocks(run, call);
    if (status == BRES_OK)
        status = bres__convergence_add(convergence, sample.seconds);
    if (status == BRES_OK)
        report_sample(run);
    return status;
}

/* Finds whether a case of the problem, also one that is not judged, has special values: then
 * solutions have to handle them in all. */
static bres_status special_find(timing *attempt)
{
    const bres__judge *judge = attempt->run->judge;
    const size_t count = judge->problem->case_count(judge->problem, judge->set);
    bres_problem_case test_case;
    bres_status status = BRES_OK;

    for (size_t i = 0; i < count && status == BRES_OK && !attempt->has_special; i++) {
        status = bres_problem_make_case(judge->problem, judge->set,
                                        (bres_data_type)judge->options->type, i, 0, &test_case);
        attempt->has_special = status == BRES_OK && test_case.has_distribution &&
                               test_case.distribution == BRES_FILL_SPECIAL;
    }
    return status;
}

static bres_status special_check(const timing *attempt)
{
    bres__random random;
    bres__call call = {
        .what = "check of special values",
        .count = attempt->count,
        .verify_fraction = 1,
        .is_special = true,
    };

    if (!attempt->has_special)
        return BRES_OK;
    random = bres__draw_random(&attempt->run->judge->draws);
    if (bres__random_unit(&random) >= SPECIAL_SHARE)
        return BRES_OK;
    return bres__case_call(attempt->run, &call);
}

/* The outputs of the last sample are always verified. */
static bres_status sample_all(timing *attempt)
{
    bres__case_run *run = attempt->run;
    const bres__judge *judge = run->judge;
    bres__call call = { .is_verified = true };
    bres__convergence convergence;
    bres_status status = bres__convergence_begin(&convergence, judge->options, attempt->long_time);

    while (status == BRES_OK && bres__judge_is_running(judge) && !attempt->works_ahead &&
           !bres__convergence_is_enough(&convergence)) {
        status = special_check(attempt);
        if (status == BRES_OK && bres__judge_is_running(judge))
            status = sample_once(attempt, &convergence, &call);
    }
    bres__convergence_end(&convergence);
    if (status != BRES_OK || !bres__judge_is_running(judge) || call.is_verified)
        return status;
    run->judged->verified++;
    return bres__case_verify_late(run, &call);
}

static bool is_disturbed(const timing *attempt)
{
    return attempt->unexplained > WAITED_SHARE * attempt->seconds;
}

/* Begins an attempt without the samples of the one before. */
static bres_status attempt_sample(timing *attempt)
{
    attempt->seconds = attempt->unexplained = 0;
    attempt->contradicted = 0;
    attempt->works_ahead = false;
    attempt->run->judged->count = 0;
    attempt->run->judged->verified = 0;
    return sample_all(attempt);
}

/* Takes the samples of a case. A solution that works ahead gets exchanges of one call. */
static bres_status samples_take(timing *attempt)
{
    const bres__judge *judge = attempt->run->judge;
    bres_status status;
    int attempts = 0;

    do {
        status = attempt_sample(attempt);
        if (attempt->works_ahead)
            attempt->count = 1;
        else
            attempts++;
    } while (status == BRES_OK && bres__judge_is_running(judge) &&
             (attempt->works_ahead || (is_disturbed(attempt) && attempts < ATTEMPTS)));
    return status;
}

/* Whether the time is known, and the runner has told the truth about it. */
static bres_status check_time(const timing *attempt)
{
    bres__case_run *run = attempt->run;
    const size_t count = run->judged->count;

    if (attempt->contradicted >= CONTRADICTED_MIN && 2 * attempt->contradicted > count)
        return bres__case_fail(run, NULL, BRES_JUDGE_CLOCK_MISMATCH,
                               "in %zu of %zu samples its process claims much less time than the "
                               "judge has measured",
                               attempt->contradicted, count);
    if (is_disturbed(attempt))
        return bres__case_fail(run, NULL, BRES_JUDGE_NOT_MEASURED,
                               "its threads waited for a processor in %.0f %% of the time, and in "
                               "%d attempts never in less than %.0f %%",
                               100 * attempt->unexplained / attempt->seconds, ATTEMPTS,
                               100 * WAITED_SHARE);
    return BRES_OK;
}

static bres_status time_case(bres__case_run *run)
{
    timing attempt = { .run = run, .count = 1 };
    bres__call call = { .count = 1 };
    bres_status status = special_find(&attempt);

    if (status == BRES_OK)
        status = warm_up(run, &call);
    attempt.long_time = call.report.seconds;
    if (status == BRES_OK && bres__judge_is_running(run->judge))
        status = calls_choose(run, &call);
    attempt.count = call.count;
    if (status == BRES_OK && bres__judge_is_running(run->judge))
        status = samples_take(&attempt);
    if (status == BRES_OK && bres__judge_is_running(run->judge))
        status = bres__case_repeat(run);
    if (status == BRES_OK && bres__judge_is_running(run->judge))
        status = check_time(&attempt);
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
    bres_status status = bres__case_begin(&run, judge, index, SETS);

    if (status == BRES_OK && run.runner != NULL) {
        status = time_case(&run);
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

/* SPDX-License-Identifier: MIT */
#include "judge/case_run.h"
#include "judge/problem/element.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>

/* Sets of arrays of a case that is timed, before the number of calls is chosen. */
#define SETS 2

/* Appends a prefix such as "case 'n = 33', sample 7 (seed 0x0123456789abcdef): ". */
static void put_place(bres__text *text, const bres__case_run *run, const bres__call *call)
{
    bres__text_printf(text, "case '%s'", run->judged->test_case.name);
    if (call != NULL) {
        bres__text_printf(text, ", %s", call->what);
        if (call->number > 0)
            bres__text_printf(text, " %" PRIu64, call->number);
        bres__text_printf(text, " (seed 0x%016" PRIx64 ")", call->seed);
    }
    bres__text_puts(text, ": ");
}

bres_status bres__case_fail(bres__case_run *run, const bres__call *call, bres_judge_status status,
                            const char *format, ...)
{
    char message[512];
    bres__text place = { 0 };
    bres_status failure;
    va_list arguments;

    va_start(arguments, format);
    bres__vformat(message, sizeof message, format, arguments);
    va_end(arguments);
    put_place(&place, run, call);
    run->judged->status = status;
    failure = place.failed ? bres__error_memory()
                           : bres__judgement_fail(run->judge->judgement, status, "%s%s", place.data,
                                                  message);
    bres__text_free(&place);
    return failure;
}

static bres_judge_status status_of(bres__runner_outcome outcome)
{
    static const bres_judge_status statuses[] = {
        [BRES__RUNNER_RETURNED] = BRES_JUDGE_RUNTIME_ERROR,
        [BRES__RUNNER_UNLOADABLE] = BRES_JUDGE_COMPILE_ERROR,
        [BRES__RUNNER_NO_MEMORY] = BRES_JUDGE_SKIPPED_OOM,
        [BRES__RUNNER_EXITED] = BRES_JUDGE_RUNTIME_ERROR,
        [BRES__RUNNER_TIMED_OUT] = BRES_JUDGE_TIME_LIMIT_EXCEEDED,
        [BRES__RUNNER_GUARD] = BRES_JUDGE_GUARD_VIOLATION,
        [BRES__RUNNER_ASYNC] = BRES_JUDGE_ASYNC_WORK,
        [BRES__RUNNER_FORGED] = BRES_JUDGE_CHANNEL_FORGED,
    };

    return statuses[outcome];
}

double bres__case_time_limit(const bres__judge *judge)
{
    const double given = judge->options->time_limit;

    return given > 0 ? given : judge->problem->time_limit;
}

static uint64_t time_limit_ns(const bres__judge *judge)
{
    const double seconds = bres__case_time_limit(judge);

    return seconds < 1e9 ? (uint64_t)(seconds * 1e9) : UINT64_C(1000000000) * UINT64_C(1000000000);
}

static bres_status skip_for_memory(bres__case_run *run)
{
    bres__judged *judged = run->judged;
    const char *missed = judged->status == BRES_JUDGE_CHECKED ? "timed" : "judged";

    judged->status = BRES_JUDGE_SKIPPED_OOM;
    return bres__judgement_note(run->judge->judgement,
                                "case '%s' was not %s: not enough memory for its arrays",
                                judged->test_case.name, missed);
}

static void runner_finish(bres__case_run *run)
{
    if (run->runner != NULL)
        bres__judgement_add_output(run->judge->judgement, "solution",
                                   bres__runner_output(run->runner));
    bres__runner_end(run->runner);
    run->runner = NULL;
}

static bres_status runner_begin(bres__case_run *run)
{
    const bres__judge *judge = run->judge;
    const bres__runner_options wanted = {
        .judge = judge->options,
        .object = judge->object,
        .arguments = run->arrays.arguments,
        .argument_count = judge->problem->parameter_count,
        .sets = run->sets,
        .times_exchange = run->is_timed && judge->options->backend == BRES_BACKEND_CPU,
        .cache_size = judge->cache_size,
        .time_limit_ns = time_limit_ns(judge),
    };
    bres__runner_report report = { .outcome = BRES__RUNNER_RETURNED };
    bres__judge_metadata *metadata = &judge->judgement->metadata;
    bres_status status = bres__runner_start(&wanted, &run->runner, &report);

    if (status != BRES_OK)
        return status;
    if (report.outcome != BRES__RUNNER_RETURNED)
        runner_finish(run);
    if (report.outcome == BRES__RUNNER_NO_MEMORY)
        return skip_for_memory(run);
    if (report.outcome != BRES__RUNNER_RETURNED)
        return bres__case_fail(run, NULL, status_of(report.outcome), "%s", report.message);
    metadata->sandbox = bres__runner_sandbox(run->runner);
    metadata->has_sandbox = true;
    return BRES_OK;
}

bres_status bres__case_begin(bres__case_run *run, bres__judge *judge, size_t index, bool is_timed)
{
    bres_status status;

    *run = (bres__case_run){
        .judge = judge,
        .judged = &judge->judgement->cases[index],
        .is_timed = is_timed,
        .sets = is_timed ? SETS : 1,
    };
    status = bres__arrays_make(&run->arrays, judge->problem, &run->judged->test_case);
    if (status == BRES_OK)
        return runner_begin(run);
    return run->arrays.short_of_memory ? skip_for_memory(run) : status;
}

void bres__case_end(bres__case_run *run)
{
    runner_finish(run);
    bres__arrays_free(&run->arrays);
}

bres_status bres__case_map(bres__case_run *run, size_t sets)
{
    bres__runner_report report = { .outcome = BRES__RUNNER_RETURNED };
    const bres_status status = bres__runner_map(run->runner, sets, &report);

    run->sets = sets;
    if (status != BRES_OK || report.outcome == BRES__RUNNER_RETURNED)
        return status;
    if (report.outcome == BRES__RUNNER_NO_MEMORY)
        return bres__error_memory();
    return bres__case_fail(run, NULL, status_of(report.outcome), "%s", report.message);
}

static bres_status check_inputs(bres__case_run *run, const bres__call *call)
{
    size_t byte;
    const size_t parameter = bres__arrays_modified(&run->arrays, run->runner, call->first, &byte);
    const bres__argument *argument = &run->arrays.arguments[parameter];

    if (parameter == run->judge->problem->parameter_count)
        return BRES_OK;
    return bres__case_fail(run, call, BRES_JUDGE_INPUT_MODIFIED,
                           "the input '%s' was modified, first at element %zu", argument->name,
                           byte / bres_data_type_size(argument->type));
}

bres_status bres__case_fail_untouched(bres__case_run *run, const bres__call *call, size_t parameter,
                                      size_t untouched)
{
    return bres__case_fail(run, call, BRES_JUDGE_WRONG_ANSWER,
                           "%zu of the %zu elements of '%s' were not written", untouched,
                           run->arrays.counts[parameter], run->arrays.arguments[parameter].name);
}

/* NaN is never correct, so in a floating-point type every remaining poison value is an element that
 * was not written. */
static bres_status check_untouched(bres__case_run *run, const bres__call *call)
{
    bres_status status = BRES_OK;

    for (size_t i = 0; i < run->judge->problem->parameter_count; i++) {
        const bres__argument *argument = &run->arrays.arguments[i];
        size_t untouched;

        if (!argument->is_output || !bres__data_type_is_real(argument->type))
            continue;
        untouched = bres__arrays_untouched(&run->arrays, i, call->poison);
        if (untouched > 0 && bres__judge_is_running(run->judge))
            status = bres__case_fail_untouched(run, call, i, untouched);
    }
    return status;
}

/* The call at an index of an exchange. */
static bres__call call_at(const bres__call *call, size_t index)
{
    bres__call one = *call;

    one.first += index;
    one.seed += index;
    one.poison += index;
    return one;
}

/* Checks whether the process has left work, or has run since the exchange. */
static bres_status check_rest(bres__case_run *run, const bres__call *call)
{
    bres__runner_report report = call->report;
    const bres_status status = bres__runner_check_rest(run->runner, &report);

    if (status != BRES_OK || report.outcome == BRES__RUNNER_RETURNED)
        return status;
    return bres__case_fail(run, call, status_of(report.outcome), "%s", report.message);
}

/* Checks one call, the most serious fault first. */
static bres_status check_call(bres__case_run *run, const bres__call *call)
{
    bres_status status = bres__arrays_fill(&run->arrays, call->seed, call->is_special);

    if (status == BRES_OK)
        status = check_inputs(run, call);
    if (status != BRES_OK || !bres__judge_is_running(run->judge))
        return status;
    bres__arrays_download(&run->arrays, run->runner, call->first);
    status = check_rest(run, call);
    if (status == BRES_OK && bres__judge_is_running(run->judge))
        status = check_untouched(run, call);
    if (status == BRES_OK && bres__judge_is_running(run->judge) && call->is_verified)
        status = bres__case_verify(run, call, run->arrays.own);
    return status;
}

static bres_status check_calls(bres__case_run *run, const bres__call *call)
{
    bres_status status = BRES_OK;

    for (size_t i = 0; i < call->count && status == BRES_OK && bres__judge_is_running(run->judge);
         i++) {
        const bres__call one = call_at(call, i);

        status = check_call(run, &one);
    }
    return status;
}

static void call_draw(const bres__case_run *run, bres__call *call)
{
    bres__draws *draws = &run->judge->draws;
    bres__random random = bres__draw_random(draws);
    const size_t set = (size_t)bres__random_below(&random, run->sets);

    call->first = call->count == 1 ? set : 0;
    if (!call->keeps_seed)
        call->seed = bres__draw(draws);
    call->poison = bres__draw(draws);
}

static bres_status call_upload(bres__case_run *run, const bres__call *call)
{
    bres_status status = BRES_OK;

    for (size_t i = 0; i < call->count && status == BRES_OK; i++) {
        const bres__call one = call_at(call, i);

        status = bres__arrays_fill(&run->arrays, one.seed, one.is_special);
        if (status == BRES_OK)
            bres__arrays_upload(&run->arrays, run->runner, one.first, one.poison);
    }
    return status;
}

/* After an outcome other than RETURNED and ASYNC, the outputs cannot be checked. */
static bool ends_exchange(const bres__runner_report *report)
{
    return report->outcome != BRES__RUNNER_RETURNED && report->outcome != BRES__RUNNER_ASYNC;
}

bres_status bres__case_call(bres__case_run *run, bres__call *call)
{
    bres__random random;
    bres_status status;

    call_draw(run, call);
    status = call_upload(run, call);
    if (status == BRES_OK)
        status = bres__runner_call(run->runner, call->first, call->count, &call->report);
    if (status != BRES_OK)
        return status;
    if (ends_exchange(&call->report))
        return bres__case_fail(run, call, status_of(call->report.outcome), "%s",
                               call->report.message);
    random = bres__draw_random(&run->judge->draws);
    call->is_verified = bres__random_unit(&random) < call->verify_fraction;
    return check_calls(run, call);
}

bres_status bres__case_verify_late(bres__case_run *run, bres__call *call)
{
    if (call->is_verified)
        return BRES_OK;
    call->is_verified = true;
    return check_calls(run, call);
}

/* Fails because of wrong elements of an output. Integer types have no NaN, so their unwritten
 * elements are found only here. */
static bres_status fail_wrong(bres__case_run *run, const bres__call *call, const void *actual,
                              const bres_verification *verification)
{
    bres_judgement *judgement = run->judge->judgement;
    const size_t parameter = verification->parameter;
    const size_t unwritten =
        bres__arrays_unwritten(&run->arrays, parameter, run->arrays.expected[parameter], actual,
                               verification->wrong, call->poison);

    if (unwritten > 0)
        return bres__case_fail_untouched(run, call, parameter, unwritten);
    judgement->verification = *verification;
    judgement->has_verification = true;
    return bres__case_fail(run, call, BRES_JUDGE_WRONG_ANSWER, "%s", verification->message);
}

bres_status bres__case_verify(bres__case_run *run, const bres__call *call, void *const *outputs)
{
    bres_status status = bres__arrays_expect(&run->arrays);

    for (size_t i = 0; i < run->judge->problem->parameter_count && status == BRES_OK; i++) {
        bres_verification verification;

        if (!run->arrays.arguments[i].is_output)
            continue;
        status = bres__arrays_verify(&run->arrays, i, run->arrays.expected[i], outputs[i],
                                     &verification);
        if (status == BRES_OK && verification.wrong > 0)
            return fail_wrong(run, call, outputs[i], &verification);
    }
    return status;
}

/* SPDX-License-Identifier: MIT */
/*
 * One call: its orders, and the checks before and after it.
 */
#include "judge/runner/idle_check.h"
#include "judge/runner/sets.h"

#include <math.h>
#include <stdlib.h>

/* Exchanges without a call; their median is the overhead. */
#define EMPTY_EXCHANGES 5
/* How far host time and GPU time may differ. */
#define CLOCKS_SHARE    0.2
#define CLOCKS_SECONDS  50e-6

static bool is_running(const bres__runner_report *report)
{
    return report->outcome == BRES__RUNNER_RETURNED;
}

static bool is_on_device(const bres__runner *runner)
{
    return runner->options.judge->backend == BRES_BACKEND_CUDA;
}

static bres_status order_new(bres__runner *runner, bres__wire_kind kind, bres__wire_message *order)
{
    *order = (bres__wire_message){ .kind = (uint32_t)kind, .number = runner->calls };
    return bres__random_secret(&order->nonce);
}

/* An exchange of an order with the arrays, and its answers. */
typedef struct exchange {
    bres__wire_message answer;
    bres__wire_message release; /* what comes after the answer, when they are taken away */
    bool has_returned;
    uint64_t wall; /* until then */
} exchange;

/* The runner could not carry out an order. When it loaded the solution, memory was sufficient. */
static bres_status fail_failed(const bres__wire_message *answer, bres__runner_report *report)
{
    return bres__runner_fail(report, BRES__RUNNER_EXITED, "%s",
                             answer->value == BRES_ERROR_MEMORY
                                 ? "no memory is left for the arrays of the next call"
                                 : answer->text);
}

/* Sends an order that needs the arrays, and awaits both answers. The wall time includes all uses of
 * the arrays before and after the call; a later use crashes the process. On a GPU it does not
 * include the download. */
static bres_status exchange_make(bres__runner *runner, bres__wire_kind kind, int fd, uint64_t limit,
                                 exchange *made, bres__runner_report *report)
{
    bres__wire_message order;
    bres__wire_message answer;
    uint64_t ordered;
    bres_status status = order_new(runner, kind, &order);

    *made = (exchange){ .release = order };
    made->release.kind = BRES__WIRE_RELEASE;
    if (status == BRES_OK)
        status = bres__runner_exchange(runner, &order, fd, limit, &made->answer, report);
    ordered = runner->ordered_ns;
    if (status != BRES_OK || !is_running(report))
        return status;
    made->wall = bres__ns_since(runner->answered_ns, ordered);
    if (made->answer.kind == BRES__WIRE_FAILED)
        return fail_failed(&made->answer, report);
    made->has_returned = true;
    status = bres__runner_late_answer(runner, &made->release, &answer, report);
    if (status == BRES_OK && is_running(report) && answer.kind == BRES__WIRE_FAILED)
        return bres__runner_fail(report, BRES__RUNNER_EXITED, "%s", answer.text);
    if (!is_on_device(runner))
        made->wall = bres__ns_since(runner->answered_ns, ordered);
    return status;
}

static int compare_ns(const void *one, const void *other)
{
    const uint64_t a = *(const uint64_t *)one;
    const uint64_t b = *(const uint64_t *)other;

    return (a > b) - (a < b);
}

/* How long the runner's first thread and this thread have waited for a processor. */
static bres_status waited_now(const bres__runner *runner, uint64_t *waited)
{
    uint64_t ran;
    uint64_t own = 0;
    bres_status status = bres__thread_times(runner->process, &ran, waited);

    if (status == BRES_OK)
        status = bres__thread_times(0, &ran, &own);
    *waited += own;
    return status;
}

/* *wall does not include known waiting. */
static bres_status empty_exchange(bres__runner *runner, uint64_t *wall, bres__runner_report *report)
{
    exchange made = { .has_returned = false };
    uint64_t before;
    uint64_t after = 0;
    bres_status status = waited_now(runner, &before);

    if (status == BRES_OK)
        status = exchange_make(runner, BRES__WIRE_PING, runner->shared_fd, BRES__SERVICE_LIMIT,
                               &made, report);
    if (status == BRES_OK)
        status = waited_now(runner, &after);
    *wall = bres__ns_since(made.wall, bres__ns_since(after, before));
    return status;
}

bres_status bres__runner_measure_overhead(bres__runner *runner, bres__runner_report *report)
{
    uint64_t walls[EMPTY_EXCHANGES];
    const uint64_t before = bres__runner_cpu(runner);
    bres_status status = bres__runner_set_share(runner, 0);

    for (size_t i = 0; i < EMPTY_EXCHANGES && status == BRES_OK && is_running(report); i++)
        status = empty_exchange(runner, &walls[i], report);
    bres__runner_set_collect(runner, 0);
    if (status != BRES_OK || !is_running(report))
        return status;
    qsort(walls, EMPTY_EXCHANGES, sizeof(*walls), compare_ns);
    runner->overhead_cpu = bres__ns_since(bres__runner_cpu(runner), before) / EMPTY_EXCHANGES;
    /* Both sides may have waited at the same time, and a little before or after an exchange. */
    runner->overhead_ns = walls[EMPTY_EXCHANGES / 2];
    if (runner->overhead_ns < runner->overhead_cpu)
        runner->overhead_ns = runner->overhead_cpu;
    return BRES_OK;
}

/* Has the caches flushed. A GPU gets the arrays now, because copying them takes long. */
static bres_status call_prepare(bres__runner *runner, bres__runner_report *report)
{
    const int fd = is_on_device(runner) ? runner->shared_fd : -1;
    bres__wire_message order;
    bres__wire_message answer;
    bres_status status = order_new(runner, BRES__WIRE_PREPARE, &order);

    if (status == BRES_OK)
        status = bres__runner_exchange(runner, &order, fd, BRES__SERVICE_LIMIT, &answer, report);
    if (status == BRES_OK && runner->calls > 0)
        bres__runner_end_is_late(report);
    if (status != BRES_OK || !is_running(report) || answer.kind != BRES__WIRE_FAILED)
        return status;
    if (answer.value == BRES_ERROR_MEMORY)
        return fail_failed(&answer, report);
    return bres__error((bres_status)answer.value, "%s", answer.text);
}

/* On a GPU the larger of both times counts. */
static void times_set(bres__runner_report *report, double host, double device)
{
    report->seconds = host > device ? host : device;
    report->clocks_differ =
        device > 0 && fabs(host - device) > CLOCKS_SHARE * report->seconds + CLOCKS_SECONDS;
}

/* Prepares the call and checks that the solution did not work meanwhile. */
static bres_status call_precede(bres__runner *runner, unsigned *threads,
                                bres__runner_report *report)
{
    uint64_t others;
    bres_status status = bres__runner_other_threads_cpu(runner, &others);

    if (status == BRES_OK)
        status = call_prepare(runner, report);
    if (status == BRES_OK)
        status = bres__runner_await_idle(runner);
    if (status == BRES_OK && is_running(report))
        status = bres__runner_check_other_threads(runner, others, report);
    if (status == BRES_OK)
        status = bres__process_threads(runner->process, threads);
    return status;
}

/* Calls the solution and sets the times. */
static bres_status call_make(bres__runner *runner, exchange *made, bres__runner_report *report)
{
    const uint64_t limit = bres__ns_since(runner->options.time_limit_ns, runner->spent_ns);
    uint64_t ran;
    uint64_t before;
    uint64_t waited;
    bres_status status = bres__thread_list_read(&runner->call_threads, runner->process);

    *made = (exchange){ .has_returned = false };
    runner->call_cpu = bres__runner_cpu(runner);
    if (status == BRES_OK)
        status = bres__thread_times(0, &ran, &before);
    if (status == BRES_OK)
        status = exchange_make(runner, BRES__WIRE_CALL,
                               is_on_device(runner) ? -1 : runner->shared_fd, limit, made, report);
    if (status == BRES_OK)
        status = bres__thread_times(0, &ran, &waited);
    if (status != BRES_OK)
        return status;
    report->waited = (double)bres__ns_since(waited, before) / 1e9;
    times_set(report, (double)made->answer.ns / 1e9, (double)made->answer.device_ns / 1e9);
    report->wall = (double)made->wall / 1e9;
    report->overhead_wall = (double)runner->overhead_ns / 1e9;
    runner->spent_ns += made->wall;
    return bres__process_threads(runner->process, &report->threads);
}

/* Checks that the solution has left no work. */
static bres_status call_inspect(bres__runner *runner, unsigned threads, const exchange *made,
                                bres__runner_report *report)
{
    bres_status status = bres__runner_check_leftovers(runner, threads, report);

    if (status == BRES_OK && is_running(report))
        status = bres__runner_check_quiet(runner, &made->release, report);
    return status;
}

bres_status bres__runner_call(bres__runner *runner, size_t set, bres__runner_report *report)
{
    exchange made = { .has_returned = false };
    unsigned threads = 0;
    bres_status status = bres__runner_guards_draw(runner, set);

    *report = (bres__runner_report){ .outcome = BRES__RUNNER_RETURNED };
    if (status == BRES_OK)
        bres__runner_check_idle(runner, report);
    if (status == BRES_OK && is_running(report))
        status = bres__runner_set_share(runner, set);
    if (status == BRES_OK && is_running(report))
        status = call_precede(runner, &threads, report);
    if (status == BRES_OK && is_running(report))
        status = call_make(runner, &made, report);
    bres__runner_set_collect(runner, set);
    if (status == BRES_OK && is_running(report))
        status = call_inspect(runner, threads, &made, report);
    /* A guard violation takes precedence over later work. */
    if (status == BRES_OK && made.has_returned &&
        (is_running(report) || report->outcome == BRES__RUNNER_ASYNC ||
         report->outcome == BRES__RUNNER_DISTURBED))
        bres__runner_guards_check(runner, set, report);
    report->has_returned = made.has_returned;
    runner->calls += made.has_returned;
    if (status == BRES_OK && report->outcome == BRES__RUNNER_DISTURBED)
        status = bres__runner_restart_idle(runner);
    return status;
}

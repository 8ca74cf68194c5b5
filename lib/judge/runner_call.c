/* SPDX-License-Identifier: MIT */
/*
 * One call: the orders that it takes, and what is asked of the system before, meanwhile and after.
 */
#include "judge/runner_inside.h"

#include <math.h>

/* How far the clocks of the host and of the GPU may be apart. */
#define CLOCKS_SHARE   0.2
#define CLOCKS_SECONDS 50e-6

static bool is_going_on(const bres__runner_report *report)
{
    return report->outcome == BRES__RUNNER_RETURNED;
}

static bres_status order_new(bres__runner *runner, bres__wire_kind kind, bres__wire_message *order)
{
    *order = (bres__wire_message){ .kind = (uint32_t)kind, .number = runner->calls };
    return bres__random_secret(&order->nonce);
}

/* --- The call ------------------------------------------------------------------------------- */

/* The memory of the set is given, the caches are streamed through. */
static bres_status call_prepare(bres__runner *runner, size_t set, bres__runner_report *report)
{
    bres__wire_message order;
    bres__wire_message answer;
    bres_status status = order_new(runner, BRES__WIRE_PREPARE, &order);

    if (status == BRES_OK)
        status = bres__runner_exchange(runner, &order, runner->sets[set].fd, BRES__SERVICE_LIMIT,
                                       &answer, report);
    if (status != BRES_OK || !is_going_on(report) || answer.kind != BRES__WIRE_FAILED)
        return status;
    /* There was room for the arrays when it was loaded. */
    if (answer.value == BRES_ERROR_MEMORY)
        return bres__runner_fail(report, BRES__RUNNER_EXITED,
                                 "it has left no memory for the arrays of another call");
    return bres__error((bres_status)answer.value, "%s", answer.text);
}

/* What an exchange costs by itself. */
static bres_status call_ping(bres__runner *runner, bres__runner_report *report)
{
    bres__wire_message order;
    bres__wire_message answer;
    bres_status status = order_new(runner, BRES__WIRE_PING, &order);

    if (status == BRES_OK)
        status = bres__runner_exchange(runner, &order, -1, BRES__SERVICE_LIMIT, &answer, report);
    report->idle_wall = (double)bres__ns_since(runner->answered_ns, runner->ordered_ns) / 1e9;
    return status;
}

/* Until the arrays are taken away from it: what then still uses them ends the process. *cpu is
 * processor time that the runner says it took, and it cannot have taken more than there was. */
static bres_status call_release(bres__runner *runner, const bres__wire_message *order,
                                uint64_t *cpu, bres__runner_report *report)
{
    const uint64_t returned = runner->answered_ns;
    bres__wire_message answer;
    const bres_status status = bres__runner_late_answer(runner, order, &answer, report);

    *cpu = 0;
    if (status == BRES_OK && is_going_on(report) && answer.kind == BRES__WIRE_FAILED)
        return bres__runner_fail(report, BRES__RUNNER_EXITED, "%s", answer.text);
    if (status == BRES_OK && is_going_on(report)) {
        const uint64_t passed = bres__ns_since(runner->answered_ns, returned);

        *cpu = answer.ns < passed ? answer.ns : passed;
    }
    return status;
}

/* On a GPU there are two clocks, of which the larger time counts. */
static void times_take(bres__runner_report *report, double host, double device)
{
    report->seconds = host > device ? host : device;
    report->clocks_differ =
        device > 0 && fabs(host - device) > CLOCKS_SHARE * report->seconds + CLOCKS_SECONDS;
}

/* Gives the order to call, and takes the times. `order` is what was given. */
static bres_status call_make(bres__runner *runner, bres__wire_message *order,
                             bres__runner_report *report)
{
    const uint64_t limit = bres__ns_since(runner->options.time_limit_ns, runner->spent_ns);
    bres__wire_message answer;
    bres_status status = order_new(runner, BRES__WIRE_CALL, order);
    uint64_t wall;

    if (status != BRES_OK)
        return status;
    runner->call_cpu = bres__runner_cpu(runner);
    status = bres__runner_exchange(runner, order, -1, limit, &answer, report);
    if (status != BRES_OK || !is_going_on(report))
        return status;
    status = bres__process_threads(runner->process, &report->threads);
    wall = bres__ns_since(runner->answered_ns, runner->ordered_ns);
    report->wall = (double)wall / 1e9;
    runner->spent_ns += wall;
    times_take(report, (double)answer.ns / 1e9, (double)answer.device_ns / 1e9);
    if (status == BRES_OK && answer.kind == BRES__WIRE_FAILED)
        bres__runner_fail(report, BRES__RUNNER_EXITED, "%s", answer.text);
    return status;
}

/* What there is to see when it has returned. That it wrote where it must not comes before that it
 * goes on. */
static bres_status call_inspect(bres__runner *runner, size_t set, unsigned threads,
                                const bres__wire_message *order, bres__runner_report *report)
{
    bres__wire_message release_order = *order;
    bres__runner_report later = { .outcome = BRES__RUNNER_RETURNED };
    uint64_t release;
    bres_status status;

    status = bres__runner_census_check(runner, threads, report);
    if (status != BRES_OK)
        return status;
    release_order.kind = BRES__WIRE_RELEASE;
    status = call_release(runner, &release_order, &release, &later);
    if (status == BRES_OK && is_going_on(&later))
        status = bres__runner_quiet_check(runner, release, &release_order, &later);
    if (status != BRES_OK)
        return status;
    report->cpu = later.cpu;
    if (is_going_on(report) && !is_going_on(&later))
        bres__runner_fail(report, later.outcome, "%s", later.message);
    if (is_going_on(report) || report->outcome == BRES__RUNNER_ASYNC)
        bres__runner_guards_check(runner, set, report);
    return BRES_OK;
}

/* What comes before the call. */
static bres_status call_precede(bres__runner *runner, size_t set, unsigned *threads,
                                bres__runner_report *report)
{
    uint64_t others;
    bres_status status = bres__runner_guards_draw(runner, set);

    if (status == BRES_OK)
        status = bres__runner_others(runner, &others);
    if (status == BRES_OK)
        status = call_prepare(runner, set, report);
    if (status == BRES_OK && is_going_on(report))
        status = call_ping(runner, report);
    if (status == BRES_OK && is_going_on(report))
        status = bres__runner_others_check(runner, others, report);
    if (status == BRES_OK)
        status = bres__process_threads(runner->process, threads);
    return status;
}

bres_status bres__runner_call(bres__runner *runner, size_t set, bres__runner_report *report)
{
    bres__wire_message order;
    unsigned threads;
    bres_status status = BRES_OK;

    *report = (bres__runner_report){ .outcome = BRES__RUNNER_RETURNED };
    bres__runner_rest_check(runner, report);
    if (is_going_on(report))
        status = call_precede(runner, set, &threads, report);
    if (status == BRES_OK && is_going_on(report))
        status = call_make(runner, &order, report);
    if (status == BRES_OK && is_going_on(report))
        status = call_inspect(runner, set, threads, &order, report);
    runner->calls++;
    return status;
}

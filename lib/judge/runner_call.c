/* SPDX-License-Identifier: MIT */
/*
 * One call, and what the kernel says about it. Between calls the runner's process has to be at
 * rest: it waits for an order, and no thread of it works.
 */
#include "judge/runner_inside.h"

#include <errno.h>
#include <string.h>

/* For what the runner itself does around a call, which is not charged to the solution. */
#define SERVICE_LIMIT (120 * BRES__NS_PER_SECOND)
/* The window after a call: how long to wait for it to begin, and how long it lasts. */
#define SETTLE_NS     UINT64_C(50000)
#define QUIET_NS      UINT64_C(5000000)
/* Processor time that may pass while nothing is to be done: interrupts are charged to whoever is
 * there. And the share of a longer time, for threads that wake up, look, and sleep. */
#define REST_NS       UINT64_C(500000)
#define REST_SHARE    1000

static bool is_going_on(const bres__runner_report *report)
{
    return report->outcome == BRES__RUNNER_RETURNED;
}

static void rest(uint64_t ns)
{
    struct timespec left = { .tv_nsec = (long)ns };

    while (nanosleep(&left, &left) != 0 && errno == EINTR)
        continue;
}

/* The processor time of the process, or what it was when it is gone, which shows elsewhere. */
static uint64_t cpu_now(const bres__runner *runner)
{
    uint64_t ns;

    return bres__process_cpu(runner->process, &ns) ? ns : runner->rest_cpu;
}

static uint64_t difference(uint64_t later, uint64_t earlier)
{
    return later > earlier ? later - earlier : 0;
}

static bres_status order_new(bres__runner *runner, bres__wire_kind kind, bres__wire_message *order)
{
    *order = (bres__wire_message){ .kind = (uint32_t)kind, .number = runner->calls };
    return bres__random_secret(&order->nonce);
}

/* --- Work that nobody has asked for --------------------------------------------------------- */

/* Whether it has worked while the judge was busy, with inputs that were not yet its own. */
static void rest_check(bres__runner *runner, bres__runner_report *report)
{
    const uint64_t passed = difference(bres__runner_now(), runner->rest_ns);
    const uint64_t used = difference(cpu_now(runner), runner->rest_cpu);

    if (runner->calls > 0 && used > REST_NS + passed / REST_SHARE)
        bres__runner_fail(runner, report, BRES__RUNNER_ASYNC,
                          "it has taken %.3g ms of processor time before it was called",
                          (double)used / 1e6);
}

static bool child_count(void *user, pid_t pid)
{
    unsigned *count = user;

    (void)pid;
    ++*count;
    return true;
}

/* Its own children, and those that it has left to the process that adopts. */
static unsigned children_left(const bres__runner *runner)
{
    unsigned own = 0;
    unsigned adopted = 0;

    bres__process_children(runner->process, child_count, &own);
    bres__process_children(runner->adopter, child_count, &adopted);
    return own + (adopted > 1 ? adopted - 1 : 0);
}

/* `threads` were there before the call. A first call may leave a pool of threads. */
static void census_check(bres__runner *runner, unsigned threads, bres__runner_report *report)
{
    const unsigned left = children_left(runner);

    if (left > 0)
        bres__runner_fail(runner, report, BRES__RUNNER_ASYNC,
                          "it has returned and left %u process%s behind", left,
                          left == 1 ? "" : "es");
    else if (runner->calls > 0 && report->threads > threads)
        bres__runner_fail(runner, report, BRES__RUNNER_ASYNC,
                          "it has returned with %u threads more than before",
                          report->threads - threads);
}

/* Looks at the processor time of a process that should take none. What that of the call is shows
 * only now, for the kernel keeps account when a thread is put to sleep; `release` has been taken
 * since it returned. */
static void quiet_check(bres__runner *runner, uint64_t release, bres__runner_report *report)
{
    uint64_t before;
    uint64_t used;

    rest(SETTLE_NS);
    before = cpu_now(runner);
    report->cpu = (double)difference(before, runner->call_cpu + release) / 1e9;
    rest(QUIET_NS);
    runner->rest_cpu = cpu_now(runner);
    runner->rest_ns = bres__runner_now();
    used = difference(runner->rest_cpu, before);
    if (used > REST_NS)
        bres__runner_fail(runner, report, BRES__RUNNER_ASYNC,
                          "it has taken %.3g ms of processor time after it had returned",
                          (double)used / 1e6);
    else
        bres__runner_expect_silence(runner, report);
}

/* --- The call ------------------------------------------------------------------------------- */

/* The memory of the set is given, the caches are streamed through. */
static bres_status call_prepare(bres__runner *runner, size_t set, bres__runner_report *report)
{
    bres__wire_message order;
    bres__wire_message answer;
    bres_status status = order_new(runner, BRES__WIRE_PREPARE, &order);

    if (status == BRES_OK)
        status = bres__runner_exchange(runner, &order, runner->sets[set].fd, SERVICE_LIMIT, &answer,
                                       report);
    if (status == BRES_OK && is_going_on(report) && answer.kind == BRES__WIRE_FAILED)
        status = bres__error((bres_status)answer.value, "%s", answer.text);
    return status;
}

/* What an exchange costs by itself. */
static bres_status call_ping(bres__runner *runner, bres__runner_report *report)
{
    bres__wire_message order;
    bres__wire_message answer;
    bres_status status = order_new(runner, BRES__WIRE_PING, &order);

    if (status == BRES_OK)
        status = bres__runner_exchange(runner, &order, -1, SERVICE_LIMIT, &answer, report);
    report->idle_wall = (double)difference(runner->answered_ns, runner->ordered_ns) / 1e9;
    return status;
}

/* Until the arrays are taken away from it: what then still uses them ends the process. *cpu is
 * processor time that the runner says it took, and it cannot have taken more than there was. */
static bres_status call_release(bres__runner *runner, const bres__wire_message *order,
                                uint64_t *cpu, bres__runner_report *report)
{
    const uint64_t returned = runner->answered_ns;
    bres__wire_message expected = *order;
    bres__wire_message answer;
    bres_status status;
    char why[sizeof(report->message)];

    expected.kind = BRES__WIRE_RELEASE;
    *cpu = 0;
    status = bres__runner_answer(runner, &expected, SERVICE_LIMIT, &answer, report);
    if (status == BRES_OK && is_going_on(report)) {
        const uint64_t passed = difference(runner->answered_ns, returned);

        *cpu = answer.ns < passed ? answer.ns : passed;
    }
    if (status != BRES_OK || report->outcome != BRES__RUNNER_EXITED)
        return status;
    memcpy(why, report->message, sizeof(why));
    return bres__runner_fail(runner, report, BRES__RUNNER_ASYNC, "after it had returned, %.200s",
                             why);
}

/* Gives the order to call, and takes the times. `order` is what was given. */
static bres_status call_make(bres__runner *runner, bres__wire_message *order,
                             bres__runner_report *report)
{
    const uint64_t limit = difference(runner->options.time_limit_ns, runner->spent_ns);
    bres__wire_message answer;
    bres_status status = order_new(runner, BRES__WIRE_CALL, order);
    uint64_t wall;

    if (status != BRES_OK)
        return status;
    runner->call_cpu = cpu_now(runner);
    status = bres__runner_exchange(runner, order, -1, limit, &answer, report);
    if (status != BRES_OK || !is_going_on(report))
        return status;
    report->threads = bres__process_threads(runner->process);
    wall = difference(runner->answered_ns, runner->ordered_ns);
    report->wall = (double)wall / 1e9;
    runner->spent_ns += wall;
    if (answer.kind == BRES__WIRE_FAILED)
        return bres__runner_fail(runner, report, BRES__RUNNER_EXITED, "%s", answer.text);
    report->seconds = (double)answer.ns / 1e9;
    return BRES_OK;
}

/* What there is to see when it has returned. That it wrote where it must not comes first. */
static bres_status call_inspect(bres__runner *runner, size_t set, unsigned threads,
                                const bres__wire_message *order, bres__runner_report *report)
{
    bres__runner_report later = { .outcome = BRES__RUNNER_RETURNED };
    uint64_t release;
    bres_status status;

    census_check(runner, threads, report);
    status = call_release(runner, order, &release, &later);
    if (status != BRES_OK)
        return status;
    if (is_going_on(&later))
        quiet_check(runner, release, &later);
    report->cpu = later.cpu;
    if (is_going_on(report) && !is_going_on(&later))
        bres__runner_fail(runner, report, later.outcome, "%s", later.message);
    bres__runner_guards_check(runner, set, report);
    return BRES_OK;
}

bres_status bres__runner_call(bres__runner *runner, size_t set, bres__runner_report *report)
{
    bres__wire_message order;
    unsigned threads;
    bres_status status;

    *report = (bres__runner_report){ .outcome = BRES__RUNNER_RETURNED };
    rest_check(runner, report);
    if (!is_going_on(report))
        return BRES_OK;
    status = bres__runner_guards_draw(runner, set);
    if (status == BRES_OK)
        status = call_prepare(runner, set, report);
    if (status == BRES_OK && is_going_on(report))
        status = call_ping(runner, report);
    if (status != BRES_OK || !is_going_on(report))
        return status;
    threads = bres__process_threads(runner->process);
    status = call_make(runner, &order, report);
    if (status == BRES_OK && is_going_on(report))
        status = call_inspect(runner, set, threads, &order, report);
    runner->calls++;
    return status;
}

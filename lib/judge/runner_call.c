/* SPDX-License-Identifier: MIT */
/*
 * One call, and what the kernel says about it. Between calls the runner's process has to be at
 * rest: it waits for an order, and no thread of it works.
 */
#include "judge/runner_inside.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* For what the runner itself does around a call, which is not charged to the solution. */
#define SERVICE_LIMIT  (120 * BRES__NS_PER_SECOND)
/* The window after a call: how long to wait for it to begin, and how long it lasts. */
#define SETTLE_NS      UINT64_C(50000)
#define QUIET_NS       UINT64_C(5000000)
/* How often, and for how long at most, threads are looked at that want to run but are not let. */
#define UNREST_NAP     UINT64_C(500000)
#define UNREST_LIMIT   (2 * BRES__NS_PER_SECOND)
/* Exchanges without a call, of which the one in the middle tells. */
#define IDLE_EXCHANGES 5
/* Processor time that may pass while nothing is to be done: interrupts are charged to whoever is
 * there. And the share of a longer time, for threads that wake up, look, and sleep. */
#define REST_NS        UINT64_C(500000)
#define REST_SHARE     1000

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

/* Takes what the call has used of the processors. It shows only when its threads have been put to
 * sleep, for it is then that the kernel keeps account. */
static void cpu_take(const bres__runner *runner, bres__runner_report *report)
{
    const uint64_t used = difference(cpu_now(runner), runner->call_cpu);
    uint64_t ran;
    uint64_t waited;

    report->cpu = (double)difference(used, runner->idle_cpu) / 1e9;
    if (!bres__thread_times(runner->process, &ran, &waited))
        return;
    ran = difference(ran, runner->call_ran);
    report->cpu_first = (double)difference(ran, runner->idle_cpu) / 1e9;
    report->waited += (double)difference(waited, runner->call_waited) / 1e9;
}

/* Waits until no thread wants to run. Gives the processor time that has passed since `before`. */
static uint64_t rest_await(bres__runner *runner, uint64_t before)
{
    const uint64_t begin = bres__runner_now();
    uint64_t used;

    rest(QUIET_NS);
    for (;;) {
        const bool at_rest = bres__process_is_at_rest(runner->process);

        runner->rest_cpu = cpu_now(runner);
        runner->rest_ns = bres__runner_now();
        used = difference(runner->rest_cpu, before);
        if (at_rest || used > REST_NS || runner->rest_ns - begin > UNREST_LIMIT)
            return used;
        rest(UNREST_NAP);
    }
}

/* Waits for an answer of a process that has nothing to do any more but to give it. That it ends is
 * the work of something that it has left behind. */
static bres_status late_answer(bres__runner *runner, const bres__wire_message *order,
                               bres__runner_report *report)
{
    bres__wire_message answer;
    const bres_status status = bres__runner_answer(runner, order, SERVICE_LIMIT, &answer, report);
    char why[sizeof(report->message)];

    if (status != BRES_OK || report->outcome != BRES__RUNNER_EXITED)
        return status;
    memcpy(why, report->message, sizeof(why));
    return bres__runner_fail(runner, report, BRES__RUNNER_ASYNC, "after it had returned, %.200s",
                             why);
}

/* Looks at the processor time of a process that should take none. */
static bres_status quiet_check(bres__runner *runner, bres__runner_report *report)
{
    uint64_t before;
    uint64_t used;

    rest(SETTLE_NS);
    before = cpu_now(runner);
    cpu_take(runner, report);
    used = rest_await(runner, before);
    if (bres__runner_looks_ended(runner))
        return late_answer(runner, &(bres__wire_message){ .kind = BRES__WIRE_RELEASE }, report);
    if (used > REST_NS)
        bres__runner_fail(runner, report, BRES__RUNNER_ASYNC,
                          "it has taken %.3g ms of processor time after it had returned",
                          (double)used / 1e6);
    else
        bres__runner_expect_silence(runner, report);
    return BRES_OK;
}

/* --- Exchanges ------------------------------------------------------------------------------ */

/* The caches are streamed through. */
static bres_status call_prepare(bres__runner *runner, bres__runner_report *report)
{
    bres__wire_message order;
    bres__wire_message answer;
    bres_status status = order_new(runner, BRES__WIRE_PREPARE, &order);

    if (status == BRES_OK)
        status = bres__runner_exchange(runner, &order, -1, SERVICE_LIMIT, &answer, report);
    return status;
}

/* Waits until the arrays have been taken away from it: what then still uses them ends the process.
 */
static bres_status set_await_release(bres__runner *runner, const bres__wire_message *order,
                                     bres__runner_report *report)
{
    bres__wire_message expected = *order;

    expected.kind = BRES__WIRE_RELEASE;
    return late_answer(runner, &expected, report);
}

/* Lends a set for an order. *wall is the time until it is given back: what is done with the arrays,
 * before a call or after it, is done within. *answer is of no kind when there was none. */
static bres_status set_lend(bres__runner *runner, size_t set, bres__wire_kind kind, uint64_t limit,
                            bres__wire_message *answer, uint64_t *wall, bres__runner_report *report)
{
    bres__wire_message order;
    uint64_t ordered;
    bres_status status = order_new(runner, kind, &order);

    *answer = (bres__wire_message){ .kind = 0 };
    *wall = 0;
    if (status != BRES_OK)
        return status;
    status = bres__runner_exchange(runner, &order, runner->sets[set].fd, limit, answer, report);
    ordered = runner->ordered_ns;
    if (status != BRES_OK || !is_going_on(report)) {
        answer->kind = 0;
        return status;
    }
    if (answer->kind == BRES__WIRE_FAILED)
        return bres__runner_fail(runner, report, BRES__RUNNER_EXITED, "%s", answer->text);
    status = set_await_release(runner, &order, report);
    *wall = difference(runner->answered_ns, ordered);
    return status;
}

static int compare_ns(const void *one, const void *other)
{
    const uint64_t a = *(const uint64_t *)one;
    const uint64_t b = *(const uint64_t *)other;

    return (a > b) - (a < b);
}

bres_status bres__runner_idle_measure(bres__runner *runner, bres__runner_report *report)
{
    uint64_t walls[IDLE_EXCHANGES];
    const uint64_t before = cpu_now(runner);
    bres_status status = BRES_OK;

    for (size_t i = 0; i < IDLE_EXCHANGES && status == BRES_OK && is_going_on(report); i++) {
        bres__wire_message answer;

        status = set_lend(runner, 0, BRES__WIRE_PING, SERVICE_LIMIT, &answer, &walls[i], report);
    }
    if (status != BRES_OK || !is_going_on(report))
        return status;
    rest(SETTLE_NS);
    qsort(walls, IDLE_EXCHANGES, sizeof(*walls), compare_ns);
    runner->idle_ns = walls[IDLE_EXCHANGES / 2];
    runner->idle_cpu = difference(cpu_now(runner), before) / IDLE_EXCHANGES;
    return BRES_OK;
}

/* --- The call ------------------------------------------------------------------------------- */

/* Calls, and takes the times. *has_returned is false when it has not come back. */
static bres_status call_make(bres__runner *runner, size_t set, bool *has_returned,
                             bres__runner_report *report)
{
    const uint64_t limit = difference(runner->options.time_limit_ns, runner->spent_ns);
    bres__wire_message answer;
    uint64_t wall;
    uint64_t ran;
    uint64_t before;
    uint64_t waited;
    bres_status status;

    runner->call_cpu = cpu_now(runner);
    bres__thread_times(runner->process, &runner->call_ran, &runner->call_waited);
    bres__thread_times(0, &ran, &before);
    status = set_lend(runner, set, BRES__WIRE_CALL, limit, &answer, &wall, report);
    *has_returned = answer.kind == BRES__WIRE_CALL;
    report->seconds = (double)answer.ns / 1e9;
    report->wall = (double)wall / 1e9;
    report->idle_wall = (double)runner->idle_ns / 1e9;
    bres__thread_times(0, &ran, &waited);
    report->waited = (double)difference(waited, before) / 1e9;
    report->threads = bres__process_threads(runner->process);
    runner->spent_ns += wall;
    return status;
}

bres_status bres__runner_call(bres__runner *runner, size_t set, bres__runner_report *report)
{
    bool has_returned = false;
    unsigned threads;
    bres_status status;

    *report = (bres__runner_report){ .outcome = BRES__RUNNER_RETURNED };
    rest_check(runner, report);
    if (!is_going_on(report))
        return BRES_OK;
    status = bres__runner_guards_draw(runner, set);
    if (status == BRES_OK)
        status = call_prepare(runner, report);
    if (status != BRES_OK || !is_going_on(report))
        return status;
    threads = bres__process_threads(runner->process);
    status = call_make(runner, set, &has_returned, report);
    if (status == BRES_OK && is_going_on(report))
        census_check(runner, threads, report);
    if (status == BRES_OK && is_going_on(report))
        status = quiet_check(runner, report);
    /* That it wrote where it must not comes first. */
    if (status == BRES_OK && has_returned)
        bres__runner_guards_check(runner, set, report);
    runner->calls++;
    return status;
}

/* SPDX-License-Identifier: MIT */
#include "judge/runner/idle_check.h"

#include <errno.h>
#include <string.h>
#include <time.h>

/* How often to poll a process that has answered until it sleeps, and how many times. */
#define IDLE_POLL_NS    UINT64_C(50000)
#define IDLE_POLLS      10
/* How often to poll threads that are ready but wait for a processor, and for how long. */
#define BUSY_POLL_NS    UINT64_C(500000)
#define BUSY_LIMIT_NS   (2 * BRES__NS_PER_SECOND)
/* How many times to poll, every BUSY_POLL_NS, after a disturbed call. */
#define DISTURBED_POLLS 200
/* The window after a call. */
#define QUIET_NS        UINT64_C(5000000)
/* CPU time that an idle process may use: the kernel charges interrupts to the current process. In
 * a longer time also a share of it, for threads that wake up, look and sleep. */
#define IDLE_CPU_NS     UINT64_C(500000)
#define IDLE_CPU_SHARE  1000

static void sleep_ns(uint64_t ns)
{
    struct timespec left = { .tv_nsec = (long)ns };

    while (nanosleep(&left, &left) != 0 && errno == EINTR)
        continue;
}

uint64_t bres__runner_cpu(const bres__runner *runner)
{
    uint64_t ns;

    return bres__process_cpu(runner->process, &ns) ? ns : runner->idle_since_cpu;
}

/* Polls until the process is idle, `polls` times at most. */
static bres_status idle_poll(const bres__runner *runner, uint64_t ns, unsigned polls)
{
    bres_status status = BRES_OK;
    bool is_idle = false;

    for (unsigned i = 0; i < polls && status == BRES_OK && !is_idle; i++) {
        sleep_ns(ns);
        status = bres__process_is_idle(runner->process, &is_idle);
    }
    return status;
}

bres_status bres__runner_await_idle(const bres__runner *runner)
{
    return idle_poll(runner, IDLE_POLL_NS, IDLE_POLLS);
}

static void fail_early(uint64_t used, bres__runner_report *report)
{
    bres__runner_fail(report, BRES__RUNNER_DISTURBED,
                      "it used %.3g ms of CPU time before it was called", (double)used / 1e6);
}

bres_status bres__runner_restart_idle(bres__runner *runner)
{
    const bres_status status = idle_poll(runner, BUSY_POLL_NS, DISTURBED_POLLS);

    runner->idle_since_cpu = bres__runner_cpu(runner);
    runner->idle_since_ns = bres__steady_now();
    return status;
}

void bres__runner_check_idle(const bres__runner *runner, bres__runner_report *report)
{
    const uint64_t passed = bres__ns_since(bres__steady_now(), runner->idle_since_ns);
    const uint64_t used = bres__ns_since(bres__runner_cpu(runner), runner->idle_since_cpu);

    if (runner->calls > 0 && used > IDLE_CPU_NS + passed / IDLE_CPU_SHARE)
        fail_early(used, report);
}

bres_status bres__runner_other_threads_cpu(const bres__runner *runner, uint64_t *ns)
{
    uint64_t first;
    uint64_t waited;
    const bres_status status = bres__thread_times(runner->process, &first, &waited);

    *ns = 0;
    if (status == BRES_OK && first != 0 && runner->options.judge->backend == BRES_BACKEND_CPU)
        *ns = bres__ns_since(bres__runner_cpu(runner), first);
    return status;
}

bres_status bres__runner_check_other_threads(const bres__runner *runner, uint64_t others,
                                             bres__runner_report *report)
{
    uint64_t now;
    const bres_status status = bres__runner_other_threads_cpu(runner, &now);
    const uint64_t used = bres__ns_since(now, others);

    if (status == BRES_OK && used > IDLE_CPU_NS)
        fail_early(used, report);
    return status;
}

static void child_count(void *user, pid_t pid)
{
    unsigned *count = user;

    (void)pid;
    ++*count;
}

/* Its own children, and those that the subreaper has inherited, but for the process itself. */
static bres_status children_left(const bres__runner *runner, unsigned *left)
{
    unsigned count = 0;
    bres_status status = bres__process_children(runner->process, child_count, &count);

    if (status == BRES_OK)
        status = bres__process_children(runner->subreaper, child_count, &count);
    *left = count > 0 ? count - 1 : 0;
    return status;
}

bres_status bres__runner_check_leftovers(const bres__runner *runner, unsigned threads,
                                         bres__runner_report *report)
{
    unsigned left;
    const bres_status status = children_left(runner, &left);

    if (status != BRES_OK)
        return status;
    if (left > 0)
        bres__runner_fail(report, BRES__RUNNER_ASYNC, "it returned and left %u process%s running",
                          left, left == 1 ? "" : "es");
    else if (runner->calls > 0 && report->threads > threads)
        bres__runner_fail(report, BRES__RUNNER_ASYNC,
                          "it returned with %u more threads than before",
                          report->threads - threads);
    return BRES_OK;
}

void bres__runner_end_is_late(bres__runner_report *report)
{
    char why[sizeof(report->message)];

    if (report->outcome != BRES__RUNNER_EXITED)
        return;
    memcpy(why, report->message, sizeof(why));
    bres__runner_fail(report, BRES__RUNNER_ASYNC, "after it returned, %.200s", why);
}

bres_status bres__runner_late_answer(bres__runner *runner, const bres__wire_message *order,
                                     bres__wire_message *answer, bres__runner_report *report)
{
    const bres_status status =
        bres__runner_answer(runner, order, BRES__SERVICE_LIMIT, answer, report);

    if (status == BRES_OK)
        bres__runner_end_is_late(report);
    return status;
}

/* Waits until no thread wants to run. *used is the processor time that has passed since `before`.
 */
static bres_status idle_await(bres__runner *runner, uint64_t before, uint64_t *used)
{
    const uint64_t begin = bres__steady_now();

    sleep_ns(QUIET_NS);
    for (;;) {
        bool is_idle;
        const bres_status status = bres__process_is_idle(runner->process, &is_idle);

        runner->idle_since_cpu = bres__runner_cpu(runner);
        runner->idle_since_ns = bres__steady_now();
        *used = bres__ns_since(runner->idle_since_cpu, before);
        if (status != BRES_OK || is_idle || *used > IDLE_CPU_NS ||
            runner->idle_since_ns - begin > BUSY_LIMIT_NS)
            return status;
        sleep_ns(BUSY_POLL_NS);
    }
}

static bres_status times_set(const bres__runner *runner, bres__runner_report *report)
{
    const uint64_t used = bres__ns_since(bres__runner_cpu(runner), runner->call_cpu);
    bres__thread_list threads = { .count = 0 };
    const bres_status status = bres__thread_list_read(&threads, runner->process);
    const uint64_t ran = bres__thread_list_most(&runner->call_threads, &threads);

    bres__thread_list_free(&threads);
    report->cpu = (double)bres__ns_since(used, runner->overhead_cpu) / 1e9;
    report->cpu_thread = (double)bres__ns_since(ran, runner->overhead_cpu) / 1e9;
    return status;
}

bres_status bres__runner_check_quiet(bres__runner *runner, const bres__wire_message *order,
                                     bres__runner_report *report)
{
    bres__wire_message answer;
    uint64_t before;
    uint64_t used;
    unsigned threads;
    bres_status status;

    status = bres__runner_await_idle(runner);
    if (status != BRES_OK)
        return status;
    before = bres__runner_cpu(runner);
    status = times_set(runner, report);
    if (status == BRES_OK)
        status = idle_await(runner, before, &used);
    if (status == BRES_OK)
        status = bres__process_threads(runner->process, &threads);
    if (status != BRES_OK)
        return status;
    if (threads == 0)
        return bres__runner_late_answer(runner, order, &answer, report);
    if (used > IDLE_CPU_NS)
        return bres__runner_fail(report, BRES__RUNNER_DISTURBED,
                                 "it used %.3g ms of CPU time after it returned",
                                 (double)used / 1e6);
    bres__runner_expect_silence(runner, report);
    return BRES_OK;
}

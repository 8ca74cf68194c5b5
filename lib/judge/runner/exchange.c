/* SPDX-License-Identifier: MIT */
/*
 * The judge's clock starts before the process gets the order, and stops at the answer. CPU time
 * that the process uses between the answer and its stop is added.
 */
#include "judge/runner/exchange.h"

#include "base/clock.h"

#include <errno.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Interval and limit for polling whether all threads have stopped. A busy system delays the stop.
 */
#define STOP_POLL_NS    20000
#define STOP_LIMIT_NS   (60 * BRES__NS_PER_SECOND)
/* How long to wait for threads that are ending. */
#define ENDING_LIMIT_NS (BRES__NS_PER_SECOND / 100)
/* CPU time that the kernel may still charge to threads that seem to be stopped: a thread can be
 * preempted on its way to the stop, and is charged for interrupts. Unless the signal of a timer
 * continues the process, no thread works longer. */
#define STOP_CPU_NS     UINT64_C(500000)

bres_status bres__runner_order_new(const bres__runner *runner, bres__wire_kind kind,
                                   bres__wire_message *order)
{
    *order = (bres__wire_message){ .kind = (uint32_t)kind, .number = runner->calls };
    return bres__random_secret(&order->nonce);
}

/* An ended process is not an error here: bres__runner_answer() detects it. */
static bres_status process_signal(const bres__runner *runner, int number)
{
    long sent = -1;

    errno = ESRCH;
    if (runner->life >= 0)
        sent = syscall(SYS_pidfd_send_signal, runner->life, number, NULL, 0);
    else if (runner->process > 0)
        sent = kill(runner->process, number);
    return sent == 0 || errno == ESRCH ? BRES_OK
                                       : bres__error_system("signal the solution's process", NULL);
}

/* CPU time of the process; after its end, the last known value. */
static uint64_t process_cpu(const bres__runner *runner)
{
    uint64_t ns;

    return bres__process_cpu(runner->process, &ns) ? ns : runner->rest.cpu;
}

/* CPU time of the judge's thread. The scheduler updates its own counters of a running thread late.
 */
static uint64_t own_cpu_now(void)
{
    uint64_t ns;

    return bres__cpu_clock_ns(CLOCK_THREAD_CPUTIME_ID, &ns) ? ns : 0;
}

/* Reads the CPU time first, so that it excludes CPU time used while the threads are inspected. */
static bres_status rest_read(const bres__runner *runner, bres__runner_rest *rest,
                             bres__thread_waits *waits)
{
    bres_status status;

    rest->cpu = process_cpu(runner);
    status = bres__process_scheduled(runner->process, &rest->threads, waits);
    if (status == BRES_OK)
        status = bres__thread_scheduled(runner->process, &rest->first);
    if (waits != NULL)
        rest->knows_ended =
            runner->ending == 0 &&
            bres__taskstats_waited(&runner->taskstats, runner->process, &rest->waited_ns);
    return status;
}

/* Sends the stop signal repeatedly, because a timer may continue the process. */
static bres_status stop_await(bres__runner *runner, bool *is_stopped)
{
    const uint64_t begin = bres__steady_now();
    const struct timespec pause = { .tv_nsec = STOP_POLL_NS };

    for (;;) {
        bres__thread_states now = { 0 };
        bres_status status = process_signal(runner, SIGSTOP);

        if (status == BRES_OK)
            status = bres__process_threads(runner->process, &now);
        *is_stopped = now.stopped == now.all;
        runner->threads = now.all;
        runner->ending = now.ending;
        if (status != BRES_OK || *is_stopped ||
            bres__ns_since(bres__steady_now(), begin) > STOP_LIMIT_NS)
            return status;
        nanosleep(&pause, NULL);
    }
}

/* Waits a moment for threads that are ending, because the kernel could count their waiting twice.
 */
static bres_status ending_await(bres__runner *runner)
{
    const struct timespec pause = { .tv_nsec = STOP_POLL_NS };
    bres_status status = BRES_OK;

    while (status == BRES_OK && runner->ending > 0 &&
           bres__ns_since(bres__steady_now(), runner->stopped_ns) < ENDING_LIMIT_NS) {
        bres__thread_states now;

        nanosleep(&pause, NULL);
        status = bres__process_threads(runner->process, &now);
        runner->ending = now.ending;
    }
    return status;
}

static void child_count(void *user, pid_t pid)
{
    unsigned *count = user;

    (void)pid;
    ++*count;
}

/* Counts the children of the process and the other children of the subreaper, which it inherited.
 */
static bres_status leftovers_check(const bres__runner *runner, bres__runner_report *report)
{
    unsigned count = 0;
    bres_status status = bres__process_children(runner->process, child_count, &count);

    if (status == BRES_OK)
        status = bres__process_children(runner->subreaper, child_count, &count);
    if (status == BRES_OK && count > 1)
        bres__runner_fail(report, BRES__RUNNER_ASYNC, "it returned and left %u process%s running",
                          count - 1, count == 2 ? "" : "es");
    return status;
}

bres_status bres__runner_stop(bres__runner *runner, bres__runner_report *report)
{
    bool is_stopped;
    bres_status status = stop_await(runner, &is_stopped);

    if (status == BRES_OK && !is_stopped)
        return bres__runner_fail(report, BRES__RUNNER_ASYNC, "its threads could not be stopped");
    runner->stopped_ns = bres__steady_now();
    if (status == BRES_OK && runner->taskstats.socket >= 0)
        status = ending_await(runner);
    if (status == BRES_OK)
        status = rest_read(runner, &runner->rest, &runner->waits[0]);
    if (status == BRES_OK)
        status = leftovers_check(runner, report);
    if (status == BRES_OK)
        bres__runner_expect_silence(runner, report);
    return status;
}

/* A thread that seems to be stopped may still be on its way to the stop, which takes microseconds
 * and does not begin a time slice. The trace is compared instead of the number of slices: a thread
 * could end while others begin as many slices as it had. */
bres_status bres__runner_check_rest(const bres__runner *runner, bres__runner_report *report)
{
    bres__runner_rest now;
    const bres_status status = rest_read(runner, &now, NULL);
    const uint64_t used = bres__ns_since(now.cpu, runner->rest.cpu);

    if (status == BRES_OK && used > STOP_CPU_NS &&
        (now.threads.slices == 0 || now.threads.trace != runner->rest.threads.trace))
        bres__runner_fail(report, BRES__RUNNER_ASYNC,
                          "it used %.3g ms of CPU time while it was stopped", (double)used / 1e6);
    return status;
}

/* On a GPU a second answer to a call follows when the arrays have been copied back. */
static bres_status copied_await(bres__runner *runner, const bres__wire_message *order,
                                bres__runner_report *report)
{
    bres__wire_message copied = *order;
    bres__wire_message answer;
    bres_status status;

    copied.kind = BRES__WIRE_COPIED;
    status = bres__runner_answer(runner, &copied, BRES__SERVICE_LIMIT, &answer, report);
    if (status == BRES_OK && report->outcome == BRES__RUNNER_RETURNED &&
        answer.kind == BRES__WIRE_FAILED)
        bres__runner_fail(report, BRES__RUNNER_EXITED, "%s", answer.text);
    return status;
}

/* Starts the clock, sends the order and continues the process, in this sequence: if something else
 * has continued the process already, it waits only for the order. */
static bres_status exchange_begin(const bres__runner *runner, const bres__wire_message *order,
                                  int fd, uint64_t *begin)
{
    bres_status status;

    *begin = bres__steady_now();
    status = bres__runner_order(runner, order, sizeof(*order), fd);
    return status == BRES_OK ? process_signal(runner, SIGCONT) : status;
}

/* Sends the order, waits for the answer, and sets the times up to the answer. CPU time is read
 * right after the answer, so that later use can be found when the process has been stopped. */
static bres_status exchange_await(bres__runner *runner, const bres__wire_message *order, int fd,
                                  uint64_t limit_ns, bres__exchange *made,
                                  bres__runner_report *report)
{
    bres__scheduled own[2];
    bres__scheduled answered;
    bres__thread_states states;
    uint64_t begin;
    uint64_t own_cpu;
    bres_status status = bres__thread_scheduled(0, &own[0]);

    if (status != BRES_OK)
        return status;
    own_cpu = own_cpu_now();
    status = exchange_begin(runner, order, fd, &begin);
    if (status == BRES_OK)
        status = bres__runner_answer(runner, order, limit_ns, &made->answer, report);
    made->cpu = process_cpu(runner);
    made->judge_cpu = bres__ns_since(own_cpu_now(), own_cpu);
    if (status == BRES_OK)
        status = bres__process_threads(runner->process, &states);
    if (status == BRES_OK)
        status = bres__thread_scheduled(0, &own[1]);
    if (status == BRES_OK)
        status = bres__process_scheduled(runner->process, &answered, &runner->waits[2]);
    if (status != BRES_OK)
        return status;
    made->wall = bres__ns_since(runner->answered_ns, begin);
    made->judge_waited = bres__ns_since(own[1].waited_ns, own[0].waited_ns);
    made->waited = bres__waited_between(&runner->waits[1], &runner->waits[2]);
    made->is_busy = states.ready > 0;
    return BRES_OK;
}

/* The CPU time since the answer, but at most the wall time until the stop. The kernel accounts the
 * CPU time of a running thread some milliseconds late. */
static uint64_t late_work(const bres__runner *runner, const bres__exchange *made)
{
    const uint64_t used = bres__ns_since(runner->rest.cpu, made->cpu);

    return used < made->stopping ? used : made->stopping;
}

/* Sets the waiting of the live threads, and that of the ended threads: the waiting of all threads
 * minus that of the live ones. */
static void waiting_set(const bres__runner *runner, const bres__runner_rest *before,
                        bres__exchange *made)
{
    const bres__runner_rest *rest = &runner->rest;

    made->all_waited = bres__waited_between(&runner->waits[1], &runner->waits[0]);
    if (!before->knows_ended || !rest->knows_ended)
        return;
    made->ended_waited =
        bres__ns_since(bres__ns_since(rest->waited_ns, before->waited_ns), made->all_waited.sum_ns);
    made->ended_cpu = 0;
}

double bres__exchange_seconds(const bres__exchange *made)
{
    const uint64_t wall = made->wall + made->late;
    const uint64_t idle = bres__ns_since(wall, made->cpu);
    const uint64_t waited = made->waited.sum_ns + made->judge_waited;

    return (double)(wall - (waited < idle ? waited : idle)) / 1e9;
}

/* The first thread may start others and wait while they use its processor: its waiting counts at
 * most as much as its work. */
double bres__exchange_active(const bres__exchange *made)
{
    const uint64_t first = made->waited.first_ns;
    const uint64_t others = made->waited.sum_ns - first + made->ended_waited;
    const uint64_t counted = first < made->first_cpu ? first : made->first_cpu;

    return (double)(made->cpu + others + counted) / (double)(made->wall + made->late);
}

bres_status bres__runner_exchange(bres__runner *runner, const bres__wire_message *order, int fd,
                                  uint64_t limit_ns, bres__exchange *made,
                                  bres__runner_report *report)
{
    const bool on_device = runner->options.judge->backend == BRES_BACKEND_CUDA;
    const bres__runner_rest before = runner->rest;
    const bres__thread_waits spare = runner->waits[1];
    bres_status status;

    runner->waits[1] = runner->waits[0];
    runner->waits[0] = spare;
    *made = (bres__exchange){ .wall = 0 };
    status = exchange_await(runner, order, fd, limit_ns, made, report);
    if (status != BRES_OK || report->outcome != BRES__RUNNER_RETURNED)
        return status;
    if (on_device && made->answer.kind == BRES__WIRE_CALL)
        status = copied_await(runner, order, report);
    if (status == BRES_OK && report->outcome == BRES__RUNNER_RETURNED)
        status = bres__runner_stop(runner, report);
    made->stopping = bres__ns_since(runner->stopped_ns, runner->answered_ns);
    if (!on_device)
        made->late = late_work(runner, made);
    made->cpu = bres__ns_since(runner->rest.cpu, before.cpu);
    made->first_cpu = bres__ns_since(runner->rest.first.ran_ns, before.first.ran_ns);
    made->ended_cpu = bres__ns_since(
        made->cpu, bres__ns_since(runner->rest.threads.ran_ns, before.threads.ran_ns));
    waiting_set(runner, &before, made);
    return status;
}

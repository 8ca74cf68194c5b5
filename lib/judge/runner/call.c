/* SPDX-License-Identifier: MIT */
/*
 * The calls of one exchange, and their time.
 *
 * On a CPU the judge's clock measures the time. Waiting for a processor is subtracted, but the
 * result is never less than the CPU time of the process: a solution cannot work while it seems to
 * wait. On a GPU the runner's claim is the time, unless the judge's clock contradicts it.
 */
#include "judge/runner/exchange.h"
#include "judge/runner/sets.h"

#include "base/threads/parallel.h"

#include <math.h>

/* Tolerated difference between host time and GPU time: a share plus a constant. */
#define CLOCKS_SHARE   0.2
#define CLOCKS_SECONDS 50e-6

/* How far the judge's time may exceed a claim: a share of the claim plus a constant. On a CPU the
 * constant for the calling thread's CPU time is smaller, because the thread uses little CPU time
 * outside the calls. */
#define CLAIM_SHARE       0.75
#define CLAIM_SECONDS     1e-3
#define CLAIM_CPU_SECONDS 0.25e-3
/* Maximum time on a CPU to continue and stop one more thread. The kernel does part of this work in
 * the thread that takes the signal. */
#define THREAD_SECONDS    50e-6

/* How long a waking thread waits for a processor on a quiet system. */
#define WAKE_UP_SECONDS 50e-6

/* The waiting of ended threads matters if they used more than this share of the CPU time. */
#define ENDED_SHARE  0.1
/* The process is crowded if its threads exceed the processors by more than this, on average. */
#define CROWD_PART   0.5
/* The work is shared if threads other than the first used more than this share of the CPU time. */
#define SHARED_SHARE 0.05

static bool is_running(const bres__runner_report *report)
{
    return report->outcome == BRES__RUNNER_RETURNED;
}

static bool is_on_device(const bres__runner *runner)
{
    return runner->options.judge->backend == BRES_BACKEND_CUDA;
}

/* Makes the runner map the sets. A solution finds only zeros in new sets. */
static bres_status sets_map(bres__runner *runner, int fd, bres__runner_report *report)
{
    bres__wire_message order;
    bres__exchange made;
    bres_status status = bres__runner_order_new(runner, BRES__WIRE_MAP, &order);

    order.count = (uint32_t)runner->sets;
    if (status == BRES_OK)
        status = bres__runner_exchange(runner, &order, fd, BRES__SERVICE_LIMIT, &made, report);
    if (status != BRES_OK || !is_running(report) || made.answer.kind != BRES__WIRE_FAILED)
        return status;
    return bres__runner_fail(report, BRES__RUNNER_EXITED, "no memory is left for the arrays");
}

bres_status bres__runner_map(bres__runner *runner, size_t sets, bres__runner_report *report)
{
    int fd;
    bres_status status = bres__runner_sets_make(runner, sets, &fd, report);

    if (status == BRES_OK && is_running(report))
        status = sets_map(runner, fd, report);
    if (fd >= 0)
        bres__close(fd);
    return status;
}

/* A GPU gets the arrays before the call, because copying them takes long. */
static bres_status device_prepare(bres__runner *runner, size_t set, bres__runner_report *report)
{
    bres__wire_message order;
    bres__exchange made;
    bres_status status = bres__runner_order_new(runner, BRES__WIRE_PREPARE, &order);

    order.first = (uint32_t)set;
    if (status == BRES_OK)
        status = bres__runner_exchange(runner, &order, -1, BRES__SERVICE_LIMIT, &made, report);
    if (status != BRES_OK || !is_running(report) || made.answer.kind != BRES__WIRE_FAILED)
        return status;
    if (made.answer.value == BRES_ERROR_MEMORY)
        return bres__runner_fail(report, BRES__RUNNER_EXITED, "no memory is left for the arrays");
    return bres__runner_fail(report, BRES__RUNNER_EXITED, "%s", made.answer.text);
}

static double seconds_of(uint64_t ns)
{
    return (double)ns / 1e9;
}

/* The kernel counts a wait only when it ends. If threads were busy at the answer, the counters at
 * the stop include their waits. */
static const bres__waited *waited_of(const bres__exchange *made)
{
    return made->is_busy ? &made->all_waited : &made->waited;
}

/* Waiting that `seconds` may still include. A first thread that works alone did not wait while it
 * ran. If threads share the work, a running thread takes over the work of a waiting thread, perhaps
 * until after the answer. But other programs cannot have used more processor time than the process
 * left unused. */
static double unexplained_of(const bres__exchange *made, const bres__runner_report *report)
{
    const double subtracted = report->wall - report->seconds;
    const double waited =
        seconds_of(waited_of(made)->sum_ns + made->ended_waited + made->judge_waited);
    const double rest = report->seconds - seconds_of(made->first_cpu);

    if (!report->is_shared)
        return fmax(0, fmin(report->waited - subtracted, rest));
    return fmax(0, fmin(waited - subtracted, report->unused));
}

/* The same, assuming that threads wait for no other programs. Most threads then wait in parallel,
 * for a moment each, as they wake up. A thread that is still busy at the answer may afterwards wait
 * for the judge; `after` is that wait, which does not count. */
static double delay_of(const bres__exchange *made, const bres__runner_report *report)
{
    const bres__waited *waited = waited_of(made);
    const double subtracted = report->wall - report->seconds;
    const double others = seconds_of(waited->sum_ns - waited->longest_ns);
    const uint64_t later = bres__ns_since(waited->longest_ns, made->waited.longest_ns);
    const double after = seconds_of(later < made->stopping ? later : made->stopping);
    const double delay = seconds_of(waited->longest_ns + made->judge_waited) +
                         others / (double)bres__usable_cpus() - WAKE_UP_SECONDS - after;

    if (!report->is_shared)
        return report->unexplained;
    return fmax(0, fmin(delay - subtracted, report->unexplained));
}

/* Threads that have shared the work of one exchange can share the work of any other. Continuing and
 * stopping threads does not count as work. */
static bool is_shared(bres__runner *runner, const bres__exchange *made)
{
    const double others = seconds_of(bres__ns_since(made->cpu, made->first_cpu));

    runner->is_shared |= others > SHARED_SHARE * seconds_of(made->cpu) &&
                         others > THREAD_SECONDS * ((double)runner->threads - 1);
    return runner->is_shared;
}

/* A first thread that leaves the work to others does not need a processor. `threads` excludes ended
 * threads; bres__exchange_active() includes them. */
static bool is_crowded(const bres__runner *runner, const bres__exchange *made)
{
    const bool first_works = (double)made->first_cpu > SHARED_SHARE * (double)made->cpu;
    const double room = (double)bres__usable_cpus();

    return runner->threads > room + !first_works || bres__exchange_active(made) > room + CROWD_PART;
}

/* Overhead of an exchange on a CPU, in addition to a constant. The process uses about as much CPU
 * time for an exchange as the judge; the amount depends on the machine. */
static double overhead_of(const bres__runner *runner, const bres__exchange *made)
{
    return THREAD_SECONDS * (double)runner->threads + seconds_of(made->judge_cpu);
}

static void times_set(bres__runner *runner, const bres__exchange *made, bres__runner_report *report)
{
    const double host = seconds_of(made->answer.ns);
    const double device = seconds_of(made->answer.device_ns);
    const double waited = seconds_of(made->waited.sum_ns + made->judge_waited);
    const double wall = seconds_of(made->wall + made->late);
    const double first = seconds_of(made->first_cpu);
    const double claimed = fmax(host, device);
    const double believed = (1 + CLAIM_SHARE) * claimed;
    const double overhead = is_on_device(runner) ? 0 : overhead_of(runner, made);

    report->wall = wall;
    report->cpu = seconds_of(made->cpu);
    report->seconds = bres__exchange_seconds(made);
    report->waited = waited;
    report->ended_waited = seconds_of(made->ended_waited);
    report->unused = fmax(0, (double)bres__usable_cpus() * wall - report->cpu);
    report->ends_threads = (double)made->ended_cpu > ENDED_SHARE * (double)made->cpu;
    report->is_shared = is_shared(runner, made);
    report->is_crowded = is_crowded(runner, made);
    report->unexplained = unexplained_of(made, report);
    report->delay = delay_of(made, report);
    report->is_contradicted =
        runner->rest.threads.slices > 0 &&
        (seconds_of(made->wall) - waited > believed + overhead + CLAIM_SECONDS ||
         first > believed + overhead + (is_on_device(runner) ? CLAIM_SECONDS : CLAIM_CPU_SECONDS));
    if (!is_on_device(runner))
        return;
    report->seconds = report->wall - seconds_of(made->judge_waited);
    if (report->seconds <= believed + CLAIM_SECONDS)
        report->seconds = claimed;
    report->unexplained = report->delay = 0;
    report->is_shared = report->is_crowded = report->ends_threads = false;
    report->clocks_differ = fabs(host - device) > CLOCKS_SHARE * report->seconds + CLOCKS_SECONDS;
}

static bres_status calls_make(bres__runner *runner, size_t first, size_t count,
                              bres__runner_report *report)
{
    const uint64_t limit = bres__ns_since(runner->options.time_limit_ns, runner->spent_ns);
    bres__wire_message order;
    bres__exchange made;
    bres_status status = bres__runner_order_new(runner, BRES__WIRE_CALL, &order);

    order.first = (uint32_t)first;
    order.count = (uint32_t)count;
    if (status == BRES_OK)
        status = bres__runner_exchange(runner, &order, -1, limit, &made, report);
    if (status != BRES_OK || (!is_running(report) && report->outcome != BRES__RUNNER_ASYNC))
        return status;
    if (made.answer.kind == BRES__WIRE_FAILED)
        return bres__runner_fail(report, BRES__RUNNER_EXITED, "%s", made.answer.text);
    times_set(runner, &made, report);
    report->spent = is_on_device(runner) ? report->wall : report->seconds;
    runner->spent_ns += (uint64_t)(report->spent * 1e9);
    /* A guard violation takes precedence over the outcome ASYNC. */
    for (uint32_t i = 0; i < order.count && report->outcome != BRES__RUNNER_GUARD; i++)
        bres__runner_guards_check(runner, order.first + i, report);
    runner->calls++;
    return BRES_OK;
}

bres_status bres__runner_call(bres__runner *runner, size_t first, size_t count,
                              bres__runner_report *report)
{
    bres_status status = bres__runner_guards_draw(runner, first, count);

    *report = (bres__runner_report){ .outcome = BRES__RUNNER_RETURNED };
    if (status == BRES_OK && is_on_device(runner))
        status = device_prepare(runner, first, report);
    else if (status == BRES_OK)
        bres__runner_caches_flush(runner, first, count);
    if (status == BRES_OK && is_running(report))
        status = bres__runner_check_rest(runner, report);
    if (status == BRES_OK && is_running(report))
        status = calls_make(runner, first, count, report);
    return status;
}

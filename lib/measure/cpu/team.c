/* SPDX-License-Identifier: MIT */
/*
 * Teams of threads. A call has two steps. The announcement wakes up members that sleep. When all
 * members are awake, the last one releases the others, which only poll one word. So the time to
 * wake up does not affect the start times.
 */
#include "measure/cpu/team.h"
#include "base/fault.h"
#include "base/threads/parallel.h"

#include <errno.h>
#include <sched.h>

/* Number of polls; they take about as long as two context switches. */
#define TEAM_SPINS 1000u

static void processor_relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/* Polls until `word` is `value`; false: it is not after `spins` polls. */
static bool spin_until(const atomic_uint *word, unsigned value, uint32_t spins)
{
    while (atomic_load_explicit(word, memory_order_acquire) != value) {
        if (spins-- == 0)
            return false;
        processor_relax();
    }
    return true;
}

/* No member may sleep here, because all must start as soon as the last one arrives. */
static void team_line_up(bres__team *team, unsigned call)
{
    if (atomic_fetch_add_explicit(&team->lined_up, 1, memory_order_acq_rel) + 1 == team->count) {
        atomic_store_explicit(&team->released, call, memory_order_release);
        return;
    }
    while (!spin_until(&team->released, call, team->spins))
        sched_yield();
}

static void member_execute(bres__team_member *member, unsigned call)
{
    bres__team *team = member->team;
    const bres_clock *clock = team->clock;

    team_line_up(team, call);
    member->start = clock->now(clock->user);
    team->fn(team->context, member->index, team->executions);
    member->end = clock->now(clock->user);
    if (atomic_fetch_add_explicit(&team->done, 1, memory_order_acq_rel) + 1 == team->count) {
        pthread_mutex_lock(&team->mutex);
        pthread_cond_signal(&team->finished);
        pthread_mutex_unlock(&team->mutex);
    }
}

/* Waits for the call after the one with this number. */
static void member_wait(bres__team *team, unsigned call)
{
    if (spin_until(&team->announced, call + 1, team->spins))
        return;
    pthread_mutex_lock(&team->mutex);
    while (atomic_load_explicit(&team->announced, memory_order_relaxed) == call)
        pthread_cond_wait(&team->called, &team->mutex);
    pthread_mutex_unlock(&team->mutex);
}

static void *member_run(void *argument)
{
    bres__team_member *member = argument;
    bres__team *team = member->team;

    bres__failure_watch(&member->failure);
    for (unsigned call = 0;; call++) {
        member_wait(team, call);
        if (team->stop)
            break;
        member_execute(member, call + 1);
    }
    bres__failure_unwatch(&member->failure);
    return NULL;
}

static void team_announce(bres__team *team)
{
    pthread_mutex_lock(&team->mutex);
    atomic_store_explicit(&team->announced, ++team->call, memory_order_release);
    pthread_cond_broadcast(&team->called);
    pthread_mutex_unlock(&team->mutex);
}

static void team_wait(bres__team *team)
{
    if (spin_until(&team->done, team->count, team->spins))
        return;
    pthread_mutex_lock(&team->mutex);
    while (atomic_load_explicit(&team->done, memory_order_acquire) != team->count)
        pthread_cond_wait(&team->finished, &team->mutex);
    pthread_mutex_unlock(&team->mutex);
}

void bres__team_call(bres__team *team, uint64_t executions)
{
    team->executions = executions;
    atomic_store_explicit(&team->lined_up, 0, memory_order_relaxed);
    atomic_store_explicit(&team->done, 0, memory_order_relaxed);
    team_announce(team);
    member_execute(&team->members[0], team->call);
    team_wait(team);
    for (uint32_t i = 1; i < team->count; i++)
        bres__failure_pass_on(&team->members[i].failure);
}

static bres_status member_start(bres__team_member *member)
{
    const int error = BRES__FAULT(BRES__FAULT_IO)
                          ? EAGAIN
                          : pthread_create(&member->thread, NULL, member_run, member);

    if (error == 0)
        return BRES_OK;
    errno = error;
    return bres__error_system("start a thread", NULL);
}

bres_status bres__team_start(bres__team *team, uint32_t count, const bres_clock *clock)
{
    bres_status status = BRES_OK;
    sigset_t old;

    pthread_mutex_init(&team->mutex, NULL);
    pthread_cond_init(&team->called, NULL);
    pthread_cond_init(&team->finished, NULL);
    team->clock = clock;
    team->count = count;
    team->spins = count > bres__usable_cpus() ? 0 : TEAM_SPINS;
    team->members = bres__calloc(count, sizeof(*team->members));
    if (team->members == NULL)
        return bres__error_memory();
    bres__block_signals(&old);
    for (uint32_t i = 0; i < count && status == BRES_OK; i++) {
        team->members[i].team = team;
        team->members[i].index = i;
        if (i > 0)
            status = member_start(&team->members[i]);
        team->started += status == BRES_OK;
    }
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    if (status != BRES_OK)
        bres__error_prefix("thread %u of %u", (unsigned)team->started + 1, (unsigned)count);
    return status;
}

void bres__team_stop(bres__team *team)
{
    team->stop = true;
    team_announce(team);
    for (uint32_t i = 1; i < team->started; i++)
        pthread_join(team->members[i].thread, NULL);
    bres__free(team->members);
    pthread_cond_destroy(&team->finished);
    pthread_cond_destroy(&team->called);
    pthread_mutex_destroy(&team->mutex);
}

/* SPDX-License-Identifier: MIT */
/* Steps that all driver calls share, and the state of the calling thread. */
#include "fake.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

struct thread {
    uint64_t generation;
    struct clock *clock; /* the thread's own clock; NULL: the common one */
    struct device *stack[STACK_DEPTH];
    size_t depth;
    /* State of the driver call that the thread is in. */
    unsigned need;
    size_t line;
    CUresult late; /* the call does its work and then fails */
};

static _Thread_local struct thread this_thread;

static struct thread *thread_get(void)
{
    struct thread *thread = &this_thread;

    if (thread->generation != world.generation)
        *thread = (struct thread){ .generation = world.generation };
    return thread;
}

struct device *thread_device(void)
{
    const struct thread *thread = thread_get();

    return thread->depth > 0 ? thread->stack[thread->depth - 1] : NULL;
}

bool thread_push(struct device *device)
{
    struct thread *thread = thread_get();

    if (thread->depth == STACK_DEPTH)
        return false;
    thread->stack[thread->depth++] = device;
    return true;
}

struct device *thread_pop(void)
{
    struct thread *thread = thread_get();

    return thread->depth > 0 ? thread->stack[--thread->depth] : NULL;
}

struct clock *thread_clock(void)
{
    const struct thread *thread = thread_get();

    return thread->clock != NULL ? thread->clock : &world.clock;
}

void thread_own_clock(void)
{
    struct clock *clock = fake_alloc(sizeof(*clock));
    struct device *device = thread_device();

    clock->now = thread_clock()->now;
    clock->next = world.clocks;
    world.clocks = clock;
    thread_get()->clock = clock;
    if (device != NULL)
        device->clock = clock;
}

const void *thread_identity(void)
{
    return &this_thread;
}

/* The error of the planned failure that this call triggers; CUDA_OK if there is none. */
static CUresult failure_meet(enum symbol symbol, bool *late)
{
    CUresult code = CUDA_OK;

    for (struct failure *failure = world.failures; failure != NULL; failure = failure->next) {
        if (failure->left == 0 || (failure->symbol != symbol && failure->symbol != SYMBOL_ANY))
            continue;
        failure->left--;
        if (failure->left == 0 && code == CUDA_OK) {
            code = failure->code;
            *late = failure->late;
            world.failed++;
        }
    }
    return code;
}

/* The error that keeps the call from doing anything; CUDA_OK if there is none. */
static CUresult call_obstacle(unsigned need)
{
    const struct device *device = thread_device();

    if (world.stub)
        return CUDA_STUB_LIBRARY;
    if ((need & NEED_INIT) != 0 && !world.initialized)
        return CUDA_NOT_INITIALIZED;
    if ((need & NEED_CONTEXT) != NEED_CONTEXT)
        return CUDA_OK;
    if (device == NULL || device->retained == 0)
        return CUDA_INVALID_CONTEXT;
    return device->surfaced && (need & RELEASES) == 0 ? device->fault : CUDA_OK;
}

CUresult call_enter(enum symbol symbol, unsigned need)
{
    struct thread *thread;
    struct device *device;
    CUresult obstacle;
    CUresult code;
    bool late = false;

    fake_lock();
    thread = thread_get();
    device = thread_device();
    if (device != NULL)
        device->clock = thread_clock();
    timeline_poll();
    thread->need = need;
    thread->late = CUDA_OK;
    world.calls[symbol]++;
    timeline_advance(world.costs[symbol] != FAKE_NEVER ? world.costs[symbol] : world.cost);
    thread->line = world.line_count;
    log_line("%s", symbol_names[symbol]);
    code = failure_meet(symbol, &late);
    obstacle = call_obstacle(need);
    if (code == CUDA_OK || obstacle != CUDA_OK)
        return code != CUDA_OK ? code : obstacle;
    if (!late && (need & RELEASES) == 0)
        return code;
    thread->late = code;
    return CUDA_OK;
}

void call_note(const char *format, ...)
{
    char text[256];
    va_list arguments;

    if (!world.logging)
        return;
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    log_append(thread_get()->line, " %s", text);
}

CUresult call_leave(CUresult code)
{
    const struct thread *thread = thread_get();
    struct device *device = thread_device();

    if ((thread->need & NEED_CONTEXT) == NEED_CONTEXT && device != NULL && device->retained > 0) {
        if ((thread->need & SURFACES) != 0 && device->fault != CUDA_OK)
            device->surfaced = true;
        if (device->surfaced && (code == CUDA_OK || code == CUDA_NOT_READY))
            code = device->fault;
    }
    if (code == CUDA_OK)
        code = thread->late;
    if (code != CUDA_OK && world.logging)
        log_append(thread->line, " = %d", code);
    fake_unlock();
    return code;
}

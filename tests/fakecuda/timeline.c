/* SPDX-License-Identifier: MIT */
/*
 * Streams and time. Each stream runs its operations in order; an operation starts when the previous
 * one and all its dependencies have ended. Changes (an operation starts or ends) happen in the
 * order of time, and only on devices that follow the calling thread's clock.
 */
#include "fake.h"

#include <stdlib.h>

/* Reads without a lock because the host writes without one: the memory is volatile and shared with
 * the device. */
__attribute__((noinline, no_sanitize("thread"))) static uint32_t word_read(
    const volatile uint32_t *word)
{
    return *word;
}

static bool dependency_is_met(const struct dependency *dependency)
{
    return dependency->stream->ended >= dependency->number;
}

/* Sets the earliest start of a stream's first operation to `now` if its dependencies have ended. */
static void stream_ready(struct stream *stream, uint64_t now)
{
    struct operation *operation = stream->first;

    if (operation == NULL || operation->ready != FAKE_NEVER)
        return;
    for (size_t i = 0; i < operation->dependency_count; i++) {
        if (!dependency_is_met(&operation->dependencies[i]))
            return;
    }
    operation->ready = now;
}

static struct stream *stream_first(void)
{
    return (struct stream *)world.live[FAKE_STREAM];
}

static struct stream *stream_next(const struct stream *stream)
{
    return (struct stream *)stream->object.next;
}

static bool stream_is_mine(const struct stream *stream)
{
    return stream->object.device->clock == thread_clock();
}

static void streams_ready(uint64_t now)
{
    for (struct stream *stream = stream_first(); stream != NULL; stream = stream_next(stream)) {
        if (stream_is_mine(stream))
            stream_ready(stream, now);
    }
}

double device_cycles(struct device *device, uint64_t now)
{
    device->cycles += (double)(now - device->cycles_at) * device->mhz / 1000.0;
    device->cycles_at = now;
    return device->cycles;
}

static void operation_free(struct operation *operation)
{
    free(operation->dependencies);
    free(operation->work.data);
    free(operation);
}

static struct operation *stream_pop(struct stream *stream)
{
    struct operation *operation = stream->first;

    stream->first = operation->next;
    if (stream->first == NULL)
        stream->last = &stream->first;
    stream->ended++;
    return operation;
}

/* Whether the awaited value has been written. Kills the context if the memory of the value was
 * freed. */
static bool wait_is_over(struct stream *stream, const struct work *work)
{
    const bool block = work->kind == WORK_KERNEL;
    const CUdeviceptr address = block ? work->arguments[0] : work->address;
    const uint32_t *word = memory_at(address, sizeof(*word));
    uint32_t value;

    if (word == NULL) {
        timeline_kill(stream->object.device, CUDA_ILLEGAL_ADDRESS);
        return false;
    }
    value = word_read(word);
    if (block)
        return value != 0;
    switch (work->flags & 3) {
    case 0:
        return (int32_t)(value - work->value) >= 0;
    case 1:
        return value == work->value;
    case 2:
        return (value & work->value) != 0;
    default:
        return ~(value | work->value) != 0;
    }
}

static bool work_waits(const struct work *work)
{
    return work->kind == WORK_WAIT_VALUE ||
           (work->kind == WORK_KERNEL && work->script->role == FAKE_BLOCK);
}

static void operation_release(struct operation *operation, uint64_t now)
{
    operation->end = now;
    operation->doomed = false;
}

/* Ends a kernel at the device's time limit. */
static void operation_limit(struct operation *operation, uint64_t limit)
{
    if (operation->work.kind != WORK_KERNEL || limit == 0 ||
        operation->end - operation->start <= limit)
        return;
    operation->end = operation->start + limit;
    operation->doomed = true;
}

static void operation_start(struct stream *stream, uint64_t now)
{
    struct operation *operation = stream->first;
    const struct work *work = &operation->work;
    struct device *device = stream->object.device;

    operation->running = true;
    operation->start = now;
    operation->end = now + work->duration;
    if (work->kind == WORK_KERNEL) {
        const struct script *script = work->script;

        operation->cycles = (uint64_t)device_cycles(device, now);
        if (script->mhz_count > 0)
            device->mhz =
                script->mhz[work->index < script->mhz_count ? work->index : script->mhz_count - 1];
    }
    if (!work_waits(work)) {
        operation_limit(operation, device->time_limit);
        return;
    }
    operation->end = FAKE_NEVER;
    if (work->kind == WORK_KERNEL && work->arguments[2] != 0)
        operation->end = now + work->arguments[2];
    operation_limit(operation, device->time_limit);
    if (wait_is_over(stream, work))
        operation_release(operation, now);
}

/* Completes an event's record, unless the event has been recorded again. */
static void event_finish(const struct operation *operation)
{
    struct event *event = operation->work.event;

    if (event->recorded != operation->work.record)
        return;
    event->done = event->recorded;
    event->time = operation->end;
}

static void work_finish(struct stream *stream, struct operation *operation)
{
    struct work *work = &operation->work;

    switch (work->kind) {
    case WORK_KERNEL:
        kernel_finish(stream, operation);
        break;
    case WORK_MEMSET:
    case WORK_WRITE:
        memory_fill(stream->object.device, work);
        break;
    case WORK_COPY:
        memory_copy(stream->object.device, work);
        break;
    case WORK_EVENT:
        event_finish(operation);
        break;
    case WORK_NOTHING:
    case WORK_WAIT_VALUE:
        break;
    }
}

static void operation_finish(struct stream *stream, uint64_t now)
{
    struct operation *operation = stream_pop(stream);

    if (operation->doomed)
        timeline_kill(stream->object.device, CUDA_LAUNCH_TIMEOUT);
    else
        work_finish(stream, operation);
    operation_free(operation);
    streams_ready(now);
}

static uint64_t stream_change(const struct stream *stream)
{
    const struct operation *operation = stream->first;

    if (operation == NULL)
        return FAKE_NEVER;
    return operation->running ? operation->end : operation->ready;
}

/* The stream with the earliest change; NULL if there is none. */
static struct stream *change_next(void)
{
    struct stream *next = NULL;

    for (struct stream *stream = stream_first(); stream != NULL; stream = stream_next(stream)) {
        if (stream_is_mine(stream) && stream_change(stream) != FAKE_NEVER &&
            (next == NULL || stream_change(stream) < stream_change(next)))
            next = stream;
    }
    return next;
}

static void change_make(struct stream *stream)
{
    const uint64_t now = stream_change(stream);

    if (stream->first->running)
        operation_finish(stream, now);
    else
        operation_start(stream, now);
}

void timeline_settle(void)
{
    const uint64_t now = thread_clock()->now;
    struct stream *stream;

    while ((stream = change_next()) != NULL && stream_change(stream) <= now)
        change_make(stream);
}

void timeline_advance(uint64_t ns)
{
    thread_clock()->now += ns;
    timeline_settle();
}

void timeline_poll(void)
{
    const uint64_t now = thread_clock()->now;

    for (struct stream *stream = stream_first(); stream != NULL; stream = stream_next(stream)) {
        struct operation *operation = stream->first;

        if (operation == NULL || !stream_is_mine(stream) || !operation->running ||
            !work_waits(&operation->work) || operation->end <= now)
            continue;
        if (!wait_is_over(stream, &operation->work))
            continue;
        operation_release(operation, now);
        log_line("released %s", stream->object.label);
    }
    timeline_settle();
}

CUresult timeline_wait(bool (*done)(const void *what), const void *what)
{
    struct clock *clock = thread_clock();

    while (!done(what)) {
        struct stream *stream = change_next();

        if (stream == NULL) {
            world.deadlocks++;
            log_line("deadlock");
            return CUDA_UNKNOWN;
        }
        if (stream_change(stream) > clock->now)
            clock->now = stream_change(stream);
        change_make(stream);
    }
    return CUDA_OK;
}

static void operation_after(struct operation *operation, struct stream *stream, uint64_t number)
{
    struct dependency *dependency;

    operation->dependencies =
        realloc(operation->dependencies,
                (operation->dependency_count + 1) * sizeof(*operation->dependencies));
    if (operation->dependencies == NULL)
        fake_abort("no memory", "dependencies");
    dependency = &operation->dependencies[operation->dependency_count++];
    dependency->stream = stream;
    dependency->number = number;
}

/* Orders the legacy default stream and the blocking streams: each waits for earlier work of the
 * other. */
static void operation_after_others(struct operation *operation, const struct stream *stream)
{
    const struct device *device = stream->object.device;
    struct stream *other;

    if (stream != device->legacy) {
        if ((stream->flags & 1) == 0 && device->legacy->first != NULL)
            operation_after(operation, device->legacy, device->legacy->queued);
        return;
    }
    for (other = stream_first(); other != NULL; other = stream_next(other)) {
        if (other != stream && other->object.device == device && (other->flags & 1) == 0 &&
            other->first != NULL)
            operation_after(operation, other, other->queued);
    }
}

void timeline_queue(struct stream *stream, const struct work *work, const struct event *after)
{
    struct operation *operation = fake_alloc(sizeof(*operation));

    operation->work = *work;
    operation->ready = FAKE_NEVER;
    operation->end = FAKE_NEVER;
    operation_after_others(operation, stream);
    if (after != NULL && after->stream != NULL)
        operation_after(operation, after->stream, after->number);
    *stream->last = operation;
    stream->last = &operation->next;
    stream->queued++;
    if (stream->first == operation)
        stream_ready(stream, thread_clock()->now);
    timeline_settle();
}

void timeline_drop(struct stream *stream)
{
    while (stream->first != NULL) {
        struct operation *operation = stream_pop(stream);

        if (operation->work.kind == WORK_EVENT)
            event_finish(operation);
        operation_free(operation);
    }
}

void timeline_kill(struct device *device, CUresult code)
{
    if (device->fault == CUDA_OK) {
        device->fault = code;
        log_line("fault %s %d", device->label, code);
    }
    for (struct stream *stream = stream_first(); stream != NULL; stream = stream_next(stream)) {
        if (stream->object.device == device)
            timeline_drop(stream);
    }
}

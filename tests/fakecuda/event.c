/* SPDX-License-Identifier: MIT */
#include "fake.h"

#define DISABLE_TIMING 2u

CUresult cuEventCreate(CUevent *handle, unsigned flags)
{
    CUresult code = call_enter(SYMBOL_cuEventCreate, NEED_CONTEXT);

    if (code == CUDA_OK && flags > 3)
        code = CUDA_INVALID_VALUE;
    if (code == CUDA_OK) {
        struct event *event = object_new(FAKE_EVENT, sizeof(*event), thread_device());

        event->flags = flags;
        call_note("%s", event->object.label);
        *handle = (CUevent)(void *)event;
    }
    return call_leave(code);
}

/* Begins a call that takes one event. */
static CUresult event_enter(enum symbol symbol, unsigned need, CUevent handle, struct event **event)
{
    const CUresult code = call_enter(symbol, NEED_CONTEXT | need);

    *event = object_find(FAKE_EVENT, handle);
    call_note("%s", object_label(*event));
    return code == CUDA_OK && *event == NULL ? CUDA_INVALID_HANDLE : code;
}

CUresult cuEventDestroy_v2(CUevent handle)
{
    struct event *event;
    const CUresult code = event_enter(SYMBOL_cuEventDestroy_v2, RELEASES, handle, &event);

    if (code == CUDA_OK)
        object_kill(event);
    return call_leave(code);
}

CUresult cuEventRecord(CUevent handle, CUstream stream_handle)
{
    struct event *event;
    CUresult code = event_enter(SYMBOL_cuEventRecord, 0, handle, &event);
    struct stream *stream = stream_of(stream_handle);

    call_note("%s", object_label(stream));
    code = stream_check(code, stream);
    if (code == CUDA_OK && event->object.device != stream->object.device)
        code = CUDA_INVALID_HANDLE;
    if (code == CUDA_OK) {
        event->captured = stream->capture != NULL;
        if (!event->captured) {
            const struct work work = { .kind = WORK_EVENT,
                                       .event = event,
                                       .record = ++event->recorded };

            event->stream = stream;
            event->number = stream->queued + 1;
            timeline_queue(stream, &work, NULL);
        }
    }
    return call_leave(code);
}

static bool event_done(const void *what)
{
    const struct event *event = what;

    return event->done == event->recorded;
}

CUresult cuEventSynchronize(CUevent handle)
{
    struct event *event;
    CUresult code = event_enter(SYMBOL_cuEventSynchronize, SURFACES, handle, &event);

    if (code == CUDA_OK && event->captured)
        code = CUDA_CAPTURED_EVENT;
    if (code == CUDA_OK)
        code = timeline_wait(event_done, event);
    return call_leave(code);
}

CUresult cuEventQuery(CUevent handle)
{
    struct event *event;
    CUresult code = event_enter(SYMBOL_cuEventQuery, SURFACES, handle, &event);

    if (code == CUDA_OK && event->captured)
        code = CUDA_CAPTURED_EVENT;
    if (code == CUDA_OK && !event_done(event))
        code = CUDA_NOT_READY;
    return call_leave(code);
}

/* CUDA_OK if the event has a time, else the error of a call that asks for it. */
static CUresult event_check(const struct event *event)
{
    if (event == NULL || (event->flags & DISABLE_TIMING) != 0 ||
        (event->recorded == 0 && !event->captured))
        return CUDA_INVALID_HANDLE;
    if (event->captured)
        return CUDA_CAPTURED_EVENT;
    return event_done(event) ? CUDA_OK : CUDA_NOT_READY;
}

static double event_time(const struct event *event)
{
    return (double)(event->time - event->time % world.event_step);
}

static CUresult elapsed(enum symbol symbol, unsigned need, float *milliseconds, CUevent start,
                        CUevent end)
{
    CUresult code = call_enter(symbol, NEED_CONTEXT | need);
    const struct event *first = object_find(FAKE_EVENT, start);
    const struct event *last = object_find(FAKE_EVENT, end);

    call_note("%s %s", object_label(first), object_label(last));
    if (code == CUDA_OK)
        code = event_check(first);
    if (code == CUDA_OK || code == CUDA_NOT_READY) {
        const CUresult second = event_check(last);

        code = second != CUDA_OK ? second : code;
    }
    if (code == CUDA_OK && first->object.device != last->object.device)
        code = CUDA_INVALID_HANDLE;
    if (code == CUDA_OK)
        *milliseconds = (float)((event_time(last) - event_time(first)) / 1e6);
    return call_leave(code);
}

CUresult cuEventElapsedTime(float *milliseconds, CUevent start, CUevent end)
{
    return elapsed(SYMBOL_cuEventElapsedTime, SURFACES, milliseconds, start, end);
}

CUresult cuEventElapsedTime_v2(float *milliseconds, CUevent start, CUevent end)
{
    return elapsed(SYMBOL_cuEventElapsedTime_v2, 0, milliseconds, start, end);
}

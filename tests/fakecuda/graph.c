/* SPDX-License-Identifier: MIT */
/* Graphs: work that a stream has captured, in order, for repeated launches. */
#include "fake.h"

#include <stdlib.h>

struct graph *graph_begin(void)
{
    struct graph *graph = fake_alloc(sizeof(*graph));

    graph->last = &graph->first;
    return graph;
}

void graph_add(struct graph *graph, const struct work *work)
{
    struct node *node = fake_alloc(sizeof(*node));

    node->work = *work;
    *graph->last = node;
    graph->last = &node->next;
}

void graph_free(struct graph *graph)
{
    if (graph == NULL)
        return;
    while (graph->first != NULL) {
        struct node *node = graph->first;

        graph->first = node->next;
        free(node);
    }
    free(graph);
}

static void graph_clear(struct object *object)
{
    graph_free(((struct graph_object *)object)->graph);
}

static struct graph_object *graph_object_new(int kind, struct graph *graph)
{
    struct graph_object *made = object_new(kind, sizeof(*made), thread_device());

    made->object.clear = graph_clear;
    made->graph = graph;
    return made;
}

CUresult cuStreamBeginCapture_v2(CUstream handle, int mode)
{
    CUresult code = call_enter(SYMBOL_cuStreamBeginCapture_v2, NEED_CONTEXT);
    struct stream *stream = stream_of(handle);

    call_note("%s", object_label(stream));
    code = stream_check(code, stream);
    if (code == CUDA_OK && (mode < 0 || mode > 2))
        code = CUDA_INVALID_VALUE;
    if (code == CUDA_OK && stream == stream->object.device->legacy)
        code = CUDA_CAPTURE_UNSUPPORTED;
    if (code == CUDA_OK && stream->capture != NULL)
        code = CUDA_ILLEGAL_STATE;
    if (code == CUDA_OK)
        stream->capture = graph_begin();
    return call_leave(code);
}

CUresult cuStreamEndCapture(CUstream handle, CUgraph *graph)
{
    CUresult code = call_enter(SYMBOL_cuStreamEndCapture, NEED_CONTEXT);
    struct stream *stream = stream_of(handle);

    call_note("%s", object_label(stream));
    code = stream_check(code, stream);
    if (code == CUDA_OK && stream->capture == NULL)
        code = CUDA_ILLEGAL_STATE;
    if (code == CUDA_OK && stream->capture_broken) {
        graph_free(stream->capture);
        *graph = NULL;
        code = CUDA_CAPTURE_INVALIDATED;
    } else if (code == CUDA_OK) {
        struct graph_object *made = graph_object_new(FAKE_GRAPH, stream->capture);

        call_note("%s", made->object.label);
        *graph = (CUgraph)(void *)made;
    }
    if (code == CUDA_OK || code == CUDA_CAPTURE_INVALIDATED) {
        stream->capture = NULL;
        stream->capture_broken = false;
    }
    return call_leave(code);
}

/* Begins a call that takes a graph of this kind. */
static CUresult graph_enter(enum symbol symbol, unsigned need, int kind, const void *handle,
                            struct graph_object **graph)
{
    const CUresult code = call_enter(symbol, NEED_CONTEXT | need);

    *graph = object_find(kind, handle);
    call_note("%s", object_label(*graph));
    return code == CUDA_OK && *graph == NULL ? CUDA_INVALID_VALUE : code;
}

CUresult cuGraphInstantiateWithFlags(CUgraphExec *exec, CUgraph handle, unsigned long long flags)
{
    struct graph_object *graph;
    CUresult code = graph_enter(SYMBOL_cuGraphInstantiateWithFlags, 0, FAKE_GRAPH, handle, &graph);

    if (code == CUDA_OK && flags > 15)
        code = CUDA_INVALID_VALUE;
    if (code == CUDA_OK) {
        struct graph *copy = graph_begin();
        struct graph_object *made;

        for (const struct node *node = graph->graph->first; node != NULL; node = node->next)
            graph_add(copy, &node->work);
        made = graph_object_new(FAKE_GRAPH_EXEC, copy);
        call_note("%s", made->object.label);
        *exec = (CUgraphExec)(void *)made;
    }
    return call_leave(code);
}

/* Adds the cost of an upload once: at cuGraphUpload(), else at the first launch. */
static CUresult graph_upload(struct graph_object *exec, struct stream *stream)
{
    const struct work work = { .kind = WORK_NOTHING, .script = script_of("graph") };

    if (exec->uploaded)
        return CUDA_OK;
    exec->uploaded = true;
    return stream_give(stream, &work);
}

CUresult cuGraphUpload(CUgraphExec handle, CUstream stream_handle)
{
    struct graph_object *exec;
    CUresult code = graph_enter(SYMBOL_cuGraphUpload, 0, FAKE_GRAPH_EXEC, handle, &exec);
    struct stream *stream = stream_of(stream_handle);

    call_note("%s", object_label(stream));
    code = stream_check(code, stream);
    if (code == CUDA_OK)
        code = graph_upload(exec, stream);
    return call_leave(code);
}

CUresult cuGraphLaunch(CUgraphExec handle, CUstream stream_handle)
{
    struct graph_object *exec;
    CUresult code = graph_enter(SYMBOL_cuGraphLaunch, 0, FAKE_GRAPH_EXEC, handle, &exec);
    struct stream *stream = stream_of(stream_handle);

    call_note("%s", object_label(stream));
    code = stream_check(code, stream);
    if (code == CUDA_OK)
        code = graph_upload(exec, stream);
    if (code == CUDA_OK) {
        const struct node *node = exec->graph->first;

        for (; node != NULL && code == CUDA_OK; node = node->next)
            code = stream_give(stream, &node->work);
    }
    return call_leave(code);
}

CUresult cuGraphExecDestroy(CUgraphExec handle)
{
    struct graph_object *exec;
    const CUresult code =
        graph_enter(SYMBOL_cuGraphExecDestroy, RELEASES, FAKE_GRAPH_EXEC, handle, &exec);

    if (code == CUDA_OK)
        object_kill(exec);
    return call_leave(code);
}

CUresult cuGraphDestroy(CUgraph handle)
{
    struct graph_object *graph;
    const CUresult code = graph_enter(SYMBOL_cuGraphDestroy, RELEASES, FAKE_GRAPH, handle, &graph);

    if (code == CUDA_OK)
        object_kill(graph);
    return call_leave(code);
}

/* SPDX-License-Identifier: MIT */
/*
 * Graphs: work that is captured once, and then launched repeatedly as a whole.
 */
#include "cuda/driver.h"

/* The capture restricts only the calls of the capturing thread. */
enum { CAPTURE_THREAD_LOCAL = 1 };

struct bres_cuda_graph {
    bres__cuda_context *context; /* opened */
    struct CUgraphExec_st *executable;
    bool owned; /* destroyed with this object */
};

/* Checks that the driver has all functions from capture to destruction. */
static bres_status graph_check_driver(const bres__cuda_driver *driver)
{
    if (driver->cuStreamBeginCapture == NULL)
        return bres__cuda_missing(driver, "cuStreamBeginCapture_v2");
    if (driver->cuStreamEndCapture == NULL)
        return bres__cuda_missing(driver, "cuStreamEndCapture");
    if (driver->cuGraphInstantiate == NULL)
        return bres__cuda_missing(driver, "cuGraphInstantiateWithFlags");
    if (driver->cuGraphDestroy == NULL)
        return bres__cuda_missing(driver, "cuGraphDestroy");
    if (driver->cuGraphExecDestroy == NULL)
        return bres__cuda_missing(driver, "cuGraphExecDestroy");
    return BRES_OK;
}

bres_status bres_cuda_graph_capture(bres_cuda_stream *stream)
{
    const bres__cuda_driver *driver;
    void *previous;
    bres_status status;

    if (stream == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_cuda_graph_capture: stream is NULL");
    driver = stream->context->driver;
    status = graph_check_driver(driver);
    if (status != BRES_OK)
        return status;
    status = bres__cuda_context_enter(stream->context, &previous);
    if (status != BRES_OK)
        return status;
    status = bres__cuda_result(stream->context,
                               driver->cuStreamBeginCapture(stream->handle, CAPTURE_THREAD_LOCAL),
                               "cuStreamBeginCapture_v2");
    bres__cuda_context_leave(stream->context, previous);
    return status;
}

/* Ends the capture in any case. `graph` receives the executable graph; NULL: it is discarded. */
static bres_status graph_end_capture(bres_cuda_stream *stream, bres_cuda_graph *graph)
{
    bres__cuda_context *context = stream->context;
    const bres__cuda_driver *driver = context->driver;
    void *captured = NULL;
    bres_status status;

    status = bres__cuda_result(context, driver->cuStreamEndCapture(stream->handle, &captured),
                               "cuStreamEndCapture");
    if (status == BRES_OK && graph != NULL) {
        status =
            bres__cuda_result(context, driver->cuGraphInstantiate(&graph->executable, captured, 0),
                              "cuGraphInstantiateWithFlags");
        graph->owned = status == BRES_OK;
    }
    if (captured != NULL)
        driver->cuGraphDestroy(captured);
    return status;
}

bres_status bres_cuda_graph_finish(bres_cuda_stream *stream, bres_cuda_graph **graph)
{
    bres__error_record record;
    bres_cuda_graph *made;
    void *object;
    void *previous;
    bres_status ended;
    bres_status status;

    if (graph == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_cuda_graph_finish: graph is NULL");
    *graph = NULL;
    if (stream == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_cuda_graph_finish: stream is NULL");
    status = graph_check_driver(stream->context->driver);
    if (status != BRES_OK)
        return status;
    status = bres__cuda_object_new(stream->context->device, sizeof(*made), &object);
    made = object;
    bres__error_save(&record);
    ended = bres__cuda_context_enter(stream->context, &previous);
    if (ended == BRES_OK) {
        ended = graph_end_capture(stream, made);
        bres__cuda_context_leave(stream->context, previous);
    }
    if (status != BRES_OK) {
        bres__error_restore(&record);
        return status;
    }
    if (ended != BRES_OK) {
        bres_cuda_graph_free(made);
        return ended;
    }
    *graph = made;
    return BRES_OK;
}

bres_status bres_cuda_graph_view(int device, struct CUgraphExec_st *executable,
                                 bres_cuda_graph **graph)
{
    void *object;
    bres_status status;

    if (graph == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_cuda_graph_view: graph is NULL");
    *graph = NULL;
    if (executable == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_cuda_graph_view: executable is NULL");
    status = bres__cuda_object_new(device, sizeof(**graph), &object);
    *graph = object;
    if (status == BRES_OK)
        (*graph)->executable = executable;
    return status;
}

static void graph_destroy(const bres__cuda_driver *driver, void *handle)
{
    driver->cuGraphExecDestroy(((bres_cuda_graph *)handle)->executable);
}

void bres_cuda_graph_free(bres_cuda_graph *graph)
{
    if (graph == NULL)
        return;
    bres__cuda_context_dispose(graph->context, graph->owned ? graph_destroy : NULL, graph);
    bres__free(graph);
}

typedef int (*graph_call)(struct CUgraphExec_st *executable, struct CUstream_st *stream);

static bres_status graph_queue(bres_cuda_graph *graph, struct CUstream_st *stream, graph_call call,
                               const char *name)
{
    void *previous;
    bres_status status;

    if (call == NULL)
        return bres__cuda_missing(graph->context->driver, name);
    status = bres__cuda_context_enter(graph->context, &previous);
    if (status != BRES_OK)
        return status;
    status = bres__cuda_result(graph->context, call(graph->executable, stream), name);
    bres__cuda_context_leave(graph->context, previous);
    return status;
}

bres_status bres_cuda_graph_upload(bres_cuda_graph *graph, struct CUstream_st *stream)
{
    if (graph == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_cuda_graph_upload: graph is NULL");
    return graph_queue(graph, stream, graph->context->driver->cuGraphUpload, "cuGraphUpload");
}

bres_status bres_cuda_graph_launch(bres_cuda_graph *graph, struct CUstream_st *stream)
{
    if (graph == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_cuda_graph_launch: graph is NULL");
    return graph_queue(graph, stream, graph->context->driver->cuGraphLaunch, "cuGraphLaunch");
}

/* SPDX-License-Identifier: MIT */
#include "cuda/cuda.h"
#include "support/gpu.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <string.h>

static const bres_cuda_geometry one_thread;

typedef struct fixture {
    bres_cuda_stream *stream;
    bres_cuda_module *module;
    bres_cuda_kernel *kernel;
} fixture;

static void fixture_open(fixture *f)
{
    cr_assert_eq(bres_cuda_stream_new(0, &f->stream), BRES_OK);
    cr_assert_eq(bres_cuda_module_load(0, bres_test_ptx, strlen(bres_test_ptx), &f->module),
                 BRES_OK);
    cr_assert_eq(bres_cuda_module_kernel(f->module, "work", &f->kernel), BRES_OK);
}

static void fixture_close(fixture *f)
{
    bres_cuda_module_free(f->module);
    bres_cuda_stream_free(f->stream);
    fake_cuda_expect_clean();
}

/* Captures two launches; returns the status of bres_cuda_graph_finish(). */
static bres_status capture(fixture *f, bres_cuda_graph **graph)
{
    struct CUstream_st *handle = bres_cuda_stream_handle(f->stream);

    cr_assert_eq(bres_cuda_graph_capture(f->stream), BRES_OK, "%s", bres_last_error());
    for (int i = 0; i < 2; i++)
        cr_assert_eq(bres_cuda_kernel_launch(f->kernel, &one_thread, handle, NULL), BRES_OK);
    return bres_cuda_graph_finish(f->stream, graph);
}

Test(cuda, graph_replays_what_was_captured)
{
    bres_cuda_graph *graph;
    struct CUstream_st *handle;
    fixture f;

    bres_test_gpu_begin(1);
    fixture_open(&f);
    handle = bres_cuda_stream_handle(f.stream);
    cr_assert_eq(capture(&f, &graph), BRES_OK, "%s", bres_last_error());
    cr_expect_eq(bres_cuda_stream_synchronize(f.stream), BRES_OK);
    cr_expect_eq(fake->launches("work"), 0, "what is captured does not run");
    cr_expect_eq(fake->live(FAKE_GRAPH), 0);
    cr_expect_eq(bres_cuda_graph_upload(graph, handle), BRES_OK);
    for (int i = 0; i < 3; i++)
        cr_expect_eq(bres_cuda_graph_launch(graph, handle), BRES_OK);
    cr_expect_eq(bres_cuda_stream_synchronize(f.stream), BRES_OK);
    cr_expect_eq(fake->launches("work"), 6);
    bres_cuda_graph_free(graph);
    bres_cuda_graph_free(NULL);
    fixture_close(&f);
}

Test(cuda, graph_of_somebody_else_is_not_destroyed)
{
    struct CUgraphExec_st *executable = NULL;
    CUcontext context = NULL;
    CUgraph captured = NULL;
    CUstream stream = NULL;
    bres_cuda_graph *graph;

    bres_test_gpu_begin(1);
    cr_assert_eq(cu->cuInit(0), 0);
    cr_assert_eq(cu->cuDevicePrimaryCtxRetain(&context, 0), 0);
    cr_assert_eq(cu->cuCtxSetCurrent(context), 0);
    cr_assert_eq(cu->cuStreamCreate(&stream, 1), 0);
    cr_assert_eq(cu->cuStreamBeginCapture_v2(stream, 1), 0);
    cr_assert_eq(cu->cuStreamEndCapture(stream, &captured), 0);
    cr_assert_eq(cu->cuGraphInstantiateWithFlags((void *)&executable, captured, 0), 0);

    cr_assert_eq(bres_cuda_graph_view(0, executable, &graph), BRES_OK, "%s", bres_last_error());
    cr_expect_eq(bres_cuda_graph_launch(graph, (void *)stream), BRES_OK, "%s", bres_last_error());
    cr_expect_eq(cu->cuStreamSynchronize(stream), 0);
    bres_cuda_graph_free(graph);
    cr_expect_eq(fake->live(FAKE_GRAPH_EXEC), 1);

    cu->cuGraphExecDestroy((void *)executable);
    cu->cuGraphDestroy(captured);
    cu->cuStreamDestroy_v2(stream);
    cu->cuCtxSetCurrent(NULL);
    cu->cuDevicePrimaryCtxRelease_v2(0);
    fake_cuda_expect_clean();
}

Test(cuda, graph_that_fails_ends_the_capture)
{
    static const struct {
        const char *call;
        bool late;
    } rows[] = { { "cuStreamEndCapture", true }, { "cuGraphInstantiateWithFlags", false } };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bres_cuda_graph *graph;
        fixture f;

        bres_test_gpu_begin(1);
        fixture_open(&f);
        fake->fail(rows[i].call, 1, 999, rows[i].late);
        cr_expect_eq(capture(&f, &graph), BRES_ERROR_CUDA, "%s", rows[i].call);
        cr_expect_null(graph);
        cr_expect_not_null(strstr(bres_last_error(), rows[i].call), "%s", bres_last_error());
        cr_expect_eq(bres_cuda_stream_synchronize(f.stream), BRES_OK, "%s: %s", rows[i].call,
                     bres_last_error());
        cr_assert_eq(capture(&f, &graph), BRES_OK, "%s: %s", rows[i].call, bres_last_error());
        bres_cuda_graph_free(graph);
        fixture_close(&f);
    }
}

static bres_status capture_once(void *context)
{
    bres_cuda_graph *graph;
    bres_status status = capture(context, &graph);

    cr_assert_eq(graph != NULL, status == BRES_OK);
    bres_cuda_graph_free(graph);
    cr_assert_eq(bres_cuda_stream_synchronize(((fixture *)context)->stream), BRES_OK);
    return status;
}

Test(cuda, graph_survives_every_failing_allocation)
{
    fixture f;

    bres_test_gpu_begin(1);
    fixture_open(&f);
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, capture_once, &f);
    fixture_close(&f);
}

Test(cuda, graph_checks_arguments)
{
    bres_cuda_graph *graph;

    bres_test_gpu_begin(1);
    cr_expect_eq(bres_cuda_graph_capture(NULL), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_cuda_graph_finish(NULL, &graph), BRES_ERROR_ARGUMENT);
    cr_expect_null(graph);
    cr_expect_eq(bres_cuda_graph_finish(NULL, NULL), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_cuda_graph_view(0, NULL, &graph), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_cuda_graph_view(0, NULL, NULL), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_cuda_graph_view(5, (void *)&graph, &graph), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_cuda_graph_upload(NULL, NULL), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_cuda_graph_launch(NULL, NULL), BRES_ERROR_ARGUMENT);
}

Test(cuda, graph_needs_a_driver_that_has_them)
{
    static const char *const needed[] = { "cuStreamBeginCapture_v2", "cuStreamEndCapture",
                                          "cuGraphInstantiateWithFlags", "cuGraphDestroy",
                                          "cuGraphExecDestroy" };
    bres_cuda_graph *graph;
    fixture f;

    for (size_t i = 0; i < sizeof(needed) / sizeof(needed[0]); i++) {
        bres_test_gpu_begin_without(needed[i], 1);
        fixture_open(&f);
        cr_expect_eq(bres_cuda_graph_capture(f.stream), BRES_ERROR_UNSUPPORTED);
        cr_expect_not_null(strstr(bres_last_error(), needed[i]), "%s", bres_last_error());
        cr_expect_eq(bres_cuda_graph_finish(f.stream, &graph), BRES_ERROR_UNSUPPORTED);
        cr_expect_null(graph);
        fixture_close(&f);
    }
    bres_test_gpu_begin_old(1);
    cr_assert_eq(bres_cuda_graph_view(0, (void *)&f, &graph), BRES_OK);
    cr_expect_eq(bres_cuda_graph_upload(graph, NULL), BRES_ERROR_UNSUPPORTED);
    cr_expect_eq(bres_cuda_graph_launch(graph, NULL), BRES_ERROR_UNSUPPORTED);
    bres_cuda_graph_free(graph);
    fake_cuda_expect_clean();
}

/* SPDX-License-Identifier: MIT */
/*
 * Each driver call of a run that uses all functions fails in turn.
 */
#include "cuda/cuda.h"
#include "support/gpu.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The objects that a run has created. */
typedef struct made {
    char *json;
    bres_cuda_buffer *buffer;
    bres_cuda_stream *stream;
    bres_cuda_module *module;
    bres_cuda_kernel *kernel;
    bres_cuda_graph *graph;
    bres__cuda_context *context;
    bres__cuda_events events;
    bres__cuda_flush flush;
    bres__cuda_helpers *helpers;
} made;

static bres_status use_memory(made *m)
{
    char text[8] = "memory";
    bres_status status = bres_cuda_device_json(0, &m->json);

    if (status == BRES_OK)
        status = bres_cuda_buffer_new(0, sizeof(text), &m->buffer);
    if (status == BRES_OK)
        status = bres_cuda_buffer_fill(m->buffer, 0, NULL);
    if (status == BRES_OK)
        status = bres_cuda_buffer_write(m->buffer, 0, text, sizeof(text));
    if (status == BRES_OK)
        status = bres_cuda_buffer_read(m->buffer, 0, text, sizeof(text));
    return status;
}

static bres_status use_kernels(made *m)
{
    static const bres_cuda_geometry one_thread;
    static const bres_cuda_geometry much_shared = { .shared_bytes = 65536 };
    struct CUstream_st *handle;
    bres_status status = bres_cuda_stream_new(0, &m->stream);

    handle = bres_cuda_stream_handle(m->stream);
    if (status == BRES_OK)
        status = bres_cuda_module_load(0, bres_test_ptx, strlen(bres_test_ptx), &m->module);
    if (status == BRES_OK)
        status = bres_cuda_module_kernel(m->module, "work", &m->kernel);
    if (status == BRES_OK)
        status = bres_cuda_kernel_launch(m->kernel, &much_shared, handle, NULL);
    if (status == BRES_OK)
        status = bres_cuda_graph_capture(m->stream);
    if (status == BRES_OK) {
        status = bres_cuda_kernel_launch(m->kernel, &one_thread, handle, NULL);
        /* Ends the capture even if the launch has failed. */
        if (bres_cuda_graph_finish(m->stream, &m->graph) != BRES_OK && status == BRES_OK)
            status = bres_last_error_status();
    }
    if (status == BRES_OK)
        status = bres_cuda_graph_upload(m->graph, handle);
    if (status == BRES_OK)
        status = bres_cuda_graph_launch(m->graph, handle);
    if (status == BRES_OK)
        status = bres_cuda_stream_synchronize(m->stream);
    return status;
}

/* One sample behind the blocking kernel. */
static bres_status take_sample(made *m)
{
    struct CUstream_st *stream = bres_cuda_stream_handle(m->stream);
    double seconds;
    bres_status waited;
    bres_status status;

    bres__cuda_helpers_reset(m->helpers);
    status = bres__cuda_flush_queue(&m->flush, stream);
    if (status == BRES_OK)
        status = bres__cuda_block(m->helpers, stream, 1000000000);
    if (status == BRES_OK)
        status = bres__cuda_stamp_queue(m->helpers, BRES__CUDA_STAMP_START, stream);
    if (status == BRES_OK)
        status = bres__cuda_events_start(&m->events, stream);
    if (status == BRES_OK)
        status = bres__cuda_events_stop(&m->events, stream);
    if (status == BRES_OK)
        status = bres__cuda_stamp_queue(m->helpers, BRES__CUDA_STAMP_STOP, stream);
    bres__cuda_release(m->helpers);
    waited = bres__cuda_stream_wait(m->context, stream);
    if (status == BRES_OK)
        status = waited;
    if (status == BRES_OK)
        status = bres__cuda_events_elapsed(&m->events, &seconds);
    return status;
}

static bres_status use_context(made *m)
{
    struct CUstream_st *stream = bres_cuda_stream_handle(m->stream);
    bres_status status = bres__cuda_events_create(m->context, &m->events);

    if (status == BRES_OK)
        status = bres__cuda_flush_create(m->context, &m->flush);
    if (status == BRES_OK)
        status = bres__cuda_helpers_open(m->context, &m->helpers);
    if (status == BRES_OK)
        status = bres__cuda_helpers_warm_up(m->helpers, stream);
    if (status == BRES_OK)
        status = bres__cuda_profiler_start(m->context);
    if (status == BRES_OK)
        status = take_sample(m);
    if (status == BRES_OK)
        status = bres__cuda_profiler_stop(m->context);
    if (status == BRES_OK)
        status = bres__cuda_context_synchronize(m->context);
    bres__cuda_helpers_close(m->helpers);
    bres__cuda_flush_destroy(&m->flush);
    bres__cuda_events_destroy(&m->events);
    return status;
}

static bres_status use_everything(void)
{
    made m = { 0 };
    void *previous;
    bres_status status = use_memory(&m);

    if (status == BRES_OK)
        status = use_kernels(&m);
    if (status == BRES_OK)
        status = bres__cuda_context_open(0, &m.context);
    if (status == BRES_OK)
        status = bres__cuda_context_enter(m.context, &previous);
    if (status == BRES_OK) {
        status = use_context(&m);
        bres__cuda_context_leave(m.context, previous);
    }
    bres__cuda_context_close(m.context);
    bres_cuda_graph_free(m.graph);
    bres_cuda_module_free(m.module);
    bres_cuda_stream_free(m.stream);
    bres_cuda_buffer_free(m.buffer);
    bres_string_free(m.json);
    return status;
}

/* Whether the failure of a call may have no effect for the caller: it releases something, or
 * restores a context. */
static bool may_be_ignored(const char *line)
{
    static const char *const calls[] = { "Destroy",
                                         "Free",
                                         "Unload",
                                         "Release",
                                         "cuCtxSetCurrent",
                                         "cuCtxGetCurrent",
                                         "cuDeviceGetPCIBusId" };

    for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
        if (strstr(line, calls[i]) != NULL)
            return true;
    }
    return false;
}

/* The log line of the call that failed; free() it. */
static char *failed_line(int code)
{
    char *lines = fake->lines(NULL, -1);
    char wanted[32];
    char *found = NULL;

    snprintf(wanted, sizeof(wanted), "= %d", code);
    for (char *line = strtok(lines, "\n"); line != NULL && found == NULL;
         line = strtok(NULL, "\n")) {
        if (strstr(line, wanted) != NULL)
            found = strdup(line);
    }
    free(lines);
    return found;
}

/* The error names the failed call, which is also in the log line. */
static void expect_error(bres_status status, int code, const char *line)
{
    char call[64] = "";

    cr_assert_eq(sscanf(line, "%63s", call), 1);
    cr_expect_eq(status, code == 2 ? BRES_ERROR_MEMORY : BRES_ERROR_CUDA, "%s", line);
    cr_expect_not_null(strstr(bres_last_error(), call), "%s: %s", line, bres_last_error());
    cr_expect_not_null(strstr(bres_last_error(), " failed: CUDA_ERROR_"), "%s: %s", line,
                       bres_last_error());
}

/* Fails call `k`; returns false if the run makes fewer calls. */
static bool run_with_failure(uint64_t k, int code, CUcontext users)
{
    CUcontext current = NULL;
    bres_status status;
    char *line;

    fake->clear_log();
    fake->fail(NULL, k, code, false);
    status = use_everything();
    line = failed_line(code);
    fake->fail_nothing();
    if (fake->failed() == 0) {
        cr_expect_eq(status, BRES_OK, "%s", bres_last_error());
        free(line);
        return false;
    }
    cr_assert_not_null(line, "call %llu", (unsigned long long)k);
    if (status == BRES_OK)
        cr_expect(may_be_ignored(line), "nobody noticed: %s", line);
    else
        expect_error(status, code, line);
    cu->cuCtxGetCurrent(&current);
    if (strstr(line, "cuCtx") == NULL)
        cr_expect_eq(current, users, "the context was not put back: %s", line);
    /* Only the other device's context is still retained. */
    cr_expect_str_eq(fake->leaks(), "c1", "%s: not released: %s", line, fake->leaks());
    cr_expect_str_eq(fake->misuse(), "", "%s: %s", line, fake->misuse());
    cr_expect_eq(fake->deadlocks(), 0, "%s", line);
    free(line);
    return true;
}

/* Another device's context is current, as in a program that uses that device directly. */
static bool run_beside_another(uint64_t k, int code)
{
    CUcontext users = NULL;
    bool more;

    bres_test_gpu_begin(2);
    cr_assert(bres_cuda_available(NULL));
    cr_assert_eq(cu->cuDevicePrimaryCtxRetain(&users, 1), 0);
    cr_assert_eq(cu->cuCtxSetCurrent(users), 0);
    more = run_with_failure(k, code, users);
    cu->cuCtxSetCurrent(NULL);
    cu->cuDevicePrimaryCtxRelease_v2(1);
    return more;
}

Test(cuda, every_call_may_fail, .timeout = 300)
{
    static const int codes[] = { 999, 2, 719 };

    for (size_t i = 0; i < sizeof(codes) / sizeof(codes[0]); i++) {
        uint64_t k = 1;

        while (run_beside_another(k, codes[i]))
            k++;
        cr_expect_gt(k, 100, "only %llu calls", (unsigned long long)k);
    }
}

static bres_status once(void *context)
{
    (void)context;
    return use_everything();
}

Test(cuda, everything_survives_every_failing_allocation)
{
    bres_test_gpu_begin(1);
    cr_assert(bres_cuda_available(NULL));
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, once, NULL);
    fake_cuda_expect_clean();
}

/* Whether library functions return an error without this symbol. */
static bool is_needed(const char *symbol)
{
    static const char *const needed[] = {
        "cuCtxSynchronize",
        "cuMemcpyHtoD_v2",
        "cuMemcpyDtoH_v2",
        "cuFuncSetAttribute",
        "cuStreamBeginCapture_v2",
        "cuStreamEndCapture",
        "cuGraphInstantiateWithFlags",
        "cuGraphUpload",
        "cuGraphLaunch",
        "cuGraphExecDestroy",
        "cuGraphDestroy",
    };

    for (size_t i = 0; i < sizeof(needed) / sizeof(needed[0]); i++) {
        if (strcmp(symbol, needed[i]) == 0)
            return true;
    }
    return false;
}

Test(cuda, every_optional_symbol_may_be_missing, .timeout = 300)
{
    for (size_t i = fake_cuda_required_count; i < fake_cuda_symbol_count; i++) {
        const char *symbol = fake_cuda_symbols[i];
        bres_status status;

        bres_test_gpu_begin_without(symbol, 1);
        status = use_everything();
        if (is_needed(symbol)) {
            cr_expect_eq(status, BRES_ERROR_UNSUPPORTED, "%s: %d", symbol, (int)status);
            cr_expect_not_null(strstr(bres_last_error(), symbol), "%s: %s", symbol,
                               bres_last_error());
        } else {
            cr_expect_eq(status, BRES_OK, "%s: %s", symbol, bres_last_error());
        }
        fake_cuda_expect_clean();
    }
}

Test(cuda, everything_but_what_is_missing_works_with_an_old_driver)
{
    bres_test_gpu_begin_old(1);
    cr_expect_eq(use_everything(), BRES_ERROR_UNSUPPORTED);
    fake_cuda_expect_clean();
}

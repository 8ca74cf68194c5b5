/* SPDX-License-Identifier: MIT */
/* Launchers that do what a launcher must not do, and a large number of measurements. */
#include "gpu/measure.h"

#include <string.h>

static bres_status waiting_launcher(bres_launch *launch, void *context)
{
    const bres_status status = kernel_launch_queue(launch, context);

    NEED(cu->cuStreamSynchronize(bres_launch_stream(launch)));
    return status;
}

static void deadlock(void)
{
    uint64_t length = 10000;
    kernel_launch spin = { .arguments = { &length } };
    bres_state *state = NULL;
    bres_status status;
    gpu_session session;

    session_open(&session, 5);
    spin.kernel = session_kernel(&session, "spin");
    session.cuda.blocking_limit = 0.05;
    status = bres_measure_cuda(waiting_launcher, &spin, &session.options, &session.cuda,
                               session.subbench, &state);
    check_that(status == BRES_ERROR_CUDA, "a launcher that waits gives status %d", (int)status);
    if (status == BRES_ERROR_CUDA)
        check_note("the library says: %s", bres_last_error());
    session.cuda.flags |= BRES_CUDA_SYNC;
    session_measure(&session, waiting_launcher, &spin);
    session.cuda.flags &= ~BRES_CUDA_SYNC;
    session_measure(&session, kernel_launch_queue, &spin);
}

/* A launcher with most of its work on a stream that the events do not time. */
typedef struct gpu_astray {
    kernel_launch here;
    kernel_launch there;
    CUstream stream;
} gpu_astray;

static bres_status astray_launcher(bres_launch *launch, void *context)
{
    gpu_astray *self = context;
    const bres_status status = kernel_launch_queue(launch, &self->here);

    return status != BRES_OK ? status
                             : bres_cuda_kernel_launch(self->there.kernel, &self->there.geometry,
                                                       self->stream, self->there.arguments);
}

static void other_stream(void)
{
    static const char tag[] = "bres/cold/other_streams";
    uint64_t near = 10000;
    uint64_t far = 2 * MILLISECOND;
    gpu_astray astray = { .here = { .arguments = { &near } }, .there = { .arguments = { &far } } };
    bres_state *state = NULL;
    bres_status status;
    gpu_session session;

    session_open(&session, 50);
    astray.stream = session.bench.second;
    astray.here.kernel = session_kernel(&session, "spin");
    astray.there.kernel = astray.here.kernel;
    check_that(bres_state_summary(session_measure(&session, kernel_launch_queue, &astray.here),
                                  tag) == NULL,
               "a launcher that does as it should is suspected");
    check_that(bres_state_summary(session_measure(&session, astray_launcher, &astray), tag) != NULL,
               "work on another stream is not noticed");
    session.cuda.strict_streams = 1;
    status = bres_measure_cuda(astray_launcher, &astray, &session.options, &session.cuda,
                               session.subbench, &state);
    check_that(status == BRES_ERROR_VALUE, "with strict_streams it gives status %d", (int)status);
}

#define STATES 1000
/* Bytes that a driver may keep for its own use. */
#define SLACK  ((size_t)4 << 20)

static void leaks(void)
{
    uint64_t length = 1000;
    kernel_launch spin = { .arguments = { &length } };
    size_t before = 0;
    size_t after;
    size_t total;
    gpu_session session;

    session_open(&session, 1);
    session.cuda.flags = 0;
    session.cuda.batch_target_time = 1e-6;
    spin.kernel = session_kernel(&session, "spin");
    for (int i = 0; i < STATES; i++) {
        /* During the first states, the driver's own memory may grow. */
        if (i == 10)
            NEED(cu->cuMemGetInfo_v2(&before, &total));
        session_measure(&session, kernel_launch_queue, &spin);
    }
    NEED(cu->cuMemGetInfo_v2(&after, &total));
    check_note("free before: %zu bytes, after %d states: %zu bytes", before, STATES - 10, after);
    check_that(after + SLACK >= before, "memory of the device is lost");
}

const gpu_check measure_launchers[] = {
    { "deadlock", "a launcher that waits behind the blocked stream", deadlock },
    { "streams", "a launcher that works on another stream", other_stream },
    { "leaks", "1,000 states lose no memory of the device", leaks },
    CHECK_END,
};

/* SPDX-License-Identifier: MIT */
/*
 * Pairs of timing events.
 */
#include "cuda/driver.h"

bres_status bres__cuda_events_create(bres__cuda_context *context, bres__cuda_events *events)
{
    const bres__cuda_driver *driver = context->driver;
    bres__cuda_events made = { .context = context };
    bres_status status;

    *events = (bres__cuda_events){ 0 };
    status = bres__cuda_result(context, driver->cuEventCreate(&made.start, 0), "cuEventCreate");
    if (status != BRES_OK)
        return status;
    status = bres__cuda_result(context, driver->cuEventCreate(&made.stop, 0), "cuEventCreate");
    if (status != BRES_OK) {
        driver->cuEventDestroy(made.start);
        return status;
    }
    *events = made;
    return BRES_OK;
}

void bres__cuda_events_destroy(bres__cuda_events *events)
{
    if (events->context != NULL) {
        events->context->driver->cuEventDestroy(events->stop);
        events->context->driver->cuEventDestroy(events->start);
    }
    *events = (bres__cuda_events){ 0 };
}

bres_status bres__cuda_events_start(bres__cuda_events *events, struct CUstream_st *stream)
{
    return bres__cuda_result(events->context,
                             events->context->driver->cuEventRecord(events->start, stream),
                             "cuEventRecord");
}

bres_status bres__cuda_events_stop(bres__cuda_events *events, struct CUstream_st *stream)
{
    return bres__cuda_result(events->context,
                             events->context->driver->cuEventRecord(events->stop, stream),
                             "cuEventRecord");
}

/* cuEventElapsedTime_v2 does not report work that is still pending or has failed, so the stop event
 * is queried first. */
bres_status bres__cuda_events_elapsed(bres__cuda_events *events, double *seconds)
{
    bres__cuda_context *context = events->context;
    const bres__cuda_driver *driver = context->driver;
    float milliseconds = 0;
    bres_status status;

    *seconds = 0;
    status = bres__cuda_result(context, driver->cuEventQuery(events->stop), "cuEventQuery");
    if (status != BRES_OK)
        return status;
    if (driver->cuEventElapsedTime_v2 != NULL)
        status = bres__cuda_result(
            context, driver->cuEventElapsedTime_v2(&milliseconds, events->start, events->stop),
            "cuEventElapsedTime_v2");
    else
        status = bres__cuda_result(
            context, driver->cuEventElapsedTime(&milliseconds, events->start, events->stop),
            "cuEventElapsedTime");
    if (status == BRES_OK)
        *seconds = (double)milliseconds / 1e3;
    return status;
}

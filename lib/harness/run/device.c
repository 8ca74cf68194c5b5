/* SPDX-License-Identifier: MIT */
/*
 * The device and the stream that a state is measured on.
 */
#include "harness/run/run.h"
#include "measure/gpu/devices.h"

int bres_run_device(const bres_run *run)
{
    return run != NULL && run->gpu != NULL ? run->gpu->device : -1;
}

static bres_status run_check_device(const bres_run *run, const char *function)
{
    if (run == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "%s: the run is NULL", function);
    if (run->gpu == NULL)
        return bres__error(BRES_ERROR_STATE, "%s: benchmark '%s' does not run on a GPU", function,
                           run->bench->name);
    return BRES_OK;
}

bres_status bres_run_stream(bres_run *run, struct CUstream_st **stream)
{
    bres_status status = run_check_device(run, "bres_run_stream");

    if (stream == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_run_stream: stream is NULL");
    *stream = NULL;
    if (status == BRES_OK && run->stream == NULL)
        status = bres_cuda_stream_new(run->gpu->device, &run->stream);
    if (status == BRES_OK)
        *stream = bres_cuda_stream_handle(run->stream);
    return run != NULL ? bres__run_keep(run, status) : status;
}

bres_status bres_run_set_stream(bres_run *run, struct CUstream_st *stream)
{
    bres_cuda_stream *view = NULL;
    bres_status status = run_check_device(run, "bres_run_set_stream");

    if (status == BRES_OK && bres__run_is_closed(run))
        status = bres__error(BRES_ERROR_STATE,
                             "bres_run_set_stream: the state has been measured already");
    if (status == BRES_OK)
        status = bres__cuda_stream_view(run->gpu->device, stream, &view);
    if (status == BRES_OK) {
        bres_cuda_stream_free(run->stream);
        run->stream = view;
    }
    return run != NULL ? bres__run_keep(run, status) : status;
}

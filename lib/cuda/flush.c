/* SPDX-License-Identifier: MIT */
/*
 * Flushes the L2 cache: writing as many bytes as the cache holds evicts its previous content.
 */
#include "cuda/driver.h"

bres_status bres__cuda_flush_create(bres__cuda_context *context, bres__cuda_flush *flush)
{
    bres__cuda_flush made = { .context = context, .size = (size_t)context->info.l2_size };
    bres_status status;

    *flush = (bres__cuda_flush){ 0 };
    if (made.size == 0)
        return BRES_OK;
    status = bres__cuda_result(context, context->driver->cuMemAlloc(&made.address, made.size),
                               "cuMemAlloc_v2");
    if (status != BRES_OK) {
        bres__error_prefix("cannot allocate %zu bytes to flush the L2 cache", made.size);
        return status;
    }
    *flush = made;
    return BRES_OK;
}

void bres__cuda_flush_destroy(bres__cuda_flush *flush)
{
    if (flush->context != NULL)
        flush->context->driver->cuMemFree(flush->address);
    *flush = (bres__cuda_flush){ 0 };
}

bres_status bres__cuda_flush_queue(bres__cuda_flush *flush, struct CUstream_st *stream)
{
    const bres__cuda_driver *driver;
    bres_status status = BRES_OK;

    if (flush->context == NULL)
        return BRES_OK;
    driver = flush->context->driver;
    if (driver->cuCtxResetPersistingL2Cache != NULL) {
        const int result = driver->cuCtxResetPersistingL2Cache();

        /* Devices before compute capability 8.0 do not have persisting lines. */
        if (result != BRES__CUDA_NOT_SUPPORTED)
            status = bres__cuda_result(flush->context, result, "cuCtxResetPersistingL2Cache");
    }
    if (status != BRES_OK)
        return status;
    return bres__cuda_result(flush->context,
                             driver->cuMemsetD8Async(flush->address, 0, flush->size, stream),
                             "cuMemsetD8Async");
}

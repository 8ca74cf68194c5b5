/* SPDX-License-Identifier: MIT */
/*
 * Primary contexts. Each device has one object, so that all its users share its state, such as that
 * the context is dead.
 */
#include "cuda/driver.h"

static pthread_mutex_t context_lock = PTHREAD_MUTEX_INITIALIZER;
static bres__cuda_context *contexts;

static void context_free(bres__cuda_context *context)
{
    pthread_mutex_destroy(&context->helper_lock);
    pthread_mutex_destroy(&context->death_lock);
    bres__free(context);
}

static bres_status context_retain(const bres__cuda_driver *driver, int device,
                                  bres__cuda_context **context)
{
    bres__cuda_context *made;
    bres_status status;
    int result;

    *context = NULL;
    made = bres__calloc(1, sizeof(*made));
    if (made == NULL)
        return bres__error_memory();
    pthread_mutex_init(&made->death_lock, NULL);
    pthread_mutex_init(&made->helper_lock, NULL);
    made->driver = driver;
    made->device = device;
    status = bres__cuda_device_find(driver, device, &made->device_handle);
    if (status == BRES_OK)
        status = bres__cuda_device_ask(driver, device, &made->info);
    if (status != BRES_OK)
        goto out;
    result = driver->cuDevicePrimaryCtxRetain(&made->handle, made->device_handle);
    if (result != BRES__CUDA_SUCCESS) {
        status = bres__cuda_failed(driver, result, "cuDevicePrimaryCtxRetain");
        goto out;
    }
    *context = made;
    made = NULL;
out:
    if (made != NULL)
        context_free(made);
    return status;
}

bres_status bres__cuda_context_open(int device, bres__cuda_context **context)
{
    const bres__cuda_driver *driver;
    bres__cuda_context *found;
    bres_status status;

    *context = NULL;
    status = bres__cuda_driver_get(&driver);
    if (status != BRES_OK)
        return status;
    pthread_mutex_lock(&context_lock);
    found = contexts;
    while (found != NULL && (found->driver != driver || found->device != device))
        found = found->next;
    if (found == NULL) {
        status = context_retain(driver, device, &found);
        if (status == BRES_OK) {
            found->next = contexts;
            contexts = found;
        }
    }
    if (status == BRES_OK)
        found->references++;
    pthread_mutex_unlock(&context_lock);
    *context = status == BRES_OK ? found : NULL;
    return status;
}

/* Like bres__cuda_context_enter(), but also enters a dead context. After a failure the current
 * context is unchanged, and bres__cuda_context_leave() is not needed. */
static bres_status context_switch(bres__cuda_context *context, void **previous)
{
    const bres__cuda_driver *driver = context->driver;
    int result;

    *previous = NULL;
    result = driver->cuCtxGetCurrent(previous);
    if (result != BRES__CUDA_SUCCESS)
        return bres__cuda_context_failed(context, result, "cuCtxGetCurrent");
    if (*previous == context->handle)
        return BRES_OK;
    result = driver->cuCtxSetCurrent(context->handle);
    if (result == BRES__CUDA_SUCCESS)
        return BRES_OK;
    driver->cuCtxSetCurrent(*previous);
    return bres__cuda_context_failed(context, result, "cuCtxSetCurrent");
}

/* Runs `release` in the context, or in the current one if the context cannot be made current: the
 * driver knows to which context a handle belongs. Does not change the error record. */
static void context_run_release(bres__cuda_context *context, bres__cuda_release_fn release,
                                void *handle)
{
    bres__error_record record;
    void *previous;
    bool entered;

    bres__error_save(&record);
    entered = context_switch(context, &previous) == BRES_OK;
    release(context->driver, handle);
    if (entered)
        bres__cuda_context_leave(context, previous);
    bres__error_restore(&record);
}

static void context_release(bres__cuda_context *context)
{
    if (context->module != NULL)
        context_run_release(context, bres__cuda_helpers_unload, context);
    context->driver->cuDevicePrimaryCtxRelease(context->device_handle);
    context_free(context);
}

void bres__cuda_context_close(bres__cuda_context *context)
{
    if (context == NULL)
        return;
    pthread_mutex_lock(&context_lock);
    if (--context->references == 0) {
        bres__cuda_context **link = &contexts;

        while (*link != context)
            link = &(*link)->next;
        *link = context->next;
        context_release(context);
    }
    pthread_mutex_unlock(&context_lock);
}

void bres__cuda_context_dispose(bres__cuda_context *context, bres__cuda_release_fn release,
                                void *handle)
{
    if (release != NULL)
        context_run_release(context, release, handle);
    bres__cuda_context_close(context);
}

bres_status bres__cuda_context_enter(bres__cuda_context *context, void **previous)
{
    const bres_status status = bres__cuda_context_check(context);

    *previous = NULL;
    return status != BRES_OK ? status : context_switch(context, previous);
}

void bres__cuda_context_leave(bres__cuda_context *context, void *previous)
{
    context->driver->cuCtxSetCurrent(previous);
}

bres_status bres__cuda_object_new(int device, size_t size, void **object)
{
    bres__cuda_context **made = bres__calloc(1, size);
    bres_status status;

    *object = NULL;
    if (made == NULL)
        return bres__error_memory();
    status = bres__cuda_context_open(device, made);
    if (status == BRES_OK)
        *object = made;
    else
        bres__free(made);
    return status;
}

int bres__cuda_context_device(const bres__cuda_context *context)
{
    return context->device;
}

const bres_cuda_device_info *bres__cuda_context_info(const bres__cuda_context *context)
{
    return &context->info;
}

bool bres__cuda_context_is_dead(const bres__cuda_context *context)
{
    return atomic_load(&context->dead);
}

bres_status bres__cuda_context_check(const bres__cuda_context *context)
{
    if (!atomic_load(&context->dead))
        return BRES_OK;
    return bres__error(BRES_ERROR_CUDA, "device %d cannot be used any more since a fault: %s",
                       context->device, context->death);
}

bres_status bres__cuda_context_synchronize(bres__cuda_context *context)
{
    const bres__cuda_driver *driver = context->driver;

    if (driver->cuCtxSynchronize == NULL)
        return bres__cuda_missing(driver, "cuCtxSynchronize");
    return bres__cuda_result(context, driver->cuCtxSynchronize(), "cuCtxSynchronize");
}

bres_status bres__cuda_profiler_start(bres__cuda_context *context)
{
    const bres__cuda_driver *driver = context->driver;

    if (driver->cuProfilerStart == NULL)
        return BRES_OK;
    return bres__cuda_result(context, driver->cuProfilerStart(), "cuProfilerStart");
}

bres_status bres__cuda_profiler_stop(bres__cuda_context *context)
{
    const bres__cuda_driver *driver = context->driver;

    if (driver->cuProfilerStop == NULL)
        return BRES_OK;
    return bres__cuda_result(context, driver->cuProfilerStop(), "cuProfilerStop");
}

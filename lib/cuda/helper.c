/* SPDX-License-Identifier: MIT */
/*
 * The host's side of the helper kernels.
 */
#include "cuda/driver.h"

#include <string.h>

enum { HOST_DEVICE_MAP = 2 };
/* Keeps words that the host writes and words that the device writes in different cache lines. */
#define WORD_DISTANCE    64u
/* Numbers of multiprocessors may have gaps, so there are more slots than multiprocessors. */
#define SLOTS_PER_SM     2u
/* Assumed number of multiprocessors if the driver does not report it. */
#define SM_COUNT_UNKNOWN 64u

typedef struct slot {
    uint64_t nanoseconds; /* 0: not written */
    uint64_t cycles;
} slot;

struct bres__cuda_helpers {
    bres__cuda_context *context; /* borrowed */
    char *words;                 /* host memory that the device can access */
    size_t size;
    uint32_t sm_count;
    uint32_t slot_count; /* per stamp */
    /* Arguments of the kernels, on the device: */
    uint64_t flag;
    uint64_t expired;
    uint64_t slots[2];
};

static volatile uint32_t *helpers_flag(const bres__cuda_helpers *helpers)
{
    return (volatile uint32_t *)(void *)helpers->words;
}

static volatile uint32_t *helpers_expired(const bres__cuda_helpers *helpers)
{
    return (volatile uint32_t *)(void *)(helpers->words + WORD_DISTANCE);
}

static size_t helpers_slots_offset(const bres__cuda_helpers *helpers, bres__cuda_stamp stamp)
{
    const size_t bytes = helpers->slot_count * sizeof(slot);

    return 2 * WORD_DISTANCE + (stamp == BRES__CUDA_STAMP_STOP ? bytes : 0);
}

void bres__cuda_helpers_unload(const bres__cuda_driver *driver, void *handle)
{
    bres__cuda_context *context = handle;

    driver->cuModuleUnload(context->module);
    context->module = NULL;
}

static bres_status context_find_helper(bres__cuda_context *context, const char *name,
                                       void **function)
{
    const bres_status status = bres__cuda_result(
        context, context->driver->cuModuleGetFunction(function, context->module, name),
        "cuModuleGetFunction");

    if (status != BRES_OK)
        bres__error_prefix("cannot find the helper kernel '%s'", name);
    return status;
}

static bres_status context_load_helpers(bres__cuda_context *context)
{
    bres_status status = bres__cuda_load_image(context, bres__cuda_helper_ptx, &context->module);

    if (status != BRES_OK) {
        context->module = NULL;
        bres__error_prefix("cannot load the helper kernels");
        return status;
    }
    status = context_find_helper(context, "block", &context->block);
    if (status == BRES_OK)
        status = context_find_helper(context, "stamp", &context->stamp);
    if (status != BRES_OK)
        bres__cuda_helpers_unload(context->driver, context);
    return status;
}

/* Loads the helper kernels, once per context. */
static bres_status context_have_helpers(bres__cuda_context *context)
{
    bres_status status = BRES_OK;

    pthread_mutex_lock(&context->helper_lock);
    if (context->module == NULL)
        status = context_load_helpers(context);
    pthread_mutex_unlock(&context->helper_lock);
    return status;
}

static bres_status helpers_allocate(bres__cuda_helpers *helpers)
{
    bres__cuda_context *context = helpers->context;
    const bres__cuda_driver *driver = context->driver;
    void *words = NULL;
    uint64_t address = 0;
    bres_status status;

    helpers->sm_count =
        context->info.sm_count > 0 ? (uint32_t)context->info.sm_count : SM_COUNT_UNKNOWN;
    helpers->slot_count = SLOTS_PER_SM * helpers->sm_count;
    helpers->size = 2 * WORD_DISTANCE + 2 * (size_t)helpers->slot_count * sizeof(slot);
    status = bres__cuda_result(
        context, driver->cuMemHostAlloc(&words, helpers->size, HOST_DEVICE_MAP), "cuMemHostAlloc");
    if (status != BRES_OK)
        return status;
    helpers->words = words;
    status = bres__cuda_result(context, driver->cuMemHostGetDevicePointer(&address, words, 0),
                               "cuMemHostGetDevicePointer_v2");
    if (status != BRES_OK)
        return status;
    helpers->flag = address;
    helpers->expired = address + WORD_DISTANCE;
    for (int i = 0; i < 2; i++)
        helpers->slots[i] = address + helpers_slots_offset(helpers, (bres__cuda_stamp)i);
    bres__cuda_helpers_reset(helpers);
    return BRES_OK;
}

bres_status bres__cuda_helpers_open(bres__cuda_context *context, bres__cuda_helpers **helpers)
{
    bres__cuda_helpers *made;
    bres_status status;

    *helpers = NULL;
    status = context_have_helpers(context);
    if (status != BRES_OK)
        return status;
    made = bres__calloc(1, sizeof(*made));
    if (made == NULL)
        return bres__error_memory();
    made->context = context;
    status = helpers_allocate(made);
    if (status != BRES_OK) {
        bres__cuda_helpers_close(made);
        return status;
    }
    *helpers = made;
    return BRES_OK;
}

void bres__cuda_helpers_close(bres__cuda_helpers *helpers)
{
    if (helpers == NULL)
        return;
    if (helpers->words != NULL)
        helpers->context->driver->cuMemFreeHost(helpers->words);
    bres__free(helpers);
}

bres_status bres__cuda_helpers_warm_up(bres__cuda_helpers *helpers, struct CUstream_st *stream)
{
    bres_status waited;
    bres_status status;

    bres__cuda_helpers_reset(helpers);
    bres__cuda_release(helpers);
    status = bres__cuda_block(helpers, stream, 0);
    if (status == BRES_OK)
        status = bres__cuda_stamp_queue(helpers, BRES__CUDA_STAMP_START, stream);
    if (status == BRES_OK)
        status = bres__cuda_stamp_queue(helpers, BRES__CUDA_STAMP_STOP, stream);
    if (status != BRES_OK) {
        helpers->context->driver->cuStreamSynchronize(stream);
        return status;
    }
    waited = bres__cuda_stream_wait(helpers->context, stream);
    bres__cuda_helpers_reset(helpers);
    return waited;
}

void bres__cuda_helpers_reset(bres__cuda_helpers *helpers)
{
    memset(helpers->words, 0, helpers->size);
}

static bres_status helpers_launch(bres__cuda_helpers *helpers, void *function, unsigned blocks,
                                  struct CUstream_st *stream, void **arguments, const char *call)
{
    return bres__cuda_result(helpers->context,
                             helpers->context->driver->cuLaunchKernel(
                                 function, blocks, 1, 1, 1, 1, 1, 0, stream, arguments, NULL),
                             call);
}

bres_status bres__cuda_block(bres__cuda_helpers *helpers, struct CUstream_st *stream,
                             uint64_t limit)
{
    void *arguments[] = { &helpers->flag, &helpers->expired, &limit };

    return helpers_launch(helpers, helpers->context->block, 1, stream, arguments,
                          "cuLaunchKernel of the blocking kernel");
}

void bres__cuda_release(bres__cuda_helpers *helpers)
{
    *helpers_flag(helpers) = 1;
    atomic_thread_fence(memory_order_seq_cst);
}

bool bres__cuda_block_expired(const bres__cuda_helpers *helpers)
{
    return *helpers_expired(helpers) != 0;
}

bres_status bres__cuda_stamp_queue(bres__cuda_helpers *helpers, bres__cuda_stamp stamp,
                                   struct CUstream_st *stream)
{
    void *arguments[] = { &helpers->slots[stamp], &helpers->slot_count };

    return helpers_launch(helpers, helpers->context->stamp, helpers->sm_count, stream, arguments,
                          "cuLaunchKernel of the clock stamp");
}

static const slot *helpers_slots(const bres__cuda_helpers *helpers, bres__cuda_stamp stamp)
{
    return (const slot *)(const void *)(helpers->words + helpers_slots_offset(helpers, stamp));
}

bool bres__cuda_clock_rate(const bres__cuda_helpers *helpers, float *hertz)
{
    const slot *start = helpers_slots(helpers, BRES__CUDA_STAMP_START);
    const slot *stop = helpers_slots(helpers, BRES__CUDA_STAMP_STOP);

    for (uint32_t i = 0; i < helpers->slot_count; i++) {
        if (start[i].nanoseconds == 0 || stop[i].nanoseconds <= start[i].nanoseconds ||
            stop[i].cycles <= start[i].cycles)
            continue;
        *hertz = (float)(stop[i].cycles - start[i].cycles) /
                 (float)(stop[i].nanoseconds - start[i].nanoseconds) * 1e9f;
        return true;
    }
    return false;
}

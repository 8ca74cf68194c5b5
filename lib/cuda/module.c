/* SPDX-License-Identifier: MIT */
/*
 * Modules of code and the kernels in them.
 */
#include "cuda/driver.h"

#include <string.h>

#define MODULE_FILE_MAX ((uint64_t)1 << 30)
#define MODULE_LOG_SIZE 1024u

/* The driver's numbers. */
enum { JIT_ERROR_LOG = 5, JIT_ERROR_LOG_SIZE = 6 };
enum { FUNCTION_MAX_DYNAMIC_SHARED = 8 };
/* Shared memory that a block can use on any device without a request, including the memory that its
 * kernel has declared. */
#define SHARED_WITHOUT_ASKING (48u * 1024u)

struct bres_cuda_kernel {
    bres_cuda_kernel *next;
    bres_cuda_module *module;
    void *function;
    uint32_t shared_bytes; /* requested with cuFuncSetAttribute */
    char name[];
};

struct bres_cuda_module {
    bres__cuda_context *context; /* opened */
    void *handle;
    bres_cuda_kernel *kernels;
};

/* Adds the first line of the compiler's log to the error. Later lines repeat it or follow from it.
 */
static void log_add(char *log)
{
    bres__error_record record;

    log += strspn(log, " \t\r\n");
    log[strcspn(log, "\r\n")] = '\0';
    if (log[0] == '\0')
        return;
    bres__error_save(&record);
    bres__error(record.status, "%s: %s", record.message, log);
}

bres_status bres__cuda_load_image(bres__cuda_context *context, const void *image, void **module)
{
    const bres__cuda_driver *driver = context->driver;
    char log[MODULE_LOG_SIZE] = "";
    int options[] = { JIT_ERROR_LOG, JIT_ERROR_LOG_SIZE };
    /* The driver expects numbers in the form of pointers. */
    void *values[] = { log, (void *)(uintptr_t)sizeof(log) };
    bres_status status;

    *module = NULL;
    if (driver->cuModuleLoadDataEx == NULL)
        return bres__cuda_result(context, driver->cuModuleLoadData(module, image),
                                 "cuModuleLoadData");
    status =
        bres__cuda_result(context, driver->cuModuleLoadDataEx(module, image, 2, options, values),
                          "cuModuleLoadDataEx");
    log[sizeof(log) - 1] = '\0';
    if (status != BRES_OK)
        log_add(log);
    return status;
}

static bres_status module_load(bres_cuda_module *module, const void *image)
{
    void *previous;
    bres_status status = bres__cuda_context_enter(module->context, &previous);

    if (status != BRES_OK)
        return status;
    status = bres__cuda_load_image(module->context, image, &module->handle);
    if (status != BRES_OK)
        module->handle = NULL;
    bres__cuda_context_leave(module->context, previous);
    return status;
}

/* The image must have a NUL after its last byte. */
static bres_status module_make(int device, const char *image, bres_cuda_module **module)
{
    void *object;
    bres_status status = bres__cuda_object_new(device, sizeof(bres_cuda_module), &object);
    bres_cuda_module *made = object;

    if (status == BRES_OK)
        status = module_load(made, image);
    if (status != BRES_OK) {
        bres_cuda_module_free(made);
        return status;
    }
    *module = made;
    return BRES_OK;
}

bres_status bres_cuda_module_load(int device, const void *image, size_t size,
                                  bres_cuda_module **module)
{
    bres_status status;
    char *copy;

    if (module == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_cuda_module_load: module is NULL");
    *module = NULL;
    if (image == NULL || size == 0 || size == SIZE_MAX)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_cuda_module_load: the image is empty");
    copy = bres__malloc(size + 1);
    if (copy == NULL)
        return bres__error_memory();
    memcpy(copy, image, size);
    copy[size] = '\0';
    status = module_make(device, copy, module);
    bres__free(copy);
    return status;
}

bres_status bres_cuda_module_load_file(int device, const char *path, bres_cuda_module **module)
{
    bres__buffer image;
    bres_status status;

    if (module == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_cuda_module_load_file: module is NULL");
    *module = NULL;
    if (path == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_cuda_module_load_file: path is NULL");
    status = bres__read_file(path, MODULE_FILE_MAX, &image);
    if (status != BRES_OK)
        return status;
    status = module_make(device, image.data, module);
    if (status != BRES_OK)
        bres__error_set_file(path);
    bres__free(image.data);
    return status;
}

static void module_unload(const bres__cuda_driver *driver, void *handle)
{
    driver->cuModuleUnload(((bres_cuda_module *)handle)->handle);
}

void bres_cuda_module_free(bres_cuda_module *module)
{
    if (module == NULL)
        return;
    while (module->kernels != NULL) {
        bres_cuda_kernel *const kernel = module->kernels;

        module->kernels = kernel->next;
        bres__free(kernel);
    }
    bres__cuda_context_dispose(module->context, module->handle != NULL ? module_unload : NULL,
                               module);
    bres__free(module);
}

static bres_status kernel_find(bres_cuda_kernel *kernel)
{
    bres__cuda_context *context = kernel->module->context;
    void *previous;
    bres_status status = bres__cuda_context_enter(context, &previous);
    int result;

    if (status != BRES_OK)
        return status;
    result = context->driver->cuModuleGetFunction(&kernel->function, kernel->module->handle,
                                                  kernel->name);
    if (result == BRES__CUDA_NOT_FOUND)
        status = bres__error(BRES_ERROR_KEY, "the module has no kernel '%s'", kernel->name);
    else
        status = bres__cuda_result(context, result, "cuModuleGetFunction");
    bres__cuda_context_leave(context, previous);
    return status;
}

bres_status bres_cuda_module_kernel(bres_cuda_module *module, const char *name,
                                    bres_cuda_kernel **kernel)
{
    bres_cuda_kernel *made;
    bres_status status;
    size_t length;

    if (kernel == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_cuda_module_kernel: kernel is NULL");
    *kernel = NULL;
    if (module == NULL || name == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_cuda_module_kernel: module or name is NULL");
    for (made = module->kernels; made != NULL; made = made->next) {
        if (strcmp(made->name, name) == 0) {
            *kernel = made;
            return BRES_OK;
        }
    }
    length = strlen(name) + 1;
    made = bres__calloc(1, sizeof(*made) + length);
    if (made == NULL)
        return bres__error_memory();
    memcpy(made->name, name, length);
    made->module = module;
    status = kernel_find(made);
    if (status != BRES_OK) {
        bres__free(made);
        return status;
    }
    made->next = module->kernels;
    module->kernels = made;
    *kernel = made;
    return BRES_OK;
}

static bres_status kernel_ask_shared(bres_cuda_kernel *kernel, uint32_t bytes)
{
    bres__cuda_context *context = kernel->module->context;
    bres_status status;

    if (bytes > INT32_MAX)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "bres_cuda_kernel_launch: no device has %u bytes of shared memory",
                           (unsigned)bytes);
    if (context->driver->cuFuncSetAttribute == NULL)
        return bytes <= SHARED_WITHOUT_ASKING
                   ? BRES_OK
                   : bres__cuda_missing(context->driver, "cuFuncSetAttribute");
    status = bres__cuda_result(context,
                               context->driver->cuFuncSetAttribute(
                                   kernel->function, FUNCTION_MAX_DYNAMIC_SHARED, (int)bytes),
                               "cuFuncSetAttribute");
    if (status == BRES_OK)
        kernel->shared_bytes = bytes;
    else
        bres__error_prefix("cannot have %u bytes of shared memory for the kernel '%s'",
                           (unsigned)bytes, kernel->name);
    return status;
}

static unsigned at_least_one(uint32_t dimension)
{
    return dimension == 0 ? 1u : dimension;
}

/* The context must be current. */
static bres_status kernel_launch(bres_cuda_kernel *kernel, const bres_cuda_geometry *geometry,
                                 struct CUstream_st *stream, void **arguments)
{
    bres__cuda_context *context = kernel->module->context;
    bres_status status = BRES_OK;

    if (geometry->shared_bytes > kernel->shared_bytes)
        status = kernel_ask_shared(kernel, geometry->shared_bytes);
    if (status != BRES_OK)
        return status;
    status = bres__cuda_result(
        context,
        context->driver->cuLaunchKernel(
            kernel->function, at_least_one(geometry->grid[0]), at_least_one(geometry->grid[1]),
            at_least_one(geometry->grid[2]), at_least_one(geometry->block[0]),
            at_least_one(geometry->block[1]), at_least_one(geometry->block[2]),
            geometry->shared_bytes, stream, arguments, NULL),
        "cuLaunchKernel");
    if (status != BRES_OK)
        bres__error_prefix("cannot launch the kernel '%s'", kernel->name);
    return status;
}

bres_status bres_cuda_kernel_launch(bres_cuda_kernel *kernel, const bres_cuda_geometry *geometry,
                                    struct CUstream_st *stream, void **arguments)
{
    void *previous;
    bres_status status;

    if (kernel == NULL || geometry == NULL)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "bres_cuda_kernel_launch: kernel or geometry is NULL");
    status = bres__cuda_context_enter(kernel->module->context, &previous);
    if (status != BRES_OK)
        return status;
    status = kernel_launch(kernel, geometry, stream, arguments);
    bres__cuda_context_leave(kernel->module->context, previous);
    return status;
}

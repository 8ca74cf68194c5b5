/* SPDX-License-Identifier: MIT */
/*
 * Opens the driver. An open driver is kept for the life of the process, because its threads may
 * still run after its last use.
 */
#include "cuda/driver.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DRIVER_VARIABLE "BENCHRESULT_CUDA_LIBRARY"

static pthread_mutex_t driver_lock = PTHREAD_MUTEX_INITIALIZER;
static bres__cuda_driver *drivers;

/* Opens the library at the path, or under its usual names if the path is empty. */
static bres_status library_open(const char *path, void **library)
{
    char reason[512];
    const char *text;

    *library = dlopen(path[0] != '\0' ? path : "libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (*library != NULL)
        return BRES_OK;
    text = dlerror();
    bres__format(reason, sizeof(reason), "%s", text != NULL ? text : "unknown reason");
    if (path[0] != '\0')
        return bres__error(BRES_ERROR_NO_DEVICE,
                           "cannot open the NVIDIA driver that " DRIVER_VARIABLE " names: %s",
                           reason);
    *library = dlopen("libcuda.so", RTLD_NOW | RTLD_LOCAL);
    if (*library != NULL)
        return BRES_OK;
    return bres__error(BRES_ERROR_NO_DEVICE,
                       "NVIDIA driver not found: cannot open libcuda.so.1 or libcuda.so: %s",
                       reason);
}

static bres_status driver_initialize(bres__cuda_driver *driver)
{
    char text[512];
    const char *call = "cuInit";
    int result = driver->cuInit(0);

    if (result == BRES__CUDA_SUCCESS) {
        call = "cuDriverGetVersion";
        result = driver->cuDriverGetVersion(&driver->version);
    }
    if (result == BRES__CUDA_SUCCESS) {
        call = "cuDeviceGetCount";
        result = driver->cuDeviceGetCount(&driver->device_count);
    }
    if (result == BRES__CUDA_SUCCESS && driver->device_count <= 0)
        result = BRES__CUDA_NO_DEVICE;
    if (result == BRES__CUDA_SUCCESS)
        return BRES_OK;
    bres__cuda_describe(driver, result, call, text, sizeof(text));
    return bres__error(BRES_ERROR_NO_DEVICE, "the NVIDIA driver cannot be used: %s", text);
}

static void driver_free(bres__cuda_driver *driver)
{
    if (driver == NULL)
        return;
    if (driver->library != NULL)
        dlclose(driver->library);
    bres__free(driver->path);
    bres__free(driver);
}

static bres_status driver_open(const char *path, bres__cuda_driver **driver)
{
    bres__cuda_driver *made = bres__calloc(1, sizeof(*made));
    bres_status status;

    *driver = NULL;
    if (made == NULL)
        return bres__error_memory();
    made->process = getpid();
    made->path = bres__strdup(path);
    status = made->path != NULL ? library_open(path, &made->library) : bres__error_memory();
    if (status != BRES_OK)
        goto out;
    status = bres__cuda_resolve(made);
    if (status != BRES_OK)
        goto out;
    status = driver_initialize(made);
    if (status != BRES_OK)
        goto out;
    *driver = made;
    made = NULL;
out:
    driver_free(made);
    return status;
}

static bres__cuda_driver *driver_find(const char *path)
{
    bres__cuda_driver *driver = drivers;

    while (driver != NULL && strcmp(driver->path, path) != 0)
        driver = driver->next;
    return driver;
}

/* A driver that was initialized before a fork does not work in the child process. */
static bres_status driver_check_process(const bres__cuda_driver *driver)
{
    if (driver->process == getpid())
        return BRES_OK;
    return bres__error(BRES_ERROR_NO_DEVICE,
                       "the NVIDIA driver cannot be used: it was opened before this process was "
                       "forked");
}

bres_status bres__cuda_driver_get(const bres__cuda_driver **driver)
{
    const char *path = secure_getenv(DRIVER_VARIABLE);
    bres__cuda_driver *found;
    bres_status status = BRES_OK;

    *driver = NULL;
    if (path == NULL)
        path = "";
    pthread_mutex_lock(&driver_lock);
    found = driver_find(path);
    if (found == NULL) {
        status = driver_open(path, &found);
        if (status == BRES_OK) {
            found->next = drivers;
            drivers = found;
        }
    }
    pthread_mutex_unlock(&driver_lock);
    if (status == BRES_OK)
        status = driver_check_process(found);
    if (status == BRES_OK)
        *driver = found;
    return status;
}

static bool driver_is_open(void)
{
    const bres__cuda_driver *driver;

    pthread_mutex_lock(&driver_lock);
    driver = drivers;
    while (driver != NULL && driver->process != getpid())
        driver = driver->next;
    pthread_mutex_unlock(&driver_lock);
    return driver != NULL;
}

bool bres__cuda_is_initialized(void)
{
    int (*current)(void **);
    bool initialized;
    void *library;
    void *context;

    if (driver_is_open())
        return true;
    library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
    if (library == NULL)
        return false;
    *(void **)&current = dlsym(library, "cuCtxGetCurrent");
    initialized = current != NULL && current(&context) == BRES__CUDA_SUCCESS;
    dlclose(library);
    return initialized;
}

#ifdef BRES__FAULTS
void bres__cuda_forget(void)
{
    pthread_mutex_lock(&driver_lock);
    while (drivers != NULL) {
        bres__cuda_driver *const driver = drivers;

        drivers = driver->next;
        driver_free(driver);
    }
    pthread_mutex_unlock(&driver_lock);
}
#endif

bool bres_cuda_available(const char **reason)
{
    const bres__cuda_driver *driver;
    const bool available = bres__cuda_driver_get(&driver) == BRES_OK;

    if (reason != NULL)
        *reason = available ? "" : bres_last_error();
    return available;
}

int bres_cuda_device_count(void)
{
    const bres__cuda_driver *driver;

    return bres__cuda_driver_get(&driver) == BRES_OK ? driver->device_count : 0;
}

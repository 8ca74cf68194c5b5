/* SPDX-License-Identifier: MIT */
#include "cuda/driver.h"
#include "support/gpu.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Expects that the driver is refused, with `why` in the reason. */
static void expect_unavailable(const char *why)
{
    const char *reason = NULL;

    cr_expect(!bres_cuda_available(&reason), "there should be no driver: %s", why);
    cr_assert_not_null(reason);
    cr_expect_not_null(strstr(reason, why), "the reason is\n%s\nwithout\n%s", reason, why);
    cr_expect_eq(bres_last_error_status(), BRES_ERROR_NO_DEVICE);
}

Test(cuda, driver_that_is_missing_is_said_and_looked_for_again)
{
    char *json = NULL;

    bres__cuda_forget();
    setenv("BENCHRESULT_CUDA_LIBRARY", "/nowhere/libcuda.so.1", 1);
    expect_unavailable("/nowhere/libcuda.so.1");
    expect_unavailable("BENCHRESULT_CUDA_LIBRARY");
    cr_expect_eq(bres_cuda_device_count(), 0);
    cr_expect_eq(bres_cuda_device_json(0, &json), BRES_ERROR_NO_DEVICE);
    cr_expect_null(json);
    /* A library, but not a driver. */
    setenv("BENCHRESULT_CUDA_LIBRARY", "libm.so.6", 1);
    expect_unavailable("it has no function cuInit");
    bres_test_gpu_begin(2);
    cr_expect(bres_cuda_available(NULL));
    cr_expect_eq(bres_cuda_device_count(), 2);
}

Test(cuda, driver_without_a_variable_has_its_usual_names)
{
    const char *reason = NULL;

    bres__cuda_forget();
    unsetenv("BENCHRESULT_CUDA_LIBRARY");
    if (!bres_cuda_available(&reason))
        cr_expect_not_null(strstr(reason, "NVIDIA driver"), "%s", reason);
    else
        cr_expect_str_eq(reason, "");
}

Test(cuda, driver_that_cannot_be_initialized_says_why)
{
    static const struct {
        const char *call;
        int result;
        const char *why;
    } rows[] = {
        { "cuInit", 34, "cuInit failed: CUDA_ERROR_STUB_LIBRARY (34)" },
        { "cuInit", 46, "CUDA_ERROR_DEVICE_UNAVAILABLE" },
        { "cuInit", 100, "CUDA_ERROR_NO_DEVICE" },
        { "cuInit", 803, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH" },
        { "cuInit", 999, "CUDA_ERROR_UNKNOWN" },
        { "cuInit", 12345, "cuInit failed: unknown error (12345)" },
        { "cuDriverGetVersion", 1, "cuDriverGetVersion failed: CUDA_ERROR_INVALID_VALUE (1)" },
        { "cuDeviceGetCount", 3, "cuDeviceGetCount failed: CUDA_ERROR_NOT_INITIALIZED (3)" },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bres_test_gpu_begin(1);
        fake->fail(rows[i].call, 1, rows[i].result, false);
        expect_unavailable(rows[i].why);
        cr_expect(bres_cuda_available(NULL), "%s: the next call must look again", rows[i].why);
    }
    bres_test_gpu_begin(1);
    fake->stub(true);
    expect_unavailable("stub");
    bres_test_gpu_begin(0);
    expect_unavailable("CUDA_ERROR_NO_DEVICE");
}

/* Whether the library needs a required symbol. It does not call cuEventSynchronize, and needs only
 * one of the two functions that load a module. */
static bool is_used(const char *symbol)
{
    return strcmp(symbol, "cuEventSynchronize") != 0 && strcmp(symbol, "cuModuleLoadData") != 0 &&
           strcmp(symbol, "cuModuleLoadDataEx") != 0;
}

Test(cuda, driver_without_a_required_symbol_is_refused_by_name)
{
    for (size_t i = 0; i < fake_cuda_required_count; i++) {
        const char *symbol = fake_cuda_symbols[i];

        bres_test_gpu_begin_without(symbol, 1);
        if (is_used(symbol))
            expect_unavailable(symbol);
        else
            cr_expect(bres_cuda_available(NULL), "%s: %s", symbol, bres_last_error());
    }
    bres_test_gpu_begin_old(1);
    cr_expect(bres_cuda_available(NULL), "%s", bres_last_error());
}

Test(cuda, drivers_of_two_names_stay_open_beside_each_other)
{
    const bres__cuda_driver *first;
    const bres__cuda_driver *second;
    const bres__cuda_driver *again;
    char *path;

    bres_test_gpu_begin(1);
    cr_assert_eq(bres__cuda_driver_get(&first), BRES_OK);
    path = strdup(getenv("BENCHRESULT_CUDA_LIBRARY"));
    fake_cuda_begin_old(2);
    cr_assert_eq(bres__cuda_driver_get(&second), BRES_OK);
    cr_expect_neq(second, first);
    cr_expect_eq(bres_cuda_device_count(), 2);
    setenv("BENCHRESULT_CUDA_LIBRARY", path, 1);
    cr_assert_eq(bres__cuda_driver_get(&again), BRES_OK);
    cr_expect_eq(again, first);
    free(path);
}

static void *open_driver(void *driver)
{
    bres__cuda_driver_get(driver);
    return NULL;
}

Test(cuda, driver_is_opened_once_by_threads)
{
    const bres__cuda_driver *drivers[4];
    pthread_t threads[4];

    bres_test_gpu_begin(1);
    for (int i = 0; i < 4; i++)
        cr_assert_eq(pthread_create(&threads[i], NULL, open_driver, &drivers[i]), 0);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < 4; i++) {
        cr_expect_not_null(drivers[i]);
        cr_expect_eq(drivers[i], drivers[0]);
    }
    cr_expect_eq(fake->calls("cuInit"), 1);
}

Test(cuda, driver_that_was_opened_before_a_fork_is_refused)
{
    const char *reason;
    int status;
    pid_t child;

    bres_test_gpu_begin(1);
    cr_assert(bres_cuda_available(NULL));
    child = fork();
    cr_assert_neq(child, -1);
    if (child == 0)
        _exit(bres_cuda_available(&reason) || strstr(reason, "forked") == NULL);
    cr_assert_eq(waitpid(child, &status, 0), child);
    cr_expect_eq(status, 0, "the child found a driver, or another reason");
}

static bres_status open_once(void *context)
{
    const bres__cuda_driver *driver;
    bres_status status;

    (void)context;
    bres__cuda_forget();
    status = bres__cuda_driver_get(&driver);
    cr_assert_eq(driver != NULL, status == BRES_OK);
    return status;
}

Test(cuda, driver_survives_every_failing_allocation)
{
    bres_test_gpu_begin(1);
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, open_once, NULL);
}

/* SPDX-License-Identifier: MIT */
#include "cuda/cuda.h"
#include "support/gpu.h"
#include "support/support.h"

#include <benchresult/build.h>
#include <benchresult/model.h>
#include <criterion/criterion.h>
#include <string.h>

/* Sets the attributes that the tests query. */
static void device_describe(int device)
{
    static const int attributes[][2] = {
        { 1, 1024 }, { 8, 49152 },    { 12, 65536 }, { 13, 1980000 },  { 16, 132 },  { 17, 0 },
        { 32, 1 },   { 36, 3201000 }, { 37, 6144 },  { 38, 62914560 }, { 39, 2048 }, { 75, 9 },
        { 76, 0 },   { 81, 233472 },  { 82, 65536 }, { 106, 32 },
    };

    for (size_t i = 0; i < sizeof(attributes) / sizeof(attributes[0]); i++)
        fake->attribute(device, attributes[i][0], attributes[i][1]);
}

Test(cuda, device_facts_are_those_of_the_driver)
{
    bres_cuda_device_info info;

    bres_test_gpu_begin(1);
    device_describe(0);
    fake->driver_version(12080);
    bres_cuda_device_info_init(NULL);
    bres_cuda_device_info_init(&info);
    cr_assert_eq(bres_cuda_device_query(0, &info), BRES_OK, "%s", bres_last_error());
    cr_expect_eq(info.size, sizeof(info));
    cr_expect_eq(info.sm_clock, 1.98e9);
    cr_expect_eq(info.memory_clock, 3.201e9);
    cr_expect_eq(info.memory_bandwidth, 2 * 3.201e9 * 768);
    cr_expect_gt(info.memory_size, 0);
    cr_expect_eq(info.l2_size, 62914560);
    cr_expect_eq(info.shared_per_sm, 233472);
    cr_expect_eq(info.shared_per_block, 49152);
    cr_expect_eq(info.compute_major, 9);
    cr_expect_eq(info.compute_minor, 0);
    cr_expect_eq(info.sm_count, 132);
    cr_expect_eq(info.memory_bus_width, 6144);
    cr_expect_eq(info.blocks_per_sm, 32);
    cr_expect_eq(info.threads_per_sm, 2048);
    cr_expect_eq(info.threads_per_block, 1024);
    cr_expect_eq(info.registers_per_sm, 65536);
    cr_expect_eq(info.registers_per_block, 65536);
    cr_expect_eq(info.ecc, 1);
    cr_expect_eq(info.time_limit, 0);
    cr_expect_eq(info.driver_version, 12080);
    cr_expect_gt(strlen(info.name), 0);
    cr_expect_gt(strlen(info.pci_bus_id), 0);
    fake_cuda_expect_clean();
}

static void expect_number(const bres_device *device, const char *key, int64_t expected)
{
    int64_t value = -1;

    cr_expect(bres_device_int64(device, key, &value), "%s is missing", key);
    cr_expect_eq(value, expected, "%s is %lld", key, (long long)value);
}

Test(cuda, device_json_has_the_keys_of_a_result)
{
    const bres_device *device;
    bres_result *result;
    char *json;

    bres_test_gpu_begin(2);
    device_describe(1);
    cr_assert_eq(bres_cuda_device_json(1, &json), BRES_OK, "%s", bres_last_error());
    cr_assert_eq(bres_result_new(&result), BRES_OK);
    cr_assert_eq(bres_result_add_device(result, 1, "GPU", json, &device), BRES_OK, "%s",
                 bres_last_error());
    bres_string_free(json);
    expect_number(device, "id", 1);
    expect_number(device, "sm_version", 900);
    expect_number(device, "ptx_version", 900);
    expect_number(device, "sm_default_clock_rate", 1980000000);
    expect_number(device, "number_of_sms", 132);
    expect_number(device, "max_blocks_per_sm", 32);
    expect_number(device, "max_threads_per_sm", 2048);
    expect_number(device, "max_threads_per_block", 1024);
    expect_number(device, "registers_per_sm", 65536);
    expect_number(device, "registers_per_block", 65536);
    expect_number(device, "global_memory_bus_peak_clock_rate", 3201000000);
    expect_number(device, "global_memory_bus_width", 6144);
    expect_number(device, "global_memory_bus_bandwidth", INT64_C(4916736000000));
    expect_number(device, "l2_cache_size", 62914560);
    expect_number(device, "shared_memory_per_sm", 233472);
    expect_number(device, "shared_memory_per_block", 49152);
    json = strstr(bres_device_json(device), "\"ecc_state\"");
    cr_assert_not_null(json);
    cr_expect_not_null(strstr(json, "true"), "%s", json);
    cr_expect_not_null(strstr(bres_device_json(device), "\"global_memory_size\""));
    bres_result_unref(result);
}

Test(cuda, device_index_and_struct_are_checked)
{
    static const int indices[] = { -1, 2, INT32_MAX };
    bres_cuda_device_info info;
    char *json = NULL;

    bres_test_gpu_begin(2);
    fake_cuda_absent();
    bres_cuda_device_info_init(&info);
    cr_expect_eq(bres_cuda_device_query(0, &info), BRES_ERROR_NO_DEVICE);
    bres_test_gpu_begin(2);
    for (size_t i = 0; i < sizeof(indices) / sizeof(indices[0]); i++) {
        bres_cuda_device_info_init(&info);
        info.sm_count = 7;
        cr_expect_eq(bres_cuda_device_query(indices[i], &info), BRES_ERROR_ARGUMENT);
        cr_expect_not_null(strstr(bres_last_error(), "the driver has 2"), "%s", bres_last_error());
        cr_expect_eq(info.sm_count, 0);
        cr_expect_eq(bres_cuda_device_json(indices[i], &json), BRES_ERROR_ARGUMENT);
        cr_expect_null(json);
    }
    cr_expect_eq(bres_cuda_device_query(0, NULL), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_cuda_device_json(0, NULL), BRES_ERROR_ARGUMENT);
    info.size = 3;
    cr_expect_eq(bres_cuda_device_query(0, &info), BRES_ERROR_VERSION);
}

Test(cuda, device_of_a_newer_program_is_filled_as_far_as_known)
{
    struct {
        bres_cuda_device_info info;
        uint64_t newer;
    } larger = { .newer = 0 };

    bres_test_gpu_begin(1);
    bres_cuda_device_info_init(&larger.info);
    larger.info.size = sizeof(larger);
    cr_assert_eq(bres_cuda_device_query(0, &larger.info), BRES_OK, "%s", bres_last_error());
    cr_expect_eq(larger.info.size, sizeof(larger));
    cr_expect_gt(larger.info.sm_count, 0);
    cr_expect_eq(larger.newer, 0);
}

Test(cuda, device_fact_that_the_driver_does_not_know_is_zero)
{
    bres_cuda_device_info info;

    bres_test_gpu_begin(1);
    bres_cuda_device_info_init(&info);
    cr_assert_eq(bres_cuda_device_query(0, &info), BRES_OK);
    fake->fail("cuDeviceGetAttribute", 1, 1, false); /* the first attribute is the default clock */
    cr_assert_eq(bres_cuda_device_query(0, &info), BRES_OK, "%s", bres_last_error());
    cr_expect_eq(info.sm_clock, 0);
    cr_expect_gt(info.sm_count, 0);
    fake->fail("cuDeviceGetPCIBusId", 1, 999, false);
    cr_assert_eq(bres_cuda_device_query(0, &info), BRES_OK, "%s", bres_last_error());
    cr_expect_str_eq(info.pci_bus_id, "");
    bres_test_gpu_begin_without("cuDeviceGetPCIBusId", 1);
    cr_assert_eq(bres_cuda_device_query(0, &info), BRES_OK, "%s", bres_last_error());
    cr_expect_str_eq(info.pci_bus_id, "");
}

static bres_status json_once(void *context)
{
    char *json;
    bres_status status;

    (void)context;
    bres__cuda_forget();
    status = bres_cuda_device_json(0, &json);
    cr_assert_eq(json != NULL, status == BRES_OK);
    bres_string_free(json);
    return status;
}

Test(cuda, device_json_survives_every_failing_allocation)
{
    bres_test_gpu_begin(1);
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, json_once, NULL);
}

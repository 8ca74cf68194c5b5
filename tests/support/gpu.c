/* SPDX-License-Identifier: MIT */
#include "support/gpu.h"

#include "cuda/cuda.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

const char bres_test_ptx[] = ".version 6.0\n.target sm_50\n.address_size 64\n"
                             ".visible .entry work()\n{\n    ret;\n}\n"
                             ".visible .entry typed(.param .u32 a, .param .f64 b,\n"
                             "    .param .u64 c)\n{\n    ret;\n}\n";

static void forget(void)
{
    bres__cuda_forget();
    unsetenv("BENCHRESULT_NVML_LIBRARY");
}

void bres_test_gpu_begin(int devices)
{
    forget();
    fake_cuda_begin(devices);
}

void bres_test_gpu_begin_old(int devices)
{
    forget();
    fake_cuda_begin_old(devices);
}

void bres_test_gpu_begin_without(const char *symbol, int devices)
{
    forget();
    fake_cuda_begin_without(symbol, devices);
}

/* The PCI bus ID of device 0; static, because the fake NVML keeps the pointer. */
static const char *bus_id(void)
{
    static bres_cuda_device_info info;

    bres_cuda_device_info_init(&info);
    cr_assert_eq(bres_cuda_device_query(0, &info), BRES_OK, "%s", bres_last_error());
    return info.pci_bus_id;
}

fake_nvml_state *bres_test_nvml_begin(bool old)
{
    const char *path = bres_test_beside("fakenvml/%slibnvidia-ml.so.1", old ? "old/" : "");
    fake_nvml_state *state;
    void *library;

    /* Never closed, so that its state survives when the library opens and closes it. */
    library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    cr_assert_not_null(library, "%s: %s", path, dlerror());
    state = dlsym(library, "fake_nvml");
    cr_assert_not_null(state);
    *state = (fake_nvml_state){ .bus_id = bus_id() };
    setenv("BENCHRESULT_NVML_LIBRARY", path, 1);
    return state;
}

size_t bres_test_count(const char *text, const char *wanted)
{
    size_t count = 0;

    for (; (text = strstr(text, wanted)) != NULL; text += strlen(wanted))
        count++;
    return count;
}

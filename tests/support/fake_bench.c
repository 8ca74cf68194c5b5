/* SPDX-License-Identifier: MIT */
#include "support/fake_bench.h"

#include <criterion/criterion.h>
#include <string.h>

const char fake_ptx[] = ".version 6.0\n.target sm_50\n.address_size 64\n"
                        ".visible .entry block(.param .u64 flag, .param .u64 timeout,\n"
                        "    .param .u64 limit)\n{\n    ret;\n}\n"
                        ".visible .entry stamp(.param .u64 out)\n{\n    ret;\n}\n"
                        ".visible .entry work()\n{\n    ret;\n}\n"
                        ".visible .entry typed(.param .u32 a, .param .f64 b,\n"
                        "    .param .align 8 .b8 c[8])\n{\n    ret;\n}\n";

void fake_bench_open(fake_bench *bench, CUdevice device)
{
    void *words = NULL;

    memset(bench, 0, sizeof(*bench));
    bench->device = device;
    cr_assert_eq(cu->cuInit(0), 0);
    cr_assert_eq(cu->cuDevicePrimaryCtxRetain(&bench->context, device), 0);
    cr_assert_eq(cu->cuCtxSetCurrent(bench->context), 0);
    cr_assert_eq(cu->cuStreamCreate(&bench->stream, 1), 0);
    cr_assert_eq(cu->cuEventCreate(&bench->start, 0), 0);
    cr_assert_eq(cu->cuEventCreate(&bench->end, 0), 0);
    cr_assert_eq(cu->cuModuleLoadData(&bench->module, fake_ptx), 0);
    cr_assert_eq(cu->cuModuleGetFunction(&bench->block, bench->module, "block"), 0);
    cr_assert_eq(cu->cuModuleGetFunction(&bench->stamp, bench->module, "stamp"), 0);
    cr_assert_eq(cu->cuModuleGetFunction(&bench->work, bench->module, "work"), 0);
    cr_assert_eq(cu->cuMemHostAlloc(&words, 64, 2), 0);
    cr_assert_eq(cu->cuMemHostGetDevicePointer_v2(&bench->address, words, 0), 0);
    memset(words, 0, 64);
    bench->words = words;
}

void fake_bench_close(fake_bench *bench)
{
    cu->cuMemFreeHost((void *)(uintptr_t)bench->words);
    cu->cuModuleUnload(bench->module);
    cu->cuEventDestroy_v2(bench->end);
    cu->cuEventDestroy_v2(bench->start);
    cu->cuStreamDestroy_v2(bench->stream);
    cu->cuCtxSetCurrent(NULL);
    cu->cuDevicePrimaryCtxRelease_v2(bench->device);
}

CUresult fake_launch(CUfunction function, CUstream stream, void **parameters)
{
    return cu->cuLaunchKernel(function, 4, 1, 1, 1, 1, 1, 0, stream, parameters, NULL);
}

CUresult fake_launch_block(const fake_bench *bench, CUstream stream, uint64_t limit)
{
    uint64_t flag = bench->address;
    uint64_t timeout = bench->address + 4;
    void *parameters[] = { &flag, &timeout, &limit };

    return fake_launch(bench->block, stream, parameters);
}

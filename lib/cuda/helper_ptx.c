/* SPDX-License-Identifier: MIT */
/*
 * The helper kernels as PTX text, for devices with compute capability 5.0 or later: the driver
 * compiles the text for the device.
 *
 * block(flag, expired, limit): one thread. Waits until the word at `flag` is not 0. If `limit` is
 * not 0, it stops waiting after this many nanoseconds on the device's clock, and sets the word at
 * `expired` to 1, which the host sees at once.
 *
 * stamp(slots, count): as many blocks of one thread as the device has multiprocessors. Each thread
 * writes the nanosecond clock and the cycle counter of its multiprocessor into the slot with that
 * multiprocessor's number. It writes both in one store, because several threads may run on one
 * multiprocessor.
 */
#include "cuda/driver.h"

const char bres__cuda_helper_ptx[] =
    ".version 6.0\n"
    ".target sm_50\n"
    ".address_size 64\n"
    "\n"
    ".visible .entry block(.param .u64 flag, .param .u64 expired, .param .u64 limit)\n"
    "{\n"
    "    .reg .pred %released, %unlimited, %early;\n"
    "    .reg .b32 %word;\n"
    "    .reg .b64 %flag, %expired, %limit, %start, %elapsed;\n"
    "\n"
    "    ld.param.u64 %flag, [flag];\n"
    "    ld.param.u64 %expired, [expired];\n"
    "    ld.param.u64 %limit, [limit];\n"
    "    cvta.to.global.u64 %flag, %flag;\n"
    "    cvta.to.global.u64 %expired, %expired;\n"
    "    setp.eq.u64 %unlimited, %limit, 0;\n"
    "    mov.u64 %start, %globaltimer;\n"
    "WAIT:\n"
    "    ld.volatile.global.u32 %word, [%flag];\n"
    "    setp.ne.u32 %released, %word, 0;\n"
    "    @%released bra DONE;\n"
    "    @%unlimited bra WAIT;\n"
    "    mov.u64 %elapsed, %globaltimer;\n"
    "    sub.u64 %elapsed, %elapsed, %start;\n"
    "    setp.lt.u64 %early, %elapsed, %limit;\n"
    "    @%early bra WAIT;\n"
    "    st.volatile.global.u32 [%expired], 1;\n"
    "    membar.sys;\n"
    "DONE:\n"
    "    ret;\n"
    "}\n"
    "\n"
    ".visible .entry stamp(.param .u64 slots, .param .u32 count)\n"
    "{\n"
    "    .reg .pred %beyond;\n"
    "    .reg .b32 %number, %count;\n"
    "    .reg .b64 %slot, %offset, %nanoseconds, %cycles;\n"
    "\n"
    "    ld.param.u64 %slot, [slots];\n"
    "    ld.param.u32 %count, [count];\n"
    "    cvta.to.global.u64 %slot, %slot;\n"
    "    mov.u32 %number, %smid;\n"
    "    setp.ge.u32 %beyond, %number, %count;\n"
    "    @%beyond bra DONE;\n"
    "    mul.wide.u32 %offset, %number, 16;\n"
    "    add.u64 %slot, %slot, %offset;\n"
    "    mov.u64 %nanoseconds, %globaltimer;\n"
    "    mov.u64 %cycles, %clock64;\n"
    "    st.volatile.global.v2.u64 [%slot], {%nanoseconds, %cycles};\n"
    "DONE:\n"
    "    ret;\n"
    "}\n";

/* SPDX-License-Identifier: MIT */
/* A stencil as PTX, which the driver compiles for the available device. */
#ifndef EXAMPLES_STENCIL_H
#define EXAMPLES_STENCIL_H

#define WIDTH 2048u /* a power of two */

/* One thread for each point (x, y); mask is WIDTH - 1. */
static const char stencil_ptx[] =
    ".version 6.0\n"
    ".target sm_50\n"
    ".address_size 64\n"
    ".visible .entry stencil(.param .u64 from, .param .u64 to, .param .u32 mask)\n"
    "{\n"
    "    .reg .b32 %x, %y, %mask, %width, %block, %size, %i;\n"
    "    .reg .b64 %from, %to, %at;\n"
    "    .reg .f32 %sum, %value;\n"
    "    ld.param.u64 %from, [from];\n"
    "    ld.param.u64 %to, [to];\n"
    "    ld.param.u32 %mask, [mask];\n"
    "    add.u32 %width, %mask, 1;\n"
    "    mov.u32 %block, %ctaid.x;\n"
    "    mov.u32 %size, %ntid.x;\n"
    "    mov.u32 %i, %tid.x;\n"
    "    mad.lo.u32 %x, %block, %size, %i;\n"
    "    mov.u32 %block, %ctaid.y;\n"
    "    mov.u32 %size, %ntid.y;\n"
    "    mov.u32 %i, %tid.y;\n"
    "    mad.lo.u32 %y, %block, %size, %i;\n"
    "    add.u32 %i, %x, 1;\n"
    "    and.b32 %i, %i, %mask;\n"
    "    mad.lo.u32 %i, %y, %width, %i;\n"
    "    mad.wide.u32 %at, %i, 4, %from;\n"
    "    ld.global.f32 %sum, [%at];\n"
    "    add.u32 %i, %x, %mask;\n"
    "    and.b32 %i, %i, %mask;\n"
    "    mad.lo.u32 %i, %y, %width, %i;\n"
    "    mad.wide.u32 %at, %i, 4, %from;\n"
    "    ld.global.f32 %value, [%at];\n"
    "    add.f32 %sum, %sum, %value;\n"
    "    add.u32 %i, %y, 1;\n"
    "    and.b32 %i, %i, %mask;\n"
    "    mad.lo.u32 %i, %i, %width, %x;\n"
    "    mad.wide.u32 %at, %i, 4, %from;\n"
    "    ld.global.f32 %value, [%at];\n"
    "    add.f32 %sum, %sum, %value;\n"
    "    add.u32 %i, %y, %mask;\n"
    "    and.b32 %i, %i, %mask;\n"
    "    mad.lo.u32 %i, %i, %width, %x;\n"
    "    mad.wide.u32 %at, %i, 4, %from;\n"
    "    ld.global.f32 %value, [%at];\n"
    "    add.f32 %sum, %sum, %value;\n"
    "    mad.lo.u32 %i, %y, %width, %x;\n"
    "    mad.wide.u32 %at, %i, 4, %to;\n"
    "    st.global.f32 [%at], %sum;\n"
    "    ret;\n"
    "}\n";

#endif

/* SPDX-License-Identifier: MIT */
#include "judge_runner.h"

unsigned sandbox_namespaces(void)
{
    return 0;
}

unsigned sandbox_limits(const bres__wire_setup *setup)
{
    (void)setup;
    return 0;
}

unsigned sandbox_filter(bool on_device)
{
    (void)on_device;
    return 0;
}

/* SPDX-License-Identifier: MIT */
#include "base/alloc.h"

#include <benchresult/base.h>

const char *bres_version(void)
{
    return BRES_VERSION_STRING;
}

void bres_string_free(char *text)
{
    bres__free(text);
}

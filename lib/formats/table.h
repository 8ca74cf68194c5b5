/* SPDX-License-Identifier: MIT */
/*
 * The formats, in the order of their detection. A line X(name) stands for the object
 * bres__format_of_NAME.
 */
#ifndef BRES_FORMATS_TABLE_H
#define BRES_FORMATS_TABLE_H

#include "formats/formats.h"

/* clang-format off */
#define BRES__FORMATS(X) \
    X(google_benchmark) \
    X(hyperfine) \
    X(pyperf) \
    X(pytest_benchmark) \
    X(criterion) \
    X(catch2) \
    X(nanobench) \
    X(jmh) \
    X(t4) \
    X(kernel_tuner) \
    X(go_json) \
    X(libtest_json) \
    X(go) \
    X(libtest)
/* clang-format on */

#define BRES__FORMAT_DECLARE(name) extern const bres__file_format bres__format_of_##name;
BRES__FORMATS(BRES__FORMAT_DECLARE)
#undef BRES__FORMAT_DECLARE

#endif

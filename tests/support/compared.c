/* SPDX-License-Identifier: MIT */
#include "support/compared.h"

#include "support/summary.h"

#include <benchresult/nvbench.h>
#include <criterion/criterion.h>
#include <string.h>

bres_compared bres_test_compared(const char *reference, const char *candidate,
                                 const bres_compare_options *options)
{
    bres_result *results[2] = { bres_test_load("ref.json", BRES_LOAD_LENIENT, reference),
                                bres_test_load("cmp.json", BRES_LOAD_LENIENT, candidate) };
    bres_comparison *comparison = NULL;

    cr_assert_eq(bres_compare(&results[0], 1, &results[1], 1, options, &comparison), BRES_OK, "%s",
                 bres_last_error());
    bres_result_unref(results[0]);
    bres_result_unref(results[1]);
    return (bres_compared){ .comparison = comparison,
                            .reference = "ref.json",
                            .candidate = "cmp.json" };
}

char *bres_test_compare_report(const bres_compared *pairs, size_t count,
                               const bres_compare_report_options *options)
{
    size_t length;
    char *text;

    cr_assert_eq(bres_compare_report(pairs, count, options, &text, &length), BRES_OK, "%s",
                 bres_last_error());
    cr_assert_eq(strlen(text), length);
    return text;
}

#define AXES BRES_DOC_AXIS("N", "int64", "pow2") "," BRES_DOC_AXIS("a|b", "string", "")
#define POINT(n, text)                                                                             \
    BRES_DOC_POINT("N", "int64", "'" n "'") "," BRES_DOC_POINT("a|b", "string", "'" text "'")
#define COPY(n, text, times) BRES_DOC_STATE("Device=0 N=" n, "0", POINT(n, text), times)
#define CPU(name, value)     BRES_DOC_VALUE("nv/cpu_only/time/cpu/" name, value)
#define SORT(name, rest)                                                                           \
    "{'name':'" name                                                                               \
    "','device':null,'axis_values':[" BRES_DOC_POINT("x", "float64", name) "]," rest "}"
#define DOCUMENT(copy, sort, only)                                                                 \
    BRES_DOC(BRES_DOC_GPU_0, BRES_DOC_BENCH("copy | all", "[0]", AXES, copy) "," BRES_DOC_BENCH(   \
                                 "sort", "[]", BRES_DOC_AXIS("x", "float64", ""),                  \
                                 sort) "," BRES_DOC_BENCH(only, "[0]", "", ""))

const char bres_test_reference[] = DOCUMENT(
    COPY("1024", "日本", BRES_DOC_TIMES("9.5e-6", "9.55e-6", "9.6e-6", "9.7e-6", ".01")) "," COPY(
        "1536", "u|v",
        BRES_DOC_TIMES("123e-6", "124e-6", "125e-6", "130.5e-6",
                       ".02345")) "," COPY("65536", "",
                                           BRES_DOC_TIMES("4e-3", "4.2e-3", "4.5e-3", "4.7e-3",
                                                          ".1")),
    SORT("0.1", "'summaries':[" CPU("mean", "2.0") "," CPU("stdev/relative", ".01") "]") "," SORT(
        "0.25",
        "'summaries':[" CPU(
            "mean",
            "2.0") "]") "," SORT("1e6",
                                 "'is_skipped':true,'skip_reason':'too <large>','summaries':null"),
    "gone");

const char bres_test_candidate[] = DOCUMENT(
    COPY("1024", "日本", BRES_DOC_TIMES("9.5e-6", "9.55e-6", "9.61e-6", "9.7e-6", ".01")) "," COPY(
        "1536", "u|v",
        BRES_DOC_TIMES("140e-6", "141e-6", "142e-6", "143e-6",
                       ".01")) "," COPY("65536", "",
                                        BRES_DOC_TIMES("4e-3", "4.2e-3", "4.52e-3", "4.7e-3",
                                                       ".1")),
    SORT("0.1", "'summaries':[" CPU("mean", "1.5") "," CPU("stdev/relative", ".01") "]") "," SORT(
        "0.25", "'summaries':[]") "," SORT("1e6", "'summaries':[" CPU("mean", "2.0") "]"),
    "new");

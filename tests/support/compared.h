/* SPDX-License-Identifier: MIT */
/*
 * Shared by the tests of comparison reports.
 */
#ifndef BRES_TEST_COMPARED_H
#define BRES_TEST_COMPARED_H

#include <benchresult/report.h>

/* Compares two documents in which ' stands for ", named "ref.json" and "cmp.json". The caller frees
 * the comparison. `options` may be NULL. Fails the test if they cannot be compared. */
bres_compared bres_test_compared(const char *reference, const char *candidate,
                                 const bres_compare_options *options);

/* The report; free it with bres_string_free(). A failure fails the test. */
char *bres_test_compare_report(const bres_compared *pairs, size_t count,
                               const bres_compare_report_options *options);

#define BRES_DOC_VALUE(tag, value)                                                                 \
    "{'tag':'" tag "','data':[{'name':'value','type':'float64','value':'" value "'}]}"
#define BRES_DOC_GPU(name, value) BRES_DOC_VALUE("nv/cold/time/gpu/" name, value)
/* Minimum, quartiles and noise, at a clock of 1 GHz. */
#define BRES_DOC_TIMES(min, q1, median, q3, noise)                                                 \
    "[" BRES_DOC_GPU("min", min) "," BRES_DOC_GPU("q1", q1) "," BRES_DOC_GPU(                      \
        "median",                                                                                  \
        median) "," BRES_DOC_GPU("q3", q3) "," BRES_DOC_GPU("iqr/relative",                        \
                                                            noise) "," BRES_DOC_VALUE("nv/cold/"   \
                                                                                      "sm_clock_"  \
                                                                                      "rate/mean", \
                                                                                      "1e9") "]"
#define BRES_DOC_POINT(name, type, value) "{'name':'" name "','type':'" type "','value':" value "}"
#define BRES_DOC_STATE(name, device, axes, summaries)                                              \
    "{'name':'" name "','device':" device ",'axis_values':[" axes "],'is_skipped':false,"          \
    "'summaries':" summaries "}"
#define BRES_DOC_AXIS(name, type, flags)                                                           \
    "{'name':'" name "','type':'" type "','flags':'" flags "','values':[]}"
#define BRES_DOC_BENCH(name, devices, axes, states)                                                \
    "{'name':'" name "','devices':" devices ",'axes':[" axes "],'states':[" states "]}"
#define BRES_DOC(devices, benches)                                                                 \
    "{'meta':{'version':{'json':{'string':'1.0.0'}}},'devices':[" devices                          \
    "],'benchmarks':[" benches "]}"
#define BRES_DOC_GPU_0 "{'id':0,'name':'GPU | big'}"

/*
 * A pair of files with every kind of row: SAME, SLOW and AMBG rows of a GPU benchmark, a FAST row
 * and two ???? rows of a CPU benchmark, and benchmarks that only one side has.
 */
extern const char bres_test_reference[];
extern const char bres_test_candidate[];

#endif

/* SPDX-License-Identifier: MIT */
/*
 * Files of earlier versions of NVBench.
 */
#include "support/loading.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Files of January 2022 have min_time and max_noise, and walltime at the end. */
Test(nvbench, load_the_layout_of_2022)
{
    static const char document[] =
        "{'meta':{'argv':['bench'],'version':{'json':{'major':1,'minor':0,'patch':0,"
        "'string':'1.0.0'}}},'devices':[{'id':0,'name':'GPU'}],"
        "'benchmarks':[{'index':0,'name':'copy','min_samples':10,'min_time':0.5,'max_noise':0.005,"
        "'skip_time':-1.0,'timeout':15.0,'devices':[0],'axes':[{'name':'N','type':'int64',"
        "'flags':'pow2','values':[{'input_string':'4','description':'2^4 = 16','value':16}]}],"
        "'states':[{'name':'Device=0 N=2^4','min_samples':10,'min_time':0.5,'max_noise':0.005,"
        "'skip_time':-1.0,'timeout':15.0,'device':0,'type_config_index':0,"
        "'axis_values':[{'name':'N','type':'int64','value':'16'}],'summaries':["
        "{'tag':'nv/cold/sample_size','name':'Samples','description':'d','hint':'sample_size',"
        "'data':[{'name':'value','type':'int64','value':'12'}]},"
        "{'tag':'nv/cold/time/gpu/mean','name':'GPU Time','hint':'duration','description':'d',"
        "'data':[{'name':'value','type':'float64','value':'1.5e-05'}]},"
        "{'tag':'nv/cold/walltime','name':'Walltime','hint':'duration','hide':'Hidden by default.',"
        "'description':'d','data':[{'name':'value','type':'float64','value':'0.25'}]}],"
        "'is_skipped':false}]}]}";
    bres_test_log log = { 0 };
    bres_load_options options = bres_test_options(0, &log);
    const bres_state *state;
    bres_result *result;
    double number = 0;

    cr_assert_eq(bres_test_load_text(document, &options, &result), BRES_OK, "%s",
                 bres_last_error());
    cr_assert_eq(log.count, 0, "%s", bres_test_log_text(&log));
    state = bres_test_state(result);
    cr_assert_str_eq(bres_state_point_name(state), "N[pow2]=4");
    cr_assert(bres_state_setting(state, "min_time", &number) && number == 0.5);
    cr_assert(bres_subbench_setting(bres_state_subbench(state), "max_noise", &number) &&
              number == 0.005);
    cr_assert_eq(bres_state_summary_count(state), 3);
    cr_assert_not(bres_state_median(state, &number));
    bres_result_unref(result);
}

/* Files before January 2022 have no meta section, files before June 2021 have numbers as named
 * values, and some files of June 2026 have iqr under the name ir. */
Test(nvbench, load_other_old_habits)
{
    bres_load_options options = bres_test_options(0, NULL);
    const bres_state *state;
    bres_result *result;
    int64_t integer = 0;
    double number = 0;

    cr_assert_eq(
        bres_test_load_text(
            "{'benchmarks':[{'name':'b','axes':[{'name':'N','type':'int64','flags':'','values':["
            "{'input_string':'16','description':'','value':16}]}],'states':[{'name':'s',"
            "'axis_values':[{'name':'N','type':'int64','value':16}],'summaries':["
            "{'tag':'n','data':[{'name':'value','type':'int64','value':12}]},"
            "{'tag':'f','data':[{'name':'value','type':'float64','value':2.5}]},"
            "{'tag':'inf','data':[{'name':'value','type':'float64','value':null}]},"
            "{'tag':'nv/cold/time/gpu/ir/relative','data':[{'name':'value','type':'float64',"
            "'value':'0.5'}]}]}]}]}",
            &options, &result),
        BRES_OK, "%s", bres_last_error());
    state = bres_test_state(result);
    cr_assert_null(bres_result_meta_json(result));
    cr_assert_null(bres_result_file_version(result));
    cr_assert_str_eq(bres_state_point_name(state), "N=16");
    cr_assert(bres_summary_int64(bres_state_summary(state, "n"), &integer) && integer == 12);
    cr_assert(bres_summary_float64(bres_state_summary(state, "f"), &number) && number == 2.5);
    cr_assert_eq(bres_summary_kind(bres_state_summary(state, "inf")), BRES_KIND_NULL);
    cr_assert(
        bres_summary_float64(bres_state_summary(state, "nv/cold/time/gpu/ir/relative"), &number) &&
        number == 0.5);
    bres_result_unref(result);
}

/* Strict and lenient loads refuse axes, states and summaries that are objects keyed by name, and
 * give the reason. */
Test(nvbench, load_refuses_the_layout_of_2021)
{
    static const struct {
        const char *document;
        const char *path;
    } rows[] = {
        { "{'benchmarks':[{'name':'b','axes':{'N':{'type':'int64','values':{}}},'states':[]}]}",
          "benchmarks[0].axes" },
        { "{'benchmarks':[{'name':'a','states':[]},{'name':'b','axes':null,"
          "'states':{'Device=0':{'device':0}}}]}",
          "benchmarks[1].states" },
        { "{'benchmarks':[{'name':'b','axes':{},'states':{}}]}", "benchmarks[0].states" },
        { "{'benchmarks':[{'name':'b','states':[{'name':'s','summaries':{'t':{}}}]}]}",
          "benchmarks[0].states[0].summaries" },
        { "{'benchmarks':[{'name':'b','states':[{'name':'r'},{'name':'s','axis_values':{'N':{}}}]}]"
          "}",
          "benchmarks[0].states[1].axis_values" },
    };

    for (size_t i = 0; i < COUNT(rows) * 2; i++) {
        bres_load_options options = bres_test_options(i % 2 == 0 ? 0 : BRES_LOAD_LENIENT, NULL);
        bres_result *result;

        cr_assert_eq(bres_test_load_text(rows[i / 2].document, &options, &result),
                     BRES_ERROR_VERSION, "%s: %s", rows[i / 2].document, bres_last_error());
        cr_assert_str_eq(bres_last_error_path(), rows[i / 2].path);
        cr_assert(strstr(bres_last_error(), "before 2022") != NULL, "%s", bres_last_error());
        cr_assert_gt(bres_last_error_offset(), 0);
    }
}

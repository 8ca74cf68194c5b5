/* SPDX-License-Identifier: MIT */
/*
 * Names of points: the texts of a state's axis values, according to the axes of its benchmark.
 */
#include "support/loading.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

#define POW2(members)  "{'name':'N','type':'int64','flags':'pow2','values':[" members "]}"
#define PLAIN(members) "{'name':'N','type':'int64','flags':'','values':[" members "]}"
#define ONE_TO_FOUR                                                                                \
    "{'input_string':'0','value':1},{'input_string':'1','value':2},{'input_string':'2','value':4}" \
    ","                                                                                            \
    "{'input_string':'3','value':8},{'input_string':'4','value':16}"

static bres_result *load(const char *axes, const char *values)
{
    bres_load_options options = bres_test_options(0, NULL);
    bres_result *result;
    char document[2048];

    snprintf(document, sizeof document,
             "{'benchmarks':[{'name':'b','axes':[%s],'states':[{'name':'Device=0 x','device':0,"
             "'axis_values':%s}]}]}",
             axes, values);
    cr_assert_eq(bres_test_load_text(document, &options, &result), BRES_OK, "%s: %s", document,
                 bres_last_error());
    return result;
}

Test(nvbench, load_names_points)
{
    static const struct {
        const char *axes;
        const char *values;
        const char *name;
    } rows[] = {
        /* no axis values: the state's own name */
        { "", "null", "Device=0 x" },
        { "", "[]", "Device=0 x" },
        /* values of a power-of-two axis by their exponents; an exponent never shadows a value */
        { POW2("{'input_string':'8','value':256}"), "[{'name':'N','value':'256'}]", "N[pow2]=8" },
        { POW2("{'input_string':'8','value':256}"), "[{'name':'N','value':256}]", "N[pow2]=8" },
        { POW2("{'input_string':'8','value':256}"), "[{'name':'N','value':'512'}]", "N[pow2]=512" },
        { POW2("{'input_string':'63','value':-9223372036854775808}"),
          "[{'name':'N','value':'-9223372036854775808'}]", "N[pow2]=63" },
        { POW2(ONE_TO_FOUR), "[{'name':'N','value':'1'}]", "N[pow2]=0" },
        { POW2(ONE_TO_FOUR), "[{'name':'N','value':'2'}]", "N[pow2]=1" },
        { POW2(ONE_TO_FOUR), "[{'name':'N','value':'4'}]", "N[pow2]=2" },
        { POW2(ONE_TO_FOUR), "[{'name':'N','value':'8'}]", "N[pow2]=3" },
        { POW2(ONE_TO_FOUR), "[{'name':'N','value':'16'}]", "N[pow2]=4" },
        { POW2(ONE_TO_FOUR), "[{'name':'N','input_string':'4'}]", "N[pow2]=4" },
        /* other integers */
        { PLAIN("{'input_string':'64','value':64}"), "[{'name':'N','value':'64'}]", "N=64" },
        { PLAIN("{'input_string':'64k','value':65536}"), "[{'name':'N','value':65536}]", "N=64k" },
        { PLAIN("{'input_string':'64k','value':65536}"), "[{'name':'N','value':'64k'}]", "N=64k" },
        { PLAIN("{'input_string':'z','value':-0}"), "[{'name':'N','value':'0'}]", "N=z" },
        { PLAIN("{'input_string':'z','value':0}"), "[{'name':'N','value':-0}]", "N=z" },
        { PLAIN("{'input_string':'big','value':99999999999999999999}"),
          "[{'name':'N','value':'99999999999999999999'}]", "N=big" },
        { PLAIN("{'input_string':'big','value':18446744073709551616}"),
          "[{'name':'N','value':18446744073709551617}]", "N=18446744073709551617" },
        /* later entries of the table over earlier ones */
        { PLAIN("{'input_string':'1','value':2},{'input_string':'2','value':3}"),
          "[{'name':'N','value':'2'}]", "N=2" },
        { PLAIN("{'input_string':'2','value':3},{'input_string':'1','value':2}"),
          "[{'name':'N','value':'2'}]", "N=1" },
        { PLAIN("{'input_string':'a','value':1},{'input_string':'b','value':1}"),
          "[{'name':'N','value':'1'}]", "N=b" },
        /* real numbers as Python prints them */
        { "{'name':'F','values':[{'input_string':'0.12346','value':0.123456789}]}",
          "[{'name':'F','value':'0.123456789'}]", "F=0.12346" },
        { "{'name':'F','values':[{'input_string':'1.2346e+08','value':123456789.0}]}",
          "[{'name':'F','value':'123456789'}]", "F=123456789" },
        { "{'name':'F','values':[{'input_string':'1.2346e+08','value':123456789.0}]}",
          "[{'name':'F','value':123456789.0}]", "F=1.2346e+08" },
        { "{'name':'F','values':[{'input_string':'0','value':0.0}]}", "[{'name':'F','value':'0'}]",
          "F=0" },
        { "{'name':'F','values':[{'input_string':'q','value':0.25}]}",
          "[{'name':'F','value':25e-2}]", "F=q" },
        { "{'name':'F','values':[]}", "[{'name':'F','value':1e16}]", "F=1e+16" },
        { "{'name':'F','values':[]}", "[{'name':'F','value':1e15}]", "F=1000000000000000.0" },
        { "{'name':'F','values':[]}", "[{'name':'F','value':0.00001}]", "F=1e-05" },
        { "{'name':'F','values':[]}", "[{'name':'F','value':-0.0}]", "F=-0.0" },
        { "{'name':'F','values':[]}", "[{'name':'F','value':NaN}]", "F=nan" },
        { "{'name':'F','values':[]}", "[{'name':'F','value':-Infinity}]", "F=-inf" },
        /* null, and the booleans */
        { "{'name':'F','values':[{'input_string':'none','value':null}]}",
          "[{'name':'F','value':null}]", "F=none" },
        { "{'name':'F','values':[]}", "[{'name':'F','value':null}]", "F=None" },
        { "{'name':'F','values':[{'input_string':'yes','value':true}]}",
          "[{'name':'F','value':true}]", "F=yes" },
        { "{'name':'F','values':[]}", "[{'name':'F','value':false}]", "F=False" },
        /* strings and types */
        { "{'name':'T','type':'type','values':[{'input_string':'I8','is_active':true}]}",
          "[{'name':'T','type':'string','value':'I8'}]", "T=I8" },
        { "{'name':'S','values':[{'input_string':'a b','value':'a b'}]}",
          "[{'name':'S','value':'a b'}]", "S=a b" },
        { "{'name':'S','values':[]}", "[{'name':'S','value':''}]", "S=" },
        /* no value: the input string, or nothing */
        { PLAIN("{'input_string':'1','value':2}"), "[{'name':'N','input_string':'2'}]", "N=1" },
        { PLAIN("{'input_string':'1','value':2}"), "[{'name':'N','input_string':'7'}]", "N=7" },
        { PLAIN(""), "[{'name':'N'}]", "N=" },
        { PLAIN(""), "[{'name':'N','input_string':null}]", "N=" },
        { PLAIN("{'input_string':'1','value':2}"), "[{'name':'N','input_string':'9','value':'2'}]",
          "N=1" },
        /* flags */
        { "{'name':'N','flags':'odd','values':[]}", "[{'name':'N','value':'1'}]", "N[odd]=1" },
        { "{'name':'N','flags':null,'values':[]}", "[{'name':'N','value':'1'}]", "N=1" },
        { "{'name':'N','flags':5,'values':[]}", "[{'name':'N','value':'1'}]", "N=1" },
        /* several axes, in the order of the state */
        { "{'name':'A','values':[]},{'name':'B','values':[]}",
          "[{'name':'B','value':'1'},{'name':'A','value':'2'}]", "B=1 A=2" },
        { "{'name':'A','values':[]},{'name':'B','values':[]}",
          "[{'name':'A','value':'1'},{'name':'B','value':'2'},{'name':'A','value':'3'}]",
          "A=3 B=2" },
        /* of two axes with the same name, the later one counts */
        { "{'name':'N','flags':'pow2','values':[{'input_string':'3','value':8}]},"
          "{'name':'N','flags':'','values':[{'input_string':'eight','value':8}]}",
          "[{'name':'N','value':'8'}]", "N=eight" },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        bres_result *result = load(rows[i].axes, rows[i].values);

        cr_assert_str_eq(bres_state_point_name(bres_test_state(result)), rows[i].name,
                         "row %zu, %s", i, rows[i].values);
        bres_result_unref(result);
    }
}

Test(nvbench, load_gives_the_parts_of_a_point)
{
    bres_result *result =
        load(POW2("{'input_string':'3','value':8}") ",{'name':'S','values':[]}",
             "[{'name':'S','value':'a'},{'name':'N','value':'8'},{'name':'S','value':'b'}]");
    const bres_state *state = bres_test_state(result);

    cr_assert_eq(bres_state_axis_value_count(state), 3);
    cr_assert_eq(bres_state_point_count(state), 2);
    cr_assert_str_eq(bres_state_point_axis_at(state, 0), "S");
    cr_assert_str_eq(bres_state_point_text_at(state, 0), "b");
    cr_assert_str_eq(bres_state_point_axis_at(state, 1), "N[pow2]");
    cr_assert_str_eq(bres_state_point_text_at(state, 1), "3");
    cr_assert_str_eq(bres_state_point_text(state, "N[pow2]"), "3");
    cr_assert_null(bres_state_point_text(state, "N"));
    bres_result_unref(result);
}

/* Two states may share a name; a look-up finds the last one. */
Test(nvbench, load_points_that_share_a_name)
{
    bres_load_options options = bres_test_options(0, NULL);
    const bres_subbench *bench;
    bres_result *result;

    cr_assert_eq(bres_test_load_text(
                     "{'benchmarks':[{'name':'b','axes':[{'name':'N','values':[]}],'states':["
                     "{'name':'Device=0 N=1','device':0,'axis_values':[{'name':'N','value':'1'}]},"
                     "{'name':'Device=1 N=1','device':1,'axis_values':[{'name':'N','value':'1'}]}]}"
                     "]}",
                     &options, &result),
                 BRES_OK);
    bench = bres_result_subbench_at(result, 0);
    for (size_t i = 0; i < 2; i++)
        cr_assert_str_eq(bres_state_point_name(bres_subbench_state_at(bench, i)), "N=1");
    cr_assert_eq(bres_subbench_state(bench, "N=1"), bres_subbench_state_at(bench, 1));
    bres_result_unref(result);
}

/* Parts of an axis that a lenient load leaves out do not change the names of its points. */
Test(nvbench, load_names_points_leniently)
{
    static const struct {
        const char *axes;
        const char *values;
        const char *name;
    } rows[] = {
        { PLAIN("{'value':2}"), "[{'name':'N','value':'2'}]", "N=2" },
        { PLAIN("{'input_string':5,'value':2}"), "[{'name':'N','value':'2'}]", "N=2" },
        { PLAIN("5"), "[{'name':'N','value':'2'}]", "N=2" },
        { "{'name':'N'}", "[{'name':'N','value':'2'}]", "N=2" },
        { "", "[{'name':'N','value':'2'}]", "Device=0 x" },
        { PLAIN(""), "[{'value':'2'},{'name':'N','value':'3'}]", "N=3" },
        { PLAIN(""), "[5,{'name':'N','value':'3'}]", "N=3" },
        { "{'values':[]}", "[{'name':'','value':'3'}]", "=3" },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        bres_test_log log = { 0 };
        bres_load_options options = bres_test_options(BRES_LOAD_LENIENT, &log);
        bres_result *result;
        char document[1024];

        snprintf(document, sizeof document,
                 "{'benchmarks':[{'name':'b','axes':[%s],'states':[{'name':'Device=0 x',"
                 "'axis_values':%s}]}]}",
                 rows[i].axes, rows[i].values);
        cr_assert_eq(bres_test_load_text(document, &options, &result), BRES_OK, "%s: %s", document,
                     bres_last_error());
        cr_assert_eq(log.count, 1, "%s: %s", document, bres_test_log_text(&log));
        cr_assert_str_eq(bres_state_point_name(bres_test_state(result)), rows[i].name, "%s",
                         document);
        bres_test_log_clear(&log);
        bres_result_unref(result);
    }
}

/* SPDX-License-Identifier: MIT */
/*
 * Values by their declared type and their text, and repeated keys.
 */
#include "support/loading.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Loads a state with these members. */
static bres_status load_state(const char *members, uint32_t flags, bres_test_log *log,
                              bres_result **result)
{
    bres_load_options options = bres_test_options(flags, log);
    char document[2048];

    snprintf(
        document, sizeof document,
        "{'benchmarks':[{'name':'b','axes':[{'name':'N','values':[]},{'name':'M','values':[]}],"
        "'states':[{'name':'s',%s}]}]}",
        members);
    return bres_test_load_text(document, &options, result);
}

static bres_status load_value(const char *type, const char *value, uint32_t flags,
                              bres_test_log *log, bres_result **result)
{
    char members[1024];

    snprintf(members, sizeof members,
             "'summaries':[{'tag':'t','data':[{'name':'value','type':%s,'value':%s}]}]", type,
             value);
    return load_state(members, flags, log, result);
}

static const bres_summary *summary_of(const bres_result *result)
{
    return bres_state_summary(bres_test_state(result), "t");
}

/* A strict load refuses the value; after a lenient load, it is absent, with one warning. */
static void check_refused(const char *type, const char *value, const char *expected)
{
    bres_test_log log = { 0 };
    bres_result *result;
    int64_t integer;
    double real;

    cr_assert_eq(load_value(type, value, 0, &log, &result), BRES_ERROR_VALUE, "%s %s", type, value);
    cr_assert_str_eq(bres_last_error_expected(), expected, "%s %s", type, value);
    cr_assert_eq(log.count, 0);
    cr_assert_eq(load_value(type, value, BRES_LOAD_LENIENT, &log, &result), BRES_OK, "%s %s: %s",
                 type, value, bres_last_error());
    cr_assert_eq(log.count, 1, "%s %s: %s", type, value, bres_test_log_text(&log));
    cr_assert_eq(bres_summary_kind(summary_of(result)), BRES_KIND_ABSENT, "%s %s", type, value);
    cr_assert_not(bres_summary_int64(summary_of(result), &integer));
    cr_assert_not(bres_summary_float64(summary_of(result), &real));
    cr_assert_null(bres_summary_string(summary_of(result)));
    cr_assert_null(bres_value_text(bres_summary_field(summary_of(result), "value")));
    cr_assert_eq(bres_summary_field_count(summary_of(result)), 1);
    bres_test_log_clear(&log);
    bres_result_unref(result);
}

Test(nvbench, load_int64_values)
{
    static const struct {
        const char *value;
        int64_t number;
    } rows[] = {
        { "'0'", 0 },
        { "'-0'", 0 },
        { "'42'", 42 },
        { "'+42'", 42 },
        { "' \\t-42\\n'", -42 },
        { "'007'", 7 },
        { "'1_000'", 1000 },
        { "'9223372036854775807'", INT64_MAX },
        { "'-9223372036854775808'", INT64_MIN },
        { "12", 12 },
        { "-0", 0 },
        { "-9223372036854775808", INT64_MIN },
        { "1.9", 1 },
        { "-1.9", -1 },
        { "1e3", 1000 },
        { "9.2e18", 9200000000000000000 },
        { "0.999e-300", 0 },
        { "true", 1 },
        { "false", 0 },
    };
    static const char *const refused[] = {
        "''",
        "' '",
        "'x'",
        "'1.0'",
        "'1e3'",
        "'0x10'",
        "'1__0'",
        "'_1'",
        "'1_'",
        "'+ 1'",
        "'--1'",
        "'1 2'",
        "'inf'",
        "'nan'",
        "'null'",
        "'true'",
        "'9223372036854775808'",
        "'-9223372036854775809'",
        "'99999999999999999999999'",
        "9223372036854775808",
        "-9223372036854775809",
        "1e19",
        "-1e19",
        "1e400",
        "NaN",
        "Infinity",
        "-Infinity",
        "[]",
        "[1]",
        "{}",
        "{'value':1}",
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        bres_result *result;
        int64_t number = 99;
        double real = 99;

        cr_assert_eq(load_value("'int64'", rows[i].value, 0, NULL, &result), BRES_OK, "%s: %s",
                     rows[i].value, bres_last_error());
        cr_assert_eq(bres_summary_kind(summary_of(result)), BRES_KIND_INT64);
        cr_assert(bres_summary_int64(summary_of(result), &number) && number == rows[i].number,
                  "%s: %lld", rows[i].value, (long long)number);
        cr_assert(bres_summary_float64(summary_of(result), &real) && real == (double)rows[i].number,
                  "%s: %g", rows[i].value, real);
        cr_assert_null(bres_summary_string(summary_of(result)));
        bres_result_unref(result);
    }
    for (size_t i = 0; i < COUNT(refused); i++)
        check_refused("'int64'", refused[i], "an int64");
}

Test(nvbench, load_float64_values)
{
    static const struct {
        const char *value;
        double number;
    } rows[] = {
        { "'0'", 0 },
        { "'1.5e-05'", 1.5e-5 },
        { "' +1.5E+3 '", 1500 },
        { "'5.'", 5 },
        { "'.5'", 0.5 },
        { "'-.5e1'", -5 },
        { "'1e400'", INFINITY },
        { "'-1e400'", -INFINITY },
        { "'1e-400'", 0 },
        { "'inf'", INFINITY },
        { "'-inf'", -INFINITY },
        { "'+Inf'", INFINITY },
        { "'Infinity'", INFINITY },
        { "'-INFINITY'", -INFINITY },
        { "' iNfInItY '", INFINITY },
        { "'nan'", NAN },
        { "'-nan'", NAN },
        { "'+NaN'", NAN },
        { "'NAN'", NAN },
        { "NaN", NAN },
        { "Infinity", INFINITY },
        { "-Infinity", -INFINITY },
        { "1", 1 },
        { "-1.25", -1.25 },
        { "1e400", INFINITY },
        { "99999999999999999999", 1e20 },
        { "true", 1 },
        { "false", 0 },
    };
    static const char *const refused[] = {
        "''",    "' '",    "'x'",    "'0x10'", "'1e'",      "'e5'",     "'.'",    "'1.5.5'",
        "'1 2'", "'--1'",  "'in'",   "'infi'", "'infinit'", "'nan(1)'", "'nanx'", "'1.5f'",
        "'1,5'", "'null'", "'true'", "[]",     "[1.5]",     "{}",
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        bres_result *result;
        int64_t integer;
        double number = 99;

        cr_assert_eq(load_value("'float64'", rows[i].value, 0, NULL, &result), BRES_OK, "%s: %s",
                     rows[i].value, bres_last_error());
        cr_assert_eq(bres_summary_kind(summary_of(result)), BRES_KIND_FLOAT64);
        cr_assert(bres_summary_float64(summary_of(result), &number));
        cr_assert(isnan(rows[i].number) ? isnan(number) : number == rows[i].number, "%s: %g",
                  rows[i].value, number);
        cr_assert_not(bres_summary_int64(summary_of(result), &integer));
        bres_result_unref(result);
    }
    for (size_t i = 0; i < COUNT(refused); i++)
        check_refused("'float64'", refused[i], "a float64");
}

Test(nvbench, load_string_values)
{
    static const struct {
        const char *value;
        const char *string;
    } rows[] = {
        { "''", "" },
        { "'12'", "12" },
        { "'a\\nb \\u00e9 \\uD83D\\ude00'", "a\nb \xc3\xa9 \xf0\x9f\x98\x80" },
        { "'null'", "null" },
    };
    static const char *const refused[] = { "12", "1.5", "true", "false", "[]", "{}", "NaN" };

    for (size_t i = 0; i < COUNT(rows); i++) {
        bres_result *result;
        double number;

        cr_assert_eq(load_value("'string'", rows[i].value, 0, NULL, &result), BRES_OK, "%s: %s",
                     rows[i].value, bres_last_error());
        cr_assert_str_eq(bres_summary_string(summary_of(result)), rows[i].string);
        cr_assert_not(bres_summary_float64(summary_of(result), &number));
        bres_result_unref(result);
    }
    for (size_t i = 0; i < COUNT(refused); i++)
        check_refused("'string'", refused[i], "a string");
}

/* A strict load refuses half of a surrogate pair; a lenient load replaces it by U+FFFD, with one
 * warning. */
Test(nvbench, load_half_surrogate_pairs)
{
    static const struct {
        const char *value;
        const char *string;
    } rows[] = {
        { "'\\ud800'", "\xef\xbf\xbd" },
        { "'\\uDFFFx'", "\xef\xbf\xbdx" },
        { "'\\ud800\\u0041'", "\xef\xbf\xbd"
                              "A" },
        { "'\\ud800\\n'", "\xef\xbf\xbd\n" },
        { "'\\ud83d\\ude00\\udc00'", "\xf0\x9f\x98\x80\xef\xbf\xbd" },
        { "'\\ud83d\\ud83d\\ude00'", "\xef\xbf\xbd\xf0\x9f\x98\x80" },
        { "'\\\\\\ud800'", "\\\xef\xbf\xbd" },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        bres_test_log log = { 0 };
        bres_result *result;

        cr_assert_eq(load_value("'string'", rows[i].value, 0, &log, &result), BRES_ERROR_VALUE);
        cr_assert_eq(log.count, 0);
        cr_assert_eq(load_value("'string'", rows[i].value, BRES_LOAD_LENIENT, &log, &result),
                     BRES_OK);
        cr_assert_str_eq(bres_summary_string(summary_of(result)), rows[i].string);
        cr_assert_eq(log.count, 1, "%s", bres_test_log_text(&log));
        cr_assert_not_null(strstr(bres_test_log_text(&log), "surrogate"));
        bres_test_log_clear(&log);
        bres_result_unref(result);
    }
}

/* Escaped backslashes and complete surrogate pairs give no warning. */
Test(nvbench, load_without_half_surrogate_pairs)
{
    static const char *const values[] = { "'\\\\ud800'", "'\\ud800\\udc00\\uDBFF\\uDFFF'" };

    for (size_t i = 0; i < COUNT(values); i++) {
        bres_test_log log = { 0 };
        bres_result *result;

        cr_assert_eq(load_value("'string'", values[i], 0, &log, &result), BRES_OK);
        bres_result_unref(result);
        cr_assert_eq(load_value("'string'", values[i], BRES_LOAD_LENIENT, &log, &result), BRES_OK);
        bres_result_unref(result);
        cr_assert_eq(log.count, 0, "%s", bres_test_log_text(&log));
    }
}

/* Null has the kind null under every type; values of unknown types are refused. */
Test(nvbench, load_null_values_and_unknown_types)
{
    static const char *const types[] = { "'int64'", "'float64'", "'string'", "'bool'", "''",
                                         "'Int64'", "null",      "5",        "[]" };

    for (size_t i = 0; i < COUNT(types); i++) {
        bres_result *result;

        cr_assert_eq(load_value(types[i], "null", 0, NULL, &result), BRES_OK, "%s: %s", types[i],
                     bres_last_error());
        cr_assert_eq(bres_summary_kind(summary_of(result)), BRES_KIND_NULL, "%s", types[i]);
        cr_assert_null(bres_value_text(bres_summary_field(summary_of(result), "value")));
        bres_result_unref(result);
        if (i >= 3)
            check_refused(types[i], "'1'", "the type int64, float64 or string");
    }
}

/* The bandwidth is a number under every declared type. */
Test(nvbench, load_bandwidth)
{
    static const struct {
        const char *data; /* members after the tag */
        bool present;
        double fraction;
    } rows[] = {
        { ",'data':[{'name':'value','type':'float64','value':'0.5'}]", true, 0.5 },
        { ",'data':[{'name':'value','type':'int64','value':'1'}]", true, 1 },
        { ",'data':[{'name':'value','type':'string','value':' 0.25 '}]", true, 0.25 },
        { ",'data':[{'name':'value','type':'float64','value':'inf'}]", true, INFINITY },
        { ",'data':[{'name':'value','type':'float64','value':null}]", false, 0 },
        { ",'data':[{'name':'other','type':'float64','value':'1'}]", false, 0 },
        { ",'data':[]", false, 0 },
        { "", false, 0 },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        bres_result *result;
        char members[512];
        double fraction = 99;

        snprintf(members, sizeof members, "'summaries':[{'tag':'nv/cold/bw/global/utilization'%s}]",
                 rows[i].data);
        cr_assert_eq(load_state(members, 0, NULL, &result), BRES_OK, "%s: %s", rows[i].data,
                     bres_last_error());
        cr_assert_eq(bres_state_bw(bres_test_state(result), &fraction), rows[i].present, "%s",
                     rows[i].data);
        cr_assert(fraction == (rows[i].present ? rows[i].fraction : 99), "%s", rows[i].data);
        bres_result_unref(result);
    }
}

/* A short description of a loaded document. */
static void describe(const bres_result *result, bres__text *text)
{
    const bres_state *state = bres_test_state(result);

    bres__text_clear(text);
    bres__text_printf(text, "%zu devices", bres_result_device_count(result));
    for (size_t b = 0; b < bres_result_subbench_count(result); b++) {
        const bres_subbench *bench = bres_result_subbench_at(result, b);

        bres__text_printf(text, "; %s: %zu devices, %zu axes, %zu states",
                          bres_subbench_name(bench), bres_subbench_device_count(bench),
                          bres_subbench_axis_count(bench), bres_subbench_state_count(bench));
        for (size_t a = 0; a < bres_subbench_axis_count(bench); a++) {
            const bres_axis *axis = bres_subbench_axis_at(bench, a);

            bres__text_printf(text, "; axis %s %s:%zu", bres_axis_full_name(axis),
                              bres_axis_type(axis), bres_axis_value_count(axis));
            for (size_t v = 0; v < bres_axis_value_count(axis); v++)
                bres__text_printf(text, " %s",
                                  bres_axis_value_input_string(bres_axis_value_at(axis, v)));
        }
    }
    if (state == NULL)
        return;
    bres__text_printf(text, "; %s|%s", bres_state_name(state), bres_state_point_name(state));
    for (size_t s = 0; s < bres_state_summary_count(state); s++) {
        const bres_summary *summary = bres_state_summary_at(state, s);

        bres__text_printf(text, "; %s:", bres_summary_tag(summary));
        for (size_t f = 0; f < bres_summary_field_count(summary); f++) {
            const bres_value *value = bres_summary_field_at(summary, f);

            bres__text_printf(text, " %s=%s", bres_value_name(value), bres_value_text(value));
        }
    }
}

/* The last of repeated keys counts, at every level. */
Test(nvbench, load_repeated_keys)
{
    static const struct {
        const char *document;
        const char *description;
    } rows[] = {
        { "{'benchmarks':[{'name':'a','states':[{'name':'x'}]}],'benchmarks':[]}", "0 devices" },
        { "{'benchmarks':[],'benchmarks':[{'name':'a','states':[]}]}",
          "0 devices; a: 0 devices, 0 axes, 0 states" },
        { "{'benchmarks':[{'name':'a','states':[{'name':'x'}]}],'benchmarks':null}", "0 devices" },
        { "{'devices':[{'id':0,'name':'d'}],'devices':[],'benchmarks':[]}", "0 devices" },
        { "{'devices':null,'devices':[{'id':1,'id':0,'name':'d'},{'id':0,'name':'e'}],"
          "'benchmarks':[]}",
          "1 devices" },
        { "{'benchmarks':[{'name':'a','name':'b','states':[]}]}",
          "0 devices; b: 0 devices, 0 axes, 0 states" },
        { "{'benchmarks':[{'n\\u0061me':'a','states':[]}]}",
          "0 devices; a: 0 devices, 0 axes, 0 states" },
        { "{'benchmarks':[{'name':'a','states':[{'name':'x'},{'name':'y'}],'states':[{'name':'z'}]}"
          "]}",
          "0 devices; a: 0 devices, 0 axes, 1 states; z|z" },
        { "{'benchmarks':[{'name':'a','states':[{'name':'x'}],'states':null}]}",
          "0 devices; a: 0 devices, 0 axes, 0 states" },
        { "{'benchmarks':[{'name':'a','devices':[1,2],'devices':[3],'states':[]}]}",
          "0 devices; a: 1 devices, 0 axes, 0 states" },
        { "{'benchmarks':[{'name':'a','axes':[{'name':'N','values':[]}],'axes':[],'states':[]}]}",
          "0 devices; a: 0 devices, 0 axes, 0 states" },
        { "{'benchmarks':[{'name':'a','axes':[{'name':'N','name':'M','flags':'pow2','flags':null,"
          "'type':'x','type':'int64','values':[{'input_string':'1'}],'values':[{'input_string':'2',"
          "'input_string':'3'}]}],'states':[]}]}",
          "0 devices; a: 0 devices, 1 axes, 0 states; axis M int64:1 3" },
        { "{'benchmarks':[{'name':'a','axes':[{'name':'N','values':[{'input_string':'1'}],"
          "'values':null}],'states':[]}]}",
          "0 devices; a: 0 devices, 1 axes, 0 states; axis N (null):0" },
        { "{'benchmarks':[{'name':'a','states':[{'name':'x','name':'y'}]}]}",
          "0 devices; a: 0 devices, 0 axes, 1 states; y|y" },
        { "{'benchmarks':[{'name':'a','axes':[{'name':'N','values':[]}],'states':[{'name':'x',"
          "'axis_values':[{'name':'N','value':'1'}],'axis_values':[{'name':'N','value':'2'}]}]}]}",
          "0 devices; a: 0 devices, 1 axes, 1 states; axis N (null):0; x|N=2" },
        { "{'benchmarks':[{'name':'a','axes':[{'name':'N','values':[]}],'states':[{'name':'x',"
          "'axis_values':[{'name':'N','value':'1'}],'axis_values':null}]}]}",
          "0 devices; a: 0 devices, 1 axes, 1 states; axis N (null):0; x|x" },
        { "{'benchmarks':[{'name':'a','axes':[{'name':'N','values':[]}],'states':[{'name':'x',"
          "'axis_values':[{'name':'N','value':'1','value':'2'}]}]}]}",
          "0 devices; a: 0 devices, 1 axes, 1 states; axis N (null):0; x|N=2" },
        { "{'benchmarks':[{'name':'a','states':[{'name':'x','summaries':[{'tag':'t'}],"
          "'summaries':[{'tag':'u'},{'tag':'v'}]}]}]}",
          "0 devices; a: 0 devices, 0 axes, 1 states; x|x; u:; v:" },
        { "{'benchmarks':[{'name':'a','states':[{'name':'x','summaries':[{'tag':'t'}],"
          "'summaries':null}]}]}",
          "0 devices; a: 0 devices, 0 axes, 1 states; x|x" },
        { "{'benchmarks':[{'name':'a','states':[{'name':'x','summaries':[{'tag':'t','tag':'u',"
          "'data':[{'name':'a','type':'int64','value':'1'}],"
          "'data':[{'name':'b','type':'int64','value':'2'}]}]}]}]}",
          "0 devices; a: 0 devices, 0 axes, 1 states; x|x; u: b=2" },
        { "{'benchmarks':[{'name':'a','states':[{'name':'x','summaries':[{"
          "'data':[{'name':'a','type':'int64','value':'1'}],'tag':'t',"
          "'data':[{'name':'b','type':'int64','value':'2'}]}]}]}]}",
          "0 devices; a: 0 devices, 0 axes, 1 states; x|x; t: b=2" },
        { "{'benchmarks':[{'name':'a','states':[{'name':'x','summaries':[{"
          "'data':[{'name':'a','type':'int64','value':'1'}],"
          "'data':[{'name':'b','type':'int64','value':'2'}],'tag':'t'}]}]}]}",
          "0 devices; a: 0 devices, 0 axes, 1 states; x|x; t: b=2" },
        { "{'benchmarks':[{'name':'a','states':[{'name':'x','summaries':[{'tag':'t',"
          "'data':[{'name':'a','name':'b','type':'string','type':'int64','value':'x','value':'2'}"
          "]}]}]}]}",
          "0 devices; a: 0 devices, 0 axes, 1 states; x|x; t: b=2" },
    };
    bres__text text = { 0 };

    for (size_t i = 0; i < COUNT(rows); i++) {
        bres_load_options options = bres_test_options(0, NULL);
        bres_result *result;

        cr_assert_eq(bres_test_load_text(rows[i].document, &options, &result), BRES_OK, "%s: %s",
                     rows[i].document, bres_last_error());
        describe(result, &text);
        cr_assert_str_eq(text.data, rows[i].description, "%s: %s", rows[i].document, text.data);
        bres_result_unref(result);
    }
    bres__text_free(&text);
}

/* Keys that the format does not know are kept as they are, repeated ones, too. */
Test(nvbench, load_keeps_unknown_keys)
{
    bres_load_options options = bres_test_options(0, NULL);
    const bres_state *state;
    bres_result *result;
    double number = 0;

    cr_assert_eq(bres_test_load_text(
                     "{'benchmarks':[{'a':{'b': [1,2]},'name':'b','timeout':1,'timeout':2.50,"
                     "'states':[{'name':'s','x\\u0041':NaN,'timeout':1e2,'run':'odd','\\n':{}}]}]}",
                     &options, &result),
                 BRES_OK, "%s", bres_last_error());
    state = bres_test_state(result);
    cr_assert_str_eq(bres_subbench_extra_json(bres_state_subbench(state)),
                     "{\"a\":{\"b\": [1,2]},\"timeout\":1,\"timeout\":2.50}");
    cr_assert(bres_subbench_setting(bres_state_subbench(state), "timeout", &number) &&
              number == 2.5);
    cr_assert_str_eq(bres_state_extra_json(state),
                     "{\"xA\":NaN,\"timeout\":1e2,\"run\":\"odd\",\"\\n\":{}}");
    cr_assert(bres_state_setting(state, "timeout", &number) && number == 100);
    cr_assert(bres_state_setting(state, "xA", &number) && isnan(number));
    cr_assert_eq(bres_state_run(state), 0);
    bres_result_unref(result);
}

/* A run number has 32 bits; any other value of the key is kept as unknown data. */
Test(nvbench, load_run_numbers)
{
    static const struct {
        const char *run;
        uint32_t number;
        bool kept;
    } rows[] = {
        { "0", 0, false },         { "7", 7, false },   { "4294967295", UINT32_MAX, false },
        { "4294967296", 0, true }, { "-1", 0, true },   { "1.0", 0, true },
        { "'1'", 0, true },        { "null", 0, true }, { "[1]", 0, true },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        bres_result *result;
        char members[64];

        snprintf(members, sizeof members, "'run':%s", rows[i].run);
        cr_assert_eq(load_state(members, 0, NULL, &result), BRES_OK, "%s", bres_last_error());
        cr_assert_eq(bres_state_run(bres_test_state(result)), rows[i].number, "%s", rows[i].run);
        cr_assert_eq(bres_state_extra_json(bres_test_state(result)) != NULL, rows[i].kept, "%s",
                     rows[i].run);
        bres_result_unref(result);
    }
}

/* A later `data` of null replaces an earlier list. */
Test(nvbench, load_repeated_data_leniently)
{
    bres_test_log log = { 0 };
    bres_result *result;

    cr_assert_eq(load_state("'summaries':[{'tag':'t','data':[{'name':'value','type':'int64',"
                            "'value':'1'}],'data':null}]",
                            BRES_LOAD_LENIENT, &log, &result),
                 BRES_OK, "%s", bres_last_error());
    cr_assert_eq(log.count, 1, "%s", bres_test_log_text(&log));
    cr_assert_eq(bres_summary_field_count(summary_of(result)), 0);
    cr_assert_eq(bres_summary_kind(summary_of(result)), BRES_KIND_ABSENT);
    bres_test_log_clear(&log);
    bres_result_unref(result);
}

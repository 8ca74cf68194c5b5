/* SPDX-License-Identifier: MIT */
#include "support/loading.h"
#include "support/timings.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

/* A measurement that is written and read again is equal to the last bit. */
static void check_round_trip(const char *name, const bres_measurement *measurement)
{
    bres_measurement *read;
    char *text;

    cr_assert_eq(bres_measurement_json(measurement, &text), BRES_OK, "%s", bres_last_error());
    cr_assert_eq(bres_measurement_parse(text, strlen(text), &read), BRES_OK, "%s: %s", name,
                 bres_last_error());
    cr_assert(bres_test_timings_equal(measurement, read), "%s: %s", name, text);
    bres_measurement_free(read);
    bres_string_free(text);
}

Test(timer, measurement_json_text)
{
    static const double times[] = { 0.5, 1e-9, 3 };
    bres_task_spec spec;
    bres_measurement *m;
    char *text;

    bres_task_spec_init(&spec);
    spec.stmt = "f(\"x\")";
    spec.label = "";
    m = bres_test_timing(&spec, 7, times, COUNT(times));
    cr_assert_eq(bres_measurement_set_metadata_json(m, "{ \"a\": [1, 2.50] }"), BRES_OK);
    cr_assert_eq(bres_measurement_json(m, &text), BRES_OK);
    cr_assert_str_eq(text, "{\"task_spec\":{\"stmt\":\"f(\\\"x\\\")\",\"setup\":\"pass\","
                           "\"global_setup\":\"\",\"label\":\"\",\"sub_label\":null,"
                           "\"description\":null,\"env\":null,\"num_threads\":1},"
                           "\"number_per_run\":7,\"raw_times\":[0.5,1e-09,3.0],"
                           "\"metadata\":{\"a\":[1,2.50]}}");
    bres_string_free(text);
    bres_measurement_free(m);
}

Test(timer, measurement_json_round_trips)
{
    static const double odd[] = { 0.1,         1.0 / 3, DBL_MIN, DBL_MAX, 5e-324,
                                  DBL_EPSILON, 0,       -0.0,    1e22,    123456789.123456789 };
    bres_task_spec spec;
    bres_measurement *m;
    double *many = malloc(1000 * sizeof(*many));

    bres_task_spec_init(&spec);
    m = bres_test_timing(NULL, 1, NULL, 0);
    check_round_trip("empty", m);
    bres_measurement_free(m);
    spec.stmt = "a\nb\t\"\\\x01\x7F";
    spec.setup = "";
    spec.global_setup = "\xE4\xB8\xAD\xE6\x96\x87 \xF0\x9F\x98\x80";
    spec.sub_label = "";
    spec.env = "e";
    spec.num_threads = INT32_MAX;
    m = bres_test_timing(&spec, INT64_MAX, odd, COUNT(odd));
    check_round_trip("odd", m);
    cr_assert_eq(bres_measurement_set_metadata_json(m, "{\"a\":{\"b\":[null,true,1e5]}}"), BRES_OK);
    check_round_trip("with metadata", m);
    bres_measurement_free(m);

    srand48(6);
    for (size_t i = 0; i < 1000; i++)
        many[i] = ldexp(drand48(), (int)(i % 200) - 100);
    m = bres_test_timing(&spec, 3, many, 1000);
    check_round_trip("random", m);
    bres_measurement_free(m);
    free(many);
}

/* Metadata at the maximum nesting depth can be read back. */
Test(timer, measurement_json_deep_metadata)
{
    bres_measurement *m = bres_test_timing(NULL, 1, NULL, 0);
    bres__text deep = { 0 };

    bres__text_puts(&deep, "{\"a\":");
    bres__text_repeat(&deep, '[', 255);
    bres__text_repeat(&deep, ']', 255);
    bres__text_puts(&deep, "}");
    cr_assert_eq(bres_measurement_set_metadata_json(m, deep.data), BRES_OK);
    check_round_trip("deep", m);
    bres_measurement_free(m);
    bres__text_free(&deep);
}

#define SPEC  "'task_spec':{'stmt':'f'}"
#define OTHER "'number_per_run':1,'raw_times':[1]"

Test(timer, measurement_parse_accepts)
{
    static const struct {
        const char *text;
        size_t count;
        double first;
    } rows[] = {
        { "{" SPEC "," OTHER "}", 1, 1 },
        { " { 'raw_times' : [ ] , " SPEC ", 'number_per_run':1 } \n", 0, 0 },
        { "{" SPEC "," OTHER ",'metadata':null,'unknown':[{}]}", 1, 1 },
        { "{'task_spec':{'stmt':'f','new':1,'label':null,'num_threads':3}," OTHER "}", 1, 1 },
        { "{" SPEC "," OTHER ",'raw_times':[2,3]}", 2, 2 },
        { "{'task_spec':{'stmt':'g','label':'l'}," SPEC ",'number_per_run':4,'raw_times':[1]}", 1,
          1 },
        { "{" SPEC ",'number_per_run':1,'raw_times':[1e-400,7]}", 2, 0 },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        char *text = bres_test_json(rows[i].text);
        bres_measurement *m;

        cr_assert_eq(bres_measurement_parse(text, strlen(text), &m), BRES_OK, "row %zu: %s", i,
                     bres_last_error());
        cr_assert_eq(bres_measurement_count(m), rows[i].count, "row %zu", i);
        cr_assert(rows[i].count == 0 || bres_measurement_raw_times(m)[0] == rows[i].first,
                  "row %zu", i);
        cr_assert_str_eq(bres_measurement_spec(m)->stmt, "f", "row %zu", i);
        cr_assert_null(bres_measurement_spec(m)->label, "row %zu", i);
        cr_assert_str_eq(bres_measurement_spec(m)->setup, "pass", "row %zu", i);
        bres_measurement_free(m);
        free(text);
    }
}

Test(timer, measurement_parse_refuses)
{
    static const struct {
        const char *text;
        bres_status status;
        const char *path;
    } rows[] = {
        { "", BRES_ERROR_SYNTAX, "" },
        { "null", BRES_ERROR_KIND, "" },
        { "[]", BRES_ERROR_KIND, "" },
        { "{", BRES_ERROR_SYNTAX, "" },
        { "{}", BRES_ERROR_KEY, "task_spec" },
        { "{" SPEC "}", BRES_ERROR_KEY, "number_per_run" },
        { "{" SPEC ",'number_per_run':1}", BRES_ERROR_KEY, "raw_times" },
        { "{'task_spec':{}," OTHER "}", BRES_ERROR_KEY, "task_spec.stmt" },
        { "{" SPEC "," OTHER "} x", BRES_ERROR_SYNTAX, "" },
        { "{" SPEC "," OTHER ",}", BRES_ERROR_SYNTAX, "" },
        { "{" SPEC "," OTHER ",'x':}", BRES_ERROR_SYNTAX, "" },
        { "{" SPEC "," OTHER ",'metadata':[]}", BRES_ERROR_KIND, "metadata" },
        { "{'task_spec':null," OTHER "}", BRES_ERROR_KIND, "task_spec" },
        { "{'task_spec':{'stmt':null}," OTHER "}", BRES_ERROR_KIND, "task_spec.stmt" },
        { "{'task_spec':{'stmt':'f','label':1}," OTHER "}", BRES_ERROR_KIND, "task_spec.label" },
        { "{'task_spec':{'stmt':'a\\u0000b'}," OTHER "}", BRES_ERROR_VALUE, "" },
        { "{'task_spec':{'stmt':'a\xFF'}," OTHER "}", BRES_ERROR_SYNTAX, "" },
        { "{'task_spec':{'stmt':'f','num_threads':0}," OTHER "}", BRES_ERROR_VALUE,
          "task_spec.num_threads" },
        { "{'task_spec':{'stmt':'f','num_threads':2147483648}," OTHER "}", BRES_ERROR_VALUE,
          "task_spec.num_threads" },
        { "{'task_spec':{'stmt':'f','num_threads':'1'}," OTHER "}", BRES_ERROR_KIND,
          "task_spec.num_threads" },
        { "{" SPEC ",'number_per_run':0,'raw_times':[]}", BRES_ERROR_VALUE, "number_per_run" },
        { "{" SPEC ",'number_per_run':-1,'raw_times':[]}", BRES_ERROR_VALUE, "number_per_run" },
        { "{" SPEC ",'number_per_run':1.0,'raw_times':[]}", BRES_ERROR_VALUE, "number_per_run" },
        { "{" SPEC ",'number_per_run':NaN,'raw_times':[]}", BRES_ERROR_VALUE, "number_per_run" },
        { "{" SPEC ",'number_per_run':9223372036854775808,'raw_times':[]}", BRES_ERROR_VALUE,
          "number_per_run" },
        { "{" SPEC ",'number_per_run':1,'raw_times':{}}", BRES_ERROR_KIND, "raw_times" },
        { "{" SPEC ",'number_per_run':1,'raw_times':1}", BRES_ERROR_KIND, "raw_times" },
        { "{" SPEC ",'number_per_run':1,'raw_times':[1,-1]}", BRES_ERROR_VALUE, "raw_times[1]" },
        { "{" SPEC ",'number_per_run':1,'raw_times':[NaN]}", BRES_ERROR_VALUE, "raw_times[0]" },
        { "{" SPEC ",'number_per_run':1,'raw_times':[1,2,-Infinity]}", BRES_ERROR_VALUE,
          "raw_times[2]" },
        { "{" SPEC ",'number_per_run':1,'raw_times':[1e999]}", BRES_ERROR_VALUE, "raw_times[0]" },
        { "{" SPEC ",'number_per_run':1,'raw_times':['1']}", BRES_ERROR_KIND, "raw_times[0]" },
        { "{" SPEC ",'number_per_run':1,'raw_times':[null]}", BRES_ERROR_KIND, "raw_times[0]" },
        { "{" SPEC ",'number_per_run':1,'raw_times':[1,]}", BRES_ERROR_SYNTAX, "" },
    };
    bres_measurement *m;

    for (size_t i = 0; i < COUNT(rows); i++) {
        char *text = bres_test_json(rows[i].text);
        const bres_status status = bres_measurement_parse(text, strlen(text), &m);

        cr_assert_eq(status, rows[i].status, "row %zu: %s: %s", i, bres_status_name(status),
                     bres_last_error());
        cr_assert_null(m, "row %zu", i);
        if (rows[i].path[0] != '\0')
            cr_assert_str_eq(bres_last_error_path(), rows[i].path, "row %zu", i);
        free(text);
    }
    cr_assert_eq(bres_measurement_parse(NULL, 1, &m), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_measurement_parse(NULL, 0, &m), BRES_ERROR_SYNTAX);
    cr_assert_eq(bres_measurement_parse("", 0, NULL), BRES_ERROR_ARGUMENT);
}

/* A text that is cut anywhere is refused. */
Test(timer, measurement_parse_refuses_every_prefix)
{
    static const double times[] = { 0.5, 1.25e-9 };
    bres_measurement *m = bres_test_timing(NULL, 1, times, COUNT(times));
    bres_measurement *read;
    char *text;

    cr_assert_eq(bres_measurement_set_metadata_json(m, "{\"a\":null}"), BRES_OK);
    cr_assert_eq(bres_measurement_json(m, &text), BRES_OK);
    for (size_t size = 0; size < strlen(text); size++) {
        cr_assert_eq(bres_measurement_parse(text, size, &read), BRES_ERROR_SYNTAX, "%zu bytes",
                     size);
        cr_assert_null(read);
    }
    bres_string_free(text);
    bres_measurement_free(m);
    cr_assert_eq(bres_measurement_json(NULL, &text), BRES_ERROR_ARGUMENT);
    cr_assert_null(text);
}

/* SPDX-License-Identifier: MIT */
#include "base/base.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

Test(base, json_member_finds_the_last_of_a_key)
{
    static const struct {
        const char *object;
        const char *key;
        const char *value; /* NULL: no such member */
    } rows[] = {
        { "{}", "a", NULL },
        { "{\"a\":1}", "a", "1" },
        { "{\"a\":1}", "b", NULL },
        { "{\"a\":1}", "", NULL },
        { "{\"a\":1}", "aa", NULL },
        { "{\"aa\":1}", "a", NULL },
        { " { \"a\" : [ 1, 2 ] } ", "a", "[ 1, 2 ]" },
        { "{\"a\":1,\"b\":{\"a\":2}}", "a", "1" },
        { "{\"b\":{\"a\":2}}", "a", NULL },
        { "{\"a\":1,\"b\":2,\"a\":\"3\"}", "a", "\"3\"" },
        { "{\"a\":1,\"\\u0061\":2}", "a", "2" },
        { "{\"\\u0061\":2,\"a\":1}", "a", "1" },
        { "{\"caf\\u00e9\":null}", "caf\xc3\xa9", "null" },
        { "{\"a\\\"b\":true}", "a\"b", "true" },
        { "{\"\":{}}", "", "{}" },
        { "{\"a,\\\"b\\\":\":\"}\",\"b\":1}", "b", "1" },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        bres__slice value = { NULL, 0 };
        bool found = bres__json_member(rows[i].object, rows[i].key, &value);

        cr_assert_eq(found, rows[i].value != NULL, "%s, %s", rows[i].object, rows[i].key);
        if (found)
            cr_assert(value.length == strlen(rows[i].value) &&
                          memcmp(value.data, rows[i].value, value.length) == 0,
                      "%s, %s: %.*s", rows[i].object, rows[i].key, (int)value.length, value.data);
        else
            cr_assert_null(value.data, "%s, %s", rows[i].object, rows[i].key);
    }
}

Test(base, json_member_numbers)
{
    static const struct {
        const char *object;
        bool is_int64;
        int64_t number;
        bool is_float64;
        double real;
    } rows[] = {
        { "{\"k\":0}", true, 0, true, 0 },
        { "{\"k\":-7}", true, -7, true, -7 },
        { "{\"k\": 9223372036854775807 }", true, INT64_MAX, true, 9223372036854775807.0 },
        { "{\"k\":-9223372036854775808}", true, INT64_MIN, true, -9223372036854775808.0 },
        { "{\"k\":9223372036854775808}", false, 0, true, 9223372036854775808.0 },
        { "{\"k\":1e3}", false, 0, true, 1000 },
        { "{\"k\":15.0}", false, 0, true, 15 },
        { "{\"k\":-Infinity}", false, 0, true, -INFINITY },
        { "{\"k\":\"7\"}", false, 0, false, 0 },
        { "{\"k\":null}", false, 0, false, 0 },
        { "{\"k\":true}", false, 0, false, 0 },
        { "{\"k\":[7]}", false, 0, false, 0 },
        { "{\"j\":7}", false, 0, false, 0 },
        { "{\"k\":\"x\",\"k\":7}", true, 7, true, 7 },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        int64_t number = 42;
        double real = 42;

        cr_assert_eq(bres__json_member_int64(rows[i].object, "k", &number), rows[i].is_int64, "%s",
                     rows[i].object);
        cr_assert_eq(number, rows[i].is_int64 ? rows[i].number : 42, "%s", rows[i].object);
        cr_assert_eq(bres__json_member_float64(rows[i].object, "k", &real), rows[i].is_float64,
                     "%s", rows[i].object);
        cr_assert(real == (rows[i].is_float64 ? rows[i].real : 42), "%s: %g", rows[i].object, real);
    }
    double nan = 0;
    cr_assert(bres__json_member_float64("{\"k\":NaN}", "k", &nan) && isnan(nan));
}

Test(base, json_check_object_takes_objects_alone)
{
    static const struct {
        const char *text;
        bres_status status;
    } rows[] = {
        { "{}", BRES_OK },
        { " {\"a\":[1,{}]}\n", BRES_OK },
        { "", BRES_ERROR_SYNTAX },
        { "{", BRES_ERROR_SYNTAX },
        { "{} {}", BRES_ERROR_SYNTAX },
        { "[1,]", BRES_ERROR_SYNTAX },
        { "[]", BRES_ERROR_KIND },
        { "null", BRES_ERROR_KIND },
        { "\"{}\"", BRES_ERROR_KIND },
        { "{\"a\":\"\\u0000\"}", BRES_ERROR_VALUE },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        cr_assert_eq(bres__json_check_object(rows[i].text), rows[i].status, "%s: %s", rows[i].text,
                     bres_last_error());
        if (rows[i].status == BRES_ERROR_KIND)
            cr_assert_str_eq(bres_last_error_expected(), "an object");
    }
}

/* A key with escapes needs memory. Without memory, the look-up may miss the key, but never finds a
 * wrong one. */
Test(base, json_member_without_memory)
{
    bres__slice value = { NULL, 0 };

    bres__faults_arm(BRES__FAULT_ALLOC, 1, true);
    cr_assert_not(bres__json_member("{\"\\u0061\":1}", "a", &value));
    cr_assert(bres__json_member("{\"a\":1}", "a", &value));
    bres__faults_arm(0, 0, false);
    cr_assert(bres__json_member("{\"\\u0061\":1}", "a", &value));
}

/* SPDX-License-Identifier: MIT */
#include "base/base.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static void check(const char *a, const char *b, bool expected)
{
    bool equal;

    cr_assert_eq(bres__json_equal_text(a, b, &equal), BRES_OK, "%s", bres_last_error());
    cr_assert_eq(equal, expected, "%.60s and %.60s", a, b);
    cr_assert_eq(bres__json_equal_text(b, a, &equal), BRES_OK, "%s", bres_last_error());
    cr_assert_eq(equal, expected, "%.60s and %.60s, exchanged", a, b);
}

Test(base, json_equal_numbers)
{
    static const struct {
        const char *a;
        const char *b;
        bool equal;
    } cases[] = {
        { "1", "1.0", true },
        { "1", "10e-1", true },
        { "1", "0.01E+2", true },
        { "1", "-1", false },
        { "1", "2", false },
        { "1", "10", false },
        { "100", "1e2", true },
        { "100", "1e3", false },
        { "0", "-0", true },
        { "0", "0.000e99", true },
        { "0", "1e-999", false },
        { "1200", "1.2e3", true },
        { "12.5", "125e-1", true },
        { "0.00125", "1.25e-3", true },
        { "1.25", "1.250", true },
        { "1.25", "1.2501", false },
        { "105", "15", false },
        { "9007199254740993", "9007199254740992.0", false },
        { "18446744073709551617", "18446744073709551618", false },
        { "18446744073709551617", "18446744073709551617.0", true },
        { "1e999999999999", "10e999999999998", true },
        { "1e999999999999", "1e999999999998", false },
        { "1e99999999999999999999999999", "0.1e100000000000000000000000000", true },
        { "1e99999999999999999999999999", "1e100000000000000000000000000", false },
        { "1e-100000000000000000000000000", "10e-100000000000000000000000001", true },
        { "1e-99999999999999999999", "1e99999999999999999999", false },
        { "1e0000000000000000000000000000000002", "100", true },
        { "NaN", "NaN", true },
        { "NaN", "Infinity", false },
        { "Infinity", "Infinity", true },
        { "Infinity", "-Infinity", false },
        { "Infinity", "1e400", false },
        { "NaN", "0", false },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check(cases[i].a, cases[i].b, cases[i].equal);
}

Test(base, json_equal_values)
{
    static const struct {
        const char *a;
        const char *b;
        bool equal;
    } cases[] = {
        { "null", " null ", true },
        { "true", "false", false },
        { "\"A\"", "\"\\u0041\"", true },
        { "\"\\ud83d\\ude00\"", "\"\xF0\x9F\x98\x80\"", true },
        { "\"1\"", "1", false },
        { "\"\"", "\"a\"", false },
        { "[]", "[ ]", true },
        { "[]", "{}", false },
        { "[1, 2]", "[1,2.0]", true },
        { "[1,2]", "[2,1]", false },
        { "[1]", "[1,2]", false },
        { "{\"a\":1,\"b\":[2]}", "{ \"b\" : [2], \"a\" : 1e0 }", true },
        { "{\"a\":1}", "{\"b\":1}", false },
        { "{\"a\":1}", "{\"a\":1,\"b\":1}", false },
        { "{\"a\":null}", "{}", false },
        { "{\"a\":2,\"a\":1}", "{\"a\":1}", true },
        { "{\"a\":1,\"a\":2}", "{\"a\":1}", false },
        { "{\"a\":{\"b\":1,\"c\":2}}", "{\"a\":{\"c\":2,\"b\":1}}", true },
        { "{\"\\u0061\":1}", "{\"a\":1}", true },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check(cases[i].a, cases[i].b, cases[i].equal);
    check(NULL, NULL, true);
    check(NULL, "null", false);
}

static void put_digits(bres__text *text, size_t count, char last)
{
    bres__text_repeat(text, '7', count);
    bres__text_putc(text, last);
}

Test(base, json_equal_long_numbers)
{
    bres__text whole = { 0 };
    bres__text other = { 0 };
    bres__text real = { 0 };

    put_digits(&whole, 100000, '1');
    put_digits(&other, 100000, '2');
    bres__text_puts(&real, "0.");
    put_digits(&real, 100000, '1');
    bres__text_puts(&real, "000e100001");
    check(whole.data, other.data, false);
    check(whole.data, real.data, true);
    check(other.data, real.data, false);
    bres__text_free(&whole);
    bres__text_free(&other);
    bres__text_free(&real);
}

Test(base, json_equal_deep_nesting)
{
    bres__text texts[2] = { { 0 }, { 0 } };
    bool equal;

    for (size_t i = 0; i < 2; i++) {
        for (size_t level = 0; level < BRES__JSON_MAX_DEPTH / 2; level++)
            bres__text_puts(&texts[i], i == 0 ? "[{\"a\":" : "[ {\"a\":");
        bres__text_puts(&texts[i], "1");
        for (size_t level = 0; level < BRES__JSON_MAX_DEPTH / 2; level++)
            bres__text_puts(&texts[i], "}]");
    }
    check(texts[0].data, texts[1].data, true);
    /* Deep nesting in an unchecked text gives an error, not a stack overflow. */
    bres__text_clear(&texts[0]);
    bres__text_clear(&texts[1]);
    bres__text_repeat(&texts[0], '[', 1000000);
    bres__text_repeat(&texts[1], '[', 1000001);
    cr_assert_eq(bres__json_equal_text(texts[0].data, texts[1].data, &equal), BRES_ERROR_LIMIT);
    bres__text_free(&texts[0]);
    bres__text_free(&texts[1]);
}

static bres_status equal_once(void *context)
{
    bool equal = true;
    const bres_status status =
        bres__json_equal_text("{\"\\u0061\":[\"\\u0062\",{\"c\":1}],\"d\":2}", context, &equal);

    cr_assert_eq(equal, status == BRES_OK);
    return status;
}

Test(base, json_equal_survives_every_failing_allocation)
{
    char other[] = "{\"d\":2.0,\"a\":[\"\\u0062\",{\"c\":1e0}]}";

    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, equal_once, other);
}

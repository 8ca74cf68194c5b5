/* SPDX-License-Identifier: MIT */
#include "base/base.h"
#include "base/text/cut.h"

#include <criterion/criterion.h>
#include <string.h>

Test(base, cut_keeps_both_ends)
{
    static const struct {
        const char *string;
        size_t columns;
        const char *expected;
    } cases[] = {
        { "", 1, "" },
        { "abcdef", 6, "abcdef" },
        { "abcdef", 5, "ab…ef" },
        { "abcdef", 4, "ab…f" },
        { "abcdef", 2, "a…" },
        { "abcdef", 1, "…" },
        { "日本語日本", 7, "日…本" }, /* characters are two columns wide */
        { "日本語日本", 4, "日…" },
        { "e\xCC\x81"
          "bcde\xCC\x81",
          3, "e\xCC\x81…e\xCC\x81" }, /* combining marks stay */
        { "\xFF\xFE\x80\x80zz", 3, "\xFF…z" },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bres__text text = { 0 };

        bres__text_puts(&text, "");
        bres__text_put_cut(&text, cases[i].string, cases[i].columns);
        cr_expect_str_eq(text.data != NULL ? text.data : "", cases[i].expected, "case %zu: '%s'", i,
                         text.data);
        cr_expect_leq(bres__text_width(cases[i].expected), cases[i].columns);
        bres__text_free(&text);
    }
}

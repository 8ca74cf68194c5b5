/* SPDX-License-Identifier: MIT */
/*
 * Texts and JSON lines of libtest: output of benchmarks, colours, messages, lines of cargo.
 */
#include "support/imported.h"
#include "support/loading.h"

#include "base/text/text.h"

#include <criterion/criterion.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* "NAME: median in ns" or "NAME: skip reason" for each state, with line breaks between. */
static void describe(const bres_result *result, bres__text *text)
{
    for (size_t b = 0; b < bres_result_subbench_count(result); b++) {
        const bres_state *state = bres_subbench_state_at(bres_result_subbench_at(result, b), 0);

        bres__text_puts(text, text->length != 0 ? "\n" : "");
        bres__text_printf(text, "%s: ", bres_state_name(state));
        if (bres_state_is_skipped(state))
            bres__text_puts(text, bres_state_skip_reason(state));
        else
            bres__text_printf(text, "%g",
                              bres_test_import_value(state, "bres/import/time/median") * 1e9);
    }
}

Test(formats, libtest_outcomes_are_found)
{
    static const struct {
        const char *text;
        const char *states;
        const char *log;
    } rows[] = {
        /* The output of --nocapture is between the name and the outcome. */
        { "test a ... hello\nbench: 100 ns/iter (+/- 5)\ntest b ... hi\nFAILED\n",
          "a: 100\nb: the benchmark has failed", "" },
        { "test a ... hello bench: 100 ns/iter (+/- 5)\n", "a: 100", "" },
        { "test a ... hello\nmore bench: 100 ns/iter (+/- 5)\ntest c ... hi\nok\n", "a: 100", "" },
        { "test a ... bench: 1 ns/iter (+/- 5)\nbench: 2 ns/iter (+/- 5)\n", "a: 1",
          "r.json: line 2: figures without a name are left out\n" },
        { "test a ... b ... bench: 1 ns/iter (+/- 5)\n", "a ... b: 1", "" },
        { "bench: release\ntest a ... bench: 1 ns/iter (+/- 5)\nmy bench: took 50 ns/iter\n",
          "a: 1", "" },
        { "test a ... \x1b[36mbench\x1b[0m: 1 ns/iter (+/- 5)\ntest b ... \x1b[1;31mFAILED\x1b[m\n",
          "a: 1\nb: the benchmark has failed", "" },
        /* How the terminals xterm and tmux end a color, and a title. */
        { "test a ... \x1b[36mbench\x1b(B\x1b[m: 1 ns/iter (+/- 5)\n"
          "test b ... \x1b[33mignored\x1b[m\x0f\n"
          "\x1b]0;title\atest c ... \x1b[?25lbench: 2 ns/iter (+/- 5)\n"
          "\x1b]0;title\x1b\\test d ... bench: 3 ns/iter (+/- 5)\x1b",
          "a: 1\nb: ignored\nc: 2\nd: 3", "" },
        { "test a ... bench: 1 ns/iter (+/- 5)\ntest b ... ignored, needs net\ntest c ... "
          "ignored\n",
          "a: 1\nb: ignored, needs net\nc: ignored", "" },
        { "   Compiling x\n{\"reason\":\"x\"}\n"
          "{\"type\":\"bench\",\"name\":\"a\",\"median\":1,\"deviation\":1}\n"
          "{\"type\":\"test\",\"name\":\"b\",\"event\":\"ignored\",\"message\":\"needs gpu\"}\n"
          "{\"type\":\"test\",\"name\":\"c\",\"event\":\"ignored\"}\n{\"reason\":\"build-"
          "finished\"}\n",
          "a: 1\nb: ignored, needs gpu\nc: ignored", "" },
    };

    for (size_t i = 0; i < COUNT(rows); i++)
        bres_test_check_import(rows[i].text, describe, rows[i].states, rows[i].log);
}

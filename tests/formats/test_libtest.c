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
        /* The sequences with which xterm and tmux end a color, and a title. */
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
        /* Output that begins like an outcome, or looks like figures. */
        { "test a ... FAILED to open\nbench: 1 ns/iter (+/- 5)\n", "a: 1", "" },
        { "test a ... my bench: took 50 ns/iter\nbench: 1 ns/iter (+/- 5)\n", "a: 1",
          "r.json: line 1: 'bench: took 50 ns/iter' is not the figures of a benchmark: it is "
          "ignored\n" },
    };

    for (size_t i = 0; i < COUNT(rows); i++)
        bres_test_check_import(rows[i].text, describe, rows[i].states, rows[i].log);
}

#define EVENT(name)                                                                                \
    "{ \"type\": \"bench\", \"name\": \"" name "\", \"median\": 1, \"deviation\": 0 }"

/* Benchmarks print between events, and before an event on the same line. */
Test(formats, libtest_events_are_found)
{
    static const struct {
        const char *text;
        const char *states;
        const char *log;
    } rows[] = {
        { "{\"log\":1}\n{\"type\":3}\n{not json\n{not json}\n{\n[{\"x\":1}]\n" EVENT("a") "\n",
          "a: 1", "" },
        { "noise" EVENT("a") "\r\n" EVENT("b") "\n", "a: 1\nb: 1", "" },
        { "{not json" EVENT("a") "\n{\"type\":\"bench\"}" EVENT("b") " \n", "a: 1\nb: 1", "" },
        { EVENT("a") "\nx{\"log\":{\"type\":\"bench\",\"name\":\"b\"}}\n", "a: 1", "" },
        { EVENT("a") EVENT("b") "\nnoise" EVENT("c{") "x{" EVENT("{") " noise\n",
          "a: 1\nb: 1\nc{: 1\n{: 1", "" },
        { "noise{ \"type\": \"bench\", \"name\": \"a\", \"devi" EVENT("b") "\n", "b: 1",
          "r.json: line 1: an event that is not complete is left out\n" },
        { EVENT("a") "\n{\"type\":\"Features\",\n\"x\":[]}\nx {\"type\":\"Point\",\"x\":[1,\n2]}\n"
                     "x {\"type\":\"test\",\"id\":7}\n",
          "a: 1", "" },
        { EVENT("a") "\nnoise{ \"type\": \"bench\", \"na", "a: 1",
          "r.json: line 2: an event that is not complete is left out\n" },
        { "{ \"type\": \"suite\", \"event\": \"started\", \"test_count\": 1 }\n"
          "{ \"type\": \"test\", \"name\": \"a\", \"event\": \"ignored\" }\n",
          "a: ignored",
          "r.json: no benchmark has a time: libtest has ignored each of them, or it has failed\n" },
    };

    for (size_t i = 0; i < COUNT(rows); i++)
        bres_test_check_import(rows[i].text, describe, rows[i].states, rows[i].log);
}

Test(formats, libtest_json_without_events_is_refused)
{
    static const char text[] = "{\"log\":1}\n{not json\n";
    bres_import_options options = bres_test_import_options(NULL);
    bres_result *result;

    options.format = "libtest-json";
    cr_assert_eq(bres_result_import_memory(text, strlen(text), &options, &result),
                 BRES_ERROR_VALUE);
    cr_expect_str_eq(bres_last_error(),
                     "<memory>: the file has no events of libtest; expected a line with the type "
                     "'bench', 'test' or 'suite'");
}

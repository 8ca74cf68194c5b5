/* SPDX-License-Identifier: MIT */
/* The summary report of a tuner's result: a table by rank, never wider than 80 columns. */
#include "base/fault.h"
#include "base/text/text.h"
#include "support/summary.h"
#include "support/support.h"

#include <benchresult/filter.h>
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

/* Pieces of a document; see bres_test_load() for the quotes. */
#define VALUE(tag, type, value)                                                                    \
    "{'tag':'" tag "','data':[{'name':'value','type':'" type "','value':'" value "'}]}"
#define STATUS(word) VALUE("bres/tune/status", "string", word)
#define INTERVAL(lower, upper)                                                                     \
    VALUE("bres/tune/time/lower", "float64", lower)                                                \
    "," VALUE("bres/tune/time/upper", "float64", upper) ","
#define RANKED(word, rank, time, samples)                                                          \
    STATUS(word)                                                                                   \
    "," VALUE("bres/tune/rank", "int64", rank) "," VALUE(                                          \
        "bres/tune/time", "float64", time) "," VALUE("nv/cpu_only/sample_size", "int64", samples)
#define STATE(name, rest, summaries)                                                               \
    "{'name':'" name "'," rest "'axis_values':[],'summaries':[" summaries "]}"
#define BENCH(states)                                                                              \
    "'devices':[],'benchmarks':[{'name':'tune','devices':[],'axes':[],'states':[" states "]}]}"
#define META            "{'meta':{'benchresult':{'tune':{'message':'all others are slower: 1 best'}}},"
#define SKIPPED(reason) "'is_skipped':true,'skip_reason':'" reason "',"

static char *report_of(const char *document)
{
    return bres_test_summary(&document, 1, BRES_FORMAT_MARKDOWN, NULL);
}

#define FOUR                                                                                       \
    BENCH(STATE(                                                                                   \
        "X=1", "",                                                                                 \
        INTERVAL("0.0012", "0.0013") RANKED(                                                       \
            "eliminated", "3", "0.0012346",                                                        \
            "9")) "," STATE("X=2", SKIPPED("no room"),                                             \
                            STATUS("failed")) "," STATE("X=3", "",                                 \
                                                        RANKED(                                    \
                                                            "best", "1", "1.2e-8",                 \
                                                            "3")) "," STATE("X=4", "",             \
                                                                            INTERVAL("0", "1e-3")  \
                                                                                RANKED("tied",     \
                                                                                       "2",        \
                                                                                       "2.5e-8",   \
                                                                                       "4")))

Test(report, ranked_table)
{
    char *text = report_of(META FOUR);

    cr_expect_str_eq(text, "# Benchmark Results\n"
                           "\n## tune\n\n"
                           "| Rank | Status     | Time [95% CI]            | Samples | Config |\n"
                           "|-----:|:-----------|:-------------------------|--------:|:-------|\n"
                           "|    1 | best       | 12.00 ns                 |       3 | X=3    |\n"
                           "|    2 | tied       | 25.00 ns [0.00, 1.0e+06] |       4 | X=4    |\n"
                           "|    3 | eliminated | 1.235 ms [1.200, 1.300]  |       9 | X=1    |\n"
                           "|      | failed     |                          |       0 | X=2    |\n"
                           "\n- X=2: no room\n"
                           "\nall others are slower: 1 best\n");
    bres_string_free(text);
}

#define CHANCE(chance, listed)                                                                     \
    VALUE("bres/tune/chance", "float64", chance)                                                   \
    "," VALUE("bres/tune/short_listed", "int64", listed) ","

/* Chances, a mark for each configuration of the short list, and the guarantee of the list. */
Test(report, ranked_table_with_chances)
{
    char *text = report_of(
        "{'meta':{'benchresult':{'tune':{'short_list':2,'configs':500,"
        "'equivalence_margin':0.01,'message':'over: 1 best'}}}," BENCH(
            STATE("X=1", "", CHANCE("0.625", "1") RANKED("best", "1", "2", "30")) "," STATE(
                "X=2", "",
                CHANCE("0.3747", "1") RANKED(
                    "undecided", "2", "2",
                    "9")) "," STATE("X=3", "",
                                    CHANCE("0", "0") RANKED(
                                        "undeci"
                                        "ded",
                                        "3", "2.5",
                                        "4")) "," STATE("X=4", "",
                                                        CHANCE("0", "0")
                                                            RANKED(
                                                                "eliminated", "4", "3",
                                                                "9")) "," STATE("X=5",
                                                                                SKIPPED("no room"),
                                                                                STATUS("failed"))));

    cr_expect_str_eq(text, "# Benchmark Results\n"
                           "\n## tune\n\n"
                           "| Rank | Status     | Time [95% CI] | Samples |  Chance | Config |\n"
                           "|-----:|:-----------|:--------------|--------:|--------:|:-------|\n"
                           "|    1 | best       | 2.000 s       |      30 | * 62.5% | X=1    |\n"
                           "|    2 | undecided  | 2.000 s       |       9 | * 37.5% | X=2    |\n"
                           "|    3 | undecided  | 2.500 s       |       4 |   <0.1% | X=3    |\n"
                           "|    4 | eliminated | 3.000 s       |       9 |    0.0% | X=4    |\n"
                           "|      | failed     |               |       0 |         | X=5    |\n"
                           "\n- X=5: no room\n"
                           "\nShort list (*): 2 of 500 configurations. With a probability of 90%, "
                           "the list has\none within 1% of the fastest.\n"
                           "\nover: 1 best\n");
    bres_string_free(text);
}

/* A merged result has no message, and a damaged result has no text in it. */
Test(report, ranked_table_without_a_message)
{
    static const char *const metas[] = {
        "{",
        "{'meta':{},",
        "{'meta':{'benchresult':3},",
        "{'meta':{'benchresult':{'tune':[]}},",
        "{'meta':{'benchresult':{'tune':{'message':7}}},",
        "{'meta':{'benchresult':{'tune':{'message':''}}},",
    };

    for (size_t i = 0; i < sizeof metas / sizeof *metas; i++) {
        char document[2048];
        char *text;

        snprintf(document, sizeof document, "%s%s", metas[i],
                 BENCH(STATE("X=3", "", RANKED("best", "1", "2", "3"))));
        text = report_of(document);
        cr_expect_not_null(strstr(text, "| best   | 2.000 s       |       3 | X=3    |\n"), "%s",
                           text);
        cr_expect_eq(text[strlen(text) - 2], '|', "%s: %s", metas[i], text);
        bres_string_free(text);
    }
}

/* The widest line of a text. */
static size_t text_width(char *text)
{
    size_t widest = 0;

    for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        const size_t width = bres__text_width(line);

        if (width > widest)
            widest = width;
    }
    return widest;
}

#define LONG "TILE_X=16 TILE_Y=4 UNROLL=8 ORDER=row-major PREFETCH=none LAYOUT=structure-of-arrays"
#define ENDLESS                                                                                    \
    "KEY="                                                                                         \
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define WIDE "KEY=\u9577\u3044\u540d\u524d\u9577\u3044\u540d\u524d\u9577\u3044\u540d\u524d"

Test(report, ranked_table_has_80_columns)
{
    static const char *const documents[] = {
        META BENCH(STATE(LONG, "", RANKED("best", "1", "1", "3"))),
        META BENCH(STATE(ENDLESS, "", RANKED("best", "1", "1", "3"))),
        META BENCH(STATE(WIDE, "", RANKED("best", "1", "1", "3"))),
        META BENCH(STATE("A=|\\u001b[31m", "", RANKED("best", "1", "1", "3"))),
        META BENCH(STATE("", "", RANKED("best", "1", "1", "3"))),
        META BENCH(STATE(LONG, "",
                         INTERVAL("1e-300", "1e300")
                             RANKED("eliminated", "1000000", "1e-6", "123456789"))),
        META BENCH(
            STATE(LONG, "", INTERVAL("-1e-300", "1e999") RANKED("undecided", "-1", "-5", "-3"))),
        META BENCH(STATE(LONG, "",
                         CHANCE("0.99999", "1") INTERVAL("1e-300", "1e300")
                             RANKED("undecided", "1000000", "1e-6", "123456789"))),
        META BENCH(STATE(LONG, SKIPPED(LONG " " ENDLESS), STATUS("failed"))),
    };

    for (size_t i = 0; i < sizeof documents / sizeof *documents; i++) {
        char *text = report_of(documents[i]);
        char *name = strstr(text, "TILE_X=16");

        cr_expect_eq(name != NULL, strstr(documents[i], "TILE") != NULL, "%s", text);
        cr_expect_not_null(strstr(text, "\n| "), "%s", text);
        cr_expect_leq(text_width(text), 80, "document %zu", i);
        bres_string_free(text);
    }
}

/* Chosen columns are shown as for other results, with the states in the order of the ranks. */
Test(report, ranked_states_with_columns)
{
    bres_summary_options options;
    bres_result *result = bres_test_load("r.json", 0, META FOUR);
    char *text;

    bres_summary_options_init(&options);
    options.columns = BRES_COLUMN_BIT(BRES_COLUMN_SUMMARIES);
    cr_assert_eq(bres_summary_report(&result, 1, &options, &text, NULL), BRES_OK);
    cr_expect_null(strstr(text, "failed"), "%s", text);
    cr_expect(strstr(text, "best") < strstr(text, "tied"), "%s", text);
    cr_expect(strstr(text, "tied") < strstr(text, "eliminated"), "%s", text);
    bres_string_free(text);
    bres_result_unref(result);
}

static bres_status report_once(void *context)
{
    char *text;
    bres_status status = bres_summary_report(context, 1, NULL, &text, NULL);

    bres_string_free(text);
    return status;
}

Test(report, ranked_table_survives_every_failing_allocation)
{
    bres_result *result = bres_test_load("r.json", 0, META FOUR);

    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, report_once, &result);
    bres_result_unref(result);
}

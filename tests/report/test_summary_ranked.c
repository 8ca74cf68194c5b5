/* SPDX-License-Identifier: MIT */
/* The summary report of a tuner's result: a table by rank, never wider than 80 columns. */
#include "base/fault.h"
#include "base/text/text.h"
#include "support/summary.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

/* Pieces of a document; see bres_test_load() for the quotes. */
#define VALUE(tag, type, value)                                                                    \
    "{'tag':'" tag "','data':[{'name':'value','type':'" type "','value':" value "}]}"
#define NUMBER(tag, value) VALUE(tag, "float64", "'" value "'")
#define COUNT(tag, value)  VALUE(tag, "int64", "'" value "'")
#define STATUS(word)       VALUE("bres/tune/status", "string", "'" word "'")
#define INTERVAL(lower, upper)                                                                     \
    "," NUMBER("bres/tune/time/lower", lower) "," NUMBER("bres/tune/time/upper", upper)
#define RANKED(word, rank, time, interval, samples)                                                \
    STATUS(word)                                                                                   \
    "," COUNT("bres/tune/rank", rank) "," NUMBER("bres/tune/time", time) interval                  \
        "," COUNT("nv/cpu_only/sample_size", samples)
#define STATE(name, rest, summaries)                                                               \
    "{'name':'" name "'," rest "'axis_values':[],'summaries':[" summaries "]}"
#define ROOT(meta, states)                                                                         \
    "{" meta "'devices':[],'benchmarks':[{'name':'tune','devices':[],'axes':[],'states':[" states  \
    "]}]}"
#define META "'meta':{'benchresult':{'tune':{'message':'all others are slower: 1 best'}}},"

static char *report_of(const char *document)
{
    return bres_test_summary(&document, 1, BRES_FORMAT_MARKDOWN, NULL);
}

Test(report, ranked_table)
{
    char *text = report_of(ROOT(
        META,
        STATE(
            "X=1", "",
            RANKED("eliminated", "3", "0.00123456", INTERVAL("0.0012", "0.0013"),
                   "9")) "," STATE("X=2", "'is_skipped':true,'skip_reason':'no room',",
                                   STATUS("failed")) "," STATE("X=3", "",
                                                               RANKED(
                                                                   "best", "1", "0.000000012", "",
                                                                   "3")) "," STATE("X=4", "",
                                                                                   RANKED(
                                                                                       "tied", "2",
                                                                                       "2.5e-8",
                                                                                       INTERVAL(
                                                                                           "0",
                                                                                           "1e-3"),
                                                                                       "4"))));

    cr_expect_str_eq(text,
                     "# Benchmark Results\n"
                     "\n## tune\n\n"
                     "| Rank | Status     |      Time [95% CI]      | Samples | Configuration |\n");
    bres_string_free(text);
}

/* SPDX-License-Identifier: MIT */
#include "support/summary.h"

#include <benchresult/nvbench.h>
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

/* Pieces of a document; see bres_test_load() for the quotes. */
#define SUMMARY(tag, rest) "{'tag':'" tag "'" rest "}"
#define NAMED(name)        ",'name':'" name "'"
#define HINT(hint)         ",'hint':'" hint "'"
#define VALUE(type, value) ",'data':[{'name':'value','type':'" type "','value':" value "}]"
#define MEAN(value)                                                                                \
    SUMMARY("mean", NAMED("GPU Time") HINT("duration") VALUE("float64", "'" value "'"))
#define STATE(rest, axes, summaries)                                                               \
    "{'name':'s'," rest "'axis_values':[" axes "],'summaries':[" summaries "]}"
#define AXIS(name, type, flags)                                                                    \
    "{'name':'" name "','type':'" type "','flags':'" flags "','values':[]}"
#define POINT(name, type, value) "{'name':'" name "','type':'" type "','value':" value "}"
#define BENCH(name, devices, axes, states)                                                         \
    "{'name':'" name "','devices':" devices ",'axes':[" axes "],'states':[" states "]}"
#define ROOT(benches) "{'devices':[{'id':0,'name':'GPU'}],'benchmarks':[" benches "]}"

#define NO_DATA "No data: these states have no values to show.\n"

struct row {
    const char *what;
    const char *document;
    const char *expected; /* after the first line */
};

static void check(const struct row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char *text = bres_test_summary(&rows[i].document, 1, BRES_FORMAT_MARKDOWN, NULL);
        char expected[2048];

        snprintf(expected, sizeof expected, "# Benchmark Results\n%s", rows[i].expected);
        cr_assert_str_eq(text, expected, "%s:\n%s\ninstead of\n%s", rows[i].what, text, expected);
        bres_string_free(text);
    }
}

Test(report, markdown_sections)
{
    static const struct row rows[] = {
        { "no benchmarks", ROOT(""), "" },
        { "no devices: one table of all states, whatever their device",
          ROOT(BENCH("b", "null", "",
                     STATE("'device':3,", "", MEAN("1")) "," STATE("", "", MEAN("2")))),
          "\n## b\n\n"
          "| GPU Time |\n|----------|\n|  1.000 s |\n|  2.000 s |\n" },
        { "a section for each device in the benchmark's order, one of them unknown",
          ROOT(BENCH("b", "[7,0]", "",
                     STATE("'device':0,", "", MEAN("1")) "," STATE(
                         "'device':7,", "", MEAN("2")) "," STATE("'device':1,", "", MEAN("3")))),
          "\n## b\n\n### [7] Device 7\n\n"
          "| GPU Time |\n|----------|\n|  2.000 s |\n"
          "### [0] GPU\n\n"
          "| GPU Time |\n|----------|\n|  1.000 s |\n" },
        { "skipped states leave no trace",
          ROOT(BENCH("b", "[]", "",
                     STATE("'is_skipped':true,'skip_reason':'why',", "",
                           SUMMARY("other", VALUE("int64", "'1'"))) "," STATE("", "", MEAN("1")))),
          "\n## b\n\n| GPU Time |\n|----------|\n|  1.000 s |\n" },
        { "nothing to show", ROOT(BENCH("b", "[0]", "", STATE("'device':0,", "", ""))),
          "\n## b\n\n### [0] GPU\n\n" NO_DATA },
        { "a repeated benchmark: the last one in the first one's place",
          ROOT(BENCH("b", "[]", "", STATE("", "", MEAN("1"))) "," BENCH(
              "c", "[]", "", STATE("", "", MEAN("2"))) "," BENCH("b", "[]", "",
                                                                 STATE("", "", MEAN("3")))),
          "\n## b\n\n| GPU Time |\n|----------|\n|  3.000 s |\n"
          "\n## c\n\n| GPU Time |\n|----------|\n|  2.000 s |\n" },
        { "runs are told apart",
          ROOT(BENCH("b", "[]", AXIS("N", "int64", ""),
                     STATE("", POINT("N", "int64", "'4'"), MEAN("1")) "," STATE(
                         "'run':1,", POINT("N", "int64", "'4'"), MEAN("2")))),
          "\n## b\n\n"
          "| Run | N | GPU Time |\n|-----|---|----------|\n"
          "|   0 | 4 |  1.000 s |\n|   1 | 4 |  2.000 s |\n" },
    };

    check(rows, sizeof rows / sizeof *rows);
}

Test(report, markdown_columns)
{
    static const struct row rows[] = {
        { "order of first use, headers by name or tag, equal headers, blank cells",
          ROOT(BENCH(
              "b", "[]", "",
              STATE(
                  "", "",
                  SUMMARY("x", NAMED("Noise") VALUE("int64", "'1'")) "," SUMMARY(
                      "y",
                      NAMED("Noise") VALUE(
                          "int64",
                          "'2'"))) "," STATE("", "",
                                             SUMMARY("z", ",'name':null" VALUE("int64", "'3'")) "," SUMMARY(
                                                 "y", NAMED("Late") VALUE(
                                                          "int64",
                                                          "'4'")) "," SUMMARY("w",
                                                                              NAMED("")
                                                                                  VALUE("int64",
                                                                                        "'5'"))))),
          "\n## b\n\n"
          "| Noise | Noise | z |   |\n|-------|-------|---|---|\n"
          "|     1 |     2 |   |   |\n|       |     4 | 3 | 5 |\n" },
        { "what hides and what does not",
          ROOT(BENCH(
              "b", "[]", "",
              STATE(
                  "", "",
                  SUMMARY("a", ",'hide':''" VALUE("int64", "'1'")) "," SUMMARY(
                      "b",
                      ",'hide':"
                      "false" VALUE(
                          "int64",
                          "'2'")) "," SUMMARY("c",
                                              ",'hide':0" VALUE(
                                                  "int64",
                                                  "'3'")) "," SUMMARY("d",
                                                                      ",'hide':null" VALUE(
                                                                          "int64",
                                                                          "'4'")) "," SUMMARY("e",
                                                                                              ",'"
                                                                                              "hide"
                                                                                              "':'"
                                                                                              "yes"
                                                                                              "'" VALUE(
                                                                                                  "int64",
                                                                                                  "'5'")) "," SUMMARY("f",
                                                                                                                      ",'"
                                                                                                                      "hide"
                                                                                                                      "':"
                                                                                                                      "tru"
                                                                                                                      "e" VALUE(
                                                                                                                          "int64",
                                                                                                                          "'6'")) "," SUMMARY("g",
                                                                                                                                              ",'hide':1" VALUE(
                                                                                                                                                  "int64",
                                                                                                                                                  "'7'"))))),
          "\n## b\n\n| a | b | c | d |\n|---|---|---|---|\n| 1 | 2 | 3 | 4 |\n" },
        { "a null value makes its column and keeps its row",
          ROOT(BENCH("b", "[]", "", STATE("", "", SUMMARY("none", VALUE("float64", "null"))))),
          "\n## b\n\n| none |\n|------|\n|      |\n" },
        { "no value at all is a blank cell, too",
          ROOT(BENCH("b", "[]", "", STATE("", "", SUMMARY("none", "")))),
          "\n## b\n\n| none |\n|------|\n|      |\n" },
        { "rows without cells: one in between stays, those at the end vanish",
          ROOT(BENCH("b", "[]", "",
                     STATE("", "", MEAN("1")) "," STATE("", "", "") "," STATE(
                         "", "", MEAN("2")) "," STATE("", "", "") "," STATE("", "", ""))),
          "\n## b\n\n| GPU Time |\n|----------|\n|  1.000 s |\n|          |\n|  2.000 s |\n" },
        { "a repeated tag: the last content in the first place",
          ROOT(BENCH(
              "b", "[]", "",
              STATE("", "", MEAN("1") "," SUMMARY("n", VALUE("int64", "'2'")) "," MEAN("3")))),
          "\n## b\n\n| GPU Time | n |\n|----------|---|\n|  3.000 s | 2 |\n" },
        { "a repeated tag whose last content is hidden",
          ROOT(BENCH("b", "[]", "",
                     STATE("", "",
                           MEAN("1") "," SUMMARY("n", VALUE("int64", "'2'")) "," SUMMARY(
                               "mean", ",'hide':'x'" VALUE("int64", "'3'"))))),
          "\n## b\n\n| n |\n|---|\n| 2 |\n" },
        { "a bar does not begin a cell",
          ROOT(BENCH("b", "[]", "", STATE("", "", SUMMARY("a|b", VALUE("string", "'c|d'"))))),
          "\n## b\n\n| a\xE2\x9D\x98"
          "b |\n|-----|\n| c\xE2\x9D\x98"
          "d |\n" },
    };

    check(rows, sizeof rows / sizeof *rows);
}

Test(report, markdown_axis_cells)
{
    static const struct {
        const char *type;
        const char *flags;
        const char *value; /* members after the name of the axis value */
        const char *expected;
    } rows[] = {
        { "int64", "pow2", "'type':'int64','value':'256'", "2^8 = 256" },
        { "int64", "pow2", "'type':'int64','value':'100'", "2^6 = 100" },
        { "int64", "pow2", "'type':'int64','value':'0'", "2^-1 = 0" },
        { "int64", "pow2", "'type':'int64','value':'-9223372036854775808'",
          "2^63 = -9223372036854775808" },
        { "int64", "pow2", "'type':'int64','value':null", "" },
        { "int64", "pow2", "'type':'string','value':'16'", "2^4 = 16" },
        { "int64", "pow2,x", "'type':'int64','value':'256'", "256" },
        { "float64", "pow2", "'type':'int64','value':'256'", "256" },
        { "int64", "", "'type':'int64','value':'64'", "64" },
        { "int64", "", "'type':'int64','value':64", "64" },
        { "float64", "", "'type':'float64','value':'0.123456789'", "0.12346" },
        { "float64", "", "'type':'float64','value':'1e10'", "1e+10" },
        { "float64", "", "'type':'float64','value':'-nan'", "nan" },
        { "float64", "", "'value':'0.123456789'", "0.12346" },
        { "float64", "", "'type':null,'value':2", "2" },
        { "int64", "", "'type':'float64','value':'7.5'", "7.5" },
        { "string", "", "'type':'string','value':'a b'", "a b" },
        { "type", "", "'type':'string','value':'F32'", "F32" },
        { "string", "", "'type':'odd','value':2.0", "2.0" },
        { "string", "", "'type':'odd','value':true", "True" },
        { "int64", "", "'type':'int64','value':'many'", "many" },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char document[1024];
        char expected[512];
        const char *const documents[] = { document };
        int width = (int)strlen(rows[i].expected);
        char *text;

        width = width > 0 ? width : 1;
        snprintf(document, sizeof document,
                 "{'benchmarks':[{'name':'b','axes':[{'name':'N','type':'%s','flags':'%s',"
                 "'values':[]}],'states':[{'name':'s','axis_values':[{'name':'N',%s}]}]}]}",
                 rows[i].type, rows[i].flags, rows[i].value);
        snprintf(expected, sizeof expected,
                 "# Benchmark Results\n\n## b\n\n|%*sN%*s|\n|%.*s|\n| %*s |\n", (width - 1) / 2 + 1,
                 "", width - 1 - (width - 1) / 2 + 1, "", width + 2,
                 "-----------------------------------", width, rows[i].expected);
        text = bres_test_summary(documents, 1, BRES_FORMAT_MARKDOWN, NULL);
        cr_assert_str_eq(text, expected, "%s:\n%s\ninstead of\n%s", rows[i].value, text, expected);
        bres_string_free(text);
    }
}

/* Texts of a file cannot control the terminal, break a line or a row, or reverse the text, and
 * columns stay aligned. */
Test(report, markdown_control_characters)
{
    static const char *const documents[] = {
        "{'devices':[{'id':0,'name':'G\\u009bPU'}],'benchmarks':[" BENCH(
            "b\\u001b[2J", "[0]", AXIS("A\\n", "string", ""),
            STATE(
                "'device':0,", POINT("A\\n", "string", "'x|\\u202Ey'"),
                SUMMARY("t", NAMED("\\u007fT") VALUE(
                                 "string",
                                 "'\\r1'"))) "," STATE("'device':0,",
                                                       POINT("A\\n", "string", "'longer than it'"),
                                                       SUMMARY("t", NAMED("T")
                                                                        VALUE("string", "'2'")))) "]}"
    };
    char *text = bres_test_summary(documents, 1, BRES_FORMAT_MARKDOWN, NULL);

    cr_assert_str_eq(text, "# Benchmark Results\n\n## b\\x1B[2J\n\n### [0] G\\u009BPU\n\n"
                           "|      A\\n       | \\x7FT |\n"
                           "|----------------|-------|\n"
                           "|      x\xE2\x9D\x98\\u202Ey |   \\r1 |\n"
                           "| longer than it |     2 |\n");
    bres_string_free(text);
}

Test(report, markdown_of_a_lenient_load_leaves_out_what_has_no_name)
{
    bres_result *result = bres_test_load(
        "r.json", BRES_LOAD_LENIENT,
        ROOT(BENCH("b", "[]", AXIS("N", "int64", ""),
                   STATE("", POINT("N", "int64", "[1]") ",{'type':'int64','value':'7'}",
                         "{'name':'no tag'}," SUMMARY("x", VALUE("int64", "'many'"))))));
    char *text;

    cr_assert_eq(bres_summary_report(&result, 1, NULL, &text, NULL), BRES_OK, "%s",
                 bres_last_error());
    cr_assert_str_eq(text, "# Benchmark Results\n\n## b\n\n| N | x |\n|---|---|\n|   |   |\n", "%s",
                     text);
    bres_string_free(text);
    bres_result_unref(result);
}

Test(report, markdown_several_results)
{
    static const char *const documents[] = {
        ROOT(BENCH("b", "[]", "", STATE("", "", MEAN("1")))),
        ROOT(""),
    };
    char *text = bres_test_summary(documents, 2, BRES_FORMAT_MARKDOWN, NULL);

    cr_assert_str_eq(text, "# r0.json\n\n# Benchmark Results\n\n## b\n\n"
                           "| GPU Time |\n|----------|\n|  1.000 s |\n"
                           "\n# r1.json\n\n# Benchmark Results\n");
    bres_string_free(text);
}

Test(report, markdown_refuses_what_a_hint_cannot_show)
{
    static const struct {
        const char *document;
        const char *named[3]; /* parts of the message */
        const char *expected;
    } rows[] = {
        { ROOT(BENCH("bench", "[]", "",
                     STATE("", "", SUMMARY("nv/t", HINT("duration") VALUE("string", "'fast'"))))),
          { "'bench'", "'nv/t'", "'fast'" },
          "a number" },
        { ROOT(
              BENCH("bench", "[]", "",
                    STATE("", "", SUMMARY("nv/n", HINT("sample_size") VALUE("float64", "'inf'"))))),
          { "state 's'", "'nv/n'", "'inf'" },
          "a finite number" },
        { ROOT(BENCH("bench", "[]", AXIS("N", "int64", ""),
                     STATE("", "{'name':'N','type':'int64','input_string':'4'}", ""))),
          { "'bench'", "'N'", "value" },
          "" },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bres_result *result = bres_test_load("r.json", 0, rows[i].document);
        char *text = (char *)result;
        size_t length = 1;

        cr_assert_eq(bres_summary_report(&result, 1, NULL, &text, &length), BRES_ERROR_VALUE);
        cr_assert_null(text);
        cr_assert_eq(length, 0);
        cr_assert_str_eq(bres_last_error_file(), "r.json");
        cr_assert_str_eq(bres_last_error_expected(), rows[i].expected);
        for (size_t n = 0; n < 3; n++)
            cr_assert_not_null(strstr(bres_last_error(), rows[i].named[n]), "row %zu: %s", i,
                               bres_last_error());
        bres_result_unref(result);
    }
}

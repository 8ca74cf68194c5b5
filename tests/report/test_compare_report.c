/* SPDX-License-Identifier: MIT */
/*
 * The report of a comparison. tests/report/expected has the exact report of bres_test_reference and
 * bres_test_candidate in each format and display. With BRES_TEST_UPDATE in the environment, the
 * test rewrites these files.
 */
#include "base/fault.h"
#include "support/compared.h"
#include "support/expected.h"
#include "support/pair.h"
#include "support/summary.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bres_compare_report_options options_of(bres_format format)
{
    bres_compare_report_options options;

    bres_compare_report_options_init(&options);
    options.format = format;
    return options;
}

static void pair_free(bres_compared *pair)
{
    bres_comparison_free((bres_comparison *)pair->comparison);
}

/* The report on two documents; free it with bres_string_free(). */
static char *report(const char *reference, const char *candidate,
                    const bres_compare_options *compare, const bres_compare_report_options *options)
{
    bres_compared pair = bres_test_compared(reference, candidate, compare);
    char *text = bres_test_compare_report(&pair, 1, options);

    pair_free(&pair);
    return text;
}

/* Checks that the text has all parts, in their order. */
static void check_parts(const char *text, const char *const *parts)
{
    const char *next = text;

    for (; *parts != NULL; parts++) {
        const char *found = strstr(next, *parts);

        cr_assert_not_null(found, "'%s' is not in:\n%s", *parts, next);
        next = found + strlen(*parts);
    }
}

Test(report, compare_formats)
{
    static const struct {
        const char *name;
        bres_format format;
        bres_display display;
        bres_color color;
        double threshold_diff;
    } cases[] = {
        { "intervals.md", BRES_FORMAT_MARKDOWN, BRES_DISPLAY_INTERVALS, BRES_COLOR_NONE, 0 },
        { "simple.md", BRES_FORMAT_MARKDOWN, BRES_DISPLAY_SIMPLE, BRES_COLOR_NONE, 0 },
        { "explain.md", BRES_FORMAT_MARKDOWN, BRES_DISPLAY_EXPLAIN, BRES_COLOR_NONE, 0 },
        { "legacy.md", BRES_FORMAT_MARKDOWN, BRES_DISPLAY_LEGACY, BRES_COLOR_NONE, 0 },
        { "emoji.md", BRES_FORMAT_MARKDOWN, BRES_DISPLAY_SIMPLE, BRES_COLOR_EMOJI, 0 },
        { "threshold.md", BRES_FORMAT_MARKDOWN, BRES_DISPLAY_EXPLAIN, BRES_COLOR_NONE, 0.2 },
        { "compare.csv", BRES_FORMAT_CSV, 0, 0, 0 },
        { "compare.json", BRES_FORMAT_JSON, 0, 0, 0 },
        { "compare.xml", BRES_FORMAT_JUNIT, 0, 0, 0 },
        { "compare.py", BRES_FORMAT_PYTHON, 0, 0, 0.2 },
    };
    bres_compared pair = bres_test_compared(bres_test_reference, bres_test_candidate, NULL);

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bres_compare_report_options options = options_of(cases[i].format);
        char *text;

        options.display = cases[i].display;
        options.color = cases[i].color;
        options.threshold_diff = cases[i].threshold_diff;
        text = bres_test_compare_report(&pair, 1, &options);
        bres_test_expect_file(cases[i].name, text);
        bres_string_free(text);
    }
    pair_free(&pair);
}

/* Colors do not change the widths. */
Test(report, compare_colors)
{
    bres_compare_report_options options = options_of(BRES_FORMAT_MARKDOWN);
    char *plain = report(bres_test_reference, bres_test_candidate, NULL, &options);
    char *colored;
    char *to;

    options.color = BRES_COLOR_ANSI;
    colored = report(bres_test_reference, bres_test_candidate, NULL, &options);
    check_parts(colored, (const char *const[]){
                             "|   \033[34mSAME\033[39m   |", "|   \033[31mSLOW\033[39m   |",
                             "|   \033[90mAMBG\033[39m   |", "|   \033[32mFAST\033[39m   |",
                             "|   \033[33m?\?\?\?\033[39m   |", NULL });
    to = colored;
    for (const char *from = colored; *from != '\0'; from++) {
        if (*from == '\033')
            from = strchr(from, 'm');
        else
            *to++ = *from;
    }
    *to = '\0';
    cr_assert_str_eq(colored, plain);
    bres_string_free(plain);
    bres_string_free(colored);
}

/* The rows of markdown: which columns, in which order, how many. */
Test(report, compare_columns_and_order)
{
    static const struct {
        uint32_t columns;
        uint32_t sort;
        uint32_t flags;
        uint32_t top;
        uint32_t width;
        const char *parts[6];
    } cases[] = {
        { 6, 0, 0, 0, 0, { "|        Ref |        Cmp |\n", "|   9.600 us |", NULL } },
        { 1022,
          0,
          0,
          1,
          0,
          { "Ref Noise |", "%Diff |", "| Reason", "| 2^10 |", "\n\n# sort", NULL } },
        { 1, BRES_COMPARE_COLUMN_STATUS, 0, 0, 0, { "| 1536 |", "| 2^16 |", "| 2^10 |", NULL } },
        { 1, BRES_COMPARE_COLUMN_CHANGE, 4, 0, 0, { "| 1536 |", "| 2^16 |", "| 2^10 |", NULL } },
        { 1, BRES_COMPARE_COLUMN_FRACTION, 0, 0, 0, { "| 2^10 |", "| 2^16 |", "| 1536 |", NULL } },
        { 1,
          BRES_COMPARE_COLUMN_DIFFERENCE,
          0,
          2,
          0,
          { "| 2^10 |", "| 1536 |", "\n\n# sort", NULL } },
        { 1, BRES_COMPARE_COLUMN_REFERENCE, 4, 0, 0, { "| 2^16 |", "| 1536 |", "| 2^10 |", NULL } },
        { 1,
          BRES_COMPARE_COLUMN_CANDIDATE,
          0,
          0,
          0,
          { "| 2^10 |", "# sort", "|  0.1  |", "| 1e+06 |", "| 0.25  |", NULL } },
        { 1, BRES_COMPARE_COLUMN_REFERENCE_NOISE, 0, 0, 0, { "| 2^10 |", "| 2^16 |", NULL } },
        { 1, BRES_COMPARE_COLUMN_CANDIDATE_NOISE, 0, 0, 0, { "| 2^10 |", "| 2^16 |", NULL } },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bres_compare_report_options options = options_of(BRES_FORMAT_MARKDOWN);
        char *text;

        options.columns = cases[i].columns;
        options.sort = cases[i].sort;
        options.flags = cases[i].flags;
        options.top = cases[i].top;
        options.width = cases[i].width;
        text = report(bres_test_reference, bres_test_candidate, NULL, &options);
        check_parts(text, cases[i].parts);
        bres_string_free(text);
    }
}

Test(report, compare_columns_have_names)
{
    const uint32_t all = bres_compare_columns();

    for (uint32_t i = 0; i < 10; i++) {
        cr_expect_not_null(bres_compare_column_name((bres_compare_column)i));
        cr_expect_neq(all & BRES_COLUMN_BIT(i), 0);
    }
    cr_expect_eq(all, 1023);
    cr_expect_str_eq(bres_compare_column_name(BRES_COMPARE_COLUMN_CHANGE), "change");
    cr_expect_null(bres_compare_column_name((bres_compare_column)10));
}

#define TIMES BRES_DOC_TIMES("1e-6", "1e-6", "1e-6", "1e-6", ".01")
#define ONE(device, axes, state_axes)                                                              \
    BRES_DOC(device, BRES_DOC_BENCH("b", "[0]", axes, BRES_DOC_STATE("s", "0", state_axes, TIMES)))
#define PLAIN ONE(BRES_DOC_GPU_0, "", "")

Test(report, compare_device_headings)
{
    const bres_compare_options *defaults = NULL;
    bres_compare_options options;
    char *text = report(PLAIN, PLAIN, defaults, NULL);

    check_parts(text, (const char *const[]){ "# b\n\n## [0] GPU | big\n\n| ", NULL });
    bres_string_free(text);
    bres_compare_options_init(&options);
    options.flags = BRES_COMPARE_IGNORE_DEVICES;
    text = report(PLAIN, ONE("{'id':0,'name':'Other\\ngpu'}", "", ""), &options, NULL);
    check_parts(text, (const char *const[]){ "\n## [0] GPU | big vs. [0] Other\\ngpu\n\n", NULL });
    bres_string_free(text);
}

/* Cells by the type of the axis, of missing or malformed values, and with blanks around values. */
Test(report, compare_axis_cells)
{
    static const struct {
        const char *axis;
        const char *point;
        const char *cell;
    } cases[] = {
        { BRES_DOC_AXIS("N", "int64", "pow2"), BRES_DOC_POINT("N", "int64", "'1'"), "| 2^0 |" },
        { BRES_DOC_AXIS("N", "int64", "pow2"), BRES_DOC_POINT("N", "int64", "'0'"), "|  0  |" },
        { BRES_DOC_AXIS("N", "int64", "pow2"), BRES_DOC_POINT("N", "int64", "'-4'"), "| -4  |" },
        { BRES_DOC_AXIS("N", "int64", ""), BRES_DOC_POINT("N", "int64", "1024"), "| 1024 |" },
        { BRES_DOC_AXIS("N", "int64", ""), BRES_DOC_POINT("N", "int64", "'x'"), "|  x  |" },
        { BRES_DOC_AXIS("N", "float64", ""), BRES_DOC_POINT("N", "float64", "'1e6'"), "| 1e+06 |" },
        { BRES_DOC_AXIS("N", "string", ""), BRES_DOC_POINT("N", "string", "'007'"), "| 007 |" },
        { BRES_DOC_AXIS("N", "string", ""), BRES_DOC_POINT("N", "string", "' 1.10 '"), "| 1.10 |" },
        { BRES_DOC_AXIS("N", "string", ""), BRES_DOC_POINT("N", "string", "'1\\t2\\u009b'"),
          "| 1\\t2\\u009B |" },
        { BRES_DOC_AXIS("N", "type", ""), BRES_DOC_POINT("N", "string", "'F<1|2>'"),
          "| F<1\xE2\x9D\x98"
          "2> |" },
        { BRES_DOC_AXIS("N", "string", ""), BRES_DOC_POINT("N", "string", "null"), "|     |" },
        { BRES_DOC_AXIS("N", "string", "") "," BRES_DOC_AXIS("M", "string", ""),
          BRES_DOC_POINT("M", "string", "'m'"), "|     |  m  |" },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char document[4096];
        char *text;

        snprintf(document, sizeof document, ONE(BRES_DOC_GPU_0, "%s", "%s"), cases[i].axis,
                 cases[i].point);
        text = report(document, document, NULL, NULL);
        cr_expect_not_null(strstr(text, cases[i].cell), "%s is not in:\n%s", cases[i].cell, text);
        bres_string_free(text);
    }
}

Test(report, compare_refuses_axes_it_does_not_know)
{
    static const struct {
        const char *axis;
        bres_status status;
    } cases[] = {
        { BRES_DOC_AXIS("M", "string", ""), BRES_ERROR_KEY },
        { BRES_DOC_AXIS("N", "complex", ""), BRES_ERROR_VALUE },
        { "{'name':'N','flags':'','values':[]}", BRES_ERROR_VALUE },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char document[4096];
        bres_compared pair;
        char *text;

        snprintf(document, sizeof document, ONE(BRES_DOC_GPU_0, "%s", "%s"), cases[i].axis,
                 BRES_DOC_POINT("N", "string", "'v'"));
        pair = bres_test_compared(document, document, NULL);
        cr_assert_eq(bres_compare_report(&pair, 1, NULL, &text, NULL), cases[i].status, "%s",
                     cases[i].axis);
        cr_assert_null(text);
        check_parts(bres_last_error(), (const char *const[]){ "'b'", "'s'", "'N'", NULL });
        cr_assert_str_eq(bres_last_error_file(), "cmp.json");
        pair_free(&pair);
    }
}

/* Case 100: a fraction just below the threshold hides the row, but the row still counts. */
Test(report, compare_threshold)
{
    bres_compare_report_options options = options_of(BRES_FORMAT_MARKDOWN);
    bres_compare_options compare;
    char *text;

    options.threshold_diff = 0.20;
    text = report(BRES_DOC(BRES_DOC_GPU_0,
                           BRES_DOC_BENCH(
                               "b", "[0]", "",
                               BRES_DOC_STATE("s", "0", "", "[" BRES_DOC_GPU("mean", "1e-3") "]"))),
                  BRES_DOC(BRES_DOC_GPU_0,
                           BRES_DOC_BENCH("b", "[0]", "",
                                          BRES_DOC_STATE("s", "0", "",
                                                         "[" BRES_DOC_GPU("mean", "1.2e-3") "]"))),
                  NULL, &options);
    check_parts(text, (const char *const[]){ "# b\n\n# Summary\n\n- Total Matches: 1\n", NULL });
    bres_string_free(text);
    /* Under the legacy rule, a row may have no difference: the report shows the row. */
    bres_compare_options_init(&compare);
    compare.thresholds = bres_test_rule(BRES_RULE_LEGACY);
#define MEANS(mean)                                                                                \
    BRES_DOC(BRES_DOC_GPU_0,                                                                       \
             BRES_DOC_BENCH("b", "[0]", "",                                                        \
                            BRES_DOC_STATE("s", "0", "",                                           \
                                           "[" BRES_DOC_GPU("mean", mean) "," BRES_DOC_GPU(        \
                                               "stdev/relative", ".1") "]")))
    text = report(MEANS("1"), MEANS("nan"), &compare, &options);
    check_parts(text, (const char *const[]){ "SLOW", NULL });
    bres_string_free(text);
}

/* The sentence that sums up a comparison. */
Test(report, compare_last_sentence)
{
#define STATES(a, b)                                                                               \
    BRES_DOC(BRES_DOC_GPU_0,                                                                       \
             BRES_DOC_BENCH("b", "[0]", "",                                                        \
                            BRES_DOC_STATE("s", "0", "", a) "," BRES_DOC_STATE("t", "0", "", b)))
#define NOT_INCLUDED "; the variation between runs is not included."
#define NOISY        BRES_DOC_TIMES("1", "1", "1", "1", ".5")
#define AT(base)     BRES_DOC_TIMES(base "0", base "1", base "2", base "3", ".001")
    static const struct {
        const char *reference;
        const char *candidate;
        const char *sentence;
    } cases[] = {
        { STATES(AT("1.00"), AT("1.00")), STATES(AT("1.00"), AT("1.00")),
          "No regression detected in 2 states; 2 are equivalent" NOT_INCLUDED },
        { STATES(AT("1.00"), AT("1.00")), STATES(AT("1.10"), AT("1.00")),
          "Regression: 1 of 2 states is slower: b, s, with a gap of 9.7%; 1 is "
          "equivalent" NOT_INCLUDED },
        { STATES(AT("1.00"), AT("1.00")), STATES(AT("1.10"), AT("1.20")),
          "Regression: 2 of 2 states are slower, most of all b, t, with a gap of "
          "19.6%" NOT_INCLUDED },
        { STATES(AT("1.00"), AT("1.00")), STATES("[]", AT("0.90")),
          "No regression detected in 2 states; 1 is faster; 1 has no usable "
          "timings" NOT_INCLUDED },
        { STATES(AT("1.00"), "[]"), STATES(NOISY, "[]"),
          "No decision on any of 2 states; 1 is undecided; 1 has no usable "
          "timings" NOT_INCLUDED },
        { BRES_DOC(BRES_DOC_GPU_0, BRES_DOC_BENCH("a", "[0]", "", "")),
          BRES_DOC(BRES_DOC_GPU_0, BRES_DOC_BENCH("b", "[0]", "", "")),
          "Nothing was compared: no state matched; 2 benchmarks have no partner." },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = report(cases[i].reference, cases[i].candidate, NULL, NULL);
        const char *last = strstr(text, "(no usable pair of timings)");
        const char *sentence = strstr(last, "\n\n") + 2;

        cr_expect(strncmp(sentence, cases[i].sentence, strlen(cases[i].sentence)) == 0 &&
                      strlen(sentence) == strlen(cases[i].sentence) + 1,
                  "'%s' is said instead of '%s'", sentence, cases[i].sentence);
        bres_string_free(text);
    }
}

/* Reasons by count, in row order if counts are equal, each with the message of its most severe row.
 */
Test(report, compare_reasons)
{
#define NOISE BRES_DOC_TIMES("1", "1", "1", "1", "-1")
#define MANY(last)                                                                                 \
    BRES_DOC(BRES_DOC_GPU_0,                                                                       \
             BRES_DOC_BENCH("b", "[0]", "",                                                        \
                            BRES_DOC_STATE("s", "0", "", NOISE) "," BRES_DOC_STATE(                \
                                "t", "0", "", NOISY) "," last))
#define LAST BRES_DOC_STATE("u", "0", "", NOISY)
    bres_compare_options options;
    bres_compared pairs[2];
    char *text;

    bres_compare_options_init(&options);
    options.thresholds = bres_test_rule(BRES_RULE_NVBENCH); /* all samples of a side are equal */
    for (int i = 0; i < 2; i++)
        pairs[i] = bres_test_compared(MANY(LAST), MANY(LAST), &options);
    text = bres_test_compare_report(pairs, 2, NULL);
    check_parts(text, (const char *const[]){ "Ambiguous (not enough evidence): 6\n    - Reasons:\n"
                                             "      - noise_too_high: 4 (",
                                             "      - noise_unavailable: 2 (", NULL });
    bres_string_free(text);
    pair_free(&pairs[0]);
    pair_free(&pairs[1]);
}

/* The names of several pairs distinguish their rows. */
Test(report, compare_several_pairs)
{
    static const char *const parts[][6] = {
        [BRES_FORMAT_MARKDOWN] = { "# copy | all (1.json)\n", "# copy | all (<&>.json)\n",
                                   "- Benchmark gone (1.json): only", "Total Matches: 12\n",
                                   "most of all copy | all (1.json), Device=0 N=" },
        [BRES_FORMAT_CSV] = { "file,benchmark,", "\n1.json,copy", "\n<&>.json,copy" },
        [BRES_FORMAT_JSON] = { "\"file\": \"1.json\",\n      \"benchmark\": \"copy | all\"",
                               "\"file\": \"<&>.json\"", "\"total\": 12,",
                               "\"file\": \"1.json\",\n        \"benchmark\": \"gone\"",
                               "\"reference\": \"ref.json\",\n        \"candidate\": "
                               "\"cmp.json\"" },
        [BRES_FORMAT_JUNIT] = { "tests=\"16\" failures=\"2\" errors=\"0\" skipped=\"10\"",
                                "<testsuite name=\"1.json/copy | all\"",
                                "<testsuite name=\"&lt;&amp;&gt;.json/copy | all\"",
                                "classname=\"1.json/gone\"" },
        [BRES_FORMAT_PYTHON] = { "\"row_index\": 5,\n        \"table_row_index\": 2,",
                                 "\"row_index\": 6,\n        \"table_row_index\": 0," },
    };
    bres_compared pairs[2] = { bres_test_compared(bres_test_reference, bres_test_candidate, NULL),
                               bres_test_compared(bres_test_reference, bres_test_candidate, NULL) };

    pairs[0].name = "1.json";
    pairs[1].name = "<&>.json";
    for (size_t format = 0; format < sizeof parts / sizeof *parts; format++) {
        const bres_compare_report_options options = options_of((bres_format)format);
        char *text = bres_test_compare_report(pairs, 2, &options);

        check_parts(text, parts[format]);
        bres_string_free(text);
    }
    pair_free(&pairs[0]);
    pair_free(&pairs[1]);
}

Test(report, compare_junit_failures)
{
    static const struct {
        uint32_t fail_on;
        uint32_t flags;
        const char *counts;
    } cases[] = {
        { 0, 0, "tests=\"8\" failures=\"0\" errors=\"0\" skipped=\"5\"" },
        { 0, BRES_REPORT_FAIL_ON_UNDECIDED,
          "tests=\"8\" failures=\"1\" errors=\"0\" skipped=\"4\"" },
        { BRES_VERDICT_BIT(BRES_UNKNOWN) | BRES_VERDICT_BIT(BRES_FAST), 0,
          "tests=\"8\" failures=\"3\" errors=\"0\" skipped=\"3\"" },
        { BRES_VERDICT_BIT(BRES_SLOW), BRES_REPORT_FAIL_ON_MISSING,
          "tests=\"8\" failures=\"3\" errors=\"0\" skipped=\"3\"" },
    };
    bres_compared pair = bres_test_compared(bres_test_reference, bres_test_candidate, NULL);

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bres_compare_report_options options = options_of(BRES_FORMAT_JUNIT);
        char *text;

        options.fail_on = cases[i].fail_on;
        options.flags = cases[i].flags;
        options.threshold_diff = 10; /* all rows are cases */
        text = bres_test_compare_report(&pair, 1, &options);
        check_parts(text, (const char *const[]){ cases[i].counts, NULL });
        bres_string_free(text);
    }
    pair_free(&pair);
}

/* Equal states are distinguished, and states without a partner are listed. */
Test(report, compare_occurrences_and_missing_states)
{
#define STATE(name)  BRES_DOC_STATE(name, "0", "", TIMES)
#define LIST(states) BRES_DOC(BRES_DOC_GPU_0, BRES_DOC_BENCH("b", "[0]", "", states))
    bres_compare_options compare;
    bres_compare_report_options options;
    bres_compared pair;
    char *text;

    bres_compare_options_init(&compare);
    compare.flags = BRES_COMPARE_ALLOW_MISSING;
    pair = bres_test_compared(LIST(STATE("s") "," STATE("s") "," STATE("old")),
                              LIST(STATE("new\\n") "," STATE("s") "," STATE("s")), &compare);
    text = bres_test_compare_report(&pair, 1, NULL);
    check_parts(text,
                (const char *const[]){
                    "\n# Without a partner\n\n- State old of benchmark b: only in the "
                    "reference\n- State new\\n of benchmark b: only in the candidate\n\n# Su",
                    "; 2 states have no partner; the variation between runs is not included.\n",
                    NULL });
    bres_string_free(text);
    options = options_of(BRES_FORMAT_JUNIT);
    text = bres_test_compare_report(&pair, 1, &options);
    check_parts(text, (const char *const[]){ "name=\"s #1\"", "name=\"s #2\"", "name=\"old\"",
                                             "name=\"new&#10;\"", NULL });
    bres_string_free(text);
    options = options_of(BRES_FORMAT_JSON);
    text = bres_test_compare_report(&pair, 1, &options);
    check_parts(text, (const char *const[]){ "\"occurrence\": 0", "\"occurrence\": 1",
                                             "\"missing_states\": [\n      {\n        "
                                             "\"benchmark\": \"b\",\n        \"state\": \"old\",\n "
                                             "       \"only_in\": \"reference\"",
                                             NULL });
    bres_string_free(text);
    pair_free(&pair);
}

/* Files that only one of two directories has, with a name that is not UTF-8 among them. */
Test(report, compare_missing_files)
{
    static const bres_missing_file files[] = { { "old<\033.json", true },
                                               { "n\xFFw.json", false } };
    bres_compared pair = bres_test_compared(PLAIN, PLAIN, NULL);
    bres_compare_report_options options = options_of(BRES_FORMAT_MARKDOWN);
    char *text;

    options.missing_files = files;
    options.missing_file_count = 2;
    text = bres_test_compare_report(&pair, 1, &options);
    check_parts(text,
                (const char *const[]){
                    "\n# Without a partner\n\n- File old<\\x1B.json: only in the reference\n"
                    "- File n\xFFw.json: only in the candidate\n\n# Summary",
                    "; 2 files have no partner; the variation between runs is not included.\n",
                    NULL });
    bres_string_free(text);
    options.format = BRES_FORMAT_JSON;
    text = bres_test_compare_report(&pair, 1, &options);
    check_parts(text, (const char *const[]){
                          "\"missing_files\": [\n      {\n        \"file\": \"old<\\u001b.json\",\n"
                          "        \"only_in\": \"reference\"\n      },\n      {\n"
                          "        \"file\": \"n\xEF\xBF\xBDw.json\",\n"
                          "        \"only_in\": \"candidate\"\n      }\n    ]",
                          NULL });
    bres_string_free(text);
    options.format = BRES_FORMAT_JUNIT;
    text = bres_test_compare_report(&pair, 1, &options);
    check_parts(text, (const char *const[]){
                          "<testsuite name=\"without a partner\" tests=\"2\" failures=\"0\" "
                          "errors=\"0\" skipped=\"2\">\n"
                          "    <testcase classname=\"old&lt;\xEF\xBF\xBD.json\" name=\"the whole "
                          "file\">\n      <skipped message=\"only in the reference\"/>",
                          NULL });
    bres_string_free(text);
    options.flags = BRES_REPORT_FAIL_ON_MISSING;
    text = bres_test_compare_report(&pair, 1, &options);
    check_parts(text, (const char *const[]){
                          "tests=\"2\" failures=\"2\" errors=\"0\" skipped=\"0\">",
                          "<failure type=\"missing\" message=\"only in the candidate\"/>", NULL });
    bres_string_free(text);
    pair_free(&pair);
}

/* Characters with a special meaning in XML, in Python or on a terminal. */
Test(report, compare_hostile_names)
{
#define HOSTILE "\\\\ \\u0022 <&> \\u001b[31m \\uffff \\r"
#define NAMED   BRES_DOC(BRES_DOC_GPU_0, BRES_DOC_BENCH("b" HOSTILE, "[0]", "", STATE("s" HOSTILE)))
    bres_compared pair = bres_test_compared(NAMED, NAMED, NULL);
    bres_compare_report_options options;
    char *text;

    pair.reference = "bad\xFFname.json";
    text = bres_test_compare_report(&pair, 1, NULL);
    check_parts(text, (const char *const[]){ "# b\\ \" <&> \\x1B[31m \xEF\xBF\xBF \\r\n", NULL });
    bres_string_free(text);
    options = options_of(BRES_FORMAT_JUNIT);
    text = bres_test_compare_report(&pair, 1, &options);
    check_parts(
        text, (const char *const[]){
                  "name=\"b\\ &quot; &lt;&amp;&gt; \xEF\xBF\xBD[31m \xEF\xBF\xBD &#13;\"", NULL });
    bres_string_free(text);
    options = options_of(BRES_FORMAT_PYTHON);
    text = bres_test_compare_report(&pair, 1, &options);
    check_parts(text, (const char *const[]){ "\"b\\\\ \\\" <&> \\x1b[31m \xEF\xBF\xBF \\x0d\"",
                                             "\"bad\\udcffname.json\"", NULL });
    bres_string_free(text);
    options = options_of(BRES_FORMAT_JSON);
    text = bres_test_compare_report(&pair, 1, &options);
    check_parts(text, (const char *const[]){ "\"reference\": \"bad\xEF\xBF\xBDname.json\"", NULL });
    bres_string_free(text);
    pair_free(&pair);
}

/* The script loads the samples that belong to the times that were compared. */
Test(report, compare_script_has_the_samples_of_the_metric)
{
#define SIDECAR(tag)                                                                               \
    "{'tag':'nv/json/bin:" tag "','data':[{'name':'filename','type':'string','value':'0.bin'},"    \
    "{'name':'size','type':'int64','value':'4'}]}"
#define SAMPLED(device, devices, prefix, tag)                                                      \
    BRES_DOC(BRES_DOC_GPU_0,                                                                       \
             BRES_DOC_BENCH(                                                                       \
                 "b", "[" devices "]", "",                                                         \
                 BRES_DOC_STATE("s", device, "",                                                   \
                                "[" BRES_DOC_VALUE(prefix "/mean", "1") "," SIDECAR(tag) "]")))
    static const char gpu[] = SAMPLED("0", "0", "nv/cold/time/gpu", "nv/cold/sample_times");
    static const char cpu[] =
        SAMPLED("null", "", "nv/cpu_only/time/cpu", "nv/cpu_only/sample_times");
    static const struct {
        const char *document;
        bres_metric metric;
        bool has_samples;
    } cases[] = {
        { gpu, BRES_METRIC_AUTO, true }, { gpu, BRES_METRIC_GPU, true },
        { gpu, BRES_METRIC_CPU, false }, { gpu, BRES_METRIC_BATCH, false },
        { cpu, BRES_METRIC_AUTO, true }, { cpu, BRES_METRIC_GPU, false },
        { cpu, BRES_METRIC_CPU, true },  { cpu, BRES_METRIC_BATCH, false },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const bres_compare_report_options options = options_of(BRES_FORMAT_PYTHON);
        bres_compare_options compare;
        char *text;

        bres_compare_options_init(&compare);
        compare.metric = cases[i].metric;
        text = report(cases[i].document, cases[i].document, &compare, &options);
        cr_expect_eq(strstr(text, "0.bin") != NULL, cases[i].has_samples, "case %zu:\n%s", i, text);
        cr_expect_eq(strstr(text, "\"compare_sample_count\": 4,") != NULL, cases[i].has_samples,
                     "case %zu:\n%s", i, text);
        bres_string_free(text);
    }
}

static void check_refused(const bres_compared *pairs, size_t count,
                          const bres_compare_report_options *options, bres_status status,
                          const char *what)
{
    char *text = (char *)&status;
    size_t length = 1;

    cr_expect_eq(bres_compare_report(pairs, count, options, &text, &length), status, "%s", what);
    cr_expect_null(text, "%s", what);
    cr_expect_eq(length, 0, "%s", what);
}

Test(report, compare_report_refuses_bad_arguments)
{
    const bres_compared nothing = { NULL, NULL, NULL, NULL };
    bres_compared pair = bres_test_compared(PLAIN, PLAIN, NULL);
    bres_compare_report_options options;

    check_refused(NULL, 1, NULL, BRES_ERROR_ARGUMENT, "no pairs");
    check_refused(&pair, 0, NULL, BRES_ERROR_ARGUMENT, "none");
    check_refused(&nothing, 1, NULL, BRES_ERROR_ARGUMENT, "a NULL comparison");
    cr_assert_eq(bres_compare_report(&pair, 1, NULL, NULL, NULL), BRES_ERROR_ARGUMENT);
#define REFUSED(member, value, status)                                                             \
    do {                                                                                           \
        options = options_of(BRES_FORMAT_MARKDOWN);                                                \
        options.member = value;                                                                    \
        check_refused(&pair, 1, &options, status, #member);                                        \
    } while (0)
    REFUSED(format, 77, BRES_ERROR_ARGUMENT);
    REFUSED(display, 4, BRES_ERROR_ARGUMENT);
    REFUSED(color, 3, BRES_ERROR_ARGUMENT);
    REFUSED(flags, 8, BRES_ERROR_ARGUMENT);
    REFUSED(columns, UINT32_C(1) << 31, BRES_ERROR_ARGUMENT);
    REFUSED(sort, 77, BRES_ERROR_ARGUMENT);
    REFUSED(sort, BRES_COMPARE_COLUMN_REASON, BRES_ERROR_ARGUMENT);
    REFUSED(fail_on, 32, BRES_ERROR_ARGUMENT);
    REFUSED(reserved, 1, BRES_ERROR_ARGUMENT);
    REFUSED(threshold_diff, -0.1, BRES_ERROR_ARGUMENT);
    REFUSED(threshold_diff, NAN, BRES_ERROR_ARGUMENT);
    REFUSED(threshold_diff, INFINITY, BRES_ERROR_ARGUMENT);
    REFUSED(missing_file_count, 1, BRES_ERROR_ARGUMENT);
    REFUSED(size, 8, BRES_ERROR_VERSION);
    bres_compare_report_options_init(NULL);
    pair_free(&pair);
}

struct sweep {
    bres_compared pairs[2];
    bres_compare_report_options options;
};

static bres_status sweep_run(void *context)
{
    struct sweep *sweep = context;
    char *text = (char *)sweep;
    size_t length = 1;
    const bres_status status =
        bres_compare_report(sweep->pairs, 2, &sweep->options, &text, &length);

    cr_assert_eq(text != NULL, status == BRES_OK);
    cr_assert_eq(length > 0, status == BRES_OK);
    bres_string_free(text);
    return status;
}

Test(report, compare_report_reports_want_of_memory)
{
    static const bres_missing_file file = { "old.json", true };
    struct sweep sweep = {
        .pairs = { bres_test_compared(bres_test_reference, bres_test_candidate, NULL),
                   bres_test_compared(bres_test_reference, bres_test_candidate, NULL) },
    };

    sweep.pairs[0].name = "1.json";
    sweep.pairs[1].name = "2.json";
    for (uint32_t format = 0; bres_format_name((bres_format)format) != NULL; format++) {
        if ((bres_report_formats(BRES_REPORT_COMPARE) & BRES_FORMAT_BIT(format)) == 0)
            continue;
        sweep.options = options_of((bres_format)format);
        sweep.options.display = BRES_DISPLAY_EXPLAIN;
        sweep.options.missing_files = &file;
        sweep.options.missing_file_count = 1;
        bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, sweep_run, &sweep);
    }
    pair_free(&sweep.pairs[0]);
    pair_free(&sweep.pairs[1]);
}

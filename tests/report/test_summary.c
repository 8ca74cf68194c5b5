/* SPDX-License-Identifier: MIT */
#include "base/fault.h"
#include "support/summary.h"
#include "support/support.h"

#include <benchresult.h>
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

/* Two devices, three axes, a skipped state, a hidden summary, values of every kind. */
static const char document[] =
    "{'devices':[{'id':0,'name':'GPU, big'}],'benchmarks':["
    "{'name':'copy','devices':[0,1],'axes':["
    "{'name':'T','type':'type','flags':'','values':[]},"
    "{'name':'N','type':'int64','flags':'pow2','values':["
    "{'input_string':'4','value':16}]},"
    "{'name':'F','type':'float64','flags':'','values':[]}],'states':["
    "{'name':'Device=0 T=I32 N=2^4 F=0.1','device':0,'is_skipped':false,'axis_values':["
    "{'name':'T','type':'string','value':'I32'},{'name':'N','type':'int64','value':'16'},"
    "{'name':'F','type':'float64','value':'0.1'}],'summaries':["
    "{'tag':'n','name':'Samples','hint':'sample_size',"
    "'data':[{'name':'value','type':'int64','value':'12'}]},"
    "{'tag':'t','name':'GPU Time','hint':'duration',"
    "'data':[{'name':'value','type':'float64','value':'1.25e-06'}]},"
    "{'tag':'w','name':'Wall','hint':'duration','hide':'Hidden.',"
    "'data':[{'name':'value','type':'float64','value':'2'}]},"
    "{'tag':'i','name':'Noise','hint':'percentage',"
    "'data':[{'name':'value','type':'float64','value':'inf'}]},"
    "{'tag':'r','name':'Rate','hint':'byte_rate',"
    "'data':[{'name':'value','type':'float64','value':null}]}]},"
    "{'name':'Device=1 T=I32 N=2^4 F=0.1','device':1,'is_skipped':true,'skip_reason':'odd',"
    "'axis_values':[{'name':'T','type':'string','value':'I32'},"
    "{'name':'N','type':'int64','value':'16'},{'name':'F','type':'float64','value':'nan'}],"
    "'summaries':[{'tag':'n','name':'Samples','hint':'sample_size',"
    "'data':[{'name':'value','type':'int64','value':'3'}]}]}]},"
    "{'name':'sort','devices':null,'axes':null,'states':["
    "{'name':'','device':5,'summaries':["
    "{'tag':'s','hint':'item_rate','data':[{'name':'value','type':'float64','value':'0.5'}]},"
    "{'tag':'t','name':'Time','hint':'bytes',"
    "'data':[{'name':'value','type':'int64','value':'2048'}]}]}]}]}";

Test(report, csv)
{
    static const char *const documents[] = { document, document };
    char *text = bres_test_summary(documents, 1, BRES_FORMAT_CSV, NULL);

    cr_assert_str_eq(
        text, "Benchmark,Device,Device Name,T,N (pow2),N,F,Skipped,Samples,GPU Time (sec),Noise,"
              "Rate (bytes/sec),s (elem/sec)\n"
              "copy,0,\"GPU, big\",I32,2^4,16,0.1,No,12,1.25e-06,inf,,\n"
              "copy,1,Device 1,I32,2^4,16,nan,Yes,,,,,\n"
              "sort,,,,,,,No,,2048,,,0.5\n");
    bres_string_free(text);
    text = bres_test_summary(documents, 2, BRES_FORMAT_CSV, NULL);
    cr_assert_eq(strncmp(text, "File,Benchmark,", 15), 0);
    cr_assert_not_null(strstr(text, "\nr0.json,sort,"));
    cr_assert_not_null(strstr(text, "\nr1.json,copy,"));
    bres_string_free(text);
}

Test(report, csv_odd_results)
{
    static const char *const rows[][2] = {
        { "{'benchmarks':[]}", "" },
        { "{'benchmarks':[{'name':'b','states':[]}]}", "" },
        { "{'benchmarks':[{'name':'b','states':[{'name':'s'},{'name':'s','run':2}]}]}",
          "Benchmark,Device,Device Name,Run,Skipped\nb,,,0,No\nb,,,2,No\n" },
        { "{'benchmarks':[{'name':'b','axes':[{'name':'N','type':'int64','flags':'pow2',"
          "'values':[]}],'states':[{'name':'s','axis_values':[{'name':'N','type':'int64',"
          "'value':null}]}]}]}",
          "Benchmark,Device,Device Name,N (pow2),N,Skipped\nb,,,,,No\n" },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *text = bres_test_summary(&rows[i][0], 1, BRES_FORMAT_CSV, NULL);

        cr_assert_str_eq(text, rows[i][1]);
        bres_string_free(text);
    }
}

/* A spreadsheet would execute these texts; numbers stay numbers. */
Test(report, csv_safe)
{
    static const char *const rows[][2] = {
        { "=1+1", "'=1+1" },      { "+x", "'+x" },
        { "-O2", "'-O2" },        { "@SUM(A1)", "'@SUM(A1)" },
        { "\\t=1", "'\t=1" },     { "\\r=1", "\"'\r=1\"" },
        { "=a,b", "\"'=a,b\"" },  { "-5", "-5" },
        { "+1.5e-3", "+1.5e-3" }, { "a=1", "a=1" },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char made_text[512];
        const char *made = made_text;
        char expected[256];
        char *text;

        snprintf(made_text, sizeof made_text,
                 "{'benchmarks':[{'name':'b','axes':[{'name':'N','type':'string','flags':'',"
                 "'values':[]}],'states':[{'name':'s','axis_values':["
                 "{'name':'N','type':'string','value':'%s'}]}]}]}",
                 rows[i][0]);
        text = bres_test_summary(&made, 1, BRES_FORMAT_CSV_SAFE, NULL);
        snprintf(expected, sizeof expected, "Benchmark,Device,Device Name,N,Skipped\nb,,,%s,No\n",
                 rows[i][1]);
        cr_expect_str_eq(text, expected);
        bres_string_free(text);
    }
}

Test(report, json)
{
    static const char *const documents[] = {
        "{'devices':[],'benchmarks':[{'name':'b','devices':[3],'axes':["
        "{'name':'N','type':'int64','flags':'pow2','values':[{'input_string':'4','value':16}]},"
        "{'name':'F','type':'float64','flags':'','values':[]}],'states':["
        "{'name':'Device=3','device':3,'run':1,'axis_values':["
        "{'name':'N','type':'int64','value':'16'},{'name':'F','type':'float64','value':'-inf'}],"
        "'summaries':[{'tag':'t','name':'Time','hint':'duration','hide':'x',"
        "'data':[{'name':'value','type':'float64','value':'2'}]}]},"
        "{'name':'s','is_skipped':true,'skip_reason':'odd','summaries':null}]}]}"
    };
    static const char expected[] = "{\n"
                                   "  \"version\": 1,\n"
                                   "  \"benchmarks\": [\n"
                                   "    {\n"
                                   "      \"file\": \"r.json\",\n"
                                   "      \"name\": \"b\",\n"
                                   "      \"devices\": [\n"
                                   "        3\n"
                                   "      ],\n"
                                   "      \"states\": [\n"
                                   "        {\n"
                                   "          \"name\": \"Device=3\",\n"
                                   "          \"point\": \"N[pow2]=4 F=-inf\",\n"
                                   "          \"device\": 3,\n"
                                   "          \"run\": 1,\n"
                                   "          \"skipped\": false,\n"
                                   "          \"skip_reason\": null,\n"
                                   "          \"axis_values\": {\n"
                                   "            \"N\": 16,\n"
                                   "            \"F\": \"-inf\"\n"
                                   "          },\n"
                                   "          \"summaries\": [\n"
                                   "            {\n"
                                   "              \"tag\": \"t\",\n"
                                   "              \"name\": \"Time\",\n"
                                   "              \"hint\": \"duration\",\n"
                                   "              \"hidden\": true,\n"
                                   "              \"value\": 2.0,\n"
                                   "              \"text\": \"2.000 s\"\n"
                                   "            }\n"
                                   "          ]\n"
                                   "        },\n"
                                   "        {\n"
                                   "          \"name\": \"s\",\n"
                                   "          \"point\": \"s\",\n"
                                   "          \"device\": null,\n"
                                   "          \"run\": 0,\n"
                                   "          \"skipped\": true,\n"
                                   "          \"skip_reason\": \"odd\",\n"
                                   "          \"axis_values\": {},\n"
                                   "          \"summaries\": []\n"
                                   "        }\n"
                                   "      ]\n"
                                   "    }\n"
                                   "  ]\n"
                                   "}\n";
    char *text = bres_test_summary(documents, 1, BRES_FORMAT_JSON, NULL);

    cr_assert_str_eq(text, expected, "%s", text);
    bres_string_free(text);
}

Test(report, json_values)
{
    /* A summary's hint and data entry, and the end of its object in the report. */
    static const char *const rows[][3] = {
        { "'duration'", "'type':'float64','value':'nan'",
          "\"value\": \"nan\",\"text\": \"nan ns\"" },
        { "'duration'", "'type':'float64','value':'-inf'",
          "\"value\": \"-inf\",\"text\": \"-inf ns\"" },
        { "'duration'", "'type':'string','value':'fast'", "\"value\": \"fast\",\"text\": null" },
        { "'sample_size'", "'type':'float64','value':'inf'", "\"value\": \"inf\",\"text\": null" },
        { "null", "'type':'int64','value':'9223372036854775807'",
          "\"value\": 9223372036854775807,\"text\": \"9223372036854775807\"" },
        { "'bytes'", "'type':'int64','value':null", "\"value\": null,\"text\": \"\"" },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char json[512];
        const char *const documents[] = { json };
        char *text;
        size_t kept = 0;

        snprintf(json, sizeof json,
                 "{'benchmarks':[{'name':'b','states':[{'name':'s','summaries':["
                 "{'tag':'t','hint':%s,'data':[{'name':'value',%s}]}]}]}]}",
                 rows[i][0], rows[i][1]);
        text = bres_test_summary(documents, 1, BRES_FORMAT_JSON, NULL);
        for (const char *from = text; *from != '\0'; from++) {
            if (*from == '\n')
                from += strspn(from + 1, " ");
            else
                text[kept++] = *from;
        }
        text[kept] = '\0';
        cr_assert_not_null(strstr(text, rows[i][2]), "%s: %s", rows[i][2], text);
        bres_string_free(text);
    }
}

Test(report, json_is_utf8_for_any_file_name)
{
    static const char name[] = { '\xff', 'a', '\xc3', '\xa4', '\xc3', '\0' };
    bres_result *result = bres_test_load(name, 0, "{'benchmarks':[{'name':'b','states':[]}]}");
    bres_summary_options options;
    char *text;

    bres_summary_options_init(&options);
    options.format = BRES_FORMAT_JSON;
    cr_assert_eq(bres_summary_report(&result, 1, &options, &text, NULL), BRES_OK);
    cr_assert_not_null(strstr(text, "\"file\": \"\uFFFDa\u00e4\uFFFD\""), "%s", text);
    bres_string_free(text);
    bres_result_unref(result);
}

Test(report, filters)
{
    static const struct {
        const char *benchmark;
        const char *axis;
        bres_format format;
        const char *expected;
    } rows[] = {
        { "sort", NULL, BRES_FORMAT_MARKDOWN,
          "# Benchmark Results\n\n## sort\n\n"
          "|   s   |   Time    |\n|-------|-----------|\n| 0.500 | 2.000 KiB |\n" },
        { "copy", "T=F32", BRES_FORMAT_MARKDOWN,
          "# Benchmark Results\n\n## copy\n\n### [0] GPU, big\n\n"
          "No data: these states have no values to show.\n"
          "### [1] Device 1\n\nNo data: these states have no values to show.\n" },
        { "copy", "F=nan", BRES_FORMAT_CSV,
          "Benchmark,Device,Device Name,T,N (pow2),N,F,Skipped\n"
          "copy,1,Device 1,I32,2^4,16,nan,Yes\n" },
        { "sort", "N[pow2]=4", BRES_FORMAT_CSV, "" },
        { "none", NULL, BRES_FORMAT_JSON, "{\n  \"version\": 1,\n  \"benchmarks\": []\n}\n" },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *const documents[] = { document };
        bres_filter *filter;
        char *text;

        cr_assert_eq(bres_filter_new(&filter), BRES_OK);
        cr_assert_eq(bres_filter_add_benchmark(filter, rows[i].benchmark), BRES_OK);
        if (rows[i].axis != NULL)
            cr_assert_eq(bres_filter_add_axis(filter, rows[i].axis), BRES_OK);
        text = bres_test_summary(documents, 1, rows[i].format, filter);
        cr_assert_str_eq(text, rows[i].expected, "row %zu:\n%s", i, text);
        bres_string_free(text);
        bres_filter_free(filter);
    }
}

Test(report, summary_refuses_bad_arguments)
{
    bres_result *result = bres_test_load("r.json", 0, "{'benchmarks':[]}");
    bres_result *none = NULL;
    bres_summary_options options;
    char *text = (char *)result;
    size_t length = 1;

    cr_assert_eq(bres_summary_report(&result, 0, NULL, &text, &length), BRES_ERROR_ARGUMENT);
    cr_assert_null(text);
    cr_assert_eq(length, 0);
    cr_assert_eq(bres_summary_report(NULL, 1, NULL, &text, NULL), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_summary_report(&none, 1, NULL, &text, NULL), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_summary_report(&result, 1, NULL, NULL, NULL), BRES_ERROR_ARGUMENT);

    bres_summary_options_init(&options);
    options.format = 3;
    cr_assert_eq(bres_summary_report(&result, 1, &options, &text, NULL), BRES_ERROR_ARGUMENT);
#define REFUSED(member, value)                                                                     \
    do {                                                                                           \
        bres_summary_options_init(&options);                                                       \
        options.member = value;                                                                    \
        cr_assert_eq(bres_summary_report(&result, 1, &options, &text, NULL), BRES_ERROR_ARGUMENT,  \
                     #member);                                                                     \
    } while (0)
    REFUSED(columns, UINT32_C(1) << 31);
    REFUSED(flags, 2);
    REFUSED(sort, 32);
    REFUSED(sort, BRES_COLUMN_SUMMARIES);
    REFUSED(sort, BRES_COLUMN_PHASES);
    REFUSED(sort, BRES_COLUMN_HISTOGRAM);
    bres_summary_options_init(&options);
    options.size = offsetof(bres_summary_options, flags) - 1;
    cr_assert_eq(bres_summary_report(&result, 1, &options, &text, NULL), BRES_ERROR_VERSION);
    cr_assert_null(text);
    bres_summary_options_init(NULL);

    bres_summary_options_init(&options);
    cr_assert_eq(bres_summary_report(&result, 1, &options, &text, &length), BRES_OK);
    cr_assert_str_eq(text, "# Benchmark Results\n");
    cr_assert_eq(length, strlen(text));
    bres_string_free(text);
    bres_result_unref(result);
}

/* The context of the allocation sweep. */
struct sweep {
    bres_result *results[2];
    bres_summary_options options;
};

static bres_status sweep_run(void *context)
{
    struct sweep *sweep = context;
    char *text = (char *)sweep;
    size_t length = 1;
    const bres_status status =
        bres_summary_report(sweep->results, 2, &sweep->options, &text, &length);

    if (status != BRES_OK) {
        cr_assert_null(text);
        cr_assert_eq(length, 0);
    }
    bres_string_free(text);
    return status;
}

Test(report, summary_reports_want_of_memory)
{
    struct sweep sweep = { .results = { bres_test_load("r0.json", 0, document),
                                        bres_test_load("r1.json", 0, document) } };

    for (uint32_t format = 0; bres_format_name((bres_format)format) != NULL; format++) {
        if ((bres_report_formats(BRES_REPORT_SUMMARY) & BRES_FORMAT_BIT(format)) == 0)
            continue;
        bres_summary_options_init(&sweep.options);
        sweep.options.format = format;
        bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, sweep_run, &sweep);
    }
    bres_result_unref(sweep.results[0]);
    bres_result_unref(sweep.results[1]);
}

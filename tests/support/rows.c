/* SPDX-License-Identifier: MIT */
#include "support/rows.h"

#include "base/base.h"

#include "support/loading.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void put_summary(bres__text *text, const char *tag, double value)
{
    bres__text_printf(text,
                      ",{'tag':'nv/cold/%s','data':[{'name':'value','type':'float64','value':'%g'}"
                      "]}",
                      tag, value);
}

static void put_sidecar(bres__text *text, const char *name, size_t number)
{
    bres__text_printf(text,
                      ",{'tag':'nv/json/bin:nv/cold/sample_times','data':[{'name':'filename','type'"
                      ":'string','value':'%s-bin/%zu.bin'},{'name':'size','type':'int64','value':"
                      "'10'}]}",
                      name, number);
}

/* Every `others`-th value differs from the rest; 0: all are equal. */
static void write_samples(const char *directory, const char *name, size_t number, int others)
{
    float values[10];
    char path[4096];

    for (int i = 0; i < 10; i++)
        values[i] = others > 0 && i % others == 0 ? 9 : 1;
    snprintf(path, sizeof path, "%s/%s-bin", directory, name);
    mkdir(path, 0777);
    snprintf(path, sizeof path, "%s/%s-bin/%zu.bin", directory, name, number);
    bres_test_write_file(path, values, sizeof values);
}

static void put_state(bres__text *text, bres_test_row_kind kind, size_t number, bool candidate,
                      const char *directory, const char *name)
{
    const double center =
        candidate && kind == ROW_SLOW ? 2 : (candidate && kind == ROW_FAR ? 1.1 : 1);

    bres__text_printf(text,
                      "%s{'name':'Device=0 N=%zu','device':0,'axis_values':[{'name':'N','type':"
                      "'int64','value':'%zu'}],'summaries':[{'tag':'x','data':[]}",
                      number > 0 ? "," : "", number, number);
    put_summary(text, "time/gpu/min", kind == ROW_FAR ? 1 : center);
    put_summary(text, "time/gpu/q1", center);
    put_summary(text, "time/gpu/median", center);
    put_summary(text, "time/gpu/q3", center);
    if (kind != ROW_NOISELESS)
        put_summary(text, "time/gpu/iqr/relative", .01);
    else
        put_summary(text, "time/gpu/iqr/relative", -1);
    put_summary(text, "sm_clock_rate/mean", 1000);
    if (kind == ROW_MALFORMED && candidate)
        bres__text_puts(text, ",{'tag':'nv/cold/time/gpu/mean','data':[{'name':'value','type':"
                              "'float64','value':'x'}]}");
    if (kind == ROW_NO_FILES || kind == ROW_MISMATCH || kind == ROW_ELSEWHERE)
        put_sidecar(text, name, number);
    if (kind == ROW_MISMATCH || kind == ROW_ELSEWHERE)
        write_samples(directory, name, number, !candidate ? 0 : kind == ROW_MISMATCH ? 2 : 1);
    bres__text_puts(text, "]}");
}

/* Result number 0 is the reference, 1 the candidate. */
static bres_result *make_result(const bres_test_row_kind *kinds, size_t count,
                                const char *directory, bool candidate)
{
    const char *name = candidate ? "cmp.json" : "ref.json";
    bres_load_options options = bres_test_options(BRES_LOAD_LENIENT, NULL);
    bres__text text = { 0 };
    bres_result *result;
    char *json;

    bres__text_puts(&text, "{'meta':{'version':{'json':{'string':'1.0.0'}}},'devices':[{'id':0,"
                           "'name':'G'}],'benchmarks':[{'name':'b','devices':[0],'axes':null,"
                           "'states':[");
    for (size_t i = 0; i < count; i++)
        put_state(&text, kinds[i], i, candidate, directory, name);
    bres__text_puts(&text, "]}]}");
    json = bres_test_json(text.data);
    options.name = name;
    options.directory = directory;
    cr_assert_eq(bres_result_load_memory(json, strlen(json), &options, &result), BRES_OK, "%s",
                 bres_last_error());
    free(json);
    bres__text_free(&text);
    return result;
}

bres_test_result_pair bres_test_make_pair(const bres_test_row_kind *kinds, size_t count)
{
    const char *directory = bres_test_directory();

    return (bres_test_result_pair){ .reference = make_result(kinds, count, directory, false),
                                    .candidate = make_result(kinds, count, directory, true) };
}

void bres_test_free_pair(bres_test_result_pair *pair)
{
    bres_result_unref(pair->reference);
    bres_result_unref(pair->candidate);
}

bres_status bres_test_compare_pair(const bres_test_result_pair *pair,
                                   const bres_compare_options *options,
                                   bres_comparison **comparison)
{
    return bres_compare(&pair->reference, 1, &pair->candidate, 1, options, comparison);
}

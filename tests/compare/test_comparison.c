/* SPDX-License-Identifier: MIT */
/*
 * Comparisons of whole results: counts, warnings, options, and any number of threads.
 */
#include "base/fault.h"
#include "compare/comparison.h"
#include "compare/evidence/warning.h"

#include "support/loading.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- Files of many states ------------------------------------------------------------------- */

/* What differs from state to state. */
typedef enum row_kind {
    ROW_SAME,
    ROW_SLOW,
    ROW_FAR,
    ROW_NOISELESS,
    ROW_NO_FILES,  /* sidecars that are missing */
    ROW_MISMATCH,  /* half of the candidate's samples are elsewhere */
    ROW_ELSEWHERE, /* all of them are */
    ROW_MALFORMED  /* the candidate's mean is no number */
} row_kind;

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

/* Every `others`-th value is elsewhere; 0: none is. */
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

static void put_state(bres__text *text, row_kind kind, size_t number, bool candidate,
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
static bres_result *make_result(const row_kind *kinds, size_t count, const char *directory,
                                bool candidate)
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

typedef struct pair {
    bres_result *reference;
    bres_result *candidate;
} result_pair;

static result_pair make_pair(const row_kind *kinds, size_t count)
{
    const char *directory = bres_test_directory();

    return (result_pair){ .reference = make_result(kinds, count, directory, false),
                          .candidate = make_result(kinds, count, directory, true) };
}

static void free_pair(result_pair *pair)
{
    bres_result_unref(pair->reference);
    bres_result_unref(pair->candidate);
}

static bres_status compare(const result_pair *pair, const bres_compare_options *options,
                           bres_comparison **comparison)
{
    return bres_compare(&pair->reference, 1, &pair->candidate, 1, options, comparison);
}

/* --- Counts --------------------------------------------------------------------------------- */

Test(compare, comparison_counts_verdicts_and_reasons)
{
    static const row_kind kinds[] = { ROW_SAME,      ROW_FAR,      ROW_MISMATCH, ROW_SLOW,
                                      ROW_NOISELESS, ROW_MISMATCH, ROW_SAME };
    result_pair pair = make_pair(kinds, sizeof kinds / sizeof *kinds);
    bres_comparison *comparison;
    const char *message;
    size_t rows;

    cr_assert_eq(compare(&pair, NULL, &comparison), BRES_OK, "%s", bres_last_error());
    free_pair(&pair);
    cr_assert_eq(bres_comparison_row_count(comparison), 7);
    cr_assert_eq(bres_comparison_count(comparison, BRES_SAME), 2);
    cr_assert_eq(bres_comparison_count(comparison, BRES_SLOW), 1);
    cr_assert_eq(bres_comparison_count(comparison, BRES_FAST), 0);
    cr_assert_eq(bres_comparison_count(comparison, BRES_AMBIGUOUS), 4);
    cr_assert_eq(bres_comparison_count(comparison, BRES_UNKNOWN), 0);
    cr_assert_eq(bres_comparison_count(comparison, (bres_verdict)9), 0);
    cr_assert_eq(bres_comparison_reason_count(comparison), 3);
    cr_assert_eq(bres_comparison_reason_at(comparison, 0, &rows, &message),
                 BRES_REASON_BULK_TIME_SUPPORT_MISMATCH);
    cr_assert_eq(rows, 2);
    /* The first of the messages that are equally severe. */
    cr_assert_eq(message, bres_row_message(bres_comparison_row_at(comparison, 2)));
    /* Equal counts are in the order of the rows. */
    cr_assert_eq(bres_comparison_reason_at(comparison, 1, NULL, NULL),
                 BRES_REASON_CENTERS_NOT_CLOSE);
    cr_assert_eq(bres_comparison_reason_at(comparison, 2, NULL, NULL),
                 BRES_REASON_NOISE_UNAVAILABLE);
    cr_assert_eq(bres_comparison_reason_at(comparison, 3, &rows, &message), (bres_reason)0);
    cr_assert_eq(rows, 0);
    cr_assert_null(message);
    bres_comparison_free(comparison);
}

/* A reason has the message of its most severe row. */
Test(compare, comparison_keeps_the_most_severe_message)
{
    static const row_kind kinds[] = { ROW_MISMATCH, ROW_ELSEWHERE, ROW_MISMATCH };
    result_pair pair = make_pair(kinds, sizeof kinds / sizeof *kinds);
    bres_comparison *comparison;
    const char *message;
    size_t rows;

    cr_assert_eq(compare(&pair, NULL, &comparison), BRES_OK, "%s", bres_last_error());
    cr_assert_eq(bres_comparison_reason_at(comparison, 0, &rows, &message),
                 BRES_REASON_BULK_TIME_SUPPORT_MISMATCH);
    cr_assert_eq(rows, 3);
    cr_assert_eq(message, bres_row_message(bres_comparison_row_at(comparison, 1)));
    cr_assert_float_eq(bres_row_severity(bres_comparison_row_at(comparison, 0)), 0.47, 1e-12);
    cr_assert_float_eq(bres_row_severity(bres_comparison_row_at(comparison, 1)), 0.97, 1e-12);
    bres_comparison_free(comparison);
    free_pair(&pair);
}

Test(compare, comparison_getters_take_null)
{
    const bres_comparison *none = NULL;

    bres_comparison_free(NULL);
    cr_assert_eq(bres_comparison_row_count(none), 0);
    cr_assert_null(bres_comparison_row_at(none, 0));
    cr_assert_eq(bres_comparison_count(none, BRES_SAME), 0);
    cr_assert_eq(bres_comparison_reason_count(none), 0);
    cr_assert_null(bres_comparison_thresholds(none));
    cr_assert_null(bres_comparison_device_difference(none));
    cr_assert_eq(bres_comparison_bench_count(none), 0);
    cr_assert_null(bres_comparison_bench_at(none, 0));
    cr_assert_null(bres_comparison_bench_reference(NULL));
    cr_assert_null(bres_comparison_bench_candidate(NULL));
    cr_assert_eq(bres_comparison_bench_pair_count(NULL), 0);
    cr_assert_null(bres_comparison_bench_pair_at(NULL, 0));
    cr_assert_null(bres_device_pair_reference(NULL));
    cr_assert_null(bres_device_pair_candidate(NULL));
    cr_assert_not(bres_device_pair_is_equal(NULL));
    cr_assert_eq(bres_device_pair_row_count(NULL), 0);
    cr_assert_null(bres_device_pair_row_at(NULL, 0));
    cr_assert_eq(bres_comparison_missing_bench_count(none), 0);
    cr_assert_null(bres_comparison_missing_bench_at(none, 0, NULL));
    cr_assert_eq(bres_comparison_missing_state_count(none), 0);
    cr_assert_null(bres_comparison_missing_state_at(none, 0, NULL));
    cr_assert_null(bres_row_reference(NULL));
    cr_assert_null(bres_row_candidate(NULL));
    cr_assert_null(bres_row_pair(NULL));
    cr_assert_null(bres_row_bench(NULL));
    cr_assert_eq(bres_row_verdict(NULL), BRES_UNKNOWN);
    cr_assert_eq(bres_row_reason(NULL), (bres_reason)0);
    cr_assert_null(bres_row_message(NULL));
    cr_assert_eq(bres_row_severity(NULL), 0);
    cr_assert_null(bres_row_reference_estimate(NULL));
    cr_assert_null(bres_row_candidate_estimate(NULL));
    cr_assert_null(bres_row_difference(NULL));
    cr_assert_eq(bres_row_occurrence(NULL), 0);
    cr_assert_eq(bres_row_occurrence_count(NULL), 0);
}

Test(compare, comparison_of_rows_and_pairs)
{
    static const row_kind kinds[] = { ROW_SAME, ROW_SLOW };
    result_pair pair = make_pair(kinds, 2);
    bres_comparison *comparison;
    const bres_device_pair *devices;
    const bres_row *row;

    cr_assert_eq(compare(&pair, NULL, &comparison), BRES_OK);
    devices = bres_comparison_bench_pair_at(bres_comparison_bench_at(comparison, 0), 0);
    cr_assert_eq(bres_device_pair_row_count(devices), 2);
    row = bres_device_pair_row_at(devices, 1);
    cr_assert_eq(row, bres_comparison_row_at(comparison, 1));
    cr_assert_null(bres_device_pair_row_at(devices, 2));
    cr_assert_eq(bres_row_pair(row), devices);
    cr_assert_eq(bres_subbench_state_at(bres_result_subbench_at(pair.reference, 0), 1),
                 bres_row_reference(row));
    cr_assert_eq(bres_subbench_state_at(bres_result_subbench_at(pair.candidate, 0), 1),
                 bres_row_candidate(row));
    cr_assert_eq(bres_row_difference(row)->center, 1);
    cr_assert_eq(bres_row_difference(row)->change, 1);
    bres_comparison_free(comparison);
    free_pair(&pair);
}

/* --- Options and arguments ------------------------------------------------------------------ */

Test(compare, comparison_bad_arguments)
{
    static const row_kind kinds[] = { ROW_SAME };
    result_pair pair = make_pair(kinds, 1);
    bres_result *const two[2] = { pair.reference, pair.candidate };
    bres_result *const none[1] = { NULL };
    bres_comparison *comparison = (bres_comparison *)&comparison;
    bres_compare_options options;

    bres_compare_options_init(NULL);
    cr_assert_eq(bres_compare(two, 2, two, 1, NULL, &comparison), BRES_ERROR_CONFLICT);
    cr_assert_null(comparison);
    cr_assert_not_null(strstr(bres_last_error(), "hold the same measurements"), "%s",
                       bres_last_error());
    cr_assert_eq(bres_compare(two, 1, two, 0, NULL, &comparison), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_compare(none, 1, two, 1, NULL, &comparison), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_compare(two, 1, NULL, 1, NULL, &comparison), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_compare(two, 1, two, 1, NULL, NULL), BRES_ERROR_ARGUMENT);
    bres_compare_options_init(&options);
    options.flags = 1u << 20;
    cr_assert_eq(compare(&pair, &options, &comparison), BRES_ERROR_ARGUMENT);
    options.flags = BRES_COMPARE_HAS_CLOCK;
    cr_assert_eq(compare(&pair, &options, &comparison), BRES_ERROR_ARGUMENT);
    bres_compare_options_init(&options);
    options.metric = 5;
    cr_assert_eq(compare(&pair, &options, &comparison), BRES_ERROR_ARGUMENT);
    bres_compare_options_init(&options);
    options.reserved = 1;
    cr_assert_eq(compare(&pair, &options, &comparison), BRES_ERROR_ARGUMENT);
    bres_compare_options_init(&options);
    options.size = 4;
    cr_assert_eq(compare(&pair, &options, &comparison), BRES_ERROR_VERSION);
    free_pair(&pair);
}

/* A result against itself, and one without rows. */
Test(compare, comparison_with_itself_and_with_nothing)
{
    static const row_kind kinds[] = { ROW_SAME, ROW_MISMATCH, ROW_SLOW, ROW_FAR };
    result_pair pair = make_pair(kinds, 4);
    result_pair empty = make_pair(kinds, 0);
    bres_comparison *comparison;

    for (int i = 0; i < 2; i++) {
        bres_result *result = i == 0 ? pair.reference : pair.candidate;

        cr_assert_eq(bres_compare(&result, 1, &result, 1, NULL, &comparison), BRES_OK);
        cr_assert_eq(bres_comparison_count(comparison, BRES_FAST), 0);
        cr_assert_eq(bres_comparison_count(comparison, BRES_SLOW), 0);
        bres_comparison_free(comparison);
    }
    cr_assert_eq(compare(&empty, NULL, &comparison), BRES_OK, "%s", bres_last_error());
    cr_assert_eq(bres_comparison_row_count(comparison), 0);
    cr_assert_eq(bres_comparison_bench_count(comparison), 1);
    cr_assert_str_eq(bres_comparison_device_difference(comparison), "");
    bres_comparison_free(comparison);
    free_pair(&pair);
    free_pair(&empty);
}

/* --- Warnings ------------------------------------------------------------------------------- */

#define MANY 200

/* Every third row has something to warn of, on both sides. */
static void fill_kinds(row_kind kinds[MANY])
{
    for (size_t i = 0; i < MANY; i++)
        kinds[i] = i % 3 == 0 ? ROW_NO_FILES : ROW_MISMATCH;
}

/* The same texts in the same order, whatever the number of threads. */
Test(compare, comparison_does_not_depend_on_threads)
{
    row_kind kinds[MANY];
    result_pair pair;
    char *first = NULL;

    fill_kinds(kinds);
    pair = make_pair(kinds, MANY);
    for (uint32_t threads = 1; threads <= 4; threads++) {
        bres_compare_options options;
        bres_comparison *comparison;
        bres_test_log log = { 0 };

        bres_compare_options_init(&options);
        options.threads = threads;
        options.log = bres_test_log_add;
        options.log_user = &log;
        cr_assert_eq(compare(&pair, &options, &comparison), BRES_OK, "%s", bres_last_error());
        for (size_t i = 0; i < MANY; i++)
            bres__text_printf(&log.lines, "%s\n",
                              bres_row_message(bres_comparison_row_at(comparison, i)));
        cr_assert_eq(log.count, 2 * ((MANY + 2) / 3), "%s", bres_test_log_text(&log));
        if (first == NULL)
            first = strdup(bres_test_log_text(&log));
        cr_assert_str_eq(bres_test_log_text(&log), first);
        bres_test_log_clear(&log);
        bres_comparison_free(comparison);
    }
    cr_assert_not_null(strstr(first, "ref.json-bin/0.bin: the sample times are treated as "
                                     "unavailable: the file is missing\n"));
    free(first);
    free_pair(&pair);
}

/* Warnings of several threads come in the order of their rows, and each once. */
Test(compare, comparison_orders_warnings)
{
    bres__warning_list all = { 0 };
    bres__warning_list other = { 0 };
    bres_test_log log = { 0 };

    for (all.row = 0; all.row < 6; all.row += 2) {
        cr_assert_eq(bres__warn(&all, "row %zu", all.row), BRES_OK);
        cr_assert_eq(bres__warn(&all, "row %zu again", all.row), BRES_OK);
    }
    for (other.row = 1; other.row < 6; other.row += 2)
        cr_assert_eq(bres__warn(&other, "row %zu", other.row == 3 ? 2 : other.row), BRES_OK);
    cr_assert_eq(bres__warnings_join(&all, &other), BRES_OK);
    cr_assert_eq(bres__warnings_report(&all, 5, bres_test_log_add, &log), BRES_OK);
    cr_assert_str_eq(bres_test_log_text(&log),
                     "row 0\nrow 0 again\nrow 1\nrow 2\nrow 2 again\nrow 4\nrow 4 again\n");
    bres_test_log_clear(&log);
    bres__warnings_free(&all);
    bres__warnings_free(&other);
    cr_assert_eq(bres__warn(NULL, "nobody"), BRES_OK);
}

/* One cause, one warning: here the same file on both sides. */
Test(compare, comparison_warns_once)
{
    static const row_kind kinds[] = { ROW_NO_FILES };
    result_pair pair = make_pair(kinds, 1);
    bres_compare_options options;
    bres_comparison *comparison;
    bres_test_log log = { 0 };

    bres_compare_options_init(&options);
    options.log = bres_test_log_add;
    options.log_user = &log;
    cr_assert_eq(bres_compare(&pair.reference, 1, &pair.reference, 1, &options, &comparison),
                 BRES_OK);
    cr_assert_eq(log.count, 1, "%s", bres_test_log_text(&log));
    bres_test_log_clear(&log);
    bres_comparison_free(comparison);
    free_pair(&pair);
}

/* Of several malformed rows the first is the error, with the warnings before it. */
Test(compare, comparison_gives_the_first_error)
{
    row_kind kinds[MANY];
    result_pair pair;

    fill_kinds(kinds);
    kinds[70] = kinds[71] = kinds[150] = ROW_MALFORMED;
    pair = make_pair(kinds, MANY);
    for (uint32_t threads = 1; threads <= 4; threads++) {
        bres_compare_options options;
        bres_comparison *comparison = (bres_comparison *)&comparison;
        bres_test_log log = { 0 };

        bres_compare_options_init(&options);
        options.threads = threads;
        options.log = bres_test_log_add;
        options.log_user = &log;
        cr_assert_eq(compare(&pair, &options, &comparison), BRES_ERROR_VALUE);
        cr_assert_null(comparison);
        cr_assert_not_null(strstr(bres_last_error(), "state 'Device=0 N=70'"), "%s",
                           bres_last_error());
        cr_assert_eq(log.count, 2 * 24, "%s", bres_test_log_text(&log));
        bres_test_log_clear(&log);
    }
    free_pair(&pair);
}

/* A file of another version, and one without: each is warned of, and compared. */
Test(compare, comparison_warns_of_versions)
{
    static const struct {
        const char *meta;
        const char *warning;
    } cases[] = {
        { "'meta':{'version':{'json':{'string':'1.0.0'}}},", "" },
        { "'meta':{'version':{'json':{'string':'2.0.0'}}},",
          "r.json: the file has version 2.0.0 (expected version 1.0.0)\n" },
        { "'meta':{'version':{}},", "r.json: the file has no version (expected version 1.0.0)\n" },
        { "'meta':{},", "r.json: the file has no version (expected version 1.0.0)\n" },
        { "", "r.json: the file has no version (expected version 1.0.0)\n" },
    };
    const bres_load_options load_options = bres_test_options(BRES_LOAD_LENIENT, NULL);

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[256];
        bres_compare_options options;
        bres_comparison *comparison;
        bres_result *results[2];
        bres_test_log log = { 0 };

        snprintf(text, sizeof text, "{%s'devices':[],'benchmarks':[]}", cases[i].meta);
        cr_assert_eq(bres_test_load_text(text, &load_options, &results[0]), BRES_OK);
        snprintf(text, sizeof text, "{%s'devices':[],'benchmarks':[]}", cases[0].meta);
        cr_assert_eq(bres_test_load_text(text, &load_options, &results[1]), BRES_OK);
        bres_compare_options_init(&options);
        options.log = bres_test_log_add;
        options.log_user = &log;
        cr_assert_eq(bres_compare(&results[0], 1, &results[1], 1, &options, &comparison), BRES_OK,
                     "%s", bres_last_error());
        cr_assert_str_eq(bres_test_log_text(&log), cases[i].warning, "%s", cases[i].meta);
        bres_test_log_clear(&log);
        bres_comparison_free(comparison);
        bres_result_unref(results[0]);
        bres_result_unref(results[1]);
    }
}

/* A file against itself has one version. */
Test(compare, comparison_warns_once_of_one_file)
{
    const bres_load_options load_options = bres_test_options(BRES_LOAD_LENIENT, NULL);
    bres_result *results[2];
    bres_compare_options options;
    bres_test_log log = { 0 };

    for (int i = 0; i < 2; i++)
        cr_assert_eq(
            bres_test_load_text("{'devices':[],'benchmarks':[]}", &load_options, &results[i]),
            BRES_OK);
    bres_compare_options_init(&options);
    options.log = bres_test_log_add;
    options.log_user = &log;
    for (int i = 0; i < 2; i++) {
        bres_comparison *comparison;

        cr_assert_eq(bres_compare(&results[0], 1, &results[i], 1, &options, &comparison), BRES_OK,
                     "%s", bres_last_error());
        cr_assert_str_eq(bres_test_log_text(&log),
                         "r.json: the file has no version (expected version 1.0.0)\n");
        bres_test_log_clear(&log);
        bres_comparison_free(comparison);
    }
    bres_result_unref(results[0]);
    bres_result_unref(results[1]);
}

/* --- Several threads ------------------------------------------------------------------------ */

#define THREADS 4

/* Decides the same rows over and over, on results that are shared. */
static void *run_thread(void *argument)
{
    const result_pair *pair = argument;
    bres_comparison *comparison;
    size_t wrong = 0;

    for (int round = 0; round < 3; round++) {
        if (compare(pair, NULL, &comparison) != BRES_OK)
            return "compare";
        for (size_t i = 0; i < bres_comparison_row_count(comparison); i++) {
            const bres_row *row = bres_comparison_row_at(comparison, i);
            bres_decision decision;

            bres_decision_init(&decision);
            wrong += bres_compare_states(bres_row_reference(row), bres_row_candidate(row), NULL,
                                         &decision) != BRES_OK ||
                     decision.reason != bres_row_reason(row);
        }
        bres_comparison_free(comparison);
    }
    return wrong > 0 ? "decisions" : NULL;
}

Test(compare, comparison_in_several_threads)
{
    row_kind kinds[40];
    pthread_t threads[THREADS];
    result_pair pair;

    for (size_t i = 0; i < 40; i++)
        kinds[i] = (row_kind)(i % ROW_MALFORMED);
    pair = make_pair(kinds, 40);
    for (int i = 0; i < THREADS; i++)
        cr_assert_eq(pthread_create(&threads[i], NULL, run_thread, &pair), 0);
    for (int i = 0; i < THREADS; i++) {
        void *fault;

        pthread_join(threads[i], &fault);
        cr_assert_null(fault, "%s", (const char *)fault);
    }
    free_pair(&pair);
}

/* --- Want of memory, and files that cannot be read -------------------------------------------- */

static void ignore_log(void *user, bres_log_level level, const char *message)
{
    (void)user;
    (void)level;
    (void)message;
}

static bres_status compare_and_free(void *context)
{
    bres_comparison *comparison = (bres_comparison *)&comparison;
    bres_compare_options options;
    bres_status status;

    bres_compare_options_init(&options);
    options.log = ignore_log;
    options.threads = 1;
    options.flags = BRES_COMPARE_ALLOW_MISSING | BRES_COMPARE_IGNORE_DEVICES;
    options.reference_devices = "0";
    status = compare(context, &options, &comparison);
    cr_assert_eq(comparison == NULL, status != BRES_OK);
    bres_comparison_free(comparison);
    return status;
}

Test(compare, comparison_without_memory)
{
    static const row_kind kinds[] = { ROW_NO_FILES, ROW_MISMATCH, ROW_SLOW };
    result_pair pair = make_pair(kinds, 3);
    result_pair fewer = make_pair(kinds, 2);
    result_pair uneven = { pair.reference, fewer.candidate };

    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, compare_and_free, &pair);
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, compare_and_free, &uneven);
    free_pair(&pair);
    free_pair(&fewer);
}

static bres_status refuse_and_free(void *context)
{
    bres_comparison *comparison = (bres_comparison *)&comparison;
    bres_status status = compare(context, NULL, &comparison);

    cr_assert_null(comparison);
    return status == BRES_ERROR_KEY ? BRES_OK : status;
}

Test(compare, comparison_refused_without_memory)
{
    static const row_kind kinds[] = { ROW_SAME, ROW_SAME };
    result_pair pair = make_pair(kinds, 2);
    result_pair fewer = make_pair(kinds, 1);
    result_pair uneven = { pair.reference, fewer.candidate };

    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, refuse_and_free, &uneven);
    free_pair(&pair);
    free_pair(&fewer);
}

/* A sidecar that cannot be read is a reason, and no error: the thread's record stays as it was. */
Test(compare, comparison_with_unreadable_files)
{
    static const row_kind kinds[] = { ROW_MISMATCH };
    result_pair pair = make_pair(kinds, 1);
    const bres_state *states[2] = {
        bres_subbench_state_at(bres_result_subbench_at(pair.reference, 0), 0),
        bres_subbench_state_at(bres_result_subbench_at(pair.candidate, 0), 0),
    };
    bres_decision decision;
    size_t n = 0;
    bool hit;

    bres_decision_init(&decision);
    cr_assert_null(bres_thresholds_preset("loose"));
    do {
        bres__faults_arm(BRES__FAULT_IO, ++n, false);
        cr_assert_eq(bres_compare_states(states[0], states[1], NULL, &decision), BRES_OK,
                     "fault %zu: %s", n, bres_last_error());
        hit = bres__faults_hit();
        bres__faults_arm(0, 0, false);
        cr_assert_eq(decision.reason,
                     hit ? BRES_REASON_BULK_TIME_DATA_UNUSABLE
                         : BRES_REASON_BULK_TIME_SUPPORT_MISMATCH,
                     "fault %zu: %s", n, decision.message);
        cr_assert_not_null(strstr(bres_last_error(), "'loose'"), "fault %zu: %s", n,
                           bres_last_error());
    } while (hit);
    cr_assert_gt(n, 4);
    free_pair(&pair);
}

static bres_status parse_and_free(void *context)
{
    const char *name = "";
    bres_thresholds thresholds;
    char *text = NULL;
    bres_status status = bres_thresholds_parse(&thresholds, context, "x", NULL, &name);

    if (status == BRES_OK)
        status = bres_thresholds_dump(&thresholds, name, &text);
    bres_string_free(text);
    return status;
}

static bres_status refuse_key(void *context)
{
    bres_thresholds thresholds;
    bres_status status = bres_thresholds_parse(&thresholds, context, "x", NULL, NULL);

    return status == BRES_ERROR_KEY ? BRES_OK : status;
}

Test(compare, comparison_thresholds_without_memory)
{
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, parse_and_free,
                    (void *)"version = 1\npreset.name = \"strict\"\n[bulk]\n"
                            "sample_coverage = 0.5\n");
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, refuse_key,
                    (void *)"version = 1\n[x]\n[x.y]\nz.w = 1.5\nv = 's'\n");
}

static bres_status samples_and_free(void *context)
{
    static float values[1000];
    const bres_samples samples = { values, values, 1000 };
    bres_decision decision;

    (void)context;
    for (size_t i = 0; i < 1000; i++)
        values[i] = 1 + .001f * (float)i;
    bres_decision_init(&decision);
    return bres_compare_samples(&samples, &samples, 0, NULL, &decision);
}

Test(compare, comparison_samples_without_memory)
{
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, samples_and_free, NULL);
}

/* One allocation for both sides of arrays, none for short ones. */
Test(compare, comparison_samples_allocate_once)
{
    static const struct {
        size_t count;
        size_t allocations;
    } cases[] = { { 1, 0 }, { 128, 0 }, { 129, 1 }, { 1000, 1 } };
    static float values[1000];

    for (size_t i = 0; i < 1000; i++)
        values[i] = 1 + .001f * (float)i;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const bres_samples samples = { values, values, cases[i].count };
        bres_decision decision;

        bres_decision_init(&decision);
        bres__faults_arm(BRES__FAULT_ALLOC, cases[i].allocations + 1, true);
        cr_assert_eq(bres_compare_samples(&samples, &samples, 0, NULL, &decision), BRES_OK);
        cr_assert_not(bres__faults_hit(), "%zu samples", cases[i].count);
        bres__faults_arm(0, 0, false);
    }
}

/* SPDX-License-Identifier: MIT */
/*
 * Records of Google Benchmark. Several threads read large files in parts, and the outcome for any
 * text is that of one thread. Members that equal those of the previous record are not read again.
 */
#include "base/fault.h"
#include "support/imported.h"
#include "support/loading.h"
#include "support/support.h"

#include <benchresult/formats.h>
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
/* About 3.5 MB: several parts. */
#define RECORD_COUNT 16000
#define RECORD_FORMAT                                                                              \
    "    {\n      \"name\": \"BM_f/%zu\",\n      \"family_index\": 0,\n"                           \
    "      \"per_family_instance_index\": %zu,\n      \"run_name\": \"BM_f/%zu\",\n"               \
    "      \"repetition_index\": %zu,\n      \"threads\": 1,\n      \"real_time\": %zu.%zue-1,\n"  \
    "      \"counter\": %zu\n    }"

/* A record that replaces one of the usual records. */
typedef struct odd_record {
    size_t index;
    const char *text;
} odd_record;

/* The whole document; `tail` follows the last record. */
static bres__text make_document(const odd_record *odd, const char *tail)
{
    bres__text text = { 0 };

    bres__text_puts(&text, "{\"context\": {}, \"benchmarks\": [\n");
    for (size_t i = 0; i < RECORD_COUNT; i++) {
        const size_t state = i / 4;

        bres__text_puts(&text, i == 0 ? "" : ",\n");
        if (odd->text != NULL && odd->index == i)
            bres__text_puts(&text, odd->text);
        else
            bres__text_printf(&text, RECORD_FORMAT, state, state, state, i % 4, i % 700, i % 11,
                              i % 3 == 0 ? 1 : i);
    }
    bres__text_puts(&text, tail);
    cr_assert(!text.failed);
    return text;
}

/* The outcome of an import as one text; free() it. */
static char *outcome_of(const bres__text *document, uint32_t flags, uint32_t threads)
{
    bres_test_log log = { 0 };
    bres_load_options load = bres_test_options(flags, &log);
    const bres_import_options options = bres_test_import_options(&load);
    bres_result *result = NULL;
    char *rows = NULL;
    bres__text text = { 0 };
    char *outcome;

    load.threads = threads;
    bres__text_printf(
        &text, "%d\n",
        (int)bres_result_import_memory(document->data, document->length, &options, &result));
    if (result != NULL) {
        cr_assert_eq(bres_result_export(result, "jsonl", NULL, &rows), BRES_OK, "%s",
                     bres_last_error());
        bres__text_puts(&text, rows);
        bres__text_puts(&text, bres_result_meta_json(result));
        for (size_t i = 0; i < bres_result_subbench_count(result); i++) {
            const char *extra = bres_subbench_extra_json(bres_result_subbench_at(result, i));

            bres__text_puts(&text, extra != NULL ? extra : "");
        }
        bres_string_free(rows);
    } else {
        bres__text_printf(&text, "%s at %lld\n", bres_last_error(),
                          (long long)bres_last_error_offset());
    }
    bres__text_puts(&text, bres_test_log_text(&log));
    cr_assert(!text.failed);
    outcome = strdup(text.data);
    bres__text_free(&text);
    bres_test_log_clear(&log);
    bres_result_unref(result);
    return outcome;
}

/* Checks that several threads give the outcome of one. Frees the document. */
static void assert_threads_agree(bres__text *document, const char *what, bool many)
{
    static const uint32_t threads[] = { 2, 16 };

    for (uint32_t flags = 0; flags <= BRES_LOAD_LENIENT; flags += BRES_LOAD_LENIENT) {
        char *expected = outcome_of(document, flags, 1);

        for (size_t i = 0; i < (many ? COUNT(threads) : 1); i++) {
            char *outcome = outcome_of(document, flags, threads[i]);

            cr_assert(strcmp(outcome, expected) == 0, "%s: %u threads: %.300s\nnot %.300s", what,
                      threads[i], outcome, expected);
            free(outcome);
        }
        free(expected);
    }
    bres__text_free(document);
}

static void assert_same_outcomes(const odd_record *odd, const char *tail)
{
    bres__text document = make_document(odd, tail);

    assert_threads_agree(&document, odd->text != NULL ? odd->text : "usual records",
                         odd->text == NULL);
}

Test(formats, google_parts_are_read_as_a_whole)
{
    static const odd_record none = { 0 };

    assert_same_outcomes(&none, "\n  ]\n}\n");
    assert_same_outcomes(&none, "\n  ], \"more\": [{\"name\": 1},\n    {\n }]}");
    assert_same_outcomes(&none, "\n  ], \"benchmarks\": [{\"real_time\": 1}]}");
    assert_same_outcomes(&none, "\n  ]");
    assert_same_outcomes(&none, "\n  ]},\n    {");
    assert_same_outcomes(&none, "");
    assert_same_outcomes(&none, "},\n    {");
}

/* The odd record is in the first, a middle or the last part. */
Test(formats, google_parts_have_odd_records)
{
    static const char *const texts[] = {
        "    {\"name\": \"}\\n,\\n    {\", \"real_time\": 1}",
        "    {\"name\": 7}",
        "    {\"real_time\": 7}",
        "    {\"name\": \"a\", \"real_time\": 1, \"text\": \"dropped\"}",
        "    {\"name\": \"a\", \"real_time\": 1, \"list\": [{\"x\": 1\n    },\n    {\"y\": 2}]}",
        "    {\"name\": \"a\", \"real_time\": 1",
        "    {\"name\": \"a\" \"real_time\": 1}",
        "    {\"name\": \"a\", \"real_time\": 01}",
        "    7",
        "",
    };
    static const size_t places[] = { 0, RECORD_COUNT / 4, RECORD_COUNT - 1 };

    for (size_t i = 0; i < COUNT(texts); i++) {
        for (size_t k = 0; k < COUNT(places); k++)
            assert_same_outcomes(&(odd_record){ places[k], texts[i] }, "\n  ]\n}\n");
    }
}

/* One record has a long list, whose elements look like records, where the second part should begin.
 */
Test(formats, google_parts_begin_at_wrong_guesses)
{
    bres__text text = { 0 };

    bres__text_puts(&text, "    {\"name\": \"a\", \"real_time\": 1, \"list\": [\n    {");
    for (size_t i = 0; i < 40000; i++)
        bres__text_printf(&text, "%s\"name\": \"b/%zu\", \"real_time\": 2\n    }",
                          i == 0 ? "" : ",\n    {", i);
    bres__text_puts(&text, "]\n    }");
    cr_assert_gt(text.length, (size_t)1 << 20);
    assert_same_outcomes(&(odd_record){ RECORD_COUNT / 2, text.data }, "\n  ]\n}\n");
    bres__text_free(&text);
}

/* Two records per state, seven states per family; functions repeat in many families. `odd` is in
 * two states of one function. */
static bres__text make_families(const char *odd)
{
    bres__text text = { 0 };

    bres__text_puts(&text, "{\"context\": {}, \"benchmarks\": [\n");
    for (size_t i = 0; i < 1400; i++) {
        const size_t state = i / 2;
        const size_t family = state / 7;

        bres__text_printf(
            &text,
            "%s{\"name\": \"BM_f%zu/%zu\"%s, \"family_index\": %zu, \"per_family_instance_index\": "
            "%zu, \"real_time\": %zu.5, \"n\": %zu}",
            i == 0 ? "" : ",\n", family % 3, state, i == 450 || i == 1126 ? odd : "", family,
            state % 7, i % 700, i % 11);
    }
    bres__text_puts(&text, "\n]}\n");
    cr_assert(!text.failed);
    return text;
}

/* Several threads also collect the states. */
Test(formats, google_families_are_read_as_a_whole)
{
    static const char *const odds[] = {
        "",
        ", \"time_unit\": \"h\"",
        ", \"cpu_time\": NaN, \"label\": \"a\"",
        ", \"run_name\": \"BM_f0\", \"run_type\": \"aggregate\", \"aggregate_name\": \"BigO\"",
        ", \"run_type\": \"aggregate\", \"aggregate_name\": \"mean\", \"time_unit\": \"h\"",
        ", \"error_occurred\": true, \"error_message\": \"no\"",
        ", \"family_index\": NaN",
        ", \"run_name\": \"BM_f0/x/y:z\"",
        ", \"run_name\": \"\"",
        ", \"threads\": 2",
    };

    for (size_t i = 0; i < COUNT(odds); i++) {
        bres__text document = make_families(odds[i]);

        assert_threads_agree(&document, odds[i], true);
    }
}

static bres_status load_with_two_threads(void *context)
{
    const bres__text *document = context;
    bres_load_options options = bres_test_options(0, NULL);
    bres_result *result;
    bres_status status;

    options.threads = 2;
    status = bres_result_load_memory(document->data, document->length, &options, &result);
    cr_assert_eq(status == BRES_OK, result != NULL);
    bres_result_unref(result);
    return status;
}

/* The smallest number of states that two threads collect. */
Test(formats, google_families_without_memory)
{
    bres__text text = { 0 };

    bres__text_puts(&text, "{\"context\":{},\"benchmarks\":[");
    for (size_t i = 0; i < 64; i++)
        bres__text_printf(&text, "%s{\"name\":\"f%zu\",\"real_time\":1}", i == 0 ? "" : ",", i % 2);
    bres__text_puts(&text, "]}");
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, load_with_two_threads, &text);
    bres__text_free(&text);
}

/* Members that equal those of the previous record are not read again. */
Test(formats, google_members_that_nearly_repeat)
{
    static const struct {
        const char *second; /* record */
        const char *values; /* of the counters a and b in the second record */
    } rows[] = {
        { "{'name':'n','real_time':1,'a':1,'b':2}", "1 2" },
        { "{'name':'n','real_time':1,'a':10,'b':2}", "10 2" },
        { "{'name':'n','real_time':1,'a':1.5,'b':2e1}", "1.5 20" },
        { "{'name':'n','real_time':1,'a':1e0,'b':-2}", "1 -2" },
        { "{'name':'n','real_time':1,'a':-NaN,'b':2}", "nan 2" },
        { "{'name':'n','real_time':1, 'a':1,'b':2}", "1 2" },
        { "{'name':'n','real_time':1,'b':2,'a':1}", "1 2" },
        { "{'name':'n','real_time':1,'a':1,'a':7,'b':2}", "4 2" },
        { "{'real_time':1,'name':'n','a':1,'b':2}", "1 2" },
        { "{'name':'n','real_time':1,'a':1,'b':2,'c':3}", "1 2" },
        { "{'name':'n','real_time':1,'b':2}", "nan 2" },
        { "{'name':'n','real_time':1,'a':1'b':2}", "not JSON" },
        { "{'name':'n','real_time':1,'a':1,,'b':2}", "not JSON" },
        { "{,'name':'n','real_time':1,'a':1,'b':2}", "not JSON" },
        { "{'name':'n','real_time':1,'a':1,'b':2,}", "not JSON" },
        { "{'name':'n','real_time':1,'a':1x,'b':2}", "not JSON" },
        { "{'name':'n','real_time':1,'a':01,'b':2}", "not JSON" },
        { "{'name':'n'x,'real_time':1,'a':1,'b':2}", "not JSON" },
        { "{'name':'n','real_time':1,'a':1,'b':2", "not JSON" },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        bres__text text = { 0 };
        bres_load_options options = bres_test_options(0, NULL);
        bres_result *result;
        char *document;
        char values[64];

        bres__text_printf(&text,
                          "{'context':{},'benchmarks':[{'name':'o','real_time':1,'a':1,'b':2},%s]}",
                          rows[i].second);
        document = bres_test_json(text.data);
        if (bres_result_load_memory(document, strlen(document), &options, &result) != BRES_OK) {
            cr_assert(strstr(bres_last_error(), rows[i].values) != NULL, "%s: %s", rows[i].second,
                      bres_last_error());
        } else {
            const bres_state *state = bres_subbench_state_at(bres_result_subbench(result, "n"), 0);
            double number[2] = { NAN, NAN };

            cr_assert_not_null(state, "%s", rows[i].second);
            for (size_t k = 0; k < 2; k++)
                bres_summary_float64(bres_state_summary(state, k == 0 ? "bres/import/counter/a"
                                                                      : "bres/import/counter/b"),
                                     &number[k]);
            snprintf(values, sizeof values, "%g %g", number[0], number[1]);
            cr_assert_str_eq(values, rows[i].values, "%s: %s", rows[i].second, values);
        }
        bres_result_unref(result);
        bres__text_free(&text);
        free(document);
    }
}

/* Records without indices, which stay in the order of the file. */
Test(formats, google_complexity_has_the_name_of_a_state)
{
    static const char *const orders[] = {
        "{'name':'n','run_type':'aggregate','aggregate_name':'BigO','big_o':'N'},"
        "{'name':'n','real_time':1}",
        "{'name':'n','real_time':1},"
        "{'name':'n','run_type':'aggregate','aggregate_name':'BigO','big_o':'N'}",
    };

    for (size_t i = 0; i < COUNT(orders); i++) {
        bres__text text = { 0 };
        bres_load_options options = bres_test_options(0, NULL);
        bres_result *result;
        char *document;

        bres__text_printf(&text, "{'context':{},'benchmarks':[%s]}", orders[i]);
        document = bres_test_json(text.data);
        cr_assert_eq(bres_result_load_memory(document, strlen(document), &options, &result),
                     BRES_OK, "%s", bres_last_error());
        cr_assert_eq(bres_subbench_state_count(bres_result_subbench(result, "n")), 1);
        cr_assert_not_null(
            bres_subbench_extra_json(bres_result_subbench(result, "google-benchmark")));
        bres_result_unref(result);
        bres__text_free(&text);
        free(document);
    }
}

/* More members than the import remembers. */
Test(formats, google_records_with_many_members)
{
    bres__text text = { 0 };
    bres_load_options options = bres_test_options(0, NULL);
    bres_result *result;

    bres__text_puts(&text, "{\"context\":{},\"benchmarks\":[");
    for (size_t record = 0; record < 3; record++) {
        bres__text_printf(&text, "%s{\"name\":\"n\",\"real_time\":1", record == 0 ? "" : ",");
        for (size_t i = 0; i < 200; i++)
            bres__text_printf(&text, ",\"c%zu\":%zu", i, i % 2 == 0 ? i : i + record);
        bres__text_puts(&text, "}");
    }
    bres__text_puts(&text, "]}");
    cr_assert_eq(bres_result_load_memory(text.data, text.length, &options, &result), BRES_OK, "%s",
                 bres_last_error());
    for (size_t i = 0; i < 200; i++) {
        const bres_state *state = bres_subbench_state_at(bres_result_subbench_at(result, 0), 0);
        char tag[64];
        double value = NAN;

        snprintf(tag, sizeof tag, "bres/import/counter/c%zu", i);
        bres_summary_float64(bres_state_summary(state, tag), &value);
        cr_assert_eq(value, i % 2 == 0 ? (double)i : (double)i + 1, "%s: %g", tag, value);
    }
    bres_result_unref(result);
    bres__text_free(&text);
}

/* The mean of the two in the middle. */
Test(formats, google_medians_of_an_even_number)
{
    static const struct {
        const char *tag;
        double value;
    } rows[] = { { "bres/median/center", 2.5e-9 }, { "bres/import/counter/a", 4 } };
    char *document =
        bres_test_json("{'context':{},'benchmarks':[{'name':'n','real_time':1,'a':7},"
                       "{'name':'n','real_time':4,'a':1},{'name':'n','real_time':3,'a':5},"
                       "{'name':'n','real_time':2,'a':3}]}");
    bres_load_options options = bres_test_options(0, NULL);
    bres_result *result;

    cr_assert_eq(bres_result_load_memory(document, strlen(document), &options, &result), BRES_OK,
                 "%s", bres_last_error());
    for (size_t i = 0; i < COUNT(rows); i++) {
        const bres_state *state = bres_subbench_state_at(bres_result_subbench_at(result, 0), 0);
        double value = NAN;

        bres_summary_float64(bres_state_summary(state, rows[i].tag), &value);
        cr_assert_eq(value, rows[i].value, "%s: %g", rows[i].tag, value);
    }
    bres_result_unref(result);
    free(document);
}

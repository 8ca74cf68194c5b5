/* SPDX-License-Identifier: MIT */
/*
 * Records of Google Benchmark: the records of a state, and their values.
 */
#include "support/imported.h"
#include "support/loading.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Imports a document with these records; ' stands for ". */
static bres_result *import_records(const char *records, uint32_t flags)
{
    bres_import_options options = bres_test_import_options(NULL);
    char text[4096];
    char *document;
    bres_result *result;

    snprintf(text, sizeof text, "{'context':{},'benchmarks':[%s]}", records);
    document = bres_test_json(text);
    options.flags = flags;
    cr_assert_eq(bres_result_import_memory(document, strlen(document), &options, &result), BRES_OK,
                 "%s: %s", records, bres_last_error());
    free(document);
    return result;
}

/* A lenient import drops records, and a state without any other record. */
Test(formats, google_records_are_dropped_one_by_one)
{
    static const char text[] = "{\"context\":{},\"benchmarks\":["
                               "{\"name\":\"a\",\"real_time\":1},"
                               "{\"name\":\"a\",\"real_time\":2,\"time_unit\":\"h\",\"c\":5},"
                               "{\"name\":\"a\",\"real_time\":-3},{\"name\":\"a\",\"real_time\":4},"
                               "{\"name\":\"b\",\"real_time\":1,\"time_unit\":\"h\"},"
                               "{\"name\":\"c\",\"real_time\":-1},"
                               "{\"name\":\"c_mean\",\"run_name\":\"c\",\"run_type\":\"aggregate\","
                               "\"aggregate_name\":\"mean\",\"real_time\":7,\"time_unit\":\"s\"}]}";
    bres_test_log log = { 0 };
    const bres_load_options load = bres_test_options(BRES_LOAD_LENIENT, &log);
    const bres_import_options options = bres_test_import_options(&load);
    const bres_state *state;
    const float *times;
    bres_result *result;
    size_t count;

    cr_assert_eq(bres_result_import_memory(text, strlen(text), &options, &result), BRES_OK, "%s",
                 bres_last_error());
    cr_assert_eq(log.count, 4, "%s", bres_test_log_text(&log));
    cr_assert_eq(bres_result_subbench_count(result), 2);
    state = bres_test_import_state(result, "a", "a");
    cr_assert_eq(bres_state_samples(state, &times, &count), BRES_OK);
    cr_assert_eq(count, 2);
    cr_assert_float_eq(times[0], 1e-9, 1e-15);
    cr_assert_float_eq(times[1], 4e-9, 1e-15);
    cr_assert(isnan(bres_test_import_value(state, "bres/import/counter/c")));
    /* The mean is kept, because it does not follow from dropped samples. */
    state = bres_test_import_state(result, "c", "c");
    cr_assert_eq(bres_test_import_value(state, "bres/import/time/mean"), 7);
    bres_test_log_clear(&log);
    bres_result_unref(result);
}

/* Old versions write the number of threads into the name only. */
Test(formats, google_names_stand_in_for_the_member_threads)
{
    static const char *const records[] = {
        "{'name':'f/threads:2','real_time':1,'iterations':100,'threads':2}",
        "{'name':'f/threads:2','real_time':1,'iterations':100}",
    };

    for (size_t i = 0; i < COUNT(records); i++) {
        bres_result *result = import_records(records[i], 0);
        const bres_state *state = bres_test_import_state(result, "f", "f/threads:2");
        int64_t threads;

        cr_assert(bres_value_int64(bres_state_axis_value(state, "threads"), &threads));
        cr_assert_eq(threads, 2);
        cr_assert_eq(bres_test_import_value(state, "bres/cpu_batch/block_size"), 50);
        bres_result_unref(result);
    }
}

/* An argument may have the name of an option, and its values then distinguish rows. */
Test(formats, google_arguments_have_names_of_options)
{
    static const char *const names[][2] = {
        { "f/threads:4", "f/threads:8" },
        { "f/threads:4/n:5", "f/threads:8/n:5" },
        { "f/threads:4/threads:1", "f/threads:8/threads:1" },
    };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char records[512];
        bres_result *result;

        snprintf(records, sizeof records,
                 "{'name':'%s','family_index':0,'per_family_instance_index':0,'real_time':1,"
                 "'threads':1},{'name':'%s','family_index':0,'per_family_instance_index':1,"
                 "'real_time':1,'threads':1}",
                 names[i][0], names[i][1]);
        result = import_records(records, 0);
        for (int k = 0; k < 2; k++) {
            const bres_state *state = bres_test_import_state(result, "f", names[i][k]);
            int64_t threads;

            cr_assert(bres_value_int64(bres_state_axis_value(state, "threads"), &threads));
            cr_assert_eq(threads, k == 0 ? 4 : 8, "%s", names[i][k]);
            cr_assert((bres_state_axis_value(state, "threads#2") != NULL) == (i == 2));
        }
        bres_result_unref(result);
    }
}

/* A counter may have the name of a member that its record lacks. */
Test(formats, google_counters_have_names_of_members)
{
    static const char *const names[] = {
        "rms",          "real_coefficient", "cpu_coefficient", "big_o",
        "label",        "skipped",          "error_occurred",  "error_message",
        "skip_message", "aggregate_name",   "aggregate_unit",  "other",
    };
    /* The kind of a record may come after its members. */
    static const char *const records[] = {
        "{'name':'n','run_type':'iteration','real_time':1,'%s':3.5}",
        "{'%s':3.5,'name':'n','real_time':1,'run_type':'iteration'}",
    };

    for (size_t i = 0; i < COUNT(names); i++) {
        for (size_t k = 0; k < COUNT(records); k++) {
            char record[256];
            char tag[64];
            bres_result *result;

            snprintf(record, sizeof record, records[k], names[i]);
            snprintf(tag, sizeof tag, "bres/import/counter/%s", names[i]);
            result = import_records(record, 0);
            cr_assert_eq(bres_test_import_value(bres_test_import_state(result, "n", "n"), tag), 3.5,
                         "%s", record);
            bres_result_unref(result);
        }
    }
}

/* The list of a state is JSON, which cannot hold numbers that are not finite. */
Test(formats, google_counters_that_are_not_finite_are_kept)
{
#define COUNTED(index, value)                                                                      \
    "{\"name\":\"n\",\"repetition_index\":" index ",\"real_time\":1,\"x\":" value "}"
    static const struct {
        const char *records;
        double value;
        const char *log;
    } rows[] = {
        { COUNTED("0", "Infinity"), INFINITY, "" },
        { COUNTED("0", "Infinity") "," COUNTED("1", "2") "," COUNTED("2", "3"), 3,
          "r.json: values that are not finite are null in the lists of the states\n" },
        { COUNTED("0", "-Infinity") "," COUNTED("1", "2") "," COUNTED("2", "3"), 2,
          "r.json: values that are not finite are null in the lists of the states\n" },
        { COUNTED("0", "1") "," COUNTED("1", "NaN") "," COUNTED("2", "3"), NAN,
          "r.json: values that are not finite are null in the lists of the states\n" },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        bres_test_log log = { 0 };
        const bres_load_options options = bres_test_options(0, &log);
        const bres_state *state;
        bres_result *result;
        double value;
        char text[512];

        snprintf(text, sizeof text, "{\"context\":{},\"benchmarks\":[%s]}", rows[i].records);
        cr_assert_eq(bres_test_load_text(text, &options, &result), BRES_OK, "%s",
                     bres_last_error());
        state = bres_test_import_state(result, "n", "n");
        value = bres_test_import_value(state, "bres/import/counter/x");
        cr_expect(value == rows[i].value || (isnan(value) && isnan(rows[i].value)), "%zu: %g", i,
                  value);
        cr_expect_str_eq(log.count != 0 ? bres_test_log_text(&log) : "", rows[i].log);
        bres_test_log_clear(&log);
        bres_result_unref(result);
    }
}

Test(formats, google_labels_stand_beside_counters)
{
    bres_result *result =
        import_records("{'name':'n','real_time':1,'label':3.5,'label':'text'}", 0);
    const bres_state *state = bres_test_import_state(result, "n", "n");

    cr_assert_eq(bres_test_import_value(state, "bres/import/counter/label"), 3.5);
    cr_assert_str_eq(bres_state_extra_json(state), "{\"bres/import/label\":\"text\"}");
    bres_result_unref(result);
}

/* Without samples, the aggregates of both clocks and of all counters are kept. */
Test(formats, google_aggregates_are_kept_whole)
{
#define RECORD(name, unit, real, cpu, counters)                                                    \
    "{'name':'n_" name "','run_name':'n','run_type':'aggregate','repetitions':3,"                  \
    "'aggregate_name':'" name "','aggregate_unit':'" unit "','real_time':" real ",'cpu_time':" cpu \
    ",'time_unit':'ms'," counters "}"
    static const char records[] =
        RECORD("mean", "time", "4", "2", "'bytes_per_second':8,'hits':5") "," RECORD(
            "stddev", "time", "1", "3",
            "'hits':6") "," RECORD("cv", "percentage", "NaN", "0.5",
                                   "'hits':0.25,'items_per_second':0.75") "," RECORD("p99", "time",
                                                                                     "9", "7",
                                                                                     "'rms':10");
#undef RECORD
    static const struct {
        const char *tag;
        double values[2]; /* by the clock of the samples: real, CPU */
    } rows[] = {
        { "bres/import/time/mean", { 4e-3, 2e-3 } },
        { "bres/import/cpu_time/mean", { 2e-3, NAN } },
        { "bres/import/wall_time/mean", { NAN, 4e-3 } },
        { "bres/import/rate/bytes_per_second/mean", { 8, 8 } },
        { "bres/import/counter/hits/mean", { 5, 5 } },
        { "bres/import/time/stdev", { 1e-3, 3e-3 } },
        { "bres/import/counter/hits/stdev", { 6, 6 } },
        { "bres/import/time/cv", { NAN, 0.5 } },
        { "bres/import/cpu_time/cv", { 0.5, NAN } },
        { "bres/import/counter/hits/cv", { 0.25, 0.25 } },
        { "bres/import/rate/items_per_second/cv", { 0.75, 0.75 } },
        { "bres/import/aggregate/p99", { 9e-3, 7e-3 } },
        { "bres/import/counter/rms/p99", { 10, 10 } },
        { "bres/import/sample_size", { 3, 3 } },
    };

    for (size_t clock = 0; clock < 2; clock++) {
        bres_result *result = import_records(records, clock == 1 ? BRES_IMPORT_CPU_TIME : 0);
        const bres_state *state = bres_test_import_state(result, "n", "n");

        for (size_t i = 0; i < COUNT(rows); i++) {
            const double value = bres_test_import_value(state, rows[i].tag);

            cr_assert(isnan(rows[i].values[clock]) ? isnan(value) : value == rows[i].values[clock],
                      "clock %zu: %s: %g", clock, rows[i].tag, value);
        }
        bres_result_unref(result);
    }
}

#define SAMPLE(indices, name, repetition, time)                                                    \
    "{'name':'" name "'," indices "'run_type':'iteration','repetition_index':" repetition          \
    ",'real_time':" time "}"
#define MEAN(indices, name)                                                                        \
    "{'name':'" name "_mean'," indices "'run_name':'" name "','run_type':'aggregate',"             \
    "'aggregate_name':'mean','real_time':1}"
#define INDEX_0 "'family_index':0,'per_family_instance_index':0,"
#define INDEX_1 "'family_index':0,'per_family_instance_index':1,"

/* The records of a name form one state, in any position. */
Test(formats, google_repetitions_may_be_scattered)
{
    static const char *const files[] = {
        /* joined from the files of two programs */
        SAMPLE(INDEX_0, "a", "0", "1") "," SAMPLE(INDEX_0, "a", "1", "2") "," MEAN(
            INDEX_0, "a") "," SAMPLE(INDEX_0, "b", "0", "3") "," SAMPLE(INDEX_0, "b", "1",
                                                                        "4") "," MEAN(INDEX_0, "b"),
        /* interleaved */
        SAMPLE(INDEX_0, "a", "0", "1") "," SAMPLE(INDEX_1, "b", "1", "4") "," SAMPLE(
            INDEX_1, "b", "0", "3") "," SAMPLE(INDEX_0, "a", "1", "2") "," MEAN(INDEX_1, "b"),
        /* interleaved, of a version without indices */
        SAMPLE("", "a", "0", "1") "," SAMPLE("", "b", "0", "3") "," MEAN("", "b") "," SAMPLE(
            "", "a", "1", "2") "," SAMPLE("", "b", "1", "4") "," MEAN("", "a"),
        /* only some records have indices */
        SAMPLE("", "a", "0", "1") "," SAMPLE(INDEX_0, "b", "0", "3") "," SAMPLE(
            "", "a", "1", "2") "," SAMPLE(INDEX_0, "b", "1", "4"),
    };

    for (size_t i = 0; i < COUNT(files); i++) {
        bres_result *result = import_records(files[i], BRES_IMPORT_VERBATIM_NAMES);

        for (size_t k = 0; k < 2; k++) {
            const bres_state *state =
                bres_test_import_state(result, "google-benchmark", k == 0 ? "a" : "b");
            const float *times;
            size_t count;

            cr_assert_eq(bres_state_samples(state, &times, &count), BRES_OK);
            cr_assert_eq(count, 2, "file %zu: %zu samples", i, count);
            cr_assert_float_eq(times[0], (1 + 2 * (double)k) * 1e-9, 1e-15, "file %zu", i);
            cr_assert_float_eq(times[1], (2 + 2 * (double)k) * 1e-9, 1e-15, "file %zu", i);
            /* The mean is not kept, because it follows from the samples, including later ones. */
            cr_assert(isnan(bres_test_import_value(state, "bres/import/time/mean")));
        }
        cr_assert_eq(bres_subbench_state_count(bres_result_subbench_at(result, 0)), 2);
        bres_result_unref(result);
    }
}

/* Records with the same name but other indices are another state. */
Test(formats, google_families_separate_equal_names)
{
    bres_result *result =
        import_records(SAMPLE(INDEX_0, "a", "0", "1") "," SAMPLE(INDEX_1, "a", "0", "2"), 0);

    cr_assert_eq(bres_subbench_state_count(bres_result_subbench(result, "a")), 2);
    bres_result_unref(result);
}

/* A benchmark may have the complexities of several families. */
Test(formats, google_complexities_have_names_of_their_own)
{
#define BIG_O(family, name, order)                                                                 \
    "{'name':'" name "_BigO','family_index':" family ",'per_family_instance_index':0,"             \
    "'run_name':'" name "','run_type':'aggregate','aggregate_name':'BigO','cpu_coefficient':1,"    \
    "'real_coefficient':2,'big_o':'" order "'}"
#define FAMILY(family, name)                                                                       \
    "{'name':'" name "/8','family_index':" family ",'per_family_instance_index':0,'real_time':1}"
    static const char same[] =
        FAMILY("0", "a") "," BIG_O("0", "a", "N") "," FAMILY("1", "a") "," BIG_O("1", "a", "lgN");
    static const char different[] =
        FAMILY("0", "a") "," BIG_O("0", "a", "N") "," FAMILY("1", "b") "," BIG_O("1", "b", "lgN");
#undef BIG_O
#undef FAMILY
    static const struct {
        const char *records;
        uint32_t flags;
        const char *bench;
        const char *keys[2];
    } rows[] = {
        { same, 0, "a", { "{\"bres/import/BigO\":", ",\"bres/import/BigO#2\":" } },
        { different,
          BRES_IMPORT_VERBATIM_NAMES,
          "google-benchmark",
          { "{\"bres/import/BigO/a\":", ",\"bres/import/BigO/b\":" } },
        { same,
          BRES_IMPORT_VERBATIM_NAMES,
          "google-benchmark",
          { "{\"bres/import/BigO/a\":", ",\"bres/import/BigO/a#2\":" } },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        bres_result *result = import_records(rows[i].records, rows[i].flags);
        const char *extra = bres_subbench_extra_json(bres_result_subbench(result, rows[i].bench));

        for (size_t k = 0; k < 2; k++)
            cr_assert_not_null(strstr(extra, rows[i].keys[k]), "%zu: %s", i, extra);
        bres_result_unref(result);
    }
}

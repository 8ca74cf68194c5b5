/* SPDX-License-Identifier: MIT */
/*
 * Sidecars of the wrong size or file type, sidecars that change, and contradicting sidecars.
 */
#include "support/loading.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const char *path_in(const char *directory, const char *name)
{
    static char path[PATH_MAX];

    snprintf(path, sizeof path, "%s/%s", directory, name);
    return path;
}

/* The kind of file at the path of a sidecar. */
typedef enum file_nature { NOTHING, BYTES, DIRECTORY, PIPE, LOOP, DANGLING } file_nature;

static void make_file(const char *directory, const char *name, file_nature nature, size_t bytes)
{
    static const char zeros[64];
    const char *path = path_in(directory, name);

    unlink(path);
    rmdir(path);
    switch (nature) {
    case NOTHING:
        break;
    case BYTES:
        bres_test_write_file(path, zeros, bytes);
        break;
    case DIRECTORY:
        cr_assert_eq(mkdir(path, 0777), 0);
        break;
    case PIPE:
        cr_assert_eq(mkfifo(path, 0666), 0);
        break;
    case LOOP:
        cr_assert_eq(symlink(name, path), 0);
        break;
    case DANGLING:
        cr_assert_eq(symlink("nothing.bin", path), 0);
        break;
    }
}

static void move_file(const char *directory, const char *from, const char *to)
{
    char *target = strdup(path_in(directory, to));

    cr_assert_eq(rename(path_in(directory, from), target), 0);
    free(target);
}

/* A fault fails a strict load. After a lenient load, reading the samples gives the error again,
 * unless the file is missing. */
Test(nvbench, sidecars_of_the_wrong_size)
{
    static const struct {
        file_nature nature;
        size_t bytes;
        const char *size;
        bres_status strict;
        const char *message; /* of the error, or of the warning */
        bres_status use;     /* of reading the samples after a lenient load */
        bool present;        /* samples after a lenient load */
    } rows[] = {
        { BYTES, 12, "3", BRES_OK, "", BRES_OK, true },
        { BYTES, 12, " +3 ", BRES_OK, "", BRES_OK, true },
        { BYTES, 0, "0", BRES_OK, "", BRES_OK, true },
        { BYTES, 8, "3", BRES_ERROR_SIDECAR, "expected 3 values, found 2", BRES_ERROR_SIDECAR,
          false },
        { BYTES, 16, "3", BRES_ERROR_SIDECAR, "expected 3 values, found 4", BRES_ERROR_SIDECAR,
          false },
        { BYTES, 0, "3", BRES_ERROR_SIDECAR, "expected 3 values, found 0", BRES_ERROR_SIDECAR,
          false },
        { BYTES, 4, "0", BRES_ERROR_SIDECAR, "expected 0 values, found 1", BRES_ERROR_SIDECAR,
          false },
        { BYTES, 13, "3", BRES_ERROR_SIDECAR, "not a multiple of 4", BRES_ERROR_SIDECAR, false },
        { BYTES, 3, "0", BRES_ERROR_SIDECAR, "not a multiple of 4", BRES_ERROR_SIDECAR, false },
        { BYTES, 12, "-3", BRES_ERROR_SIDECAR, "is negative", BRES_ERROR_SIDECAR, false },
        { BYTES, 12, "9223372036854775807", BRES_ERROR_SIDECAR,
          "expected 9223372036854775807 values, found 3", BRES_ERROR_SIDECAR, false },
        { BYTES, 12, "4611686018427387907", BRES_ERROR_SIDECAR, "found 3", BRES_ERROR_SIDECAR,
          false },
        { NOTHING, 0, "3", BRES_OK, "is missing", BRES_OK, false },
        { NOTHING, 0, "0", BRES_OK, "is missing", BRES_OK, false },
        { NOTHING, 0, "-3", BRES_OK, "is missing", BRES_OK, false },
        { DANGLING, 0, "3", BRES_OK, "is missing", BRES_OK, false },
        { DIRECTORY, 0, "3", BRES_ERROR_SIDECAR, "not a regular file", BRES_ERROR_SIDECAR, false },
        { DIRECTORY, 0, "0", BRES_ERROR_SIDECAR, "not a regular file", BRES_ERROR_SIDECAR, false },
        { PIPE, 0, "3", BRES_ERROR_SIDECAR, "not a regular file", BRES_ERROR_SIDECAR, false },
        { PIPE, 0, "0", BRES_ERROR_SIDECAR, "not a regular file", BRES_ERROR_SIDECAR, false },
        { LOOP, 0, "3", BRES_ERROR_SIDECAR, "symbolic links", BRES_OK, false },
    };
    const char *directory = bres_test_directory();

    for (size_t i = 0; i < COUNT(rows); i++) {
        const bres_test_sidecar sidecar = { BRES_TEST_COLD_TIMES, "0.bin", rows[i].size };
        bool warned = rows[i].message[0] != '\0';
        bres_test_log log = { 0 };
        const float *values;
        bres_result *result;
        size_t count;

        make_file(directory, "0.bin", rows[i].nature, rows[i].bytes);
        bres_test_write_result(directory, &sidecar, 1);
        cr_assert_eq(bres_test_load_result(directory, 0, &log, &result), rows[i].strict,
                     "row %zu: %s", i, bres_last_error());
        if (rows[i].strict != BRES_OK) {
            cr_assert(strstr(bres_last_error(), rows[i].message) != NULL, "row %zu: %s", i,
                      bres_last_error());
            cr_assert_str_eq(bres_last_error_path(), "benchmarks[0].states[0]");
            cr_assert(strstr(bres_last_error(), "/0.bin: ") != NULL, "%s", bres_last_error());
        }
        cr_assert_eq(log.count, warned && rows[i].strict == BRES_OK, "row %zu: %s", i,
                     bres_test_log_text(&log));
        bres_result_unref(result);
        bres_test_log_clear(&log);

        cr_assert_eq(bres_test_load_result(directory, BRES_LOAD_LENIENT, &log, &result), BRES_OK,
                     "row %zu: %s", i, bres_last_error());
        cr_assert_eq(log.count, warned, "row %zu: %s", i, bres_test_log_text(&log));
        cr_assert(strstr(bres_test_log_text(&log), rows[i].message) != NULL, "row %zu: %s", i,
                  bres_test_log_text(&log));
        cr_assert_eq(bres_state_samples(bres_test_state(result), &values, &count), rows[i].use,
                     "row %zu: %s", i, bres_last_error());
        cr_assert_eq(values != NULL, rows[i].present, "row %zu", i);
        cr_assert_eq(count, rows[i].present ? rows[i].bytes / 4 : 0, "row %zu", i);
        bres_result_unref(result);
        bres_test_log_clear(&log);
    }
}

/* File names that lead to other kinds of files, or to none. test_load_faults.c tests names and
 * sizes of wrong types. */
Test(nvbench, sidecars_in_odd_places)
{
    static const struct {
        const char *filename;
        bres_status strict;
        const char *message;
    } rows[] = {
        { "", BRES_ERROR_SIDECAR, "not a regular file" },
        { ".", BRES_ERROR_SIDECAR, "not a regular file" },
        { "r.json/0.bin", BRES_OK, "is missing" },
        { "/dev/zero", BRES_ERROR_SIDECAR, "not a regular file" },
        { "/dev/null", BRES_ERROR_SIDECAR, "not a regular file" },
    };
    const char *directory = bres_test_directory();
    char name[400];

    for (size_t i = 0; i < COUNT(rows); i++) {
        const bres_test_sidecar sidecar = { BRES_TEST_COLD_TIMES, rows[i].filename, "3" };
        bres_test_log log = { 0 };
        bres_result *result;

        bres_test_write_result(directory, &sidecar, 1);
        cr_assert_eq(bres_test_load_result(directory, 0, &log, &result), rows[i].strict,
                     "row %zu: %s", i, bres_last_error());
        cr_assert(strstr(result == NULL ? bres_last_error() : bres_test_log_text(&log),
                         rows[i].message) != NULL,
                  "row %zu: %s", i, bres_last_error());
        bres_result_unref(result);
        bres_test_log_clear(&log);
    }

    /* A name above the system's limit. */
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    const bres_test_sidecar sidecar = { BRES_TEST_COLD_TIMES, name, "3" };
    bres_result *result;

    bres_test_write_result(directory, &sidecar, 1);
    cr_assert_eq(bres_test_load_result(directory, 0, NULL, &result), BRES_ERROR_SIDECAR);
}

#define NONE SIZE_MAX /* of values: NULL */

/* Files: t2.bin, t3.bin, r2.bin, r3.bin and c4.bin hold the number of values in their name;
 * empty.bin holds none. */
Test(nvbench, sidecars_of_one_state)
{
    static const struct {
        bres_test_sidecar sidecars[3];
        bres_status strict;
        size_t warnings; /* of a lenient load */
        size_t times;
        size_t rates;
        bres_status rates_status; /* after a lenient load */
    } rows[] = {
        /* both */
        { { { BRES_TEST_COLD_TIMES, "t3.bin", "3" }, { BRES_TEST_COLD_RATES, "r3.bin", "3" } },
          BRES_OK,
          0,
          3,
          3,
          BRES_OK },
        { { { BRES_TEST_COLD_RATES, "r3.bin", "3" }, { BRES_TEST_COLD_TIMES, "t3.bin", "3" } },
          BRES_OK,
          0,
          3,
          3,
          BRES_OK },
        /* one alone */
        { { { BRES_TEST_COLD_TIMES, "t3.bin", "3" } }, BRES_OK, 0, 3, NONE, BRES_OK },
        { { { BRES_TEST_COLD_RATES, "r3.bin", "3" } }, BRES_OK, 0, NONE, 3, BRES_OK },
        { { { BRES_TEST_CPU_TIMES, "c4.bin", "4" } }, BRES_OK, 0, 4, NONE, BRES_OK },
        { { { "nv/json/bin:nv/other", "t3.bin", "3" } }, BRES_OK, 0, NONE, NONE, BRES_OK },
        /* the isolated measurement before the CPU-only one */
        { { { BRES_TEST_CPU_TIMES, "c4.bin", "4" }, { BRES_TEST_COLD_TIMES, "t3.bin", "3" } },
          BRES_OK,
          0,
          3,
          NONE,
          BRES_OK },
        /* both with the recorded size, but of different lengths */
        { { { BRES_TEST_COLD_TIMES, "t3.bin", "3" }, { BRES_TEST_COLD_RATES, "r2.bin", "2" } },
          BRES_ERROR_SIDECAR,
          1,
          3,
          NONE,
          BRES_ERROR_SIDECAR },
        { { { BRES_TEST_COLD_TIMES, "empty.bin", "0" }, { BRES_TEST_COLD_RATES, "r2.bin", "2" } },
          BRES_ERROR_SIDECAR,
          1,
          0,
          NONE,
          BRES_ERROR_SIDECAR },
        /* no frequencies: an empty file is written under a profiler */
        { { { BRES_TEST_COLD_TIMES, "t3.bin", "3" }, { BRES_TEST_COLD_RATES, "empty.bin", "0" } },
          BRES_OK,
          0,
          3,
          NONE,
          BRES_OK },
        { { { BRES_TEST_COLD_TIMES, "empty.bin", "0" },
            { BRES_TEST_COLD_RATES, "empty.bin", "0" } },
          BRES_OK,
          0,
          0,
          NONE,
          BRES_OK },
        /* a missing file does not affect the other one */
        { { { BRES_TEST_COLD_TIMES, "gone.bin", "3" }, { BRES_TEST_COLD_RATES, "r2.bin", "2" } },
          BRES_OK,
          1,
          NONE,
          2,
          BRES_OK },
        { { { BRES_TEST_COLD_TIMES, "t3.bin", "3" }, { BRES_TEST_COLD_RATES, "gone.bin", "2" } },
          BRES_OK,
          1,
          3,
          NONE,
          BRES_OK },
        { { { BRES_TEST_COLD_TIMES, "gone.bin", "3" }, { BRES_TEST_COLD_RATES, "gone.bin", "2" } },
          BRES_OK,
          1,
          NONE,
          NONE,
          BRES_OK },
        /* a failed write has no data and does not affect the other file */
        { { { BRES_TEST_COLD_TIMES, NULL, NULL }, { BRES_TEST_COLD_RATES, "r2.bin", "2" } },
          BRES_OK,
          1,
          NONE,
          2,
          BRES_OK },
        { { { BRES_TEST_COLD_TIMES, NULL, NULL } }, BRES_OK, 1, NONE, NONE, BRES_OK },
        { { { BRES_TEST_CPU_TIMES, NULL, NULL } }, BRES_OK, 1, NONE, NONE, BRES_OK },
        /* the first summary of a repeated tag names the file */
        { { { BRES_TEST_COLD_TIMES, "t2.bin", "2" }, { BRES_TEST_COLD_TIMES, "t3.bin", "3" } },
          BRES_OK,
          0,
          2,
          NONE,
          BRES_OK },
        { { { BRES_TEST_COLD_TIMES, "t2.bin", "2" },
            { BRES_TEST_COLD_RATES, "r2.bin", "2" },
            { BRES_TEST_COLD_TIMES, "t3.bin", "5" } },
          BRES_OK,
          0,
          2,
          2,
          BRES_OK },
    };
    const char *directory = bres_test_directory();

    for (int n = 2; n <= 4; n++) {
        static const char *const kinds[] = { "t", "r", "c" };

        for (size_t k = 0; k < COUNT(kinds); k++) {
            char name[16];

            snprintf(name, sizeof name, "%s%d.bin", kinds[k], n);
            bres_test_write_samples(directory, name, (float)n, (size_t)n);
        }
    }
    bres_test_write_samples(directory, "empty.bin", 0, 0);
    for (size_t i = 0; i < COUNT(rows); i++) {
        bres_test_log log = { 0 };
        const float *times;
        const float *rates;
        bres_result *result;
        size_t count = 0;

        while (count < COUNT(rows[i].sidecars) && rows[i].sidecars[count].tag != NULL)
            count++;
        bres_test_write_result(directory, rows[i].sidecars, count);
        cr_assert_eq(bres_test_load_result(directory, 0, &log, &result), rows[i].strict,
                     "row %zu: %s", i, bres_last_error());
        cr_assert_eq(log.count, rows[i].strict == BRES_OK ? rows[i].warnings : 0, "row %zu: %s", i,
                     bres_test_log_text(&log));
        bres_result_unref(result);
        bres_test_log_clear(&log);

        cr_assert_eq(bres_test_load_result(directory, BRES_LOAD_LENIENT, &log, &result), BRES_OK);
        cr_assert_eq(log.count, rows[i].warnings, "row %zu: %s", i, bres_test_log_text(&log));
        cr_assert_eq(bres_state_samples(bres_test_state(result), &times, &count), BRES_OK,
                     "row %zu: %s", i, bres_last_error());
        cr_assert_eq(times == NULL ? NONE : count, rows[i].times, "row %zu", i);
        if (count > 0)
            cr_assert(times[0] == (float)count && times[count - 1] == (float)(2 * count - 1),
                      "row %zu", i);
        cr_assert_eq(bres_state_frequencies(bres_test_state(result), &rates, &count),
                     rows[i].rates_status, "row %zu: %s", i, bres_last_error());
        cr_assert_eq(rates == NULL ? NONE : count, rows[i].rates, "row %zu", i);
        bres_result_unref(result);
        bres_test_log_clear(&log);
    }
}

/* A bad sidecar of one state does not affect the next state. */
Test(nvbench, sidecars_of_other_states_stay_readable)
{
    static const char document[] =
        "{'benchmarks':[{'name':'b','states':["
        "{'name':'bad','summaries':[{'tag':'nv/json/bin:nv/cold/sample_times','data':["
        "{'name':'filename','type':'string','value':'0.bin'},"
        "{'name':'size','type':'int64','value':'7'}]}]},"
        "{'name':'good','summaries':[{'tag':'nv/json/bin:nv/cold/sample_times','data':["
        "{'name':'filename','type':'string','value':'0.bin'},"
        "{'name':'size','type':'int64','value':'2'}]}]}]}]}";
    bres_load_options options = bres_test_options(BRES_LOAD_LENIENT, NULL);
    const bres_subbench *bench;
    const float *values;
    bres_result *result;
    size_t count;

    options.directory = bres_test_directory();
    bres_test_write_samples(options.directory, "0.bin", 1, 2);
    cr_assert_eq(bres_test_load_text(document, &options, &result), BRES_OK);
    bench = bres_result_subbench_at(result, 0);
    cr_assert_eq(bres_state_samples(bres_subbench_state_at(bench, 0), &values, &count),
                 BRES_ERROR_SIDECAR);
    cr_assert_eq(bres_state_samples(bres_subbench_state_at(bench, 1), &values, &count), BRES_OK);
    cr_assert_eq(count, 2);
    bres_result_unref(result);
}

Test(nvbench, sidecars_are_little_endian_binary32)
{
    static const unsigned char bytes[] = {
        0x00, 0x00, 0x80, 0x3f, 0x00, 0x00, 0x00, 0xc0, 0x00, 0x00, 0x80, 0x7f, 0x00, 0x00,
        0xc0, 0x7f, 0x00, 0x00, 0x00, 0x80, 0x01, 0x00, 0x00, 0x00, 0xdb, 0x0f, 0x49, 0x40,
    };
    const bres_test_sidecar sidecar = { BRES_TEST_COLD_TIMES, "0.bin", "7" };
    const char *directory = bres_test_directory();
    const float *values;
    bres_result *result;
    size_t count;

    bres_test_write_file(path_in(directory, "0.bin"), bytes, sizeof bytes);
    bres_test_write_result(directory, &sidecar, 1);
    cr_assert_eq(bres_test_load_result(directory, 0, NULL, &result), BRES_OK);
    cr_assert_eq(bres_state_samples(bres_test_state(result), &values, &count), BRES_OK);
    cr_assert_eq(count, 7);
    cr_assert(values[0] == 1.0f && values[1] == -2.0f && values[2] == INFINITY);
    cr_assert(isnan(values[3]));
    cr_assert(values[4] == 0.0f && signbit(values[4]));
    cr_assert(values[5] == 0x1p-149f && values[6] == 3.14159274101257324219f);
    bres_result_unref(result);
}

Test(nvbench, sidecars_that_change_after_the_load)
{
    static const struct {
        file_nature nature;
        size_t bytes;
        const char *message;
    } rows[] = {
        { NOTHING, 0, "has gone" },
        { DANGLING, 0, "has gone" },
        { BYTES, 8, "expected 3 values in 12 bytes, found 8 bytes" },
        { BYTES, 12, "the file has changed since the result was loaded" },
        { BYTES, 13, "found 13 bytes" },
        { BYTES, 16, "found 16 bytes" },
        { BYTES, 0, "found 0 bytes" },
        { DIRECTORY, 0, "not a regular file" },
        { PIPE, 0, "not a regular file" },
    };
    const bres_test_sidecar sidecars[] = { { BRES_TEST_COLD_TIMES, "0.bin", "3" },
                                           { BRES_TEST_COLD_RATES, "1.bin", "3" } };
    const char *directory = bres_test_directory();

    make_file(directory, "1.bin", BYTES, 12);
    bres_test_write_result(directory, sidecars, 2);
    for (size_t i = 0; i < COUNT(rows); i++) {
        const bres_state *state;
        const float *values;
        const float *again;
        bres_result *result;
        size_t count;

        make_file(directory, "0.bin", BYTES, 12);
        cr_assert_eq(bres_test_load_result(directory, 0, NULL, &result), BRES_OK);
        state = bres_test_state(result);
        move_file(directory, "0.bin", "kept.bin");
        make_file(directory, "0.bin", rows[i].nature, rows[i].bytes);
        for (int times = 0; times < 2; times++) {
            cr_assert_eq(bres_state_samples(state, &values, &count), BRES_ERROR_SIDECAR,
                         "row %zu: %s", i, bres_last_error());
            cr_assert(values == NULL && count == 0, "row %zu", i);
            cr_assert(strstr(bres_last_error(), rows[i].message) != NULL, "row %zu: %s", i,
                      bres_last_error());
            cr_assert_str_eq(bres_last_error_file(), path_in(directory, "0.bin"));
        }
        /* The frequencies are not affected. */
        cr_assert_eq(bres_state_frequencies(state, &values, &count), BRES_OK, "row %zu: %s", i,
                     bres_last_error());
        cr_assert_eq(count, 3);
        /* After the file is back, the samples can be read, and stay in memory. */
        make_file(directory, "0.bin", NOTHING, 0);
        move_file(directory, "kept.bin", "0.bin");
        cr_assert_eq(bres_state_samples(state, &values, &count), BRES_OK);
        cr_assert_eq(count, 3);
        make_file(directory, "0.bin", rows[i].nature, rows[i].bytes);
        cr_assert_eq(bres_state_samples(state, &again, &count), BRES_OK);
        cr_assert_eq(again, values);
        /* Released samples are read from the file again. */
        bres_state_release_samples(state);
        cr_assert_eq(bres_state_samples(state, &values, &count), BRES_ERROR_SIDECAR, "row %zu", i);
        bres_result_unref(result);
    }
    make_file(directory, "0.bin", NOTHING, 0);
}

Test(nvbench, sidecars_are_read_again_after_a_release)
{
    const bres_test_sidecar sidecars[] = { { BRES_TEST_COLD_TIMES, "0.bin", "2" },
                                           { BRES_TEST_COLD_RATES, "1.bin", "2" } };
    const char *directory = bres_test_directory();
    const bres_state *state;
    const float *values;
    bres_result *result;
    size_t count;

    bres_test_write_samples(directory, "0.bin", 1, 2);
    bres_test_write_samples(directory, "1.bin", 5, 2);
    bres_test_write_result(directory, sidecars, 2);
    cr_assert_eq(bres_test_load_result(directory, 0, NULL, &result), BRES_OK);
    state = bres_test_state(result);
    bres_state_release_samples(state);
    for (int times = 0; times < 3; times++) {
        cr_assert_eq(bres_state_samples(state, &values, &count), BRES_OK);
        cr_assert(count == 2 && values[0] == 1 && values[1] == 2);
        cr_assert_eq(bres_state_frequencies(state, &values, &count), BRES_OK);
        cr_assert(count == 2 && values[0] == 5);
        bres_state_release_samples(state);
    }
    unlink(path_in(directory, "0.bin"));
    cr_assert_eq(bres_state_samples(state, &values, &count), BRES_ERROR_SIDECAR);
    bres_result_unref(result);
}

/* A load does not read sidecars: the first use of the samples does. */
Test(nvbench, sidecars_are_read_at_first_use)
{
    const bres_test_sidecar sidecar = { BRES_TEST_COLD_TIMES, "0.bin", "2" };
    const char *directory = bres_test_directory();
    const float *values;
    bres_result *result;
    size_t count;

    bres_test_write_samples(directory, "0.bin", 1, 2);
    bres_test_write_result(directory, &sidecar, 1);
    cr_assert_eq(bres_test_load_result(directory, 0, NULL, &result), BRES_OK);
    unlink(path_in(directory, "0.bin"));
    cr_assert_eq(bres_state_samples(bres_test_state(result), &values, &count), BRES_ERROR_SIDECAR);
    bres_result_unref(result);
}

#define READERS 4

typedef struct sample_reading {
    const bres_state *state;
    pthread_barrier_t *barrier;
    const float *times;
    const float *rates;
    bres_status status;
} sample_reading;

static void *read_samples(void *argument)
{
    sample_reading *reading = argument;
    size_t count;

    pthread_barrier_wait(reading->barrier);
    reading->status = bres_state_samples(reading->state, &reading->times, &count);
    if (reading->status == BRES_OK)
        reading->status = bres_state_frequencies(reading->state, &reading->rates, &count);
    return NULL;
}

/* All threads see the same arrays, regardless of which thread is first. */
Test(nvbench, sidecars_are_read_by_several_threads)
{
    const bres_test_sidecar sidecars[] = { { BRES_TEST_COLD_TIMES, "0.bin", "3" },
                                           { BRES_TEST_COLD_RATES, "1.bin", "3" } };
    const char *directory = bres_test_directory();
    const int rounds = bres_test_long() ? 1000 : 20;
    pthread_barrier_t barrier;
    bres_result *result;

    bres_test_write_samples(directory, "0.bin", 1, 3);
    bres_test_write_samples(directory, "1.bin", 5, 3);
    bres_test_write_result(directory, sidecars, 2);
    cr_assert_eq(bres_test_load_result(directory, 0, NULL, &result), BRES_OK);
    cr_assert_eq(pthread_barrier_init(&barrier, NULL, READERS), 0);
    for (int round = 0; round < rounds; round++) {
        sample_reading readings[READERS];
        pthread_t threads[READERS];

        for (size_t i = 0; i < READERS; i++) {
            readings[i] = (sample_reading){ .state = bres_test_state(result), .barrier = &barrier };
            cr_assert_eq(pthread_create(&threads[i], NULL, read_samples, &readings[i]), 0);
        }
        for (size_t i = 0; i < READERS; i++)
            cr_assert_eq(pthread_join(threads[i], NULL), 0);
        for (size_t i = 0; i < READERS; i++) {
            cr_assert_eq(readings[i].status, BRES_OK);
            cr_assert_eq(readings[i].times, readings[0].times);
            cr_assert_eq(readings[i].rates, readings[0].rates);
            cr_assert(readings[i].times[2] == 3 && readings[i].rates[2] == 7);
        }
        bres_state_release_samples(bres_test_state(result));
    }
    pthread_barrier_destroy(&barrier);
    bres_result_unref(result);
}

/* SPDX-License-Identifier: MIT */
/*
 * The same samples in the files of several tools give the same verdicts. The samples are from one
 * process, and exact in binary32.
 */
#include "base/random.h"
#include "base/text/text.h"
#include "support/support.h"

#include <benchresult/build.h>
#include <benchresult/compare.h>
#include <benchresult/formats.h>
#include <criterion/criterion.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define AT_ONCE     50
#define SAMPLES_MAX 40
/* Executions per sample, for files that record them; dividing by a power of two is exact. */
#define BLOCK       64

/* One benchmark of one side. */
typedef struct bench {
    double times[SAMPLES_MAX];
    size_t count;
} bench;

static double draw_normal(bres__random *random)
{
    double sum = -6;

    for (int i = 0; i < 12; i++)
        sum += bres__random_unit(random);
    return sum;
}

/* Both sides of all comparisons: equal, nearly equal and different ones, quiet and noisy ones. */
static void draw_sides(bres__random *random, bench sides[2][AT_ONCE])
{
    static const double shifts[] = { 0, 0, 0.0005, 0.004, 0.02, 0.1, 0.5 };
    static const double noises[] = { 0.0002, 0.002, 0.01, 0.05 };

    for (size_t i = 0; i < AT_ONCE; i++) {
        const double level = pow(10, -8 + 6 * bres__random_unit(random));
        const double shift = shifts[bres__random_below(random, 7)];
        const double noise = noises[bres__random_below(random, 4)];
        const size_t count = 10 + bres__random_below(random, SAMPLES_MAX - 9);
        const double sign = bres__random_below(random, 2) == 0 ? -1 : 1;

        for (int side = 0; side < 2; side++) {
            sides[side][i].count = count;
            for (size_t s = 0; s < count; s++)
                sides[side][i].times[s] =
                    (double)(float)(level * exp(noise * draw_normal(random) + sign * side * shift));
        }
    }
}

/* Appends the times, multiplied, with commas between them. */
static void put_times(bres__text *text, const bench *measured, double factor)
{
    for (size_t s = 0; s < measured->count; s++)
        bres__text_printf(text, "%s%.17g", s > 0 ? "," : "", measured->times[s] * factor);
}

static void put_google(bres__text *text, const bench *benches)
{
    bres__text_puts(text, "{\"context\":{\"json_schema_version\":1},\"benchmarks\":[");
    for (size_t i = 0; i < AT_ONCE; i++) {
        for (size_t s = 0; s < benches[i].count; s++)
            bres__text_printf(text,
                              "%s{\"name\":\"B%03zu\",\"run_name\":\"B%03zu\",\"family_index\":%zu,"
                              "\"run_type\":\"iteration\",\"repetitions\":%zu,"
                              "\"repetition_index\":%zu,\"threads\":1,\"iterations\":%d,"
                              "\"real_time\":%.17g,\"cpu_time\":1,\"time_unit\":\"ns\"}",
                              i + s > 0 ? "," : "", i, i, i, benches[i].count, s, BLOCK,
                              benches[i].times[s] * 1e9);
    }
    bres__text_puts(text, "]}");
}

static void put_hyperfine(bres__text *text, const bench *benches)
{
    bres__text_puts(text, "{\"results\":[");
    for (size_t i = 0; i < AT_ONCE; i++) {
        bres__text_printf(text, "%s{\"command\":\"B%03zu\",\"mean\":1,\"times\":[",
                          i > 0 ? "," : "", i);
        put_times(text, &benches[i], 1);
        bres__text_puts(text, "]}");
    }
    bres__text_puts(text, "]}");
}

static void put_pyperf(bres__text *text, const bench *benches)
{
    bres__text_puts(text, "{\"version\":\"1.0\",\"metadata\":{},\"benchmarks\":[");
    for (size_t i = 0; i < AT_ONCE; i++) {
        bres__text_printf(text,
                          "%s{\"metadata\":{\"name\":\"B%03zu\",\"loops\":%d},"
                          "\"runs\":[{\"values\":[",
                          i > 0 ? "," : "", i, BLOCK);
        put_times(text, &benches[i], 1);
        bres__text_puts(text, "]}]}");
    }
    bres__text_puts(text, "]}");
}

static void put_go(bres__text *text, const bench *benches)
{
    for (size_t i = 0; i < AT_ONCE; i++) {
        for (size_t s = 0; s < benches[i].count; s++)
            bres__text_printf(text, "BenchmarkB%03zu %d %.17g ns/op\n", i, BLOCK,
                              benches[i].times[s] * 1e9);
    }
}

static void write_text(const char *directory, const char *name, bres__text *text)
{
    char path[4200];

    snprintf(path, sizeof path, "%s/%s", directory, name);
    cr_assert_not(text->failed);
    bres_test_write_file(path, text->data, text->length);
    bres__text_clear(text);
}

/* Writes a directory of criterion. */
static void write_criterion(const char *directory, const bench *benches)
{
    bres__text text = { 0 };

    cr_assert(mkdir(directory, 0700) == 0 || errno == EEXIST);
    for (size_t i = 0; i < AT_ONCE; i++) {
        char path[4100];

        snprintf(path, sizeof path, "%s/B%03zu", directory, i);
        cr_assert(mkdir(path, 0700) == 0 || errno == EEXIST);
        snprintf(path, sizeof path, "%s/B%03zu/new", directory, i);
        cr_assert(mkdir(path, 0700) == 0 || errno == EEXIST);
        bres__text_printf(&text, "{\"group_id\":\"B%03zu\",\"full_id\":\"B%03zu\"}", i, i);
        write_text(path, "benchmark.json", &text);
        bres__text_puts(&text, "{\"sampling_mode\":\"Flat\",\"iters\":[");
        for (size_t s = 0; s < benches[i].count; s++)
            bres__text_printf(&text, "%s%d", s > 0 ? "," : "", BLOCK);
        bres__text_puts(&text, "],\"times\":[");
        put_times(&text, &benches[i], BLOCK * 1e9);
        bres__text_puts(&text, "]}");
        write_text(path, "sample.json", &text);
        bres__text_puts(&text, "{\"slope\":null}");
        write_text(path, "estimates.json", &text);
    }
    bres__text_free(&text);
}

static bres_result *import_criterion(const char *directory, const bench *benches)
{
    bres_result *result;

    write_criterion(directory, benches);
    cr_assert_eq(bres_result_import(directory, NULL, &result), BRES_OK, "%s", bres_last_error());
    return result;
}

static bres_result *build_nvbench(const bench *benches)
{
    bres_result *result;

    cr_assert_eq(bres_result_new(&result), BRES_OK);
    for (size_t i = 0; i < AT_ONCE; i++) {
        bres_subbench *made;
        bres_state *state;
        bres_times times;
        char name[16];

        snprintf(name, sizeof name, "B%03zu", i);
        bres_times_init(&times);
        times.cpu = benches[i].times;
        times.count = benches[i].count;
        cr_assert_eq(bres_result_add_subbench(result, name, &made), BRES_OK);
        cr_assert_eq(bres_subbench_add_state(made, &state), BRES_OK);
        cr_assert_eq(bres_state_add_cpu_only_summaries(state, &times), BRES_OK);
    }
    return result;
}

/* The text formats; the test also uses criterion and NVBench. */
static const struct {
    const char *name;
    void (*put)(bres__text *text, const bench *benches);
} formats[] = {
    { "google-benchmark", put_google },
    { "hyperfine", put_hyperfine },
    { "pyperf", put_pyperf },
    { "go", put_go },
};
#define TEXTS     (sizeof(formats) / sizeof(formats[0]))
#define CRITERION TEXTS
#define NVBENCH   (TEXTS + 1)
#define FORMATS   (TEXTS + 2)

static bres_result *make_result(size_t format, int side, const bench *benches)
{
    bres__text text = { 0 };
    bres_result *result;
    char directory[4000];

    if (format == NVBENCH)
        return build_nvbench(benches);
    if (format == CRITERION) {
        snprintf(directory, sizeof directory, "%s/%d", bres_test_directory(), side);
        return import_criterion(directory, benches);
    }
    formats[format].put(&text, benches);
    cr_assert_not(text.failed);
    cr_assert_eq(bres_result_import_memory(text.data, text.length, NULL, &result), BRES_OK, "%s",
                 bres_last_error());
    cr_assert_not_null(strstr(bres_result_meta_json(result), formats[format].name));
    bres__text_free(&text);
    return result;
}

static const bres_state *state_of(const bres_result *result, size_t number)
{
    char name[16];

    snprintf(name, sizeof name, "B%03zu", number);
    if (bres_result_subbench(result, name) != NULL)
        return bres_subbench_state_at(bres_result_subbench(result, name), 0);
    return bres_subbench_state_at(bres_result_subbench_at(result, 0), number);
}

static void assert_samples(const bres_state *state, const bench *expected, size_t format)
{
    const float *times;
    size_t count;

    cr_assert_eq(bres_state_samples(state, &times, &count), BRES_OK);
    cr_assert_eq(count, expected->count, "format %zu", format);
    for (size_t s = 0; s < count; s++)
        cr_assert_eq((double)times[s], expected->times[s], "format %zu", format);
}

static void compare_all(bench sides[2][AT_ONCE], unsigned *seen)
{
    bres_verdict verdicts[AT_ONCE];
    bres_reason reasons[AT_ONCE];

    for (size_t format = FORMATS; format-- > 0;) {
        bres_result *results[2];

        for (int side = 0; side < 2; side++)
            results[side] = make_result(format, side, sides[side]);
        for (size_t i = 0; i < AT_ONCE; i++) {
            const bres_state *states[2] = { state_of(results[0], i), state_of(results[1], i) };
            bres_decision decision;

            assert_samples(states[0], &sides[0][i], format);
            assert_samples(states[1], &sides[1][i], format);
            bres_decision_init(&decision);
            cr_assert_eq(bres_compare_states(states[0], states[1], NULL, &decision), BRES_OK, "%s",
                         bres_last_error());
            if (format == NVBENCH) {
                verdicts[i] = decision.verdict;
                reasons[i] = decision.reason;
                *seen |= 1U << decision.verdict;
            }
            cr_assert_eq(decision.verdict, verdicts[i], "format %zu: %s", format, decision.message);
            cr_assert_eq(decision.reason, reasons[i], "format %zu: %s", format, decision.message);
        }
        bres_result_unref(results[0]);
        bres_result_unref(results[1]);
    }
}

Test(formats, the_same_samples_give_the_same_verdicts)
{
    const int rounds = bres_test_long() ? 1000 / AT_ONCE : 1;
    static bench sides[2][AT_ONCE];
    unsigned seen = 0;

    for (int round = 0; round < rounds; round++) {
        bres__random random = bres__random_stream(23, (uint64_t)round);

        draw_sides(&random, sides);
        compare_all(sides, &seen);
    }
    cr_assert_eq(seen, 1U << BRES_SAME | 1U << BRES_FAST | 1U << BRES_SLOW | 1U << BRES_AMBIGUOUS,
                 "verdicts %x", seen);
}

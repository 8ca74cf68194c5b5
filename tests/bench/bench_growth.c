/* SPDX-License-Identifier: MIT */
/*
 * How the time of loading, writing, merging, comparing and reporting grows with the number of
 * devices, axes, benchmarks, summaries, states, merged results and compared rows: 1,000, 10,000 and
 * 100,000 of each, and 1,000,000 states and rows. Ten times as many items should take about ten
 * times as long.
 *
 * usage: bench_growth [KIND...]
 */
#include <benchresult.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define SIZES    4
/* The largest ratio of times for ten times as many items: a quadratic step has 100; larger data
 * exceed the caches. */
#define GROWTH   50.0
#define PATIENCE 10.0 /* seconds; omits larger inputs of an operation that has taken longer */

static const size_t sizes[SIZES] = { 1000, 10000, 100000, 1000000 };

/* The JSON text of a result. */
typedef struct growing_text {
    char *data;
    size_t length;
    size_t capacity;
} growing_text;

static void put(growing_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void put(growing_text *text, const char *format, ...)
{
    va_list arguments;

    if (text->capacity - text->length < 512) {
        text->capacity = 2 * text->capacity + 4096;
        text->data = realloc(text->data, text->capacity);
        if (text->data == NULL)
            abort();
    }
    va_start(arguments, format);
    text->length += (size_t)vsnprintf(text->data + text->length, text->capacity - text->length,
                                      format, arguments);
    va_end(arguments);
}

static const char *comma(size_t index)
{
    return index > 0 ? "," : "";
}

static void put_devices(growing_text *text, size_t count)
{
    put(text, "{\"devices\":[");
    for (size_t i = 0; i < count; i++)
        put(text, "%s{\"id\":%zu,\"name\":\"device %zu\"}", comma(i), i, i);
    put(text, "],\"benchmarks\":[");
}

static void put_bench(growing_text *text, size_t name, size_t devices)
{
    put(text, "%s{\"name\":\"bench %zu\",\"devices\":[", comma(name), name);
    for (size_t i = 0; i < devices; i++)
        put(text, "%s%zu", comma(i), i);
    put(text, "],\"axes\":[");
}

static void put_axes(growing_text *text, size_t count, size_t values)
{
    for (size_t i = 0; i < count; i++) {
        put(text, "%s{\"name\":\"axis %zu\",\"type\":\"int64\",\"flags\":\"\",\"values\":[",
            comma(i), i);
        for (size_t k = 0; k < values; k++)
            put(text, "%s{\"input_string\":\"%zu\",\"description\":\"\",\"value\":%zu}", comma(k),
                k, k);
        put(text, "]}");
    }
    put(text, "],\"states\":[");
}

/* Writes a state on a device, with a value on each of the axes. */
static void put_state(growing_text *text, size_t index, size_t device, size_t axes, size_t value,
                      size_t summaries)
{
    put(text, "%s{\"name\":\"Device=%zu V=%zu\",\"device\":%zu,\"axis_values\":[", comma(index),
        device, value, device);
    for (size_t i = 0; i < axes; i++)
        put(text, "%s{\"name\":\"axis %zu\",\"type\":\"int64\",\"value\":\"%zu\"}", comma(i), i,
            value);
    put(text, "],\"summaries\":[{\"tag\":\"nv/cold/time/gpu/mean\",\"name\":\"GPU Time\",\"data\":"
              "[{\"name\":\"value\",\"type\":\"float64\",\"value\":\"1e-3\"}]},"
              "{\"tag\":\"nv/cold/time/gpu/stdev/relative\",\"name\":\"Noise\",\"data\":"
              "[{\"name\":\"value\",\"type\":\"float64\",\"value\":\"0.01\"}]}");
    for (size_t i = 0; i < summaries; i++)
        put(text,
            ",{\"tag\":\"tag/%zu\",\"name\":\"Summary %zu\",\"data\":[{\"name\":\"value\","
            "\"type\":\"int64\",\"value\":\"%zu\"}]}",
            i, i, i);
    put(text, "],\"is_skipped\":false}");
}

static void put_end(growing_text *text)
{
    put(text, "]}");
}

static void devices_write(growing_text *text, size_t count)
{
    put_devices(text, count);
    put_bench(text, 0, count);
    put_axes(text, 0, 0);
    for (size_t i = 0; i < count; i++)
        put_state(text, i, i, 0, 0, 0);
    put_end(text);
    put(text, "]}");
}

static void axes_write(growing_text *text, size_t count)
{
    put_devices(text, 1);
    put_bench(text, 0, 1);
    put_axes(text, count, 1);
    put_state(text, 0, 0, count, 0, 0);
    put_end(text);
    put(text, "]}");
}

static void benchmarks_write(growing_text *text, size_t count)
{
    put_devices(text, 1);
    for (size_t i = 0; i < count; i++) {
        put_bench(text, i, 1);
        put_axes(text, 0, 0);
        put_state(text, 0, 0, 0, 0, 0);
        put_end(text);
    }
    put(text, "]}");
}

static void summaries_write(growing_text *text, size_t count)
{
    put_devices(text, 1);
    put_bench(text, 0, 1);
    put_axes(text, 0, 0);
    put_state(text, 0, 0, 0, 0, count);
    put_end(text);
    put(text, "]}");
}

static void states_write(growing_text *text, size_t count)
{
    put_devices(text, 1);
    put_bench(text, 0, 1);
    put_axes(text, 1, count);
    for (size_t i = 0; i < count; i++)
        put_state(text, i, 0, 1, i, 0);
    put_end(text);
    put(text, "]}");
}

/* The input of an operation: two results of the same text, or many small ones. */
typedef struct growth_input {
    growing_text text;
    bres_result **results;
    size_t count;
} growth_input;

static void fail(const char *what)
{
    fprintf(stderr, "bench_growth: %s: %s\n", what, bres_last_error());
    exit(2);
}

static bres_result *load(const growth_input *in)
{
    bres_result *result;

    if (bres_result_load_memory(in->text.data, in->text.length, NULL, &result) != BRES_OK)
        fail("load");
    return result;
}

static void run_load(const growth_input *in)
{
    bres_result_unref(load(in));
}

static void run_write(const growth_input *in)
{
    char path[] = "/tmp/bench_growth.XXXXXX";
    const int fd = mkstemp(path);

    if (fd < 0 || bres_result_write_fd(in->results[0], fd, NULL) != BRES_OK)
        fail("write");
    close(fd);
    unlink(path);
}

static void run_merge(const growth_input *in)
{
    bres_result *merged;

    if (bres_result_merge(in->results, in->count, &merged) != BRES_OK)
        fail("merge");
    bres_result_unref(merged);
}

static void run_compare(const growth_input *in)
{
    bres_comparison *comparison;

    if (bres_compare(in->results, 1, in->results + 1, 1, NULL, &comparison) != BRES_OK)
        fail("compare");
    bres_comparison_free(comparison);
}

static void run_report(const growth_input *in)
{
    char *text;

    if (bres_summary_report(in->results, 1, NULL, &text, NULL) != BRES_OK)
        fail("summary");
    bres_string_free(text);
}

typedef struct growth_operation {
    const char *name;
    void (*run)(const growth_input *in);
} growth_operation;

static const growth_operation operations[] = {
    { "load", run_load },       { "write", run_write },    { "merge", run_merge },
    { "compare", run_compare }, { "summary", run_report },
};

/* A quantity that grows, and the operations that are measured with it. */
typedef struct growth_kind {
    const char *name;
    void (*write)(growing_text *text, size_t count);
    const char *operations; /* NULL: all */
    size_t count;           /* number of its sizes */
    bool many;              /* a size is the number of results with one state each */
} growth_kind;

static const growth_kind kinds[] = {
    { "devices", devices_write, NULL, 3, false },
    { "axes", axes_write, NULL, 3, false },
    { "benchmarks", benchmarks_write, NULL, 3, false },
    { "summaries", summaries_write, NULL, 3, false },
    { "states", states_write, "load write merge summary", 4, false },
    { "merge inputs", states_write, "merge", 3, true },
    { "compare rows", states_write, "compare", 4, false },
};

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

static void input_make(growth_input *in, const growth_kind *kind, size_t size)
{
    *in = (growth_input){ .count = kind->many ? size : 2 };
    kind->write(&in->text, kind->many ? 1 : size);
    in->results = calloc(in->count, sizeof(*in->results));
    if (in->results == NULL)
        abort();
    for (size_t i = 0; i < in->count; i++)
        in->results[i] = load(in);
}

static void input_free(growth_input *in)
{
    for (size_t i = 0; i < in->count; i++)
        bres_result_unref(in->results[i]);
    free(in->results);
    free(in->text.data);
}

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* The CPU time of one call: the fastest of up to three calls. */
static double measure(const growth_operation *operation, const growth_input *in)
{
    double best = 0;

    for (int i = 0; i < 3 && best < 1; i++) {
        const double start = now();
        double seconds;

        operation->run(in);
        seconds = now() - start;
        best = i == 0 || seconds < best ? seconds : best;
    }
    return best;
}

static bool is_measured(const growth_kind *kind, const growth_operation *operation)
{
    return kind->operations == NULL || strstr(kind->operations, operation->name) != NULL;
}

/* Prints a line; false if the time grew too fast. */
static bool print_line(const growth_kind *kind, const growth_operation *operation,
                       const double *seconds)
{
    const double last = seconds[kind->count - 1];
    const double growth = last / seconds[kind->count - 2];
    const bool linear = last > 0 && growth <= GROWTH;

    printf("%-13s %-8s", kind->name, operation->name);
    for (size_t i = 0; i < SIZES; i++) {
        if (i < kind->count)
            printf(" %10.4f", seconds[i]);
        else
            printf(" %10s", "");
    }
    printf(" %8.1f%s\n", growth, linear ? "" : "  more than linear");
    fflush(stdout);
    return linear;
}

static bool kind_run(const growth_kind *kind)
{
    double seconds[COUNT(operations)][SIZES] = { { 0 } };
    bool linear = true;

    for (size_t i = 0; i < kind->count; i++) {
        growth_input in;

        input_make(&in, kind, sizes[i]);
        for (size_t k = 0; k < COUNT(operations); k++) {
            if (is_measured(kind, &operations[k]) &&
                (i == 0 || (seconds[k][i - 1] > 0 && seconds[k][i - 1] < PATIENCE / 10)))
                seconds[k][i] = measure(&operations[k], &in);
        }
        input_free(&in);
    }
    for (size_t k = 0; k < COUNT(operations); k++) {
        if (is_measured(kind, &operations[k]))
            linear &= print_line(kind, &operations[k], seconds[k]);
    }
    return linear;
}

static bool is_wanted(const growth_kind *kind, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], kind->name) == 0)
            return true;
    }
    return argc < 2;
}

int main(int argc, char **argv)
{
    bool linear = true;

    printf("growth: seconds of CPU time; growth is that of the last step (expected <= %.0f)\n",
           GROWTH);
    printf("%-13s %-8s", "number of", "");
    for (size_t i = 0; i < SIZES; i++)
        printf(" %10zu", sizes[i]);
    printf(" %8s\n", "growth");
    for (size_t i = 0; i < COUNT(kinds); i++) {
        if (is_wanted(&kinds[i], argc, argv))
            linear &= kind_run(&kinds[i]);
    }
    return linear ? 0 : 1;
}

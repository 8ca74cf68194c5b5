/* SPDX-License-Identifier: MIT */
/*
 * Makes the pair of results in examples/data: main.json and branch.json, with their sidecars.
 *
 * The numbers are synthetic: nothing was measured. The branch is faster than main in some states,
 * slower in others, and hard to decide in one. The output is the same on every machine, down to the
 * last byte, because the times are computed from integers by additions and multiplications only.
 *
 * Run as: make_sample_data build/sample-data
 */
#include <benchresult.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SAMPLES 40

#define PEAK_BANDWIDTH 1e12  /* bytes per second */
#define DEFAULT_CLOCK  1.5e9 /* hertz */

static const char device_json[] =
    "{\"sm_version\": 900, \"ptx_version\": 900, \"sm_default_clock_rate\": 1500000000,"
    " \"number_of_sms\": 64, \"global_memory_size\": 17179869184,"
    " \"global_memory_bus_bandwidth\": 1000000000000, \"l2_cache_size\": 33554432,"
    " \"ecc_state\": true}";

/* The time of a configuration, and what the branch changes. */
struct timing {
    double seconds; /* in main */
    double noise;   /* relative spread of the samples */
    double branch;  /* factor of the branch; 0: the branch skips the state */
};

struct copy_case {
    const char *type;
    int64_t size; /* bytes of one element */
    int64_t exponent;
    struct timing timing;
};

static const struct copy_case copy_cases[] = {
    { "I32", 4, 20, { 1.18e-5, 0.002, 1.0 } },
    { "I32", 4, 24, { 1.61e-4, 0.003, 0.92 } },
    { "F64", 8, 20, { 2.15e-5, 0.004, 1.07 } },
    { "F64", 8, 24, { 3.14e-4, 0.010, 1.011 } },
};

struct reduce_case {
    const char *operation;
    const char *skip_reason; /* NULL: the state runs */
    struct timing timing;
};

static const struct reduce_case reduce_cases[] = {
    { "sum", NULL, { 7.9e-5, 0.002, 0 } },
    { "argmax", "not implemented for this type", { 0, 0, 0 } },
};

struct sort_case {
    int64_t elements;
    struct timing timing;
};

static const struct sort_case sort_cases[] = {
    { 1000, { 4.2e-5, 0.003, 1.0 } },
    { 100000, { 6.8e-3, 0.005, 1.12 } },
};

/* The result being made. */
struct maker {
    bres_result *result;
    bool branch;
    uint64_t random; /* state of the generator */
};

static void must(bres_status status)
{
    if (status == BRES_OK)
        return;
    fprintf(stderr, "make_sample_data: %s\n", bres_last_error());
    exit(2);
}

/* Uniform in [0, 1): the upper 53 bits of splitmix64 as a double. */
static double random_uniform(struct maker *maker)
{
    uint64_t bits = maker->random += UINT64_C(0x9E3779B97F4A7C15);

    bits = (bits ^ (bits >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    bits = (bits ^ (bits >> 27)) * UINT64_C(0x94D049BB133111EB);
    bits ^= bits >> 31;
    return (double)(bits >> 11) * 0x1p-53;
}

/* Bell-shaped around 0, between -2 and 2, with a variance of 1/3: a sum of uniform numbers. */
static double random_bell(struct maker *maker)
{
    double sum = -2;

    for (int i = 0; i < 4; i++)
        sum += random_uniform(maker);
    return sum;
}

/* `count` values around `center`. */
static void random_values(struct maker *maker, double center, double noise, double *values)
{
    for (size_t i = 0; i < SAMPLES; i++)
        values[i] = center * (1 + noise * random_bell(maker));
}

/* Seconds of the timing on this side; 0 if the state is skipped. */
static double timing_seconds(const struct maker *maker, const struct timing *timing)
{
    return maker->branch ? timing->seconds * timing->branch : timing->seconds;
}

static double sum_of(const double *values)
{
    double sum = 0;

    for (size_t i = 0; i < SAMPLES; i++)
        sum += values[i];
    return sum;
}

static void measure_gpu(struct maker *maker, bres_state *state, const struct timing *timing,
                        int64_t elements, int64_t bytes)
{
    double gpu[SAMPLES];
    double cpu[SAMPLES];
    double clocks[SAMPLES];
    bres_times times;

    random_values(maker, timing_seconds(maker, timing), timing->noise, gpu);
    random_values(maker, DEFAULT_CLOCK, 0.0005, clocks);
    for (size_t i = 0; i < SAMPLES; i++)
        cpu[i] = gpu[i] + 5e-6 * (1 + 0.1 * random_uniform(maker));
    bres_times_init(&times);
    times.count = SAMPLES;
    times.gpu = gpu;
    times.cpu = cpu;
    times.clocks = clocks;
    times.walltime = 1.5 * sum_of(cpu);
    times.elements = elements;
    times.global_bytes = bytes;
    times.peak_bytes_per_second = PEAK_BANDWIDTH;
    times.default_clock = DEFAULT_CLOCK;
    must(bres_state_add_cold_summaries(state, &times));
}

static void measure_cpu(struct maker *maker, bres_state *state, const struct timing *timing,
                        int64_t elements)
{
    double cpu[SAMPLES];
    bres_times times;

    random_values(maker, timing_seconds(maker, timing), timing->noise, cpu);
    bres_times_init(&times);
    times.count = SAMPLES;
    times.cpu = cpu;
    times.walltime = 1.5 * sum_of(cpu);
    times.elements = elements;
    must(bres_state_add_cpu_only_summaries(state, &times));
}

static bres_subbench *add_bench(struct maker *maker, const char *name)
{
    bres_subbench *bench;

    must(bres_result_add_subbench(maker->result, name, &bench));
    must(bres_subbench_set_int64(bench, "min_samples", 10));
    must(bres_subbench_set_float64(bench, "timeout", 15));
    return bench;
}

static void add_copy(struct maker *maker)
{
    static const char *const types[] = { "I32", "F64" };
    static const char *const descriptions[] = { "int32_t", "double" };
    static const int64_t exponents[] = { 20, 24 };
    bres_subbench *bench = add_bench(maker, "copy");

    must(bres_subbench_add_device(bench, 0));
    must(bres_subbench_add_type_axis(bench, "T", types, descriptions, 2));
    must(bres_subbench_add_pow2_axis(bench, "Elements{io}", exponents, 2));
    for (size_t i = 0; i < sizeof copy_cases / sizeof *copy_cases; i++) {
        const struct copy_case *c = &copy_cases[i];
        const int64_t elements = INT64_C(1) << c->exponent;
        bres_state *state;

        must(bres_subbench_add_state(bench, &state));
        must(bres_state_set_device(state, 0));
        must(bres_state_set_type_config_index(state, strcmp(c->type, types[0]) == 0 ? 0 : 1));
        must(bres_state_add_axis_string(state, "T", c->type));
        must(bres_state_add_axis_int64(state, "Elements{io}", elements));
        measure_gpu(maker, state, &c->timing, elements, 2 * elements * c->size);
    }
}

static void add_reduce(struct maker *maker)
{
    static const char *const operations[] = { "sum", "argmax" };
    static const double densities[] = { 0.25 };
    const int64_t elements = INT64_C(1) << 24;
    bres_subbench *bench = add_bench(maker, "reduce");

    must(bres_subbench_add_device(bench, 0));
    must(bres_subbench_add_string_axis(bench, "Operation", operations, 2));
    must(bres_subbench_add_float64_axis(bench, "Density", densities, 1));
    for (size_t i = 0; i < sizeof reduce_cases / sizeof *reduce_cases; i++) {
        const struct reduce_case *c = &reduce_cases[i];
        bres_state *state;

        must(bres_subbench_add_state(bench, &state));
        must(bres_state_set_device(state, 0));
        must(bres_state_add_axis_string(state, "Operation", c->operation));
        must(bres_state_add_axis_float64(state, "Density", densities[0]));
        if (c->skip_reason != NULL)
            must(bres_state_set_skipped(state, c->skip_reason));
        else if (timing_seconds(maker, &c->timing) > 0)
            measure_gpu(maker, state, &c->timing, elements, elements * 4);
        else
            must(bres_state_set_skipped(state, "needs more shared memory than there is"));
    }
}

static void add_sort(struct maker *maker)
{
    static const int64_t sizes[] = { 1000, 100000 };
    bres_subbench *bench = add_bench(maker, "sort");

    must(bres_subbench_add_int64_axis(bench, "Elements", sizes, 2));
    for (size_t i = 0; i < sizeof sort_cases / sizeof *sort_cases; i++) {
        const struct sort_case *c = &sort_cases[i];
        bres_state *state;

        must(bres_subbench_add_state(bench, &state));
        must(bres_state_add_axis_int64(state, "Elements", c->elements));
        measure_cpu(maker, state, &c->timing, c->elements);
    }
}

static void make(const char *directory, const char *name, bool branch)
{
    struct maker maker = { .branch = branch, .random = branch ? 2 : 1 };
    char text[4096];

    must(bres_result_new(&maker.result));
    snprintf(text, sizeof text,
             "{\"argv\": [\"make_sample_data\", \"%s\"],"
             " \"version\": {\"json\": {\"major\": 1, \"minor\": 0, \"patch\": 0,"
             " \"string\": \"1.0.0\"}},"
             " \"benchresult\": {\"synthetic\": \"made by make_sample_data, not measured\"}}",
             name);
    must(bres_result_set_meta_json(maker.result, text));
    must(bres_result_add_device(maker.result, 0, "Synthetic GPU", device_json, NULL));
    add_copy(&maker);
    add_reduce(&maker);
    add_sort(&maker);
    snprintf(text, sizeof text, "%s/%s.json", directory, name);
    must(bres_result_write(maker.result, text, NULL));
    bres_result_unref(maker.result);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: make_sample_data DIRECTORY\n");
        return 2;
    }
    make(argv[1], "main", false);
    make(argv[1], "branch", true);
    return 0;
}

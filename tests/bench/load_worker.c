/* SPDX-License-Identifier: MIT */
/*
 * The worker of bench_load.py and bench_write.py: measures one way per process, so that the peak
 * memory belongs to this way. Prints seconds and the peak of the resident memory in bytes.
 *
 * usage: load_worker load FILE THREADS | tree FILE | samples FILE | write FILE OUTPUT
 */
#include <benchresult.h>
#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int fail(void)
{
    fprintf(stderr, "%s\n", bres_last_error());
    return 2;
}

static void report(double seconds)
{
    struct rusage usage;

    getrusage(RUSAGE_SELF, &usage);
    printf("%.6f %lld\n", seconds, (long long)usage.ru_maxrss * 1024);
}

static int load(const char *path, uint32_t threads)
{
    bres_load_options options;
    bres_result *result;
    double start = now();

    bres_load_options_init(&options);
    options.threads = threads;
    if (bres_result_load(path, &options, &result) != BRES_OK)
        return fail();
    report(now() - start);
    bres_result_unref(result);
    return 0;
}

static int tree(const char *path)
{
    double start = now();
    json_object *root = json_object_from_file(path);

    if (root == NULL) {
        fprintf(stderr, "%s\n", json_util_get_last_err());
        return 2;
    }
    report(now() - start);
    json_object_put(root);
    return 0;
}

/* Measures only the sidecars: loads the result before the clock starts. */
static int samples(const char *path)
{
    bres_result *result;
    double start;

    if (bres_result_load(path, NULL, &result) != BRES_OK)
        return fail();
    start = now();
    for (size_t b = 0; b < bres_result_subbench_count(result); b++) {
        const bres_subbench *bench = bres_result_subbench_at(result, b);

        for (size_t s = 0; s < bres_subbench_state_count(bench); s++) {
            const bres_state *state = bres_subbench_state_at(bench, s);
            const float *values;
            size_t count;

            if (bres_state_samples(state, &values, &count) != BRES_OK ||
                bres_state_frequencies(state, &values, &count) != BRES_OK)
                return fail();
        }
    }
    report(now() - start);
    bres_result_unref(result);
    return 0;
}

/* Measures only the writing: loads the result before the clock starts. */
static int write_file(const char *path, const char *output)
{
    bres_result *result;
    double start;

    if (bres_result_load(path, NULL, &result) != BRES_OK)
        return fail();
    start = now();
    if (bres_result_write(result, output, NULL) != BRES_OK)
        return fail();
    report(now() - start);
    bres_result_unref(result);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 4 && strcmp(argv[1], "load") == 0)
        return load(argv[2], (uint32_t)strtoul(argv[3], NULL, 10));
    if (argc == 3 && strcmp(argv[1], "tree") == 0)
        return tree(argv[2]);
    if (argc == 3 && strcmp(argv[1], "samples") == 0)
        return samples(argv[2]);
    if (argc == 4 && strcmp(argv[1], "write") == 0)
        return write_file(argv[2], argv[3]);
    fprintf(stderr, "usage: load_worker load FILE THREADS | tree FILE | samples FILE | "
                    "write FILE OUTPUT\n");
    return 2;
}

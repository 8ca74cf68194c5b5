/* SPDX-License-Identifier: MIT */
/*
 * The cost of opening a tuner cache with many answers, of a look-up and of a store.
 */
#include <benchresult.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define ANSWERS  100000
#define LOOK_UPS 1000000
#define STORES   1000
#define KERNELS  10

/* CPU time of this process, to minimize the influence of other processes. */
static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void die(const char *message)
{
    fprintf(stderr, "bench_tuner_cache: %s: %s\n", message, bres_last_error());
    exit(2);
}

/* The key of an answer, as long as the keys of real kernels. */
typedef struct numbered_key {
    bres_tuner_key key;
    char kernel[64];
    int64_t sizes[3];
} numbered_key;

static void key_make(numbered_key *made, int64_t number)
{
    bres_tuner_key_init(&made->key);
    snprintf(made->kernel, sizeof(made->kernel), "gemm_f16_accumulate_f32_%d",
             (int)(number % KERNELS));
    made->sizes[0] = 16 * (number / KERNELS);
    made->sizes[1] = 4096;
    made->sizes[2] = 1024;
    made->key.kernel = made->kernel;
    made->key.kernel_hash = "3f786850e387550fdab836ed7e6dc881de23001b";
    made->key.device = "NVIDIA H200";
    made->key.driver = "580.65.06";
    made->key.problem_size = made->sizes;
    made->key.problem_size_count = 3;
}

static void store(bres_tuner_cache *cache, int64_t number)
{
    const bres_tuner_value values[] = {
        { .name = "TILE_M", .kind = BRES_KIND_INT64, .int64 = number },
        { .name = "TILE_N", .kind = BRES_KIND_INT64, .int64 = 128 },
        { .name = "STAGES", .kind = BRES_KIND_INT64, .int64 = 4 },
        { .name = "LAYOUT", .kind = BRES_KIND_STRING, .string = "row" },
    };
    static uint64_t order[32];
    bres_tuner_answer answer;
    numbered_key made;

    key_make(&made, number);
    made.key.space = "d41d8cd98f00b204e9800998ecf8427e";
    bres_tuner_answer_init(&answer);
    answer.values = values;
    answer.value_count = 4;
    answer.order = order;
    answer.order_count = 32;
    answer.seconds = 1.2345e-4;
    answer.samples = 4200;
    answer.remaining = 3;
    answer.stop_reason = BRES_TUNER_TIED;
    if (bres_tuner_cache_store(cache, &made.key, &answer) != BRES_OK)
        die("store");
}

static bres_tuner_cache *open_cache(const char *path)
{
    bres_tuner_cache *cache;

    if (bres_tuner_cache_open(path, NULL, &cache) != BRES_OK)
        die("open");
    return cache;
}

/* The time of a look-up, in random order; like a real program it makes the key for each look-up. */
static double time_look_ups(const bres_tuner_cache *cache)
{
    uint64_t state = 88172645463325252u;
    bres_tuner_answer answer;
    const double begin = now();

    bres_tuner_answer_init(&answer);
    for (int i = 0; i < LOOK_UPS; i++) {
        int64_t number;
        int64_t tile = -1;
        numbered_key made;

        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        number = (int64_t)(state % ANSWERS);
        key_make(&made, number);
        if (!bres_tuner_cache_find(cache, &made.key, &answer) ||
            !bres_tuner_answer_int64(&answer, "TILE_M", &tile) || tile != number)
            die("a look-up has found a wrong answer");
    }
    return (now() - begin) / LOOK_UPS;
}

/* The time of making a key. */
static double time_keys(void)
{
    const double begin = now();
    int64_t sum = 0;

    for (int i = 0; i < LOOK_UPS; i++) {
        numbered_key made;

        key_make(&made, i % ANSWERS);
        sum += made.sizes[0] + made.kernel[0];
    }
    if (sum == 0)
        die("no keys");
    return (now() - begin) / LOOK_UPS;
}

int main(void)
{
    char directory[] = "/tmp/bench-tuner-cache-XXXXXX";
    char path[PATH_MAX];
    bres_tuner_cache *cache;
    double begin;
    double filled;
    double opened;
    double look_up = 1;
    double stored;

    if (mkdtemp(directory) == NULL)
        die("cannot make a directory");
    snprintf(path, sizeof(path), "%s/kernels.cache", directory);
    cache = open_cache(path);
    begin = now();
    for (int64_t i = 0; i < ANSWERS; i++)
        store(cache, i);
    filled = now() - begin;
    bres_tuner_cache_close(cache);
    begin = now();
    cache = open_cache(path);
    opened = now() - begin;
    for (int round = 0; round < 3; round++) {
        const double taken = time_look_ups(cache) - time_keys();

        look_up = taken < look_up ? taken : look_up;
    }
    begin = now();
    for (int64_t i = 0; i < STORES; i++)
        store(cache, i);
    stored = (now() - begin) / STORES;
    printf("cache of tuners, %zu answers: look-up %.0f ns (at most 1000), opening %.0f ms, "
           "store %.1f us (filling: %.1f us)\n",
           bres_tuner_cache_count(cache), 1e9 * look_up, 1e3 * opened, 1e6 * stored,
           1e6 * filled / ANSWERS);
    bres_tuner_cache_close(cache);
    unlink(path);
    rmdir(directory);
    return 0;
}

/* SPDX-License-Identifier: MIT */
#include "support/cached.h"

#include "support/support.h"

#include <criterion/criterion.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

static void take_log(void *user, bres_log_level level, const char *message)
{
    bres_test_cached *cached = user;
    const size_t length = strlen(cached->log);

    cr_expect_eq(level, BRES_LOG_WARNING);
    snprintf(cached->log + length, sizeof(cached->log) - length, "%s\n", message);
}

void bres_test_cached_begin(bres_test_cached *cached)
{
    *cached = (bres_test_cached){ .cache = NULL };
    bres_tuner_cache_options_init(&cached->options);
    cached->options.lock_timeout = 0;
    cached->options.log = take_log;
    cached->options.log_user = cached;
}

void bres_test_cached_open(bres_test_cached *cached, const char *path)
{
    bres_test_cached_begin(cached);
    cr_assert_eq(bres_tuner_cache_open(path, &cached->options, &cached->cache), BRES_OK, "%s",
                 bres_last_error());
}

void bres_test_cached_close(bres_test_cached *cached)
{
    bres_tuner_cache_close(cached->cache);
    cached->cache = NULL;
}

const char *bres_test_cached_path(void)
{
    static char path[PATH_MAX];
    static unsigned made_in;

    if (path[0] == '\0' || made_in != bres_test_number)
        snprintf(path, sizeof(path), "%s/kernels.cache", bres_test_directory());
    made_in = bres_test_number;
    return path;
}

static bres_tuner_key key_of(const char *kernel, const int64_t *size)
{
    bres_tuner_key key;

    bres_tuner_key_init(&key);
    key.kernel = kernel;
    key.problem_size = size;
    key.problem_size_count = 1;
    return key;
}

bres_status bres_test_cached_store(bres_tuner_cache *cache, const char *kernel, int64_t size,
                                   int64_t tile)
{
    const bres_tuner_key key = key_of(kernel, &size);
    const bres_tuner_value value = { .name = "TILE", .kind = BRES_KIND_INT64, .int64 = tile };
    bres_tuner_answer answer;

    bres_tuner_answer_init(&answer);
    answer.values = &value;
    answer.value_count = 1;
    answer.seconds = 1e-6 * (double)tile;
    return bres_tuner_cache_store(cache, &key, &answer);
}

int64_t bres_test_cached_tile(const bres_tuner_cache *cache, const char *kernel, int64_t size)
{
    const bres_tuner_key key = key_of(kernel, &size);
    bres_tuner_answer answer;
    int64_t tile = -1;

    bres_tuner_answer_init(&answer);
    if (bres_tuner_cache_find(cache, &key, &answer))
        cr_assert(bres_tuner_answer_int64(&answer, "TILE", &tile));
    return tile;
}

int64_t bres_test_cached_tile_in(const char *path, const char *kernel, int64_t size)
{
    bres_test_cached cached;
    int64_t tile;

    bres_test_cached_open(&cached, path);
    tile = bres_test_cached_tile(cached.cache, kernel, size);
    bres_test_cached_close(&cached);
    return tile;
}

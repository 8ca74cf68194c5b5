/* SPDX-License-Identifier: MIT */
/*
 * The cache of tuners: keys, answers, look-ups.
 */
#include "support/cached.h"
#include "support/support.h"

#include <benchresult.h>
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const int64_t matrix[] = { 4096, 4096, 1024 };
static const uint64_t order[] = { 17, 3, 0 };
static const bres_tuner_value values[] = {
    { .name = "TILE", .kind = BRES_KIND_INT64, .int64 = INT64_MIN },
    { .name = "RATE", .kind = BRES_KIND_FLOAT64, .float64 = 0.1 },
    { .name = "WHOLE", .kind = BRES_KIND_FLOAT64, .float64 = 3 },
    { .name = "MODE \"1\"", .kind = BRES_KIND_STRING, .string = "a\n\"b\"\\ \x01 \xC3\xA4" },
    { .name = "crc32c", .kind = BRES_KIND_STRING, .string = "{\"crc32c\":\"" },
};

static bres_tuner_key full_key(void)
{
    bres_tuner_key key;

    bres_tuner_key_init(&key);
    key.kernel = "matmul {\"crc32c\":\"\n";
    key.kernel_hash = "v1";
    key.device = "GPU \"X\"";
    key.driver = "580.65.06";
    key.space = "tiles";
    key.problem_size = matrix;
    key.problem_size_count = 3;
    return key;
}

static bres_tuner_answer full_answer(void)
{
    bres_tuner_answer answer;

    bres_tuner_answer_init(&answer);
    answer.values = values;
    answer.value_count = 5;
    answer.order = order;
    answer.order_count = 3;
    answer.seconds = 1.0 / 3;
    answer.samples = 420;
    answer.remaining = 2;
    answer.stop_reason = BRES_TUNER_TIED;
    return answer;
}

static void expect_full(const bres_tuner_answer *found)
{
    int64_t tile = 0;
    double number = 0;

    cr_expect_eq(found->value_count, 5);
    for (size_t i = 0; i < found->value_count; i++) {
        cr_expect_str_eq(found->values[i].name, values[i].name);
        cr_expect_eq(found->values[i].kind, values[i].kind);
    }
    cr_expect(bres_tuner_answer_int64(found, "TILE", &tile) && tile == INT64_MIN);
    cr_expect(bres_tuner_answer_float64(found, "RATE", &number) && number == 0.1);
    cr_expect(bres_tuner_answer_float64(found, "WHOLE", &number) && number == 3);
    cr_expect_str_eq(bres_tuner_answer_string(found, "MODE \"1\""), values[3].string);
    cr_expect_str_eq(bres_tuner_answer_string(found, "crc32c"), values[4].string);
    cr_expect_eq(found->order_count, 3);
    cr_expect_arr_eq(found->order, order, sizeof(order));
    cr_expect_eq(found->seconds, 1.0 / 3);
    cr_expect_eq(found->samples, 420);
    cr_expect_eq(found->remaining, 2);
    cr_expect_eq(found->stop_reason, BRES_TUNER_TIED);
}

/* What was stored is found by the cache that stored it, and by one that reads the file. */
Test(tune, cache_finds_what_was_stored)
{
    const char *path = bres_test_cached_path();
    const bres_tuner_key key = full_key();
    const bres_tuner_answer answer = full_answer();
    bres_test_cached cached;

    bres_test_cached_open(&cached, path);
    cr_expect_neq(access(path, F_OK), 0, "a cache that nothing was stored in has a file");
    cr_assert_eq(bres_tuner_cache_store(cached.cache, &key, &answer), BRES_OK, "%s",
                 bres_last_error());
    for (int round = 0; round < 2; round++) {
        bres_tuner_answer found;
        bres_tuner_key found_key;

        bres_tuner_answer_init(&found);
        bres_tuner_key_init(&found_key);
        cr_assert(bres_tuner_cache_find(cached.cache, &key, &found), "round %d", round);
        expect_full(&found);
        cr_expect_eq(bres_tuner_cache_count(cached.cache), 1);
        cr_assert(bres_tuner_cache_at(cached.cache, 0, &found_key, &found));
        expect_full(&found);
        cr_expect_str_eq(found_key.kernel, key.kernel);
        cr_expect_str_eq(found_key.kernel_hash, key.kernel_hash);
        cr_expect_str_eq(found_key.device, key.device);
        cr_expect_str_eq(found_key.driver, key.driver);
        cr_expect_str_eq(found_key.space, key.space);
        cr_expect_eq(found_key.problem_size_count, 3);
        cr_expect_arr_eq(found_key.problem_size, matrix, sizeof(matrix));
        cr_expect_not(bres_tuner_cache_at(cached.cache, 1, NULL, &found));
        cr_expect_str_empty(cached.log);
        bres_test_cached_close(&cached);
        bres_test_cached_open(&cached, path);
    }
    bres_test_cached_close(&cached);
}

/* Each part of a key distinguishes two answers, and storing one answer leaves the others alone. */
Test(tune, cache_keeps_answers_of_other_keys)
{
    static const int64_t other[] = { 4096, 4096, 1025 };
    const char *path = bres_test_cached_path();
    bres_tuner_key keys[9];
    bres_test_cached cached;

    for (size_t i = 0; i < 9; i++)
        keys[i] = full_key();
    keys[1].kernel = "matmul";
    keys[2].kernel_hash = "v2";
    keys[3].device = "GPU";
    keys[4].driver = "";
    keys[5].space = "";
    keys[6].problem_size = other;
    keys[7].problem_size_count = 2;
    /* The same texts, split at another position. */
    keys[8].kernel_hash = "";
    keys[8].device = "v1GPU \"X\"";
    bres_test_cached_open(&cached, path);
    for (unsigned round = 0; round < 2; round++) {
        for (size_t i = 0; i < 9; i++) {
            bres_tuner_answer answer = full_answer();

            answer.samples = 100 * round + i;
            cr_assert_eq(bres_tuner_cache_store(cached.cache, &keys[i], &answer), BRES_OK);
        }
        bres_test_cached_close(&cached);
        bres_test_cached_open(&cached, path);
        cr_expect_eq(bres_tuner_cache_count(cached.cache), 9);
        for (size_t i = 0; i < 9; i++) {
            bres_tuner_answer found;

            bres_tuner_answer_init(&found);
            cr_assert(bres_tuner_cache_find(cached.cache, &keys[i], &found), "key %zu", i);
            cr_expect_eq(found.samples, 100 * round + i, "key %zu: %lu", i,
                         (unsigned long)found.samples);
        }
    }
    bres_test_cached_close(&cached);
}

/* A look-up without a space finds the answer that was stored last, also after reopening the
 * cache. */
Test(tune, cache_finds_the_last_space)
{
    const char *path = bres_test_cached_path();
    static const char *const spaces[] = { "one", "two", "three", "one" };
    bres_test_cached cached;

    bres_test_cached_open(&cached, path);
    for (size_t i = 0; i < 4; i++) {
        bres_tuner_answer answer = full_answer();
        bres_tuner_answer found;
        bres_tuner_key key = full_key();

        key.space = spaces[i];
        answer.samples = i;
        cr_assert_eq(bres_tuner_cache_store(cached.cache, &key, &answer), BRES_OK);
        key.space = NULL;
        bres_tuner_answer_init(&found);
        cr_assert(bres_tuner_cache_find(cached.cache, &key, &found));
        cr_expect_eq(found.samples, i);
        bres_test_cached_close(&cached);
        bres_test_cached_open(&cached, path);
        cr_assert(bres_tuner_cache_find(cached.cache, &key, &found));
        cr_expect_eq(found.samples, i);
        key.space = "four";
        cr_expect_not(bres_tuner_cache_find(cached.cache, &key, &found));
    }
    cr_expect_eq(bres_tuner_cache_count(cached.cache), 3);
    bres_test_cached_close(&cached);
}

/* Stores an answer for a size, with rows * 10000 + columns as its number of samples. */
static void store_size(bres_test_cached *cached, bres_tuner_key key, int64_t rows, int64_t columns)
{
    const int64_t sizes[] = { rows, columns };
    bres_tuner_answer answer = full_answer();

    key.problem_size = sizes;
    key.problem_size_count = 2;
    answer.samples = (uint64_t)(rows * 10000 + columns);
    cr_assert_eq(bres_tuner_cache_store(cached->cache, &key, &answer), BRES_OK);
}

static int64_t nearest_size(const bres_test_cached *cached, bres_tuner_key key, int64_t rows,
                            int64_t columns)
{
    const int64_t sizes[] = { rows, columns };
    bres_tuner_key found_key;
    bres_tuner_answer found;

    key.problem_size = sizes;
    key.problem_size_count = 2;
    bres_tuner_key_init(&found_key);
    bres_tuner_answer_init(&found);
    if (!bres_tuner_cache_find_nearest(cached->cache, &key, &found_key, &found))
        return -1;
    cr_expect_eq((int64_t)found.samples,
                 found_key.problem_size[0] * 10000 + found_key.problem_size[1]);
    return (int64_t)found.samples;
}

Test(tune, cache_finds_the_nearest_size)
{
    const char *path = bres_test_cached_path();
    bres_tuner_key key = full_key();
    bres_test_cached cached;

    bres_test_cached_open(&cached, path);
    cr_expect_eq(nearest_size(&cached, key, 1, 1), -1);
    store_size(&cached, key, 100, 100);
    store_size(&cached, key, 1000, 1000);
    store_size(&cached, key, 0, 0);
    cr_expect_eq(nearest_size(&cached, key, 1000, 1000), 10001000);
    /* By ratio, 300 is nearer to 100, and 330 is nearer to 1000. */
    cr_expect_eq(nearest_size(&cached, key, 300, 300), 1000100);
    cr_expect_eq(nearest_size(&cached, key, 330, 330), 10001000);
    cr_expect_eq(nearest_size(&cached, key, 1, 1), 0);
    cr_expect_eq(nearest_size(&cached, key, INT64_MAX, INT64_MAX), 10001000);
    /* An answer for another kernel, hash, device, space or number of sizes is not a neighbor. */
    key.kernel = "stencil";
    cr_expect_eq(nearest_size(&cached, key, 100, 100), -1);
    key = full_key();
    key.kernel_hash = "v2";
    cr_expect_eq(nearest_size(&cached, key, 100, 100), -1);
    key = full_key();
    key.device = "GPU";
    cr_expect_eq(nearest_size(&cached, key, 100, 100), -1);
    key = full_key();
    key.space = "other";
    cr_expect_eq(nearest_size(&cached, key, 100, 100), -1);
    key.space = NULL;
    cr_expect_eq(nearest_size(&cached, key, 100, 100), 1000100);
    bres_test_cached_close(&cached);
}

/* At equal distance, an answer of the same driver is preferred, then the answer stored last. */
Test(tune, cache_prefers_the_same_driver)
{
    static const char *const drivers[] = { "570", "590", "580" };
    const char *path = bres_test_cached_path();
    bres_tuner_key key = full_key();
    bres_tuner_answer answer = full_answer();
    bres_tuner_key found;
    bres_test_cached cached;

    bres_test_cached_open(&cached, path);
    for (size_t i = 0; i < 3; i++) {
        key.driver = drivers[i];
        cr_assert_eq(bres_tuner_cache_store(cached.cache, &key, &answer), BRES_OK);
    }
    bres_tuner_key_init(&found);
    for (size_t i = 0; i < 3; i++) {
        key.driver = drivers[i];
        cr_assert(bres_tuner_cache_find_nearest(cached.cache, &key, &found, &answer));
        cr_expect_str_eq(found.driver, drivers[i]);
    }
    key.driver = "600";
    cr_assert(bres_tuner_cache_find_nearest(cached.cache, &key, &found, &answer));
    cr_expect_str_eq(found.driver, "580");
    bres_test_cached_close(&cached);
}

/* A key without a device means this machine; the driver of another device is unknown. */
Test(tune, cache_knows_its_device)
{
    const char *path = bres_test_cached_path();
    bres_tuner_answer answer = full_answer();
    bres_tuner_key key = full_key();
    bres_tuner_key found;
    bres_test_cached cached;

    bres_test_cached_open(&cached, path);
    cr_expect_str_eq(bres_tuner_cache_driver(cached.cache), "");
    key.device = NULL;
    key.driver = NULL;
    cr_assert_eq(bres_tuner_cache_store(cached.cache, &key, &answer), BRES_OK);
    bres_tuner_key_init(&found);
    cr_assert(bres_tuner_cache_at(cached.cache, 0, &found, NULL));
    cr_expect_str_eq(found.device, bres_tuner_cache_device(cached.cache));
    cr_expect_str_eq(found.driver, "");
    key.device = bres_tuner_cache_device(cached.cache);
    cr_expect(bres_tuner_cache_find(cached.cache, &key, &answer));
    bres_test_cached_close(&cached);
}

Test(tune, cache_refuses_keys)
{
    static const int64_t negative[] = { -1 };
    static char huge[BRES_TUNER_KEY_BYTES_MAX + 1];
    const char *path = bres_test_cached_path();
    bres_tuner_answer answer = full_answer();
    bres_tuner_key keys[7];
    bres_test_cached cached;

    memset(huge, 'x', sizeof(huge) - 1);
    for (size_t i = 0; i < 7; i++)
        keys[i] = full_key();
    keys[0].size = 1;
    keys[1].kernel = NULL;
    keys[2].device = "\xFF";
    keys[3].problem_size = negative;
    keys[3].problem_size_count = 1;
    keys[4].problem_size = NULL;
    keys[5].problem_size_count = BRES_TUNER_KEY_SIZES_MAX + 1;
    keys[6].kernel_hash = huge;
    bres_test_cached_open(&cached, path);
    for (size_t i = 0; i < 7; i++) {
        const bres_status expected = i == 0  ? BRES_ERROR_VERSION
                                     : i < 5 ? BRES_ERROR_ARGUMENT
                                             : BRES_ERROR_LIMIT;
        bres_tuner_answer found;

        bres_tuner_answer_init(&found);
        cr_expect_eq(bres_tuner_cache_store(cached.cache, &keys[i], &answer), expected,
                     "key %zu: %s", i, bres_last_error());
        cr_expect_not(bres_tuner_cache_find(cached.cache, &keys[i], &found), "key %zu", i);
        cr_expect_not(bres_tuner_cache_find_nearest(cached.cache, &keys[i], NULL, &found));
    }
    cr_expect_neq(access(path, F_OK), 0);
    bres_test_cached_close(&cached);
}

Test(tune, cache_refuses_answers)
{
    const char *path = bres_test_cached_path();
    const bres_tuner_key key = full_key();
    bres_tuner_value value[6];
    const uint64_t wide[] = { UINT64_MAX };
    bres_tuner_answer answer;
    bres_test_cached cached;

    for (size_t i = 0; i < 6; i++)
        value[i] = values[3];
    value[0].name = NULL;
    value[1].name = "\xFF";
    value[2].string = NULL;
    value[3].string = "\xFF";
    value[4] = (bres_tuner_value){ .name = "X", .kind = BRES_KIND_FLOAT64, .float64 = NAN };
    value[5].kind = BRES_KIND_NULL;
    bres_test_cached_open(&cached, path);
    for (size_t i = 0; i < 14; i++) {
        answer = full_answer();
        answer.value_count = 1;
        if (i < 6)
            answer.values = &value[i];
        answer.size = i == 6 ? 1 : answer.size;
        answer.seconds = i == 7 ? -1 : i == 8 ? INFINITY : 1;
        answer.stop_reason = i == 9 ? BRES_TUNER_NONE_LEFT + 1 : BRES_TUNER_DECIDED;
        answer.reserved = i == 10;
        answer.values = i == 11 ? NULL : answer.values;
        answer.order = i == 12 ? NULL : i == 13 ? wide : order;
        answer.order_count = 1;
        cr_expect_eq(bres_tuner_cache_store(cached.cache, &key, &answer),
                     i == 6 ? BRES_ERROR_VERSION : BRES_ERROR_ARGUMENT, "answer %zu: %s", i,
                     bres_last_error());
    }
    bres_test_cached_close(&cached);
}

Test(tune, cache_refuses_arguments)
{
    const bres_tuner_key key = full_key();
    bres_tuner_answer answer = full_answer();
    bres_tuner_cache *cache = (bres_tuner_cache *)&key;
    bres_tuner_cache_options options;
    int64_t integer;
    double real;

    cr_expect_eq(bres_tuner_cache_open(NULL, NULL, &cache), BRES_ERROR_ARGUMENT);
    cr_expect_null(cache);
    cr_expect_eq(bres_tuner_cache_open("x", NULL, NULL), BRES_ERROR_ARGUMENT);
    bres_tuner_cache_options_init(&options);
    options.flags = 2;
    cr_expect_eq(bres_tuner_cache_open("x", &options, &cache), BRES_ERROR_ARGUMENT);
    options.flags = 0;
    options.cuda_device = -2;
    cr_expect_eq(bres_tuner_cache_open("x", &options, &cache), BRES_ERROR_ARGUMENT);
    options.cuda_device = -1;
    options.lock_timeout = -1;
    cr_expect_eq(bres_tuner_cache_open("x", &options, &cache), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_tuner_cache_store(NULL, &key, &answer), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_tuner_cache_refresh(NULL), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_tuner_cache_count(NULL), 0);
    cr_expect_not(bres_tuner_cache_at(NULL, 0, NULL, NULL));
    cr_expect_not(bres_tuner_cache_find(NULL, &key, &answer));
    cr_expect_not(bres_tuner_cache_find_nearest(NULL, &key, NULL, &answer));
    cr_expect_str_eq(bres_tuner_cache_device(NULL), "");
    cr_expect_str_eq(bres_tuner_cache_driver(NULL), "");
    bres_tuner_cache_close(NULL);
    bres_tuner_key_init(NULL);
    bres_tuner_answer_init(NULL);
    bres_tuner_cache_options_init(NULL);
    cr_expect_not(bres_tuner_answer_int64(&answer, "RATE", &integer));
    cr_expect_not(bres_tuner_answer_int64(&answer, NULL, &integer));
    cr_expect_not(bres_tuner_answer_int64(NULL, "TILE", &integer));
    cr_expect_not(bres_tuner_answer_float64(&answer, "crc32c", &real));
    cr_expect(bres_tuner_answer_float64(&answer, "TILE", &real) && real == (double)INT64_MIN);
    cr_expect_null(bres_tuner_answer_string(&answer, "TILE"));
    cr_expect_null(bres_tuner_answer_string(&answer, "X"));
}

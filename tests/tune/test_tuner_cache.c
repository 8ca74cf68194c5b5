/* SPDX-License-Identifier: MIT */
/*
 * Tuners with a cache.
 */
#include "base/base.h"
#include "base/process/fork_server.h"
#include "support/cached.h"
#include "support/support.h"
#include "support/tuned.h"

#include <benchresult.h>
#include <criterion/criterion.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define WINNER "X=10 Y=b"

static const int64_t size_here[] = { 512, 512 };

/* A tuner with a cache, and the key of its answer. */
typedef struct cached_run {
    bres_test_tuned tuned;
    bres_tuner_key key;
} cached_run;

static void run_begin(cached_run *run)
{
    bres_test_tuned_begin(&run->tuned);
    bres_tuner_key_init(&run->key);
    run->key.problem_size = size_here;
    run->key.problem_size_count = 2;
    run->tuned.options.name = "stencil";
    run->tuned.options.kernel_hash = "v1";
    run->tuned.options.cache = bres_test_cached_path();
    run->tuned.options.cache_key = &run->key;
    run->tuned.options.cache_timeout = 0;
}

/* Creates and runs the tuner; returns whether the cache has answered. */
static bool run_end(cached_run *run)
{
    bool is_cached;

    bres_test_tuned_new(&run->tuned);
    cr_assert_eq(bres_test_tuned_run(&run->tuned), BRES_OK, "%s", bres_last_error());
    is_cached = bres_tuner_is_cached(run->tuned.tuner);
    cr_expect_eq(is_cached, run->tuned.executions == 0, "%lu executions",
                 (unsigned long)run->tuned.executions);
    return is_cached;
}

static void tune_once(void)
{
    cached_run run;

    run_begin(&run);
    cr_assert_not(run_end(&run));
    cr_expect_str_empty(run.tuned.log);
    bres_test_tuned_free(&run.tuned);
}

static size_t cache_count(void)
{
    bres_test_cached cached;
    size_t count;

    bres_test_cached_open(&cached, bres_test_cached_path());
    count = bres_tuner_cache_count(cached.cache);
    bres_test_cached_close(&cached);
    return count;
}

Test(tune, tuner_takes_the_answer_of_its_cache)
{
    cached_run runs[2];
    const bres_result *result;

    for (int i = 0; i < 2; i++) {
        run_begin(&runs[i]);
        cr_expect_eq(run_end(&runs[i]), i == 1);
        cr_expect_str_eq(bres_test_tuned_winner(&runs[i].tuned), WINNER);
        cr_expect_eq(bres_tuner_stop_reason(runs[i].tuned.tuner), BRES_TUNER_DECIDED);
        cr_expect_eq(bres_tuner_best_count(runs[i].tuned.tuner), 1);
        cr_expect_eq(bres_tuner_remaining_count(runs[i].tuned.tuner), 1);
        cr_expect_str_empty(runs[i].tuned.log);
    }
    cr_expect_str_eq(bres_tuner_message(runs[1].tuned.tuner), "from the cache: decided");
    cr_expect_eq(bres_tuner_sample_count(runs[1].tuned.tuner), 0);
    cr_expect_eq(bres_trial_int64(bres_tuner_best_trial_at(runs[1].tuned.tuner, 0), "X"), 10);
    result = bres_tuner_result(runs[1].tuned.tuner);
    cr_assert_not_null(result);
    cr_expect_not_null(strstr(bres_result_meta_json(result), "\"cached\":true"), "%s",
                       bres_result_meta_json(result));
    cr_expect_str_eq(bres_state_name(bres_tuner_best_at(runs[1].tuned.tuner, 0)), WINNER);
    cr_expect_eq(bres_subbench_state_count(bres_result_subbench_at(result, 0)), 1);
    cr_expect_not(bres_tuner_is_cached(NULL));
    for (int i = 0; i < 2; i++)
        bres_test_tuned_free(&runs[i].tuned);
}

/* The answer that a program without a tuner finds. */
Test(tune, cache_has_the_answer_of_a_tuner)
{
    bres_test_cached cached;
    bres_tuner_answer answer;
    bres_tuner_key key;
    int64_t x = 0;

    tune_once();
    bres_test_cached_open(&cached, bres_test_cached_path());
    bres_tuner_key_init(&key);
    bres_tuner_answer_init(&answer);
    key.kernel = "stencil";
    key.kernel_hash = "v1";
    key.problem_size = size_here;
    key.problem_size_count = 2;
    cr_assert(bres_tuner_cache_find(cached.cache, &key, &answer));
    cr_expect_eq(answer.value_count, 2);
    cr_expect(bres_tuner_answer_int64(&answer, "X", &x) && x == 10);
    cr_expect_str_eq(bres_tuner_answer_string(&answer, "Y"), "b");
    cr_expect_eq(answer.stop_reason, BRES_TUNER_DECIDED);
    cr_expect_eq(answer.remaining, 1);
    cr_expect_gt(answer.samples, 10);
    cr_expect_float_eq(answer.seconds, 5e-4, 1e-5);
    /* All six, fastest first. */
    cr_expect_eq(answer.order_count, 6);
    cr_expect_arr_eq(answer.order, ((uint64_t[]){ 3, 4, 2, 1, 0, 5 }), 6 * sizeof(uint64_t));
    bres_test_cached_close(&cached);
}

static bool refuse_last(const bres_trial *trial, void *context)
{
    (void)context;
    return bres_trial_index(trial) != 5;
}

/* Changes one part of the key. */
static void change_key(cached_run *run, int part)
{
    static const int64_t other[] = { 512, 513 };

    if (part == 0)
        run->tuned.options.name = "blur";
    else if (part == 1)
        run->tuned.options.kernel_hash = "v2";
    else if (part == 2)
        run->key.device = "another";
    else if (part == 3)
        run->key.driver = "another";
    else if (part == 4)
        run->key.problem_size = other;
    else if (part == 5)
        run->key.problem_size_count = 1;
    else if (part == 6)
        run->tuned.options.clock_kind = BRES_CLOCK_THREAD;
    else if (part == 7)
        run->key.kernel = "blur2";
    else if (part == 8)
        run->key.kernel_hash = "v3";
}

/* Another key has its own answer, which leaves the first one alone. */
Test(tune, tuner_keeps_answers_of_other_keys)
{
    static const double thirds[] = { 1.0 / 3, 2.0 / 3 };

    tune_once();
    for (int part = 0; part <= 10; part++) {
        for (int round = 0; round < 2; round++) {
            cached_run run;

            run_begin(&run);
            change_key(&run, part);
            bres_test_tuned_new(&run.tuned);
            if (part == 9)
                bres_tuner_add_constraint(run.tuned.tuner, refuse_last, NULL);
            if (part == 10)
                bres_tuner_add_float64(run.tuned.tuner, "Z", thirds, 1);
            cr_assert_eq(bres_test_tuned_run(&run.tuned), BRES_OK, "%s", bres_last_error());
            cr_expect_eq(bres_tuner_is_cached(run.tuned.tuner), round == 1, "part %d", part);
            cr_expect_eq(strncmp(bres_test_tuned_winner(&run.tuned), WINNER, strlen(WINNER)), 0);
            bres_test_tuned_free(&run.tuned);
        }
        cr_expect_eq(cache_count(), (size_t)part + 2, "part %d", part);
    }
}

/* RETUNE measures again and replaces one answer. */
Test(tune, tuner_tunes_again)
{
    cached_run run;

    tune_once();
    run_begin(&run);
    run.tuned.options.name = "blur";
    cr_expect_not(run_end(&run));
    bres_test_tuned_free(&run.tuned);
    run_begin(&run);
    run.tuned.options.flags = BRES_TUNER_RETUNE;
    run.tuned.duration[3] = 990000;
    cr_expect_not(run_end(&run));
    cr_expect_str_eq(bres_test_tuned_winner(&run.tuned), "X=20 Y=b");
    bres_test_tuned_free(&run.tuned);
    run_begin(&run);
    cr_expect(run_end(&run));
    cr_expect_str_eq(bres_test_tuned_winner(&run.tuned), "X=20 Y=b");
    bres_test_tuned_free(&run.tuned);
    run_begin(&run);
    run.tuned.options.name = "blur";
    cr_expect(run_end(&run));
    cr_expect_str_eq(bres_test_tuned_winner(&run.tuned), WINNER);
    bres_test_tuned_free(&run.tuned);
    cr_expect_eq(cache_count(), 2);
}

static const int64_t nearby_sizes[][2] = { { 512, 512 }, { 8, 8 }, { 1000, 1000 } };

/* Stores an answer in which the configuration at `place` is the fastest. */
static void tune_nearby(const int64_t *sizes, size_t place)
{
    cached_run run;

    run_begin(&run);
    run.key.problem_size = sizes;
    run.tuned.duration[place] = 100000;
    cr_assert_not(run_end(&run));
    bres_test_tuned_free(&run.tuned);
}

/* With a budget of one sample, the tuner measures the configuration that was the fastest at a
 * nearby size. At a distant size another one was the fastest. */
static void expect_begins_with(size_t place, bres_tuner_strategy strategy)
{
    cached_run run;

    unlink(bres_test_cached_path());
    tune_nearby(nearby_sizes[0], place);
    tune_nearby(nearby_sizes[1], (place + 1) % BRES_TEST_TUNED_PLACES);
    run_begin(&run);
    run.key.problem_size = nearby_sizes[2];
    run.tuned.options.strategy = strategy;
    run.tuned.options.max_samples = 1;
    cr_expect_not(run_end(&run));
    cr_expect_gt(run.tuned.executed[place], 0, "place %zu, strategy %d", place, (int)strategy);
    cr_expect_eq(run.tuned.executed[place], run.tuned.executions);
    bres_test_tuned_free(&run.tuned);
}

Test(tune, tuner_begins_with_a_nearby_answer)
{
    for (size_t place = 0; place < BRES_TEST_TUNED_PLACES; place++) {
        expect_begins_with(place, BRES_TUNER_ELIMINATION);
        expect_begins_with(place, BRES_TUNER_EXHAUSTIVE);
        expect_begins_with(place, BRES_TUNER_RANDOM);
    }
}

/* The order at the start does not change the winner. */
Test(tune, tuner_is_not_misled_by_a_nearby_answer)
{
    static const int64_t other[] = { 8, 8 };
    cached_run run;

    run_begin(&run);
    run.key.problem_size = other;
    run.tuned.duration[5] = 100000;
    cr_expect_not(run_end(&run));
    bres_test_tuned_free(&run.tuned);
    run_begin(&run);
    cr_expect_not(run_end(&run));
    cr_expect_str_eq(bres_test_tuned_winner(&run.tuned), WINNER);
    cr_expect_eq(bres_tuner_stop_reason(run.tuned.tuner), BRES_TUNER_DECIDED);
    bres_test_tuned_free(&run.tuned);
}

/* An outcome without an answer is not stored. */
Test(tune, tuner_does_not_store_what_is_no_answer)
{
    cached_run run;

    run_begin(&run);
    run.tuned.interrupt_after = 30;
    cr_expect_not(run_end(&run));
    cr_expect_eq(bres_tuner_stop_reason(run.tuned.tuner), BRES_TUNER_INTERRUPTED);
    bres_test_tuned_free(&run.tuned);
    run_begin(&run);
    run.tuned.refused_check = 63;
    bres_test_tuned_new(&run.tuned);
    cr_assert_eq(bres_test_tuned_run(&run.tuned), BRES_OK);
    cr_expect_eq(bres_tuner_stop_reason(run.tuned.tuner), BRES_TUNER_NONE_LEFT);
    bres_test_tuned_free(&run.tuned);
    cr_expect_neq(access(bres_test_cached_path(), F_OK), 0);
}

/* A cached set of equal configurations is reported again as a set. */
Test(tune, tuner_takes_a_set_from_its_cache)
{
    for (int i = 0; i < 2; i++) {
        cached_run run;

        run_begin(&run);
        run.tuned.duration[4] = run.tuned.duration[3];
        cr_expect_eq(run_end(&run), i == 1);
        cr_expect_eq(bres_tuner_stop_reason(run.tuned.tuner), BRES_TUNER_TIED);
        cr_expect_eq(bres_tuner_best_count(run.tuned.tuner), 2);
        cr_expect_eq(bres_tuner_remaining_count(run.tuned.tuner), 2);
        cr_expect_eq(bres_tuner_trial_count(run.tuned.tuner), i == 0 ? 6 : 2);
        for (size_t at = 0; at < 2; at++) {
            const bres_trial *trial = bres_tuner_best_trial_at(run.tuned.tuner, at);
            bres_trial_outcome outcome;

            cr_expect_str_eq(bres_state_name(bres_tuner_best_at(run.tuned.tuner, at)),
                             bres_trial_name(trial));
            bres_trial_outcome_init(&outcome);
            cr_assert_eq(bres_trial_query(trial, &outcome), BRES_OK);
            cr_expect_eq(outcome.status, at == 0 ? BRES_TRIAL_BEST : BRES_TRIAL_TIED);
            cr_expect_eq(outcome.rank, at + 1);
            cr_expect_eq(outcome.samples != 0, i == 0);
            cr_expect_eq(isfinite(outcome.time) != 0, i == 0 || at == 0);
        }
        bres_test_tuned_free(&run.tuned);
    }
}

/* A run that the cache answers leaves the result file alone. A run with a file to resume is
 * resumed. */
Test(tune, tuner_has_a_cache_and_a_file)
{
    char path[PATH_MAX];
    cached_run run;

    snprintf(path, sizeof(path), "%s/tiles.json", bres_test_directory());
    for (uint32_t flags = 0; flags <= BRES_TUNER_RESUME; flags++) {
        tune_once();
        run_begin(&run);
        run.tuned.options.path = path;
        run.tuned.options.flags = flags;
        cr_expect(run_end(&run));
        bres_test_tuned_free(&run.tuned);
        cr_expect_neq(access(path, F_OK), 0);
        cr_assert_eq(unlink(bres_test_cached_path()), 0);
    }
    /* The finished run in a file is stored as an answer. */
    run_begin(&run);
    run.tuned.options.path = path;
    run.tuned.options.cache = NULL;
    cr_expect_not(run_end(&run));
    bres_test_tuned_free(&run.tuned);
    run_begin(&run);
    run.tuned.options.path = path;
    run.tuned.options.flags = BRES_TUNER_REUSE;
    bres_test_tuned_new(&run.tuned);
    cr_assert_eq(bres_test_tuned_run(&run.tuned), BRES_OK, "%s", bres_last_error());
    cr_expect_not(bres_tuner_is_cached(run.tuned.tuner));
    cr_expect_eq(run.tuned.executions, 0);
    bres_test_tuned_free(&run.tuned);
    cr_expect_eq(cache_count(), 1);
    /* The run is resumed, although the cache has an answer. */
    run_begin(&run);
    run.tuned.options.path = path;
    run.tuned.options.flags = BRES_TUNER_RESUME;
    bres_test_tuned_new(&run.tuned);
    cr_assert_eq(bres_test_tuned_run(&run.tuned), BRES_OK, "%s", bres_last_error());
    cr_expect_not(bres_tuner_is_cached(run.tuned.tuner));
    cr_expect_gt(bres_tuner_sample_count(run.tuned.tuner), 0);
    bres_test_tuned_free(&run.tuned);
}

Test(tune, tuner_asks_its_cache_first)
{
    bres_trial *trial = (bres_trial *)&size_here;
    cached_run run;

    tune_once();
    run_begin(&run);
    bres_test_tuned_new(&run.tuned);
    cr_assert_eq(bres_tuner_ask(run.tuned.tuner, &trial, NULL), BRES_OK);
    cr_expect_null(trial);
    cr_expect_str_eq(bres_test_tuned_winner(&run.tuned), WINNER);
    cr_expect_eq(bres_tuner_finish(run.tuned.tuner), BRES_OK);
    bres_test_tuned_free(&run.tuned);
}

/* A file that is not a cache ends the run before any measurement. */
Test(tune, tuner_with_a_file_that_is_no_cache)
{
    static const char newer[] = "{\"benchresult_tuner_cache\":2}\n";
    cached_run run;

    bres_test_write_file(bres_test_cached_path(), newer, strlen(newer));
    run_begin(&run);
    bres_test_tuned_new(&run.tuned);
    cr_expect_eq(bres_test_tuned_run(&run.tuned), BRES_ERROR_VERSION);
    cr_expect_not_null(strstr(bres_last_error(), "newer"), "%s", bres_last_error());
    cr_expect_eq(run.tuned.executions, 0);
    bres_test_tuned_free(&run.tuned);
}

/* A damaged answer is measured again, and repaired. */
Test(tune, tuner_with_a_damaged_cache)
{
    const char *path = bres_test_cached_path();
    cached_run run;
    size_t size;
    char *data;

    tune_once();
    data = bres_test_read_file(path, &size);
    data[size / 2] ^= 4;
    bres_test_write_file(path, data, size);
    free(data);
    run_begin(&run);
    cr_expect_not(run_end(&run));
    cr_expect_not_null(strstr(run.tuned.log, "is damaged and left out"), "%s", run.tuned.log);
    bres_test_tuned_free(&run.tuned);
    run_begin(&run);
    cr_expect(run_end(&run));
    cr_expect_str_empty(run.tuned.log);
    bres_test_tuned_free(&run.tuned);
}

/* The outcome of a run does not depend on whether the cache can store it. */
Test(tune, tuner_cannot_store)
{
    const char *path = bres_test_cached_path();
    cached_run run;
    int fd;

    bres_test_write_file(path, "", 0);
    fd = open(path, O_RDONLY | O_CLOEXEC);
    cr_assert_geq(fd, 0);
    cr_assert_eq(flock(fd, LOCK_EX), 0);
    run_begin(&run);
    cr_expect_not(run_end(&run));
    cr_expect_not_null(strstr(run.tuned.log, "it is read nevertheless"), "%s", run.tuned.log);
    cr_expect_not_null(strstr(run.tuned.log, "the answer is not stored in the cache: "), "%s",
                       run.tuned.log);
    cr_expect_str_eq(bres_test_tuned_winner(&run.tuned), WINNER);
    bres_test_tuned_free(&run.tuned);
    close(fd);
    cr_expect_eq(cache_count(), 0);
}

Test(tune, tuner_cannot_write_its_cache)
{
    const char *path = bres_test_cached_path();
    char directory[PATH_MAX];
    cached_run run;

    tune_once();
    snprintf(directory, sizeof(directory), "%.*s", (int)(strrchr(path, '/') - path), path);
    cr_assert_eq(chmod(directory, 0755), 0);
    cr_assert_eq(chmod(path, 0444), 0);
    if (geteuid() == 0)
        cr_assert_eq(seteuid(65534), 0);
    for (int i = 0; i < 2; i++) {
        run_begin(&run);
        run.tuned.options.kernel_hash = i == 0 ? "v1" : "v2";
        cr_expect_eq(run_end(&run), i == 0);
        cr_expect_not_null(strstr(run.tuned.log, "answers are used, but not stored\n"), "%s",
                           run.tuned.log);
        cr_expect_eq(strchr(run.tuned.log, '\n')[1], '\0', "%s", run.tuned.log);
        bres_test_tuned_free(&run.tuned);
    }
    if (getuid() == 0)
        cr_assert_eq(seteuid(0), 0);
    cr_expect_eq(cache_count(), 1);
}

/* Changes the only answer of the cache. */
static void change_answer(const bres_tuner_answer *quality, const uint64_t *order,
                          size_t order_count)
{
    bres_test_cached cached;
    bres_tuner_answer answer;
    bres_tuner_key key;

    bres_test_cached_open(&cached, bres_test_cached_path());
    bres_tuner_key_init(&key);
    bres_tuner_answer_init(&answer);
    cr_assert(bres_tuner_cache_at(cached.cache, 0, &key, &answer));
    answer.stop_reason = quality->stop_reason;
    answer.error_rate = quality->error_rate;
    answer.equivalence_margin = quality->equivalence_margin;
    answer.elapsed = quality->elapsed;
    answer.samples = quality->samples;
    answer.trial_samples = quality->trial_samples;
    answer.remaining = quality->remaining;
    answer.unmeasured = quality->unmeasured;
    if (order != NULL) {
        answer.order = order;
        answer.order_count = order_count;
    }
    cr_assert_eq(bres_tuner_cache_store(cached.cache, &key, &answer), BRES_OK, "%s",
                 bres_last_error());
    bres_test_cached_close(&cached);
}

/* The rule is the same as for the outcome in a file. */
Test(tune, tuner_takes_an_answer_that_is_good_enough)
{
    static const struct {
        bres_tuner_answer answer;
        bres_tuner_reuse_if reuse_if;
        int64_t reuse_left;
        double max_time;
        int64_t max_samples;
        bool taken;
    } rows[] = {
        { { .stop_reason = BRES_TUNER_DECIDED, .error_rate = 0.01 }, .taken = true },
        { { .stop_reason = BRES_TUNER_DECIDED, .error_rate = 0.02 }, .taken = false },
        { { .stop_reason = BRES_TUNER_DECIDED }, .taken = false },
        { { .stop_reason = BRES_TUNER_TIED, .error_rate = 0.01, .equivalence_margin = 0.01 },
          .taken = true },
        { { .stop_reason = BRES_TUNER_TIED, .error_rate = 0.01, .equivalence_margin = 0.02 },
          .taken = false },
        { { .stop_reason = BRES_TUNER_TIME_OVER, .elapsed = 1 }, .taken = false },
        { { .stop_reason = BRES_TUNER_TIME_OVER, .elapsed = 1 }, .max_time = 1, .taken = true },
        { { .stop_reason = BRES_TUNER_TIME_OVER, .elapsed = 1 }, .max_time = 2, .taken = false },
        { { .stop_reason = BRES_TUNER_SAMPLES_OVER, .samples = 50 },
          .max_samples = 50,
          .taken = true },
        { { .stop_reason = BRES_TUNER_SAMPLES_OVER, .samples = 50 },
          .max_samples = 51,
          .taken = false },
        { { .stop_reason = BRES_TUNER_COMPLETE, .trial_samples = 200 }, .taken = true },
        { { .stop_reason = BRES_TUNER_COMPLETE, .trial_samples = 199 }, .taken = false },
        { { .stop_reason = BRES_TUNER_TIME_OVER, .remaining = 3 },
          .reuse_if = BRES_TUNER_REUSE_FEW_LEFT,
          .reuse_left = 3,
          .taken = true },
        { { .stop_reason = BRES_TUNER_TIME_OVER, .remaining = 2, .unmeasured = 2 },
          .reuse_if = BRES_TUNER_REUSE_FEW_LEFT,
          .reuse_left = 3,
          .taken = false },
        { { .stop_reason = BRES_TUNER_TIME_OVER },
          .reuse_if = BRES_TUNER_REUSE_FEW_LEFT,
          .reuse_left = 3,
          .taken = false },
        { { .stop_reason = BRES_TUNER_RUNNING }, .taken = false },
        { { .stop_reason = BRES_TUNER_RUNNING }, .reuse_if = BRES_TUNER_REUSE_ANY, .taken = true },
        { { .stop_reason = BRES_TUNER_INTERRUPTED },
          .reuse_if = BRES_TUNER_REUSE_ANY,
          .taken = false },
        { { .stop_reason = BRES_TUNER_NONE_LEFT },
          .reuse_if = BRES_TUNER_REUSE_ANY,
          .taken = false },
    };

    tune_once();
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        cached_run run;

        change_answer(&rows[i].answer, NULL, 0);
        run_begin(&run);
        run.tuned.options.reuse_if = (uint32_t)rows[i].reuse_if;
        run.tuned.options.reuse_left = rows[i].reuse_left > 0 ? rows[i].reuse_left : 1;
        run.tuned.options.max_time = rows[i].max_time;
        run.tuned.options.max_samples = rows[i].max_samples;
        run.tuned.options.trial_samples = 200;
        cr_expect_eq(run_end(&run), rows[i].taken, "row %zu", i);
        cr_expect_str_eq(bres_test_tuned_winner(&run.tuned), WINNER);
        bres_test_tuned_free(&run.tuned);
    }
}

/* An answer has the quality data of the run that stored it. */
Test(tune, tuner_stores_how_good_its_answer_is)
{
    bres_test_cached cached;
    bres_tuner_answer answer;
    cached_run run;

    run_begin(&run);
    run.tuned.options.max_samples = 4;
    run.tuned.options.error_rate = 0.05;
    run.tuned.options.equivalence_margin = 0.03;
    run.tuned.options.trial_samples = 70;
    cr_expect_not(run_end(&run));
    bres_test_cached_open(&cached, bres_test_cached_path());
    bres_tuner_answer_init(&answer);
    cr_assert(bres_tuner_cache_at(cached.cache, 0, NULL, &answer));
    cr_expect_eq(answer.stop_reason, BRES_TUNER_SAMPLES_OVER);
    cr_expect_eq(answer.samples, 4);
    cr_expect_eq(answer.remaining, bres_tuner_best_count(run.tuned.tuner));
    cr_expect_eq(answer.remaining + answer.unmeasured, bres_tuner_remaining_count(run.tuned.tuner));
    cr_expect_eq(answer.unmeasured, 6 - bres_tuner_measured_count(run.tuned.tuner));
    cr_expect_gt(answer.unmeasured, 0);
    cr_expect_eq(answer.trial_samples, 70);
    cr_expect(answer.elapsed > 1e-3 && answer.elapsed < 10);
    cr_expect_eq(answer.error_rate, 0.05);
    cr_expect_eq(answer.equivalence_margin, 0.03);
    bres_test_cached_close(&cached);
    bres_test_tuned_free(&run.tuned);
}

/* A failed configuration uses a sample of the budget, but its sample is not in a state. */
Test(tune, tuner_takes_an_answer_of_its_budget)
{
    for (int i = 0; i < 2; i++) {
        cached_run run;

        run_begin(&run);
        run.tuned.options.max_samples = 8;
        run.tuned.refused_check = 1;
        bres_test_tuned_new(&run.tuned);
        cr_assert_eq(bres_test_tuned_run(&run.tuned), BRES_OK);
        cr_expect_eq(bres_tuner_stop_reason(run.tuned.tuner), BRES_TUNER_SAMPLES_OVER);
        cr_expect(bres_tuner_sample_count(run.tuned.tuner) < 8);
        cr_expect_eq(bres_tuner_is_cached(run.tuned.tuner), i == 1);
        bres_test_tuned_free(&run.tuned);
    }
}

/* The order that a program has stored may contain a configuration several times. */
Test(tune, tuner_takes_each_configuration_of_an_answer_once)
{
    static const uint64_t order[] = { 3, 3, 4, 3, 4, 2, 3, 3, 3, 3, 3, 3 };
    const bres_tuner_answer quality = { .stop_reason = BRES_TUNER_DECIDED,
                                        .error_rate = 0.01,
                                        .remaining = 12 };
    cached_run run;

    tune_once();
    change_answer(&quality, order, sizeof(order) / sizeof(*order));
    run_begin(&run);
    cr_expect(run_end(&run));
    cr_assert_eq(bres_tuner_best_count(run.tuned.tuner), 3);
    for (size_t i = 0; i < 3; i++)
        cr_expect_eq(bres_trial_index(bres_tuner_best_trial_at(run.tuned.tuner, i)),
                     ((const uint64_t[]){ 3, 4, 2 })[i]);
    bres_test_tuned_free(&run.tuned);
}

/* An answer with values that the tuner does not have is ignored. */
Test(tune, tuner_with_an_answer_of_something_else)
{
    const bres_tuner_value values[] = {
        { .name = "X", .kind = BRES_KIND_INT64, .int64 = 11 },
        { .name = "Y", .kind = BRES_KIND_STRING, .string = "b" },
    };
    bres_test_cached cached;
    bres_tuner_answer answer;
    bres_tuner_key key;
    cached_run run;

    tune_once();
    bres_test_cached_open(&cached, bres_test_cached_path());
    bres_tuner_key_init(&key);
    bres_tuner_answer_init(&answer);
    cr_assert(bres_tuner_cache_at(cached.cache, 0, &key, NULL));
    answer.stop_reason = BRES_TUNER_DECIDED;
    answer.error_rate = 0.01;
    answer.values = values;
    for (size_t count = 1; count <= 2; count++) {
        answer.value_count = count;
        cr_assert_eq(bres_tuner_cache_store(cached.cache, &key, &answer), BRES_OK);
        run_begin(&run);
        cr_expect_not(run_end(&run));
        cr_expect_str_eq(bres_test_tuned_winner(&run.tuned), WINNER);
        bres_test_tuned_free(&run.tuned);
    }
    bres_test_cached_close(&cached);
}

Test(tune, tuner_refuses_cache_options)
{
    cached_run run;

    for (int row = 0; row < 5; row++) {
        run_begin(&run);
        if (row == 0)
            run.tuned.options.name = "tune";
        else if (row == 1)
            run.key.space = "";
        else if (row == 2)
            run.key.problem_size = NULL;
        else if (row == 3)
            run.tuned.options.cache_timeout = -1;
        else
            run.key.driver = "\xFF";
        cr_expect_null(bres_tuner_new(&run.tuned.options));
        cr_expect_eq(bres_last_error_status(), BRES_ERROR_ARGUMENT, "row %d: %s", row,
                     bres_last_error());
    }
    /* A kernel name of its own is accepted. */
    run_begin(&run);
    run.tuned.options.name = "tune";
    run.key.kernel = "stencil";
    cr_expect_not(run_end(&run));
    bres_test_tuned_free(&run.tuned);
}

static void execute(const bres_trial *trial, void *context)
{
    bres_test_tuned *tuned = context;

    tuned->time.now += (uint64_t)tuned->duration[bres_trial_index(trial)];
}

/* Isolated configurations have copies of the descriptor, but not the lock. */
Test(tune, tuner_with_a_cache_isolates)
{
    /* The test runner may have threads. */
    bres__fork_server_threads = bres__count_threads();
    for (int i = 0; i < 2; i++) {
        cached_run run;

        run_begin(&run);
        run.tuned.options.flags = BRES_TUNER_ISOLATE;
        run.tuned.options.max_samples = 60;
        run.tuned.tuner = bres_tuner_new(&run.tuned.options);
        cr_assert_not_null(run.tuned.tuner);
        bres_tuner_add_int64(run.tuned.tuner, "X", (int64_t[]){ 1, 2, 3 }, 3);
        cr_assert_eq(bres_tuner_run_cpu(run.tuned.tuner, execute, &run.tuned), BRES_OK, "%s",
                     bres_last_error());
        cr_expect_eq(bres_tuner_is_cached(run.tuned.tuner), i == 1);
        cr_expect_str_empty(run.tuned.log);
        bres_tuner_free(run.tuned.tuner);
    }
}

/* A run that measures, and a run that the cache answers. */
static bres_status tune_twice(void *context)
{
    bres_status status = BRES_OK;

    (void)context;
    unlink(bres_test_cached_path());
    for (int i = 0; i < 2 && status == BRES_OK; i++) {
        cached_run run;

        run_begin(&run);
        run.tuned.options.max_samples = 12;
        bres_test_tuned_new(&run.tuned);
        status = run.tuned.made;
        if (status == BRES_OK)
            status = bres_test_tuned_run(&run.tuned);
        bres_test_tuned_free(&run.tuned);
    }
    return status;
}

Test(tune, tuner_with_a_cache_survives_every_fault, .timeout = 600)
{
    bres_test_sweep_partial(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, tune_twice, NULL);
}

Test(tune, tuner_with_a_cache_survives_every_failing_call, .timeout = 600)
{
    bres__faults_arm(0, 0, false);
    for (size_t n = 1;; n++) {
        bres_status status;

        bres__faults_arm(BRES__FAULT_IO, n, false);
        status = tune_twice(NULL);
        if (!bres__faults_hit()) {
            bres__faults_arm(0, 0, false);
            cr_expect_gt(n, 8);
            return;
        }
        bres__faults_arm(0, 0, false);
        cr_expect(status == BRES_OK || status == BRES_ERROR_IO, "fault %zu: %s", n,
                  bres_last_error());
    }
}

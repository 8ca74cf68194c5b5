/* SPDX-License-Identifier: MIT */
#include "support/timed.h"

#include "base/error.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#define THREADS      7
#define POOL_THREADS 3

static void log_word(bres_test_timed *timed, const char *word, int64_t number)
{
    const size_t length = strlen(timed->log);

    snprintf(timed->log + length, sizeof(timed->log) - length, "%s%s", length > 0 ? " " : "", word);
    if (number >= 0)
        snprintf(timed->log + strlen(timed->log), sizeof(timed->log) - strlen(timed->log), "=%lld",
                 (long long)number);
}

static bres_status hook(bres_test_timed *timed, const char *word, int64_t number)
{
    log_word(timed, word, number);
    timed->calls++;
    if (timed->calls == timed->fail ||
        (timed->lasting && timed->fail != 0 && timed->calls > timed->fail))
        return bres__error(BRES_ERROR_CONFLICT, "call %u fails", timed->calls);
    return BRES_OK;
}

/* Starts a block without executions. */
static bres_status hook_setup(void *user)
{
    bres_test_timed *timed = user;

    cr_assert_lt(timed->block_count, BRES_TEST_TIMED_BLOCKS);
    timed->blocks[timed->block_count++] = 0;
    return hook(timed, "setup", -1);
}

static bres_status hook_teardown(void *user)
{
    return hook(user, "teardown", -1);
}

static bres_status hook_synchronize(void *user)
{
    return hook(user, "synchronize", -1);
}

static bres_status hook_block(void *user, uint64_t number, double seconds)
{
    bres_test_timed *timed = user;

    cr_assert_eq(number, timed->blocks[timed->block_count - 1]);
    cr_assert_gt(seconds, 0);
    timed->counted++;
    return hook(timed, "block", (int64_t)number);
}

static bres_status hook_threads(void *user, int32_t threads, int32_t *previous)
{
    bres_test_timed *timed = user;
    const bres_status status = hook(timed, "threads", threads);

    if (status == BRES_OK) {
        *previous = timed->threads;
        timed->threads = threads;
    }
    return status;
}

static void execute(void *context, uint64_t count)
{
    bres_test_timed *timed = context;

    if (timed->block_count > 0)
        timed->blocks[timed->block_count - 1] = count;
    log_word(timed, "run", (int64_t)count);
    bres_test_body_run_batch(&timed->body, count);
}

void bres_test_timed_begin(bres_test_timed *timed, const int64_t *durations, size_t count)
{
    bres_task_spec spec;

    memset(timed, 0, sizeof(*timed));
    timed->time.cost = 50;
    timed->clock = bres_test_clock_of(&timed->time);
    timed->body = (bres_test_body){ .clock = &timed->time, .durations = durations, .count = count };
    timed->threads = POOL_THREADS;
    bres_timer_options_init(&timed->options);
    timed->options.clock = &timed->clock;
    timed->options.setup = hook_setup;
    timed->options.user = timed;
    bres_task_spec_init(&spec);
    spec.num_threads = THREADS;
    cr_assert_eq(bres_timer_new_batched(execute, timed, &spec, &timed->timer), BRES_OK, "%s",
                 bres_last_error());
}

void bres_test_timed_hook(bres_test_timed *timed)
{
    timed->options.teardown = hook_teardown;
    timed->options.synchronize = hook_synchronize;
    timed->options.set_threads = hook_threads;
    timed->options.block = hook_block;
}

bres_status bres_test_timed_measure(bres_test_timed *timed, bres_timing_method method,
                                    bres_measurement **measurement)
{
    return bres_timer_measure(timed->timer, method, &timed->options, measurement);
}

void bres_test_timed_end(bres_test_timed *timed)
{
    bres_timer_free(timed->timer);
}

/* SPDX-License-Identifier: MIT */
/*
 * Several processes with one cache. Child processes do not assert: they end with a status.
 */
#include "base/base.h"
#include "support/cached.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define PROCESSES 4

/* Opens a cache that waits for the lock. */
static bres_tuner_cache *open_waiting(const char *path)
{
    bres_tuner_cache_options options;
    bres_tuner_cache *cache;

    bres_tuner_cache_options_init(&options);
    options.lock_timeout = 600;
    return bres_tuner_cache_open(path, &options, &cache) == BRES_OK ? cache : NULL;
}

/* Stores the answers of a process `rounds` times. Only the last round counts. */
static _Noreturn void store_all(const char *path, int process, int64_t rounds)
{
    char kernel[] = { (char)('a' + process), '\0' };
    bres_tuner_cache *cache = open_waiting(path);

    for (int64_t i = 0; i < rounds; i++) {
        for (int64_t size = 0; size < 3; size++) {
            if (bres_test_cached_store(cache, kernel, size, i) != BRES_OK ||
                bres_test_cached_tile(cache, kernel, size) != i)
                _exit(1);
        }
    }
    bres_tuner_cache_close(cache);
    _exit(0);
}

static pid_t start_storing(const char *path, int process, int64_t rounds)
{
    const pid_t pid = fork();

    cr_assert_geq(pid, 0);
    if (pid == 0)
        store_all(path, process, rounds);
    return pid;
}

static void expect_success(pid_t pid)
{
    int status;

    cr_assert_eq(waitpid(pid, &status, 0), pid);
    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 0, "status %x", (unsigned)status);
}

/* No answer is lost, even while a new file replaces the old one. */
Test(tune, cache_of_several_processes, .timeout = 600)
{
    const int64_t rounds = bres_test_long() ? 2000 : 150;
    const char *path = bres_test_cached_path();
    pid_t pids[PROCESSES];
    bres_test_cached cached;

    for (int i = 0; i < PROCESSES; i++)
        pids[i] = start_storing(path, i, rounds);
    for (int i = 0; i < PROCESSES; i++)
        expect_success(pids[i]);
    bres_test_cached_open(&cached, path);
    cr_expect_str_empty(cached.log);
    cr_expect_eq(bres_tuner_cache_count(cached.cache), 3 * PROCESSES);
    for (int i = 0; i < PROCESSES; i++) {
        char kernel[] = { (char)('a' + i), '\0' };

        for (int64_t size = 0; size < 3; size++)
            cr_expect_eq(bres_test_cached_tile(cached.cache, kernel, size), rounds - 1);
    }
    bres_test_cached_close(&cached);
}

/* A waiting process gets the lock. */
Test(tune, cache_waits_for_the_lock)
{
    const char *path = bres_test_cached_path();
    bres_test_cached cached;
    pid_t pid;
    int fd;

    bres_test_cached_open(&cached, path);
    cr_assert_eq(bres_test_cached_store(cached.cache, "k", 1, 8), BRES_OK);
    bres_test_cached_close(&cached);
    fd = open(path, O_RDONLY | O_CLOEXEC);
    cr_assert_geq(fd, 0);
    cr_assert_eq(bres__lock(fd), 0);
    pid = start_storing(path, 0, 1);
    bres__unlock(fd);
    expect_success(pid);
    close(fd);
    cr_expect_eq(bres_test_cached_tile_in(path, "a", 2), 0);
}

/* Opens a cache, reports this, and stores on request. */
static _Noreturn void store_when_told(const char *path, int told, int reports)
{
    bres_tuner_cache *cache = open_waiting(path);
    char byte = 'o';

    if (cache == NULL || write(reports, &byte, 1) != 1 || read(told, &byte, 1) != 1)
        _exit(1);
    _exit(bres_test_cached_store(cache, "k", 2, 9) == BRES_OK ? 0 : 1);
}

/* Returns when a process sleeps or has ended. */
static void await_sleep(pid_t pid)
{
    char path[64];
    char state = 'R';

    snprintf(path, sizeof(path), "/proc/%ld/stat", (long)pid);
    while (state != 'S' && state != 'Z') {
        FILE *file = fopen(path, "r");

        cr_assert_not_null(file);
        cr_assert_eq(fscanf(file, "%*d (%*[^)]) %c", &state), 1);
        fclose(file);
        sched_yield();
    }
}

/* The file whose lock a process waits for is replaced by another file. */
Test(tune, cache_is_replaced_while_a_process_waits)
{
    const char *path = bres_test_cached_path();
    bres_test_cached cached;
    char copy[4300];
    int told[2];
    int reports[2];
    size_t size;
    char *data;
    char byte;
    pid_t pid;
    int fd;

    bres_test_cached_open(&cached, path);
    cr_assert_eq(bres_test_cached_store(cached.cache, "k", 1, 8), BRES_OK);
    bres_test_cached_close(&cached);
    data = bres_test_read_file(path, &size);
    snprintf(copy, sizeof(copy), "%s.copy", path);
    bres_test_write_file(copy, data, size);
    free(data);
    cr_assert_eq(pipe2(told, O_CLOEXEC), 0);
    cr_assert_eq(pipe2(reports, O_CLOEXEC), 0);
    pid = fork();
    cr_assert_geq(pid, 0);
    if (pid == 0)
        store_when_told(path, told[0], reports[1]);
    cr_assert_eq(read(reports[0], &byte, 1), 1);
    fd = open(path, O_RDONLY | O_CLOEXEC);
    cr_assert_geq(fd, 0);
    cr_assert_eq(bres__lock(fd), 0);
    cr_assert_eq(write(told[1], "s", 1), 1);
    await_sleep(pid);
    cr_assert_eq(rename(copy, path), 0);
    close(fd);
    expect_success(pid);
    cr_expect_eq(bres_test_cached_tile_in(path, "k", 1), 8);
    cr_expect_eq(bres_test_cached_tile_in(path, "k", 2), 9);
}

/* Stores until it is killed, and reports each stored answer. */
static _Noreturn void store_forever(const char *path, int reports)
{
    bres_tuner_cache *cache = open_waiting(path);

    for (int64_t i = 0;; i++) {
        if (bres_test_cached_store(cache, "k", i % 5, i) != BRES_OK ||
            write(reports, &i, sizeof(i)) != (ssize_t)sizeof(i))
            _exit(1);
    }
}

/* A process that is killed while it stores loses no answer that it has reported, and leaves at most
 * an incomplete entry. */
Test(tune, cache_outlives_killed_processes, .timeout = 600)
{
    const unsigned rounds = bres_test_long() ? 300 : 10;
    const char *path = bres_test_cached_path();
    bres__random random = bres__random_stream(20, 0);

    for (unsigned round = 0; round < rounds; round++) {
        uint64_t left = 1 + bres__random_below(&random, 400);
        int64_t last = -1;
        bres_test_cached cached;
        int reports[2];
        pid_t pid;

        cr_assert_eq(pipe2(reports, O_CLOEXEC), 0);
        pid = fork();
        cr_assert_geq(pid, 0);
        if (pid == 0)
            store_forever(path, reports[1]);
        close(reports[1]);
        while (left-- > 0)
            cr_assert_eq(read(reports[0], &last, sizeof(last)), (ssize_t)sizeof(last));
        kill(pid, SIGKILL);
        cr_assert_eq(waitpid(pid, NULL, 0), pid);
        /* Reports that were still in the pipe. */
        while (read(reports[0], &last, sizeof(last)) == (ssize_t)sizeof(last))
            continue;
        close(reports[0]);
        bres_test_cached_open(&cached, path);
        cr_expect_geq(bres_test_cached_tile(cached.cache, "k", last % 5), last, "round %u: %s",
                      round, cached.log);
        bres_test_cached_close(&cached);
    }
}

/* Dies in a system call of a store that also creates a new file. */
static _Noreturn void store_and_die(const char *path, size_t operation)
{
    bres_tuner_cache *cache = open_waiting(path);

    bres__faults_arm(BRES__FAULT_IO | BRES__FAULT_EXIT, operation, false);
    _exit(bres_test_cached_store(cache, "k", 1, 9) == BRES_OK ? 0 : 1);
}

Test(tune, cache_outlives_death_in_every_call, .timeout = 600)
{
    const char *path = bres_test_cached_path();
    bres_test_cached cached;
    int status;

    for (size_t operation = 1;; operation++) {
        const char *beginning = "{\"benchresult_tuner_cache\":1}\ndamage\n";
        int64_t tile;
        pid_t pid;

        bres_test_write_file(path, beginning, strlen(beginning));
        bres_test_cached_open(&cached, path);
        /* Storing repairs the file. */
        cr_assert_eq(bres_test_cached_store(cached.cache, "k", 1, 8), BRES_OK);
        cr_assert_eq(bres_test_cached_store(cached.cache, "other", 1, 5), BRES_OK);
        bres_test_cached_close(&cached);
        {
            FILE *file = fopen(path, "ab");

            cr_assert(file != NULL && fputs("damage", file) >= 0 && fclose(file) == 0);
        }
        pid = fork();
        cr_assert_geq(pid, 0);
        if (pid == 0)
            store_and_die(path, operation);
        cr_assert_eq(waitpid(pid, &status, 0), pid);
        cr_assert(WIFEXITED(status));
        bres_test_cached_open(&cached, path);
        tile = bres_test_cached_tile(cached.cache, "k", 1);
        cr_expect(tile == 8 || tile == 9, "operation %zu: %ld", operation, (long)tile);
        cr_expect_eq(bres_test_cached_tile(cached.cache, "other", 1), 5);
        bres_test_cached_close(&cached);
        if (WEXITSTATUS(status) == 0) {
            cr_expect_eq(tile, 9);
            cr_expect_gt(operation, 5);
            return;
        }
        cr_assert_eq(WEXITSTATUS(status), BRES__FAULT_EXIT, "operation %zu", operation);
    }
}

/* SPDX-License-Identifier: MIT */
/* Processes that write the same result file at the same time, and files that killed processes
 * leave beside it. */
#include "support/describe.h"
#include "support/support.h"
#include "support/written.h"

#include <benchresult.h>
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define WRITERS 4
#define WRITES  25
#define STATES  3

#define OK(call) cr_assert_eq(call, BRES_OK, "%s", bres_last_error())

/* A result whose samples identify the writer. */
static bres_result *result_of(int writer)
{
    const float values[] = { (float)writer + 1, (float)writer + 1 };
    bres_result *result;
    bres_subbench *bench;
    bres_state *state;

    OK(bres_result_new(&result));
    OK(bres_result_add_subbench(result, "b", &bench));
    for (int i = 0; i < STATES; i++) {
        OK(bres_subbench_add_state(bench, &state));
        OK(bres_state_set_samples(state, values, 2));
        OK(bres_state_set_frequencies(state, values, 2));
    }
    return result;
}

/* Returns the number of writes that failed. */
static int write_again(const char *path, int writer, uint32_t flags)
{
    bres_result *result = result_of(writer);
    bres_write_options options;
    int failed = 0;

    bres_write_options_init(&options);
    options.flags = flags;
    for (int i = 0; i < WRITES; i++)
        if (bres_result_write(result, path, &options) != BRES_OK)
            failed++;
    bres_result_unref(result);
    return failed;
}

/* The result has all samples, and all are from one writer. */
static void check_result(const char *path)
{
    bres_result *result;
    float first = 0;

    OK(bres_result_load(path, NULL, &result));
    for (int i = 0; i < STATES; i++) {
        const bres_state *state =
            bres_subbench_state_at(bres_result_subbench_at(result, 0), (size_t)i);
        const float *samples;
        size_t count;

        OK(bres_state_samples(state, &samples, &count));
        cr_assert_eq(count, 2);
        if (i == 0)
            first = samples[0];
        cr_expect(samples[0] == first && samples[1] == first, "state %d", i);
    }
    bres_result_unref(result);
}

static size_t count_lines(const char *text)
{
    size_t count = 0;

    for (const char *c = text; *c != '\0'; c++)
        count += *c == '\n';
    return count;
}

/* All writes succeed. The last `without` writers write no sidecars. */
static void run_writers(const char *path, int without)
{
    pid_t writers[WRITERS];

    for (int i = 0; i < WRITERS; i++) {
        writers[i] = fork();
        if (writers[i] == 0)
            _exit(write_again(path, i, i < WRITERS - without ? 0 : BRES_WRITE_NO_SIDECARS));
    }
    for (int i = 0; i < WRITERS; i++) {
        int status;

        cr_assert_eq(waitpid(writers[i], &status, 0), writers[i]);
        cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 0, "writer %d: status %d", i, status);
    }
}

/* The directory has all sidecars of the result, and no others. */
static void check_files(const char *top, const char *path)
{
    char *tree = bres_test_tree(top);

    check_result(path);
    cr_expect_eq(count_lines(tree), 3 + 2 * STATES, "%s", tree);
    free(tree);
}

Test(nvbench, write_together)
{
    const char *top = bres_test_directory();
    char path[2200];

    snprintf(path, sizeof(path), "%s/r.json", top);
    run_writers(path, 0);
    check_files(top, path);
}

/* Writers without sidecars remove the directory while other writers wait for its lock. */
Test(nvbench, write_together_without_sidecars)
{
    const char *top = bres_test_directory();
    char path[2200];

    snprintf(path, sizeof(path), "%s/r.json", top);
    run_writers(path, 2);
    cr_expect_eq(write_again(path, 0, 0), 0);
    check_files(top, path);
}

/* A killed writer leaves directories, with or without files that no result names. */
Test(nvbench, write_removes_what_a_kill_has_left)
{
    static const char *const left[] = { "r.json-bin", "r.json-freqs-bin" };
    const char *top = bres_test_directory();
    bres_result *result;
    char path[2200];
    char *tree;

    for (size_t i = 0; i < 4; i++) {
        snprintf(path, sizeof(path), "%s/%s", top, left[i % 2]);
        cr_assert_eq(mkdir(path, 0777), 0);
        snprintf(path, sizeof(path), "%s/%s/7.bin", top, left[i % 2]);
        if (i >= 2)
            bres_test_write_file(path, "four", 4);
        snprintf(path, sizeof(path), "%s/r.json", top);
        OK(bres_result_new(&result));
        OK(bres_result_write(result, path, NULL));
        bres_result_unref(result);
        tree = bres_test_tree(top);
        cr_expect_eq(count_lines(tree), 1, "%zu: %s", i, tree);
        free(tree);
    }
}

/* SPDX-License-Identifier: MIT */
/*
 * After every failure, and after the end of the process at any point, the file has the old result
 * or the new result, and never a mix.
 */
#include "nvbench/write/write.h"
#include "support/describe.h"
#include "support/support.h"
#include "support/written.h"

#include <benchresult.h>
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define OK(call) cr_assert_eq(call, BRES_OK, "%s", bres_last_error())

/* A write that the tests disturb. */
typedef struct fault_case {
    const char *name;
    bool replaces; /* the file already has a result */
    bool own;      /* the result to write was loaded from this file */
    uint32_t flags;
} fault_case;

static const fault_case fault_cases[] = {
    { "a new file", false, false, 0 },
    { "over another result", true, false, 0 },
    { "over its own file", true, true, 0 },
    { "over its own file, without sidecars", true, true, BRES_WRITE_NO_SIDECARS },
};

#define FAULT_CASES (sizeof(fault_cases) / sizeof(*fault_cases))

/* One attempt, in a directory of its own. */
typedef struct fault_attempt {
    const fault_case *about;
    char top[2048];
    char json[2200];
    bres_result *result; /* to write */
    char *tree;          /* the contents of the directory before the write */
    char *old;           /* the result before the write; NULL: none */
} fault_attempt;

/* Small, because the result is written hundreds of times. The two contents differ in every part. */
static bres_result *fault_build(bool other)
{
    static const float values[] = { 1.0F, 2.0F, 3.0F, 4.0F };
    const float *times = other ? values + 2 : values;
    bres_result *result;
    bres_subbench *bench;
    bres_state *state;

    OK(bres_result_new(&result));
    OK(bres_result_add_subbench(result, other ? "new" : "old", &bench));
    OK(bres_subbench_add_state(bench, &state));
    OK(bres_state_set_samples(state, times, 2));
    OK(bres_state_set_frequencies(state, times, 2));
    OK(bres_subbench_add_state(bench, &state));
    OK(bres_state_set_samples(state, times + 1, 1));
    return result;
}

static void fault_begin(fault_attempt *attempt, const fault_case *about)
{
    bres_result *before = fault_build(false);

    *attempt = (fault_attempt){ .about = about };
    snprintf(attempt->top, sizeof(attempt->top), "%s", bres_test_directory());
    snprintf(attempt->json, sizeof(attempt->json), "%s/r.json", attempt->top);
    if (about->replaces) {
        OK(bres_result_write(before, attempt->json, NULL));
        attempt->old = bres_test_describe_file(attempt->json);
    }
    if (about->own)
        OK(bres_result_load(attempt->json, NULL, &attempt->result));
    else
        attempt->result = fault_build(true);
    attempt->tree = bres_test_tree(attempt->top);
    bres_result_unref(before);
}

static void fault_end(fault_attempt *attempt)
{
    bres_result_unref(attempt->result);
    free(attempt->tree);
    free(attempt->old);
}

static bres_status fault_write(const fault_attempt *attempt)
{
    bres_write_options options;

    bres_write_options_init(&options);
    options.flags = attempt->about->flags;
    return bres_result_write(attempt->result, attempt->json, &options);
}

/* The result after an undisturbed write. Numbers and names are the same each time. */
static char *fault_expect(const fault_case *about)
{
    fault_attempt attempt;
    char *text;

    fault_begin(&attempt, about);
    OK(fault_write(&attempt));
    text = bres_test_describe_file(attempt.json);
    fault_end(&attempt);
    return text;
}

static void fault_check_new(const fault_attempt *attempt, const char *expected)
{
    char *found = bres_test_describe_file(attempt->json);

    bres_test_same_text(found, expected, attempt->about->name);
    free(found);
}

/* The samples of the written result are readable after a successful and after a failed write. */
static void fault_check_result(const fault_attempt *attempt)
{
    char *now;

    if (!attempt->about->own)
        return;
    now = bres_test_describe(attempt->result);
    bres_test_same_text(now, attempt->old, attempt->about->name);
    free(now);
}

static void fault_check_untouched(const fault_attempt *attempt)
{
    char *tree = bres_test_tree(attempt->top);

    bres_test_same_text(tree, attempt->tree, attempt->about->name);
    free(tree);
}

/* Fails each operation in turn; returns the number of operations. */
static size_t fault_sweep(const fault_case *about, unsigned kind, bres_status expected,
                          const char *text)
{
    for (size_t n = 1;; n++) {
        fault_attempt attempt;
        bres_status status;
        bool hit;

        fault_begin(&attempt, about);
        bres__faults_arm(kind, n, false);
        status = fault_write(&attempt);
        hit = bres__faults_hit();
        bres__faults_arm(0, 0, false);
        if (status == BRES_OK) {
            cr_assert_gt(n, 1, "%s: the first fault went unnoticed", about->name);
            fault_check_new(&attempt, text);
        } else {
            cr_assert(hit && status == expected, "%s, fault %zu: %s", about->name, n,
                      bres_last_error());
            fault_check_untouched(&attempt);
        }
        fault_check_result(&attempt);
        fault_end(&attempt);
        if (!hit)
            return n - 1;
    }
}

Test(nvbench, write_sweep_io)
{
    for (size_t i = 0; i < FAULT_CASES; i++) {
        char *text = fault_expect(&fault_cases[i]);

        cr_assert_gt(fault_sweep(&fault_cases[i], BRES__FAULT_IO, BRES_ERROR_IO, text), 10);
        free(text);
    }
}

Test(nvbench, write_sweep_memory)
{
    for (size_t i = 0; i < FAULT_CASES; i++) {
        char *text = fault_expect(&fault_cases[i]);

        cr_assert_gt(fault_sweep(&fault_cases[i], BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, text), 10);
        free(text);
    }
}

/* If flushing the whole file system fails, each file is flushed. */
Test(nvbench, write_sync_one_by_one)
{
    const float value = 1.0F;
    bres__sidecar_set set = { .fd = -1 };
    char path[2200];
    uint64_t number;

    snprintf(path, sizeof(path), "%s/r.json", bres_test_directory());
    OK(bres__sidecar_set_open(&set, path, "-bin"));
    for (int i = 0; i < 9; i++)
        OK(bres__sidecar_set_add(&set, &value, 1, &number));
    bres__faults_arm(BRES__FAULT_IO, 1, false);
    OK(bres__sidecar_set_flush(&set));
    cr_assert(bres__faults_hit());
    bres__faults_arm(BRES__FAULT_IO, 1, true);
    cr_assert_eq(bres__sidecar_set_flush(&set), BRES_ERROR_IO);
    bres__faults_arm(0, 0, false);
    bres__sidecar_set_undo(&set);
    bres__sidecar_set_close(&set);
}

/* From the n-th operation on, all I/O fails, including the removal of new files: these may remain,
 * but do not harm the result. */
Test(nvbench, write_after_lasting_faults)
{
    for (size_t i = 1; i < FAULT_CASES; i++) {
        char *text = fault_expect(&fault_cases[i]);
        bool hit = true;

        for (size_t n = 1; hit; n++) {
            fault_attempt attempt;
            bres_status status;
            char *found;

            fault_begin(&attempt, &fault_cases[i]);
            bres__faults_arm(BRES__FAULT_IO, n, true);
            status = fault_write(&attempt);
            hit = bres__faults_hit();
            bres__faults_arm(0, 0, false);
            found = bres_test_describe_file(attempt.json);
            bres_test_same_text(found, status == BRES_OK ? text : attempt.old, fault_cases[i].name);
            free(found);
            fault_check_result(&attempt);
            fault_end(&attempt);
        }
        free(text);
    }
}

/* Writes in a process that exits at its n-th operation; true if the write was complete before. */
static bool fault_crash(const fault_attempt *attempt, size_t n)
{
    const pid_t child = fork();
    int status;

    cr_assert_geq(child, 0);
    if (child == 0) {
        bres__faults_arm(BRES__FAULT_IO | BRES__FAULT_EXIT, n, false);
        _exit(fault_write(attempt) == BRES_OK ? 0 : 1);
    }
    cr_assert_eq(waitpid(child, &status, 0), child);
    cr_assert(WIFEXITED(status) &&
                  (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == BRES__FAULT_EXIT),
              "%s: the child ends with %x", attempt->about->name, (unsigned)status);
    return WEXITSTATUS(status) == 0;
}

/* Files that a crash leaves do not hinder the next write, which removes left sidecars. */
static void fault_write_again(const fault_attempt *attempt)
{
    bres_result *loaded = NULL;
    char *before = bres_test_describe_file(attempt->json);

    OK(bres_result_load(attempt->json, NULL, &loaded));
    OK(bres_result_write(loaded, attempt->json, NULL));
    bres_test_same_file(attempt->json, before, "written again");
    free(before);
    bres_result_unref(loaded);
}

Test(nvbench, write_crash_at_any_point)
{
    for (size_t i = 0; i < FAULT_CASES; i++) {
        const fault_case *about = &fault_cases[i];
        char *text = fault_expect(about);
        bool complete = false;
        size_t seen_old = 0;
        size_t seen_new = 0;

        for (size_t n = 1; !complete; n++) {
            fault_attempt attempt;

            fault_begin(&attempt, about);
            complete = fault_crash(&attempt, n);
            if (access(attempt.json, F_OK) != 0) {
                cr_assert(!about->replaces, "%s: the file is gone", about->name);
                seen_old++;
            } else {
                char *found = bres_test_describe_file(attempt.json);

                if (attempt.old != NULL && strcmp(found, attempt.old) == 0) {
                    seen_old++;
                } else {
                    bres_test_same_text(found, text, about->name);
                    seen_new++;
                }
                free(found);
                fault_write_again(&attempt);
            }
            fault_end(&attempt);
        }
        cr_assert(seen_old > 10 && seen_new > (about->replaces ? 1 : 0), "%s: %zu old, %zu new",
                  about->name, seen_old, seen_new);
        free(text);
    }
}

/* SPDX-License-Identifier: MIT */
#include "support/solutions.h"

#include "judge/runner/process_stats.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/prctl.h>
#include <sys/shm.h>
#include <sys/wait.h>
#include <unistd.h>

/* Copies the rest of the line after `label`; "" if the text lacks the label. */
static void head_get(const char *text, const char *label, char *value, size_t size)
{
    const char *found = strstr(text, label);

    value[0] = '\0';
    if (found != NULL)
        snprintf(value, size, "%.*s", (int)strcspn(found + strlen(label), "\n"),
                 found + strlen(label));
}

static void solution_read(const char *directory, const char *file, bres_test_solution *solution)
{
    char *text = bres_test_read_file(bres_test_source("tests/judge/%s/%s", directory, file), NULL);

    snprintf(solution->name, sizeof(solution->name), "%.*s", (int)strcspn(file, "."), file);
    head_get(text, "\n * Problem: ", solution->problem, sizeof(solution->problem));
    head_get(text, "\n * Type: ", solution->type, sizeof(solution->type));
    head_get(text, "\n * Status: ", solution->status, sizeof(solution->status));
    head_get(text, "\n * Needs: ", solution->needs, sizeof(solution->needs));
    free(text);
    cr_assert(solution->problem[0] != '\0' && solution->status[0] != '\0',
              "%s does not say what it is", file);
}

static int is_source(const struct dirent *entry)
{
    const size_t length = strlen(entry->d_name);

    return length > 2 && strcmp(entry->d_name + length - 2, ".c") == 0;
}

size_t bres_test_solutions_read(const char *directory,
                                bres_test_solution solutions[BRES_TEST_SOLUTIONS_MAX])
{
    struct dirent **entries;
    const int count =
        scandir(bres_test_source("tests/judge/%s", directory), &entries, is_source, alphasort);

    cr_assert(count > 0 && count <= BRES_TEST_SOLUTIONS_MAX, "%d in %s", count, directory);
    for (int i = 0; i < count; i++) {
        solution_read(directory, entries[i]->d_name, &solutions[i]);
        free(entries[i]);
    }
    free(entries);
    return (size_t)count;
}

bool bres_test_solution_expects(const bres_test_solution *solution, bres_judge_status status)
{
    const char *name = bres_judge_status_name(status);
    const char *found = strstr(solution->status, name);

    return found != NULL && (found == solution->status || found[-1] == ' ') &&
           (found[strlen(name)] == ' ' || found[strlen(name)] == '\0');
}

void bres_test_solution_options(const bres_test_solution *solution, bres_judge_options *options)
{
    bres_judge_options_init(options);
    options->max_samples = 8;
    options->min_time = 0;
    options->cache_size = 1 << 20;
    options->peak_flops = -1;
    options->peak_bandwidth = -1;
    if (bres_test_solution_expects(solution, BRES_JUDGE_TIME_LIMIT_EXCEEDED))
        options->time_limit = 0.5;
    if (solution->type[0] != '\0') {
        bres_data_type type;

        cr_assert_eq(bres_data_type_find(solution->type, &type), BRES_OK, "%s", bres_last_error());
        options->type = type;
    }
}

bres_judgement *bres_test_solution_judge(const bres_test_solution *solution,
                                         const bres_judge_options *options)
{
    const bres_problem *problem = NULL;
    bres_judgement *judgement = NULL;

    cr_assert_eq(bres_problem_find(solution->problem, &problem), BRES_OK, "%s: %s", solution->name,
                 bres_last_error());
    cr_assert_eq(bres_judge(problem, bres_test_build("solutions/%s.so", solution->name), options,
                            &judgement),
                 BRES_OK, "%s: %s", solution->name, bres_last_error());
    return judgement;
}

/* Shared memory and files that some solutions of tests/judge/cheats try to leave behind. */
#define KEPT_KEY 0x62726573
static const char *const kept_files[] = { "/dev/shm/benchresult-cheat", "/tmp/benchresult-cheat" };

static size_t entries_count(const char *path)
{
    DIR *directory = opendir(path);
    size_t count = 0;

    cr_assert_not_null(directory, "cannot look into %s", path);
    while (readdir(directory) != NULL)
        count++;
    closedir(directory);
    return count;
}

static unsigned threads_count(void)
{
    bres__thread_states states;

    cr_assert_eq(bres__process_threads(getpid(), &states), BRES_OK, "%s", bres_last_error());
    return states.all;
}

static void *nothing_done(void *user)
{
    return user;
}

/* Starts a thread, because a sanitizer starts its own thread together with the first of the
 * process. */
static void thread_once(void)
{
    pthread_t thread;

    cr_assert_eq(pthread_create(&thread, NULL, nothing_done, NULL), 0);
    cr_assert_eq(pthread_join(thread, NULL), 0);
}

void bres_test_leftovers_begin(bres_test_leftovers *before)
{
    thread_once();
    cr_assert_eq(prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0), 0);
    before->descriptors = entries_count("/proc/self/fd");
    before->threads = threads_count();
}

void bres_test_leftovers_check(const bres_test_leftovers *before, const char *name)
{
    int status;
    const pid_t child = waitpid(-1, &status, WNOHANG);

    cr_assert(child < 0 && errno == ECHILD, "%s leaves a process", name);
    cr_assert_eq(entries_count("/proc/self/fd"), before->descriptors, "%s: descriptors", name);
    cr_assert_eq(threads_count(), before->threads, "%s: threads", name);
    for (size_t i = 0; i < sizeof(kept_files) / sizeof(*kept_files); i++)
        cr_assert_neq(access(kept_files[i], F_OK), 0, "%s leaves %s", name, kept_files[i]);
    cr_assert(shmget(KEPT_KEY, 0, 0) < 0 && errno == ENOENT, "%s leaves shared memory", name);
}

void bres_test_leftovers_end(void)
{
    cr_assert_eq(prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0), 0);
}

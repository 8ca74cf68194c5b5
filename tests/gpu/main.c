/* SPDX-License-Identifier: MIT */
/*
 * gpu-check [--device N] [--list] [ID...]: runs all checks on a device, or only the named checks.
 *
 * Exit status: 0 if no check failed, 1 if a check failed, 2 if the command line is wrong, 77 if no
 * device was found, or nothing was checked.
 */
#include "gpu/check.h"

#include <benchresult.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define STATUS_USAGE   2
#define STATUS_NOTHING 77
/* Seconds after which a check is killed. */
#define CHECK_LIMIT    120

static const gpu_check *const groups[] = {
    assume_start,  assume_streams, assume_events, assume_memory,     assume_modules,
    assume_errors, assume_graphs,  measure_times, measure_launchers, measure_matmul,
};

typedef struct gpu_tally {
    unsigned passed;
    unsigned failed;
    unsigned skipped;
} gpu_tally;

/* Calls `run` in a child process and returns its wait status; -1 if fork() fails. A child cannot
 * use a driver that its parent has opened, so that this process never opens the driver. */
static int run_apart(void (*run)(void))
{
    int status = 0;
    pid_t child;

    fflush(NULL);
    child = fork();
    if (child == 0) {
        alarm(CHECK_LIMIT);
        run();
        check_end();
    }
    if (child < 0)
        return -1;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return status;
}

static void probe(void)
{
    bres_cuda_device_info info;
    const char *reason;

    if (!bres_cuda_available(&reason) || !check_driver_open()) {
        printf("no CUDA device: nothing was checked\n%s\n", reason);
        fflush(stdout);
        _exit(STATUS_NOTHING);
    }
    bres_cuda_device_info_init(&info);
    if (bres_cuda_device_query(check_device, &info) != BRES_OK) {
        printf("no CUDA device: nothing was checked\n%s\n", bres_last_error());
        fflush(stdout);
        _exit(STATUS_NOTHING);
    }
    printf("device %d: %s, compute capability %d.%d, %d multiprocessors, driver of CUDA %d.%d, "
           "libbenchresult %s\n",
           check_device, info.name, info.compute_major, info.compute_minor, info.sm_count,
           info.driver_version / 1000, info.driver_version % 1000 / 10, bres_version());
}

static void judge(const gpu_check *check, int status, gpu_tally *tally)
{
    const char *verdict = "FAIL";

    if (WIFEXITED(status) && WEXITSTATUS(status) == CHECK_PASSED) {
        verdict = "pass";
        tally->passed++;
    } else if (WIFEXITED(status) && WEXITSTATUS(status) == CHECK_SKIPPED) {
        verdict = "skip";
        tally->skipped++;
    } else {
        tally->failed++;
    }
    if (WIFSIGNALED(status))
        printf("      ended by signal %d (%s)\n", WTERMSIG(status), strsignal(WTERMSIG(status)));
    else if (!WIFEXITED(status) || WEXITSTATUS(status) > CHECK_SKIPPED)
        printf("      ended with status %d\n", status);
    printf("%s  %s: %s\n", verdict, check->id, check->title);
}

/* Without IDs, every check is wanted. */
static bool is_wanted(const gpu_check *check, char **ids)
{
    if (*ids == NULL)
        return true;
    while (*ids != NULL && strcmp(*ids, check->id) != 0)
        ids++;
    return *ids != NULL;
}

typedef void (*visit_fn)(const gpu_check *check, gpu_tally *tally);

/* Calls `visit` for each wanted check; returns their number. */
static unsigned walk(char **ids, visit_fn visit, gpu_tally *tally)
{
    unsigned count = 0;

    for (size_t i = 0; i < sizeof(groups) / sizeof(groups[0]); i++) {
        for (const gpu_check *check = groups[i]; check->id != NULL; check++) {
            if (!is_wanted(check, ids))
                continue;
            visit(check, tally);
            count++;
        }
    }
    return count;
}

static void visit_nothing(const gpu_check *check, gpu_tally *tally)
{
    (void)check;
    (void)tally;
}

/* Prints the first unknown ID. */
static bool ids_are_known(const char *program, char **ids)
{
    for (; *ids != NULL; ids++) {
        char *one[] = { *ids, NULL };

        if (walk(one, visit_nothing, NULL) == 0) {
            fprintf(stderr, "%s: there is no check '%s'\n", program, *ids);
            return false;
        }
    }
    return true;
}

static void visit_list(const gpu_check *check, gpu_tally *tally)
{
    (void)tally;
    printf("%s\t%s\n", check->id, check->title);
}

static const gpu_check *current;

static void run_current(void)
{
    if (!check_driver_open())
        check_skip("there is no driver");
    current->run();
}

static void visit_run(const gpu_check *check, gpu_tally *tally)
{
    current = check;
    judge(check, run_apart(run_current), tally);
}

static int run_all(char **ids)
{
    gpu_tally tally = { 0 };
    const int status = run_apart(probe);

    if (status != 0)
        return WIFEXITED(status) ? WEXITSTATUS(status) : STATUS_NOTHING;
    walk(ids, visit_run, &tally);
    printf("gpu-check: %u passed, %u failed, %u skipped\n", tally.passed, tally.failed,
           tally.skipped);
    return tally.failed != 0 ? 1 : tally.passed == 0 ? STATUS_NOTHING : 0;
}

int main(int argc, char **argv)
{
    bool list = false;
    char **ids = argv + 1;

    (void)argc;
    for (; *ids != NULL && strncmp(*ids, "--", 2) == 0; ids++) {
        if (strcmp(*ids, "--list") == 0) {
            list = true;
        } else if (strcmp(*ids, "--device") == 0 && ids[1] != NULL) {
            check_device = atoi(*++ids);
        } else {
            fprintf(stderr, "usage: %s [--device N] [--list] [ID...]\n", argv[0]);
            return STATUS_USAGE;
        }
    }
    if (!ids_are_known(argv[0], ids))
        return STATUS_USAGE;
    if (!list)
        return run_all(ids);
    walk(ids, visit_list, NULL);
    return 0;
}

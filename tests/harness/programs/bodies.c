/* SPDX-License-Identifier: MIT */
/*
 * A benchmark program whose bodies behave well, badly, or as a test requests, for
 * tests/tools/test_bench.py.
 */
#include "harness/run/signals.h"
#include "harness/suite/suite.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static void tick(void *context)
{
    volatile unsigned *count = context;

    (*count)++;
}

static void measure_tick(bres_run *run)
{
    unsigned count = 0;

    bres_run_exec_cpu(run, tick, &count);
}

static bres_status work(bres_run *run, void *context)
{
    (void)context;
    bres_run_add_elements(run, 1, NULL);
    measure_tick(run);
    return BRES_OK;
}

/* Prints its process and the number of its calls in that process. */
static bres_status say(bres_run *run, void *context)
{
    static unsigned calls;

    (void)context;
    printf("call %u in %ld\n", ++calls, (long)getpid());
    measure_tick(run);
    return BRES_OK;
}

/* Waits until a byte arrives or the input ends. Prints that it waits, and when it has caught a
 * signal. A sample is one call, however short it is, because the function has a stopwatch. */
static void wait_for_input(bres_stopwatch *watch, void *context)
{
    struct pollfd input = { .fd = STDIN_FILENO, .events = POLLIN };
    bool caught = false;
    sigset_t block;
    sigset_t before;
    char byte;

    (void)context;
    sigemptyset(&block);
    sigaddset(&block, SIGINT);
    sigaddset(&block, SIGTERM);
    sigprocmask(SIG_BLOCK, &block, &before);
    bres_stopwatch_start(watch);
    puts("waiting");
    fflush(stdout);
    do {
        if (bres__signals_caught() != 0 && !caught) {
            caught = true;
            puts("caught");
            fflush(stdout);
        }
    } while (ppoll(&input, 1, NULL, &before) < 0);
    bres_stopwatch_stop(watch);
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (read(STDIN_FILENO, &byte, 1) < 0)
        abort();
}

/* The state of N = 3 waits in each of its samples; the other states are quick. */
static bres_status wait_body(bres_run *run, void *context)
{
    (void)context;
    bres_run_set_warmup_runs(run, 0);
    if (bres_run_int64(run, "N") == 3)
        bres_run_exec_cpu_timed(run, wait_for_input, NULL);
    else
        measure_tick(run);
    return BRES_OK;
}

static unsigned long deepen(volatile const char *above, unsigned long depth)
{
    volatile char frame[4096];

    frame[depth % sizeof frame] = above[0];
    return depth == 0 ? (unsigned long)frame[0]
                      : deepen(frame, depth - 1) + (unsigned long)frame[1];
}

static void overflow_stack(void)
{
    printf("%lu\n", deepen("", 1ul << 40));
}

/* Detects the address sanitizer of gcc and of clang. */
#if defined(__has_feature)
#define HAS_FEATURE(feature) __has_feature(feature)
#else
#define HAS_FEATURE(feature) 0
#endif

/* Allocates until memory runs out, under its own limit. The address sanitizer does not work with a
 * limit. */
static bres_status use_up_memory(void)
{
#if !defined(__SANITIZE_ADDRESS__) && !HAS_FEATURE(address_sanitizer)
    const struct rlimit limit = { (rlim_t)256 << 20, (rlim_t)256 << 20 };
    size_t size = (size_t)64 << 20;

    setrlimit(RLIMIT_AS, &limit);
    while (size > 0) {
        void *volatile block = malloc(size);

        if (block == NULL)
            size /= 2;
    }
#endif
    return BRES_ERROR_MEMORY;
}

static void leave(void)
{
    if (getenv("BODIES_SAY_EXIT") != NULL)
        puts("an exit handler of the program");
}

static bres_status misbehave(bres_run *run, void *context)
{
    const char *how = bres_run_string(run, "How");
    const struct rlimit no_core = { 0, 0 };

    (void)context;
    setrlimit(RLIMIT_CORE, &no_core);
    if (strcmp(how, "crash") == 0)
        raise(SIGSEGV);
    else if (strcmp(how, "stack") == 0)
        overflow_stack();
    else if (strcmp(how, "abort") == 0)
        abort();
    else if (strcmp(how, "exit") == 0)
        exit(3);
    else if (strcmp(how, "kill") == 0)
        raise(SIGKILL);
    else if (strcmp(how, "skip") == 0)
        bres_run_skip(run, "not today");
    else if (strcmp(how, "fail") == 0)
        return BRES_ERROR_VALUE;
    else if (strcmp(how, "memory") == 0)
        return use_up_memory();
    else if (strcmp(how, "nothing") != 0)
        measure_tick(run);
    if (strcmp(how, "late") == 0)
        bres_run_skip(run, "too late");
    return BRES_OK;
}

static void declare(bres_suite *suite)
{
    static const char *const ways[] = { "fine", "crash", "stack", "abort",  "exit",   "kill",
                                        "skip", "fail",  "late",  "memory", "nothing" };
    bres_bench *bench = bres_suite_add(suite, "work", work, NULL);

    bres_bench_add_int64_range(bench, "N", 1, 5, 1);
    bres_bench_add_string_axis(bench, "Kind", (const char *const[]){ "a", "b" }, 2);
    bench = bres_suite_add(suite, "say", say, NULL);
    bres_bench_add_int64_range(bench, "N", 1, 3, 1);
    bench = bres_suite_add(suite, "wait", wait_body, NULL);
    bres_bench_add_int64_range(bench, "N", 1, 5, 1);
    bench = bres_suite_add(suite, "misbehave", misbehave, NULL);
    bres_bench_add_string_axis(bench, "How", ways, sizeof ways / sizeof *ways);
    atexit(leave);
}

BRES_MAIN(declare)

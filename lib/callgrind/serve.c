/* SPDX-License-Identifier: MIT */
/*
 * The other side of collecting: in the program that runs under valgrind, the tasks that it has.
 */
#include "callgrind/collect.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else
#error "valgrind/callgrind.h is missing: Debian has it in the package valgrind (`make deps`)"
#endif

struct plan {
    uint64_t number;
    uint64_t warmup;
    uint32_t repeats;
    uint32_t flags; /* BRES_CALLGRIND_* */
    const bres_callgrind_task *task;
};

/* Set at the start of main(), before there are threads. */
static const bres_callgrind_task *served_tasks;
static size_t served_count;
static bool served;

bool bres__callgrind_serves(void)
{
    return served;
}

const bres_callgrind_task *bres__callgrind_find_task(const char *name)
{
    for (size_t i = 0; i < served_count; i++) {
        if (strcmp(served_tasks[i].name, name) == 0)
            return &served_tasks[i];
    }
    return NULL;
}

/* --- What is counted -------------------------------------------------------------------------- */

static void serve_nothing(void *context)
{
    (void)context;
}

/* The same code for the statement and for the empty one, so that what the loop costs is in both.
 * The compiler must not know which functions these are. */
__attribute__((noinline)) static void serve_block(void (*fn)(void *), void *context,
                                                  uint64_t number)
{
    for (uint64_t i = 0; i < number; i++)
        fn(context);
}

static void serve_count(const struct plan *plan, void (*volatile fn)(void *), void *context)
{
    /* With collecting off at the start only the thread that switches it on counts. */
    if ((plan->flags & BRES_CALLGRIND_ALL_THREADS) != 0) {
        CALLGRIND_ZERO_STATS;
        serve_block(fn, context, plan->number);
    } else {
        CALLGRIND_TOGGLE_COLLECT;
        serve_block(fn, context, plan->number);
        CALLGRIND_TOGGLE_COLLECT;
    }
}

static void plan_execute(const struct plan *plan)
{
    const bres_callgrind_task *task = plan->task;
    void (*volatile nothing)(void *) = serve_nothing;
    void *context = task->setup != NULL ? task->setup() : NULL;

    serve_block(nothing, NULL, plan->warmup);
    serve_block(task->fn, context, plan->warmup);
    /* The calls that are under way now are counted as new ones in the first part only, which is
     * nobody's. */
    CALLGRIND_DUMP_STATS_AT("warm-up");
    for (uint32_t i = 0; i < plan->repeats; i++) {
        serve_count(plan, task->fn, context);
        CALLGRIND_DUMP_STATS_AT(BRES__DUMP_STATEMENT);
    }
    if ((plan->flags & BRES_CALLGRIND_NO_BASELINE) == 0) {
        serve_count(plan, nothing, NULL);
        CALLGRIND_DUMP_STATS_AT(BRES__DUMP_BASELINE);
    }
    if (task->teardown != NULL)
        task->teardown(context);
}

/* --- What is asked for ------------------------------------------------------------------------ */

static bool plan_read(struct plan *plan, const char *text)
{
    int length = 0;

    if (sscanf(text, BRES__TASK_SCAN, &plan->number, &plan->warmup, &plan->repeats, &plan->flags,
               &length) != 4 ||
        length == 0)
        return false;
    plan->task = bres__callgrind_find_task(text + length);
    return plan->task != NULL;
}

int bres_callgrind_serve(const bres_callgrind_task *tasks, size_t task_count)
{
    const char *text = getenv(BRES__TASK_VARIABLE);
    struct plan plan = { .task = NULL };

    served = true;
    served_tasks = tasks;
    served_count = tasks != NULL ? task_count : 0;
    if (text == NULL)
        return -1;
    if (RUNNING_ON_VALGRIND == 0 || !plan_read(&plan, text))
        return EXIT_FAILURE;
    /* Programs that the task starts are not asked. */
    unsetenv(BRES__TASK_VARIABLE);
    plan_execute(&plan);
    return EXIT_SUCCESS;
}

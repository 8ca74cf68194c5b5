/* SPDX-License-Identifier: MIT */
/*
 * The other side of collecting: serves the tasks of the program that runs under valgrind.
 */
#include "callgrind/collect/collect.h"

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
    uint32_t flags;                  /* BRES_CALLGRIND_* */
    const bres_callgrind_task *task; /* NULL: the batched task */
};

/* The function to execute: `fn` for each execution, or `batch` for many at a time. */
struct body {
    void (*fn)(void *context); /* NULL: use `batch` */
    void (*batch)(void *context, uint64_t number);
    void *context;
};

/* Set at the start of main(), before other threads exist. */
static const bres_callgrind_task *served_tasks;
static size_t served_count;
static const char *served_batch; /* name of the batched task; NULL: none */
static bool served;

bool bres__callgrind_runs_us(void)
{
    return RUNNING_ON_VALGRIND != 0;
}

bool bres__callgrind_serves(void)
{
    return served;
}

static const bres_callgrind_task *task_find(const char *name)
{
    for (size_t i = 0; i < served_count; i++) {
        if (strcmp(served_tasks[i].name, name) == 0)
            return &served_tasks[i];
    }
    return NULL;
}

bool bres__callgrind_has_task(const char *name)
{
    return (served_batch != NULL && strcmp(served_batch, name) == 0) || task_find(name) != NULL;
}

static void serve_nothing(void *context)
{
    (void)context;
}

static void serve_nothing_batched(void *context, uint64_t number)
{
    (void)context;
    (void)number;
}

/* The statement and the empty statement share this code, so the cost of the loop is in both counts.
 * `body` is volatile because the compiler must not know the functions. */
__attribute__((noinline)) static void serve_block(const volatile struct body *body, uint64_t number)
{
    void (*const fn)(void *) = body->fn;
    void *const context = body->context;

    if (fn == NULL) {
        body->batch(context, number);
        return;
    }
    for (uint64_t i = 0; i < number; i++)
        fn(context);
}

static void serve_count(const struct plan *plan, const struct body *body)
{
    /* If collection is off at the start, only the thread that switches it on is counted. */
    if ((plan->flags & BRES_CALLGRIND_ALL_THREADS) != 0) {
        CALLGRIND_ZERO_STATS;
        serve_block(body, plan->number);
    } else {
        CALLGRIND_TOGGLE_COLLECT;
        serve_block(body, plan->number);
        CALLGRIND_TOGGLE_COLLECT;
    }
}

static void plan_execute(const struct plan *plan, const struct body *statement,
                         const struct body *empty)
{
    serve_block(empty, plan->warmup);
    serve_block(statement, plan->warmup);
    /* callgrind counts the calls that are active at this point as new calls in the first part only.
     * That part is not used. */
    CALLGRIND_DUMP_STATS_AT("warm-up");
    for (uint32_t i = 0; i < plan->repeats; i++) {
        serve_count(plan, statement);
        CALLGRIND_DUMP_STATS_AT(BRES__DUMP_STATEMENT);
    }
    if ((plan->flags & BRES_CALLGRIND_NO_BASELINE) == 0) {
        serve_count(plan, empty);
        CALLGRIND_DUMP_STATS_AT(BRES__DUMP_BASELINE);
    }
}

/* Whether the environment requests a task; *asked is the value of the variable. */
static bool plan_is_asked(const char **asked)
{
    served = true;
    *asked = getenv(BRES__TASK_VARIABLE);
    return *asked != NULL;
}

static bool plan_read(struct plan *plan, const char *text)
{
    int length = 0;

    if (!bres__callgrind_runs_us() ||
        sscanf(text, BRES__TASK_SCAN, &plan->number, &plan->warmup, &plan->repeats, &plan->flags,
               &length) != 4 ||
        length == 0 || !bres__callgrind_has_task(text + length))
        return false;
    plan->task = task_find(text + length);
    /* The request must not reach programs that the task starts. */
    unsetenv(BRES__TASK_VARIABLE);
    return true;
}

int bres_callgrind_serve(const bres_callgrind_task *tasks, size_t task_count)
{
    void (*volatile nothing)(void *) = serve_nothing;
    struct body statement = { .fn = NULL };
    struct body empty = { .fn = nothing };
    struct plan plan;
    const char *text;

    served_tasks = tasks;
    served_count = tasks != NULL ? task_count : 0;
    if (!plan_is_asked(&text))
        return -1;
    if (!plan_read(&plan, text))
        return EXIT_FAILURE;
    statement.fn = plan.task->fn;
    statement.context = plan.task->setup != NULL ? plan.task->setup() : NULL;
    plan_execute(&plan, &statement, &empty);
    if (plan.task->teardown != NULL)
        plan.task->teardown(statement.context);
    return EXIT_SUCCESS;
}

int bres_callgrind_serve_batched(const char *name, void (*fn)(void *context, uint64_t number),
                                 void (*empty_fn)(void *context, uint64_t number), void *context)
{
    void (*volatile nothing)(void *, uint64_t) = serve_nothing_batched;
    const struct body statement = { .batch = fn, .context = context };
    const struct body empty = { .batch = empty_fn != NULL ? empty_fn : nothing,
                                .context = context };
    struct plan plan;
    const char *text;

    served_batch = name;
    if (!plan_is_asked(&text))
        return -1;
    if (fn == NULL || !plan_read(&plan, text))
        return EXIT_FAILURE;
    plan_execute(&plan, &statement, &empty);
    return EXIT_SUCCESS;
}

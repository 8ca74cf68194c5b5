/* SPDX-License-Identifier: MIT */
/*
 * A program that counts its own tasks: tasks NAME [REPEATS] prints the instructions of each repeat,
 * or the error. The program collects names that begin with "unserved" without serving its tasks.
 * Only a process with COUNTED_BATCH in its environment serves "batched", and not the one that
 * collects.
 */
#include "counted.h"

#include <benchresult/callgrind.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int value = 1;

static void execute_three(void *context)
{
    (void)context;
    counted_three();
}

/* The processes do not share memory: this function does not see the value that main() sets. */
static void *value_setup(void)
{
    return value == 1 ? &value : NULL;
}

static void value_execute(void *context)
{
    if (context != &value)
        abort();
    value++;
}

static void value_teardown(void *context)
{
    if (context != &value)
        abort();
    fprintf(stderr, "torn down after %d executions\n", value - 1);
    exit(4);
}

static void crash(void *context)
{
    (void)context;
    fputs("about to crash\n", stderr);
    abort();
}

static void leave(void *context)
{
    (void)context;
    exit(0);
}

/* A task that collects would never end. */
static void nest(void *context)
{
    bres_callgrind *callgrind;

    (void)context;
    if (bres_callgrind_collect_task("three", NULL, &callgrind) != BRES_ERROR_STATE)
        abort();
    fprintf(stderr, "%s\n", bres_last_error());
    exit(5);
}

static void execute_batch(void *context, uint64_t number)
{
    if (context != &value || getenv("COUNTED_BATCH") == NULL)
        abort();
    for (uint64_t i = 0; i < number; i++)
        counted_three();
}

static const bres_callgrind_task tasks[] = {
    { "three", execute_three, NULL, NULL },
    { "a value", value_execute, value_setup, NULL },
    { "torn", value_execute, value_setup, value_teardown },
    { "crash", crash, NULL, NULL },
    { "leave", leave, NULL, NULL },
    { "nest", nest, NULL, NULL },
};

static int report(const bres_callgrind *callgrind)
{
    for (size_t i = 0; i < bres_callgrind_repeat_count(callgrind); i++) {
        double instructions;

        if (bres_callgrind_instructions(callgrind, i, &instructions) != BRES_OK)
            return 1;
        printf("%g\n", instructions);
    }
    return 0;
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "three";
    bres_callgrind *callgrind;
    bres_callgrind_options options;
    const char *const batched[] = { argv[0], "batched", NULL };
    const char *const environment[] = { "COUNTED_BATCH=1", NULL };
    int status = -1;

    if (strcmp(name, "batched") == 0 && getenv("COUNTED_BATCH") != NULL)
        return bres_callgrind_serve_batched("batched", execute_batch, NULL, &value);
    if (strncmp(name, "unserved", 8) != 0)
        status = bres_callgrind_serve(tasks, sizeof tasks / sizeof *tasks);
    if (status >= 0)
        return status;
    value = 2;
    bres_callgrind_options_init(&options);
    if (strcmp(name, "batched") == 0) {
        options.arguments = batched;
        options.environment = environment;
    }
    if (argc > 2)
        options.repeats = (uint32_t)atoi(argv[2]);
    if (bres_callgrind_collect_task(name, &options, &callgrind) != BRES_OK) {
        printf("%s: %s\n", bres_status_name(bres_last_error_status()), bres_last_error());
        return 0;
    }
    status = report(callgrind);
    bres_callgrind_free(callgrind);
    return status;
}

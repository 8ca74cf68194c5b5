/* SPDX-License-Identifier: MIT */
/*
 * benchresult-callgrind-runner LIBRARY SYMBOL [SETUP]
 *
 * bres_callgrind_collect_symbol() runs this program under valgrind, with the symbol as its task.
 * Started by hand, the program only checks that LIBRARY can be loaded and has the symbols.
 * Exit status: 66 if the library cannot be loaded, 69 if the library lacks a symbol.
 */
#include <benchresult/callgrind.h>
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define NO_OBJECT 66
#define NO_SYMBOL 69

typedef void function(void);

static function *statement;
static function *setup;

static void task_execute(void *context)
{
    (void)context;
    statement();
}

static void *task_setup(void)
{
    if (setup != NULL)
        setup();
    return NULL;
}

static int fail(int status, const char *message)
{
    fprintf(stderr, "benchresult-callgrind-runner: %s\n", message);
    return status;
}

/* Finds a symbol. A symbol at address 0 is an error. */
static function *symbol_find(void *library, const char *name)
{
    function *found = (function *)(uintptr_t)dlsym(library, name);

    if (found == NULL) {
        const char *message = dlerror();

        fail(NO_SYMBOL, message != NULL ? message : "the symbol is at address 0");
    }
    return found;
}

int main(int argc, char **argv)
{
    const bres_callgrind_task task = { argc > 2 ? argv[2] : "", task_execute, task_setup, NULL };
    void *library;
    int status;

    if (argc != 3 && argc != 4)
        return fail(EXIT_FAILURE, "expected LIBRARY SYMBOL [SETUP]");
    library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    if (library == NULL)
        return fail(NO_OBJECT, dlerror());
    statement = symbol_find(library, argv[2]);
    if (argc == 4)
        setup = symbol_find(library, argv[3]);
    if (statement == NULL || (argc == 4 && setup == NULL))
        return NO_SYMBOL;
    status = bres_callgrind_serve(&task, 1);
    return status < 0 ? EXIT_SUCCESS : status;
}

/* SPDX-License-Identifier: MIT */
/*
 * Reading the command line of a benchmark program. An option either changes the invocation at once,
 * or it is deferred and changes benchmarks: before the first --benchmark all benchmarks that
 * follow, after a --benchmark only that benchmark.
 */
#ifndef BRES_HARNESS_CLI_ARGUMENTS_H
#define BRES_HARNESS_CLI_ARGUMENTS_H

#include "base/command/command.h"
#include "harness/run/invocation.h"

/* All options except the parameters of criteria, in the order of the help. */
extern const bres__option bres__program_options[];

/* A deferred option as it was given. */
typedef struct bres__modifier {
    const bres__option *option;
    const char *operand; /* NULL: the option takes none */
} bres__modifier;

/* The options about the criterion since the last --benchmark, or since the beginning. */
typedef struct bres__criterion_scope {
    bool chosen;           /* --stopping-criterion was given */
    const char *parameter; /* the first parameter that was given; NULL: none */
} bres__criterion_scope;

typedef struct bres__arguments {
    bres__command command; /* first, so that option functions find the arguments */
    bres_suite *suite;
    bres__invocation *invocation;
    bres__option *parameters; /* of all criteria of the suite */
    bres__modifier *globals;
    size_t global_count;
    size_t global_capacity;
    bres__criterion_scope scope;
    bool named; /* --benchmark was given */
} bres__arguments;

/* Functions of options. Their target is the bres__invocation; that of the functions
 * bres__modify_...() is the bres_bench. */
bres_status bres__take_benchmark(bres__command *command, const bres__option *option,
                                 const char *operand, void *target);
bres_status bres__modify_axis(bres__command *command, const bres__option *option,
                              const char *operand, void *target);
bres_status bres__modify_devices(bres__command *command, const bres__option *option,
                                 const char *operand, void *target);
bres_status bres__modify_criterion(bres__command *command, const bres__option *option,
                                   const char *operand, void *target);

/* Makes the options for the parameters of criteria; the caller frees them. Errors:
 * BRES_ERROR_CONFLICT for a parameter that has the name of an option, BRES_ERROR_MEMORY. */
bres_status bres__parameter_options(const bres_criteria *criteria, bres__option **options);
/* true for a parameter that is given in percent on the command line. */
bool bres__parameter_is_percent(const char *name, bres_kind kind);
/* Checks a modifier against the earlier modifiers of the scope, and adds it to the scope. */
bres_status bres__scope_enter(bres__criterion_scope *scope, const bres__modifier *modifier);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * How the command line of a benchmark program is read. An option either changes the invocation at
 * once, or it is deferred and changes benchmarks: before the first --benchmark all that follow,
 * after a --benchmark that one.
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
    const char *operand; /* NULL: it takes none */
} bres__modifier;

/* What the options since the last --benchmark, or since the beginning, have said about the
 * criterion. */
typedef struct bres__criterion_scope {
    bool chosen;           /* --stopping-criterion was given */
    const char *parameter; /* the first parameter that was given; NULL: none */
} bres__criterion_scope;

typedef struct bres__arguments {
    bres__command command; /* first, so that an option's function finds the arguments */
    bres_suite *suite;
    bres__invocation *invocation;
    bres__option *parameters; /* of all criteria of the suite */
    bres__modifier *globals;
    size_t global_count;
    size_t global_capacity;
    bres__criterion_scope scope;
    bool named; /* --benchmark was given */
} bres__arguments;

/* Functions of options; their target is the bres__invocation, of those that modify the bres_bench.
 */
bres_status bres__take_benchmark(bres__command *command, const bres__option *option,
                                 const char *operand, void *target);
bres_status bres__modify_axis(bres__command *command, const bres__option *option,
                              const char *operand, void *target);
bres_status bres__modify_devices(bres__command *command, const bres__option *option,
                                 const char *operand, void *target);
bres_status bres__modify_criterion(bres__command *command, const bres__option *option,
                                   const char *operand, void *target);

/* The options that are parameters of criteria, which the caller frees. Errors: BRES_ERROR_CONFLICT
 * for a parameter that has the name of an option, BRES_ERROR_MEMORY. */
bres_status bres__parameter_options(const bres_criteria *criteria, bres__option **options);
/* true for a parameter that is given in percent on the command line. */
bool bres__parameter_is_percent(const char *name, bres_kind kind);
/* Checks a modifier against those before it in the scope, which then contains it. */
bres_status bres__scope_enter(bres__criterion_scope *scope, const bres__modifier *modifier);

#endif

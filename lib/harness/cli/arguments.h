/* SPDX-License-Identifier: MIT */
/*
 * How the command line of a benchmark program is read: options either do something at once, or
 * modify a benchmark. Before the first --benchmark a modification is for all that follow.
 */
#ifndef BRES_HARNESS_CLI_ARGUMENTS_H
#define BRES_HARNESS_CLI_ARGUMENTS_H

#include "harness/harness.h"

typedef struct bres__arguments bres__arguments;
typedef struct bres__option bres__option;

/* An option as it was given: a change of a benchmark. */
typedef struct bres__modifier {
    const bres__option *option;
    const char *name;    /* without dashes: the option's, or that of a criterion's parameter */
    const char *operand; /* "" when it takes none */
} bres__modifier;

struct bres__option {
    const char *heading; /* of the help, before this option; NULL: the one before goes on */
    const char *name;    /* without dashes */
    const char *alias;   /* another long name; NULL: none */
    char letter;         /* 0: none */
    const char *operand; /* what the help calls it; NULL: it takes none */
    const char *help;    /* NULL: not shown */
    /* What it does at once, or else to a benchmark. */
    bres_status (*take)(bres__arguments *arguments, const bres__option *option,
                        const char *operand);
    bres_status (*modify)(bres_bench *bench, const bres__modifier *modifier);
    const char *key; /* of the setting that it modifies */
    int choice;      /* among options that do alike: a mode, a format, a flag */
};

/* All options but the parameters of criteria, in the order of the help; `name` NULL ends them. */
extern const bres__option bres__options[];
/* The option of this name or alias; NULL when there is none. */
const bres__option *bres__option_find(const char *name, size_t length);

/* What the options since the last --benchmark, or since the beginning, have said about the
 * criterion. */
typedef struct bres__criterion_scope {
    bool chosen;           /* --stopping-criterion was there */
    const char *parameter; /* the first parameter that was; NULL: none */
} bres__criterion_scope;

struct bres__arguments {
    bres_suite *suite;
    char *const *next; /* of the words; `end` is behind the last */
    char *const *end;
    bres__invocation *invocation;
    bres__modifier *globals;
    size_t global_count;
    size_t global_capacity;
    bres__criterion_scope scope;
    bool named; /* --benchmark was there */
    bool done;  /* nothing that follows is looked at */
};

/* --- Options that modify ---------------------------------------------------------------------- */

bres_status bres__modify_axis(bres_bench *bench, const bres__modifier *modifier);
bres_status bres__modify_devices(bres_bench *bench, const bres__modifier *modifier);
bres_status bres__modify_criterion(bres_bench *bench, const bres__modifier *modifier);
bres_status bres__modify_parameter(bres_bench *bench, const bres__modifier *modifier);

/* A parameter of some criterion of the suite has this name: its name in the registry; else NULL. */
const char *bres__parameter_find(const bres_criteria *criteria, const char *name, size_t length);
/* The parameter is given in percent on the command line. */
bool bres__parameter_is_percent(const char *name, bres_kind kind);
/* BRES_ERROR_CONFLICT for a parameter that has the name of an option. */
bres_status bres__parameters_check(const bres_criteria *criteria);
/* Checks a modifier against those before it in the scope, which then contains it. */
bres_status bres__scope_enter(bres__criterion_scope *scope, const bres__modifier *modifier);

/* Ids of devices, in the order of the command line; none for "all". The caller frees them. */
typedef struct bres__device_list {
    int *ids;
    size_t count;
    size_t capacity;
} bres__device_list;

bres_status bres__device_list_read(bres__device_list *list, const char *operand);

/* --- Options that do something at once -------------------------------------------------------- */

bres_status bres__take_benchmark(bres__arguments *arguments, const bres__option *option,
                                 const char *operand);
bres_status bres__take_output(bres__arguments *arguments, const bres__option *option,
                              const char *operand);
bres_status bres__take_persistence(bres__arguments *arguments, const bres__option *option,
                                   const char *operand);
bres_status bres__take_clock_lock(bres__arguments *arguments, const bres__option *option,
                                  const char *operand);
bres_status bres__take_shard(bres__arguments *arguments, const bres__option *option,
                             const char *operand);
bres_status bres__take_repeat(bres__arguments *arguments, const bres__option *option,
                              const char *operand);
bres_status bres__take_shuffle(bres__arguments *arguments, const bres__option *option,
                               const char *operand);

/* --- Operands --------------------------------------------------------------------------------- */

/* A text without the blanks around it. */
bres__slice bres__trim(const char *begin, const char *end);
/* Numbers; all of the text must be one. BRES_ERROR_VALUE. */
bres_status bres__operand_int64(bres__slice text, int64_t *value);
bres_status bres__operand_float64(bres__slice text, double *value);

/* The values of an operand: `v`, `v,v`, `[v]`, `[v,v]`, and of numbers `[first:last]` and
 * `[first:last:stride]`. In lists of texts a value writes its own commas twice. */
typedef struct bres__operand_list {
    bres__slice *items; /* parts of the operand, without blanks around them; none is empty */
    size_t count;       /* at least 1; of a range 2 or 3 */
    size_t capacity;
    bool range;
} bres__operand_list;

/* BRES_ERROR_VALUE; the caller frees the list in any case. */
bres_status bres__operand_list_read(bres__operand_list *list, bres__slice text, bool numbers);
void bres__operand_list_free(bres__operand_list *list);

#endif

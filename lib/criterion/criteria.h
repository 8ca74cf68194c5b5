/* SPDX-License-Identifier: MIT */
/*
 * Room criterion: declarations shared by its files. A type is a definition registered under a name.
 * A criterion is made from a type; if the type combines criteria, also from parts.
 *
 * The header is not named criterion.h: <criterion/criterion.h> belongs to the test framework.
 */
#ifndef BRES_CRITERION_CRITERIA_H
#define BRES_CRITERION_CRITERIA_H

#include "base/base.h"

#include <benchresult/criterion.h>
#include <stdatomic.h>

/* How a criterion depends on its parts. */
typedef enum bres__combination {
    BRES__COMBINATION_NONE, /* the criterion has no parts */
    BRES__COMBINATION_ANY,
    BRES__COMBINATION_ALL /* all parts, and its own `is_finished` if set */
} bres__combination;

/* A criterion of the library. */
typedef struct bres__builtin {
    bres_criterion_definition definition;
    bres__combination combination;
    size_t part_max; /* largest number of parts of a combination */
} bres__builtin;

/* A non-negative parameter of a library criterion, with its default. */
#define BRES__PARAMETER_REAL(parameter, text, initial)                                             \
    {                                                                                              \
        .name = parameter, .description = text, .kind = BRES_KIND_FLOAT64,                         \
        .flags = BRES_PARAMETER_NOT_NEGATIVE, .float64 = initial                                   \
    }
#define BRES__PARAMETER_COUNT(parameter, text, initial)                                            \
    {                                                                                              \
        .name = parameter, .description = text, .kind = BRES_KIND_INT64,                           \
        .flags = BRES_PARAMETER_NOT_NEGATIVE, .int64 = initial                                     \
    }

/* A criterion finishes after this many consecutive samples for which its statistic is undefined,
 * because the measurement might otherwise never end. */
#define BRES__CRITERION_INVALID_MAX 64u

/* The library's criteria in registry order. X(name) stands for bres__builtin_NAME, which a file of
 * this room defines. */
/* clang-format off */
#define BRES__CRITERIA(X) \
    X(stdrel) \
    X(entropy) \
    X(sample_count) \
    X(cv) \
    X(iqr) \
    X(any_of) \
    X(all_of) \
    X(at_least_time)
/* clang-format on */

#define BRES__CRITERION(name) extern const bres__builtin bres__builtin_##name;
BRES__CRITERIA(BRES__CRITERION)

/* Immutable and reference-counted: the registry and each criterion of the type hold a reference. */
typedef struct bres__criterion_type {
    atomic_size_t references;
    bres_criterion_definition definition; /* its texts and parameters are in the arena */
    bres__combination combination;
    size_t part_max;
    bool builtin; /* its callbacks set the error record themselves */
    bres__arena arena;
} bres__criterion_type;

struct bres_criteria {
    bres__criterion_type **types;
    size_t count;
    size_t capacity;
};

/* Checks the definition as far as possible without a registry, and copies it into a type with one
 * reference. `builtin`: the library criterion that the definition belongs to; NULL for a definition
 * of the caller. */
bres_status bres__criterion_type_new(const bres_criterion_definition *definition,
                                     const bres__builtin *builtin, bres__criterion_type **type);
bres__criterion_type *bres__criterion_type_ref(bres__criterion_type *type);
void bres__criterion_type_unref(bres__criterion_type *type);
/* NULL if the type has no parameter of this name. */
const bres_parameter *bres__criterion_type_parameter(const bres__criterion_type *type,
                                                     const char *name);
/* NULL if the name is unknown. `name` need not be terminated after `length` bytes. */
bres__criterion_type *bres__criteria_type(const bres_criteria *criteria, const char *name,
                                          size_t length);
/* "int64", "float64", "string"; NULL for other kinds. */
const char *bres__parameter_kind_name(bres_kind kind);

/* The value of one parameter in one criterion. */
typedef struct bres__parameter_value {
    const bres_parameter *parameter;
    int64_t int64;
    double float64;
    char *string; /* owned; NULL: the default */
    char *coming; /* the next string, while it is being set */
} bres__parameter_value;

/* Checks a value: the argument that matches the parameter's kind. BRES_ERROR_VALUE if it is
 * invalid, BRES_ERROR_ARGUMENT if the string is NULL. */
bres_status bres__parameter_check(const bres_parameter *parameter, int64_t int64, double float64,
                                  const char *string);

/* Limit on nested combinations, because their functions are recursive. */
#define BRES__CRITERION_DEPTH_MAX 16u

struct bres_criterion {
    bres__criterion_type *type;    /* one reference */
    char *name;                    /* NULL: the type's name */
    bres__parameter_value *values; /* in the order in which they were set */
    void *state;
    bres_criterion **parts; /* owned */
    size_t part_count;
    size_t depth; /* levels; 1 without parts */
    size_t count;
    size_t refused; /* counted only in the outermost criterion */
    bool started;
    bool is_part;
};

/* Takes over the parts if it succeeds. Checks only their number and the nesting depth. */
bres_status bres__criterion_make(bres__criterion_type *type, bres_criterion *const *parts,
                                 size_t part_count, bres_criterion **criterion);
/* BRES_ERROR_ARGUMENT for NULL, BRES_ERROR_STATE before the start. */
bres_status bres__criterion_check_started(const bres_criterion *criterion, const char *function);
/* Adds one measurement. Counts a negative or non-finite one as refused instead: *refused is then
 * true, and the status BRES_OK. */
bres_status bres__criterion_take(bres_criterion *criterion, double seconds, bool *refused);

#endif

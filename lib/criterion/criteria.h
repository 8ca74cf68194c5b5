/* SPDX-License-Identifier: MIT */
/*
 * Room criterion: what its files share. A type is what was registered under a name; a criterion is
 * made from a type, and from parts when the type combines them.
 *
 * This header is not named after its room: <criterion/criterion.h> is that of the test framework.
 */
#ifndef BRES_CRITERION_CRITERIA_H
#define BRES_CRITERION_CRITERIA_H

#include "base/base.h"

#include <benchresult/criterion.h>
#include <stdatomic.h>

/* How a criterion depends on its parts. */
typedef enum bres__combination {
    BRES__COMBINATION_NONE, /* it has none */
    BRES__COMBINATION_ANY,
    BRES__COMBINATION_ALL /* and its own answer, when it has `is_finished` */
} bres__combination;

/* A criterion of the library. */
typedef struct bres__builtin {
    bres_criterion_definition definition;
    bres__combination combination;
    size_t part_max; /* parts of a combination */
} bres__builtin;

/* A parameter of the library's criteria that is not negative, with its default. */
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

/* So many samples in a row without a figure to judge by end a measurement that can only go on so.
 */
#define BRES__CRITERION_INVALID_MAX 64u

/* The criteria of the library in the order of a registry. X(name): bres__builtin_NAME, which a file
 * of this room defines. */
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

/* Counted: by the registry and by each criterion of it. Never changes. */
typedef struct bres__criterion_type {
    atomic_size_t references;
    bres_criterion_definition definition; /* its texts and parameters are in the arena */
    bres__combination combination;
    size_t part_max;
    bool builtin; /* its callbacks make error records of their own */
    bres__arena arena;
} bres__criterion_type;

struct bres_criteria {
    bres__criterion_type **types;
    size_t count;
    size_t capacity;
};

/* A copy of the definition with one reference; checks all that needs no registry. `builtin` is what
 * a definition of the library belongs to, NULL for one of the caller. */
bres_status bres__criterion_type_new(const bres_criterion_definition *definition,
                                     const bres__builtin *builtin, bres__criterion_type **type);
bres__criterion_type *bres__criterion_type_ref(bres__criterion_type *type);
void bres__criterion_type_unref(bres__criterion_type *type);
/* NULL: there is no parameter of this name. */
const bres_parameter *bres__criterion_type_parameter(const bres__criterion_type *type,
                                                     const char *name);
/* NULL: there is none. The name need not end after `length`. */
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

/* Whether a value (the member of the parameter's kind) may be set; BRES_ERROR_VALUE. */
bres_status bres__parameter_check(const bres_parameter *parameter, int64_t int64, double float64,
                                  const char *string);

/* Levels of combinations: their functions call themselves. */
#define BRES__CRITERION_DEPTH_MAX 16u

struct bres_criterion {
    bres__criterion_type *type;    /* one reference */
    char *name;                    /* NULL: that of the type */
    bres__parameter_value *values; /* in the order in which they were set */
    void *state;
    bres_criterion **parts; /* owned */
    size_t part_count;
    size_t depth; /* levels; 1 without parts */
    size_t count;
    size_t refused; /* counted by the outermost criterion alone */
    bool started;
    bool is_part;
};

/* Takes over the parts when it succeeds. Checks their number and nothing else about them. */
bres_status bres__criterion_make(bres__criterion_type *type, bres_criterion *const *parts,
                                 size_t part_count, bres_criterion **criterion);
/* BRES_ERROR_ARGUMENT for NULL, BRES_ERROR_STATE before the start. */
bres_status bres__criterion_check_started(const bres_criterion *criterion, const char *function);
/* Adds one measurement, or counts it as refused: no error, *refused is true. */
bres_status bres__criterion_take(bres_criterion *criterion, double seconds, bool *refused);

#endif

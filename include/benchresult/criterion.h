/* SPDX-License-Identifier: MIT */
/*
 * Stopping criteria: when a measurement has enough samples.
 *
 * A registry (bres_criteria) says what criteria there are, the library's own and those of the
 * program. A criterion (bres_criterion) is one of them at work, with parameters and a state of its
 * own. It is set up once, started before each measurement, given every sample, and asked whether
 * that is enough:
 *
 *     bres_criterion_new(criteria, "stdrel", &criterion);
 *     bres_criterion_set_float64(criterion, "max-noise", 0.01);
 *     bres_criterion_start(criterion);
 *     do
 *         bres_criterion_add(criterion, measure());
 *     while (!bres_criterion_is_finished(criterion));
 *
 * benchresult-criterion(3) describes the criteria of the library and their parameters.
 *
 * Threads: a registry that nobody changes may be used by any number of threads. A criterion belongs
 * to one thread at a time; criteria of one registry are independent of each other.
 *
 * NULL: a getter given a NULL handle returns NULL, 0 or false, a function with a status
 * BRES_ERROR_ARGUMENT.
 */
#ifndef BENCHRESULT_CRITERION_H
#define BENCHRESULT_CRITERION_H

#include <benchresult/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bres_criteria bres_criteria;   /* the registry: what criteria there are */
typedef struct bres_criterion bres_criterion; /* one criterion with its parameters, at work */

/* --- The registry --------------------------------------------------------------------------- */

/* A registry that holds the library's own criteria: stdrel, entropy, sample-count, cv, iqr, and the
 * combinations any-of, all-of and at-least-time. The caller owns *criteria. */
BRES_API bres_status bres_criteria_new(bres_criteria **criteria);
/* Criteria that were made from the registry stay valid: they hold on to what they need of it. */
BRES_API void bres_criteria_free(bres_criteria *criteria);

/* A negative value is refused when it is set. */
#define BRES_PARAMETER_NOT_NEGATIVE UINT32_C(1)

/* One parameter of a criterion. This struct never grows. */
typedef struct bres_parameter {
    const char *name;        /* as bres_criterion_definition.name, such as "max-noise" */
    const char *description; /* one line for a user; NULL: none */
    bres_kind kind;          /* BRES_KIND_INT64, BRES_KIND_FLOAT64 or BRES_KIND_STRING */
    uint32_t flags;          /* BRES_PARAMETER_* bits; 0: none */
    int64_t int64;           /* the default: the member of its kind counts, */
    double float64;          /* which must be finite, */
    const char *string;      /* or not NULL */
} bres_parameter;

/*
 * What a criterion does. `state` is the memory of one criterion, `state_size` bytes, aligned for
 * any type; `user` is the pointer of the definition. Callbacks may be called by several threads at
 * once, for different states; they must not call anything on the criterion that they work for, but
 * for the getters in `start`.
 */

/* Prepares for a new measurement. The state is all zero. Reads the parameters from `criterion` by
 * the getters below, and keeps what it needs of them. A status other than BRES_OK refuses them. */
typedef bres_status (*bres_criterion_start_fn)(void *state, const bres_criterion *criterion,
                                               void *user);
/* Sees to it that the next `add` cannot fail, by allocating; does nothing else that can be seen.
 * On failure (BRES_ERROR_MEMORY, say) that measurement is not added. */
typedef bres_status (*bres_criterion_reserve_fn)(void *state, void *user);
/* Takes one measurement: seconds, finite and not negative. */
typedef void (*bres_criterion_add_fn)(void *state, double seconds, void *user);
/* Says whether it is enough. Asked any number of times, or not at all, between measurements. */
typedef bool (*bres_criterion_is_finished_fn)(const void *state, void *user);
/* Releases what the state holds. The state is as the last callback left it, or all zero; it is
 * zeroed afterwards. Called before each start, and at the end. */
typedef void (*bres_criterion_clear_fn)(void *state, void *user);

/* Set in the definitions of any-of, all-of and at-least-time, which take other criteria in
 * parentheses; refused in a definition of the caller. */
#define BRES_CRITERION_COMBINES UINT32_C(1)

/* A kind of criterion. Initialise with bres_criterion_definition_init(), then fill in. */
typedef struct bres_criterion_definition {
    size_t size;                       /* set by bres_criterion_definition_init() */
    const char *name;                  /* letters, digits, '-', '_' and '.', the first one no '-' */
    const char *description;           /* one line for a user; default NULL: none */
    const bres_parameter *parameters;  /* default NULL: none */
    size_t parameter_count;            /* default 0 */
    size_t state_size;                 /* bytes; default 0 */
    void *user;                        /* for the callbacks; default NULL */
    bres_criterion_start_fn start;     /* default NULL: nothing to do */
    bres_criterion_reserve_fn reserve; /* default NULL: `add` never needs memory */
    bres_criterion_add_fn add;         /* must be given */
    bres_criterion_is_finished_fn is_finished; /* must be given */
    bres_criterion_clear_fn clear;             /* default NULL: the state holds nothing */
    uint32_t flags;                            /* BRES_CRITERION_* bits; default 0 */
    uint32_t reserved;                         /* 0 */
} bres_criterion_definition;

BRES_API void bres_criterion_definition_init(bres_criterion_definition *definition);

/*
 * Adds a criterion. Texts and parameters are copied; `user` must live as long as the registry and
 * every criterion made from it. On failure the registry is as it was.
 * Errors: BRES_ERROR_CONFLICT, naming both sides, when the registry has a criterion of this name,
 * when the definition has two parameters of one name, or when another criterion has a parameter of
 * this name and another kind; BRES_ERROR_VALUE for a name with other characters or a default that
 * could not be set; BRES_ERROR_KIND for a parameter of no kind that it may have;
 * BRES_ERROR_ARGUMENT for a missing callback and an unknown flag; BRES_ERROR_VERSION;
 * BRES_ERROR_MEMORY.
 */
BRES_API bres_status bres_criteria_register(bres_criteria *criteria,
                                            const bres_criterion_definition *definition);

/* The criteria in the order of their registration. The definition is borrowed from the registry;
 * NULL when the index is out of range. */
BRES_API size_t bres_criteria_count(const bres_criteria *criteria);
BRES_API const bres_criterion_definition *bres_criteria_at(const bres_criteria *criteria,
                                                           size_t index);
/* The criterion of this name; NULL when there is none. */
BRES_API const bres_criterion_definition *bres_criteria_find(const bres_criteria *criteria,
                                                             const char *name);
/* The kind that a parameter of this name has in every criterion that has one, so that a command
 * line can tell a parameter's flag from others; BRES_KIND_ABSENT when there is none. */
BRES_API bres_kind bres_criteria_parameter_kind(const bres_criteria *criteria, const char *name);

/* --- Making a criterion --------------------------------------------------------------------- */

/*
 * A criterion with the defaults of its parameters, not started. The caller owns *criterion.
 * `expression` is the name of a criterion, or a combination such as
 *     any-of(stdrel, all-of(entropy, sample-count))
 *     at-least-time(entropy)
 * Errors: BRES_ERROR_KEY for an unknown name, listing those that exist; BRES_ERROR_VALUE when the
 * text is no such expression; BRES_ERROR_LIMIT above 16 levels; BRES_ERROR_MEMORY.
 */
BRES_API bres_status bres_criterion_new(const bres_criteria *criteria, const char *expression,
                                        bres_criterion **criterion);
/* A new criterion with the same parameters, not started. The caller owns *copy. */
BRES_API bres_status bres_criterion_copy(const bres_criterion *criterion, bres_criterion **copy);
/* Frees a criterion and those that it was made of. */
BRES_API void bres_criterion_free(bres_criterion *criterion);

/*
 * Combinations, which take over the criteria they are made of: from then on these belong to the
 * new criterion, and only pointers to read them through stay useful. On failure the caller keeps
 * them. The caller owns *criterion, which has not been started.
 * Errors: BRES_ERROR_ARGUMENT for none, for NULL and for one that is given twice; BRES_ERROR_STATE
 * for one that is part of a combination already; BRES_ERROR_CONFLICT when two of them have a
 * parameter of one name and different kinds, as those of different registries may;
 * BRES_ERROR_LIMIT above 16 levels; BRES_ERROR_MEMORY.
 */

/* Finished when one of them is. */
BRES_API bres_status bres_criterion_new_any_of(bres_criterion *const *parts, size_t count,
                                               bres_criterion **criterion);
/* Finished when all of them are, at the same sample. */
BRES_API bres_status bres_criterion_new_all_of(bres_criterion *const *parts, size_t count,
                                               bres_criterion **criterion);
/* Finished when `part` is, and the samples add up to at least `seconds`, which is its parameter
 * "at-least-time" (default 0.5). BRES_ERROR_VALUE when it is negative or not finite. */
BRES_API bres_status bres_criterion_new_at_least_time(bres_criterion *part, double seconds,
                                                      bres_criterion **criterion);

/* The expression that makes such a criterion: "stdrel", "any-of(stdrel,entropy)". */
BRES_API const char *bres_criterion_name(const bres_criterion *criterion);

/* --- Parameters ----------------------------------------------------------------------------- */

/*
 * A new value counts from the next start. In a combination every part that has the parameter gets
 * it. Ratios are fractions: a max-noise of 0.005 is half a percent.
 * Errors: BRES_ERROR_KEY for a name that the criterion does not have, listing those it has;
 * BRES_ERROR_KIND when the parameter is of another kind (nothing is converted); BRES_ERROR_VALUE
 * for a value that is not finite, negative where that makes no sense, or not UTF-8;
 * BRES_ERROR_MEMORY. On failure no value has changed.
 */
BRES_API bres_status bres_criterion_set_int64(bres_criterion *criterion, const char *name,
                                              int64_t value);
BRES_API bres_status bres_criterion_set_float64(bres_criterion *criterion, const char *name,
                                                double value);
/* The text is copied. */
BRES_API bres_status bres_criterion_set_string(bres_criterion *criterion, const char *name,
                                               const char *value);
/* Reads the value from a text, by the parameter's kind; all of it must be a number
 * (BRES_ERROR_VALUE), a string is taken as it is. */
BRES_API bres_status bres_criterion_set_text(bres_criterion *criterion, const char *name,
                                             const char *text);

/* The value as it was set last: true when the criterion has a parameter of this name and kind. In a
 * combination the first part that has it is asked. */
BRES_API bool bres_criterion_int64(const bres_criterion *criterion, const char *name,
                                   int64_t *value);
BRES_API bool bres_criterion_float64(const bres_criterion *criterion, const char *name,
                                     double *value);
/* NULL when there is none; valid until it is set again. */
BRES_API const char *bres_criterion_string(const bres_criterion *criterion, const char *name);
/* BRES_KIND_ABSENT when the criterion has no such parameter. */
BRES_API bres_kind bres_criterion_parameter_kind(const bres_criterion *criterion, const char *name);
/* Names in the order of the definition, those that were set after the others, in the order in
 * which they were. In a combination first its own, then those of its parts; a name may repeat. */
BRES_API size_t bres_criterion_parameter_count(const bres_criterion *criterion);
BRES_API const char *bres_criterion_parameter_at(const bres_criterion *criterion, size_t index);

/* --- Measuring ------------------------------------------------------------------------------ */

/* Begins a new measurement: nothing of an earlier one is left. Errors: BRES_ERROR_VALUE when the
 * parameters make no sense together (a target-samples of 0); what a `start` callback refuses with;
 * BRES_ERROR_MEMORY. After a failure the criterion is not started. */
BRES_API bres_status bres_criterion_start(bres_criterion *criterion);
/*
 * Adds one measurement, in seconds. Errors: BRES_ERROR_VALUE for one that is negative or not
 * finite: it is counted by bres_criterion_refused() and leaves no other trace; BRES_ERROR_MEMORY,
 * or what a `reserve` callback gives: nothing has changed, and the next one may be added;
 * BRES_ERROR_STATE before bres_criterion_start().
 */
BRES_API bres_status bres_criterion_add(bres_criterion *criterion, double seconds);
/* Whether the measurements are enough; false before bres_criterion_start(). */
BRES_API bool bres_criterion_is_finished(const bres_criterion *criterion);
/* Measurements since the start, without those that were refused. */
BRES_API size_t bres_criterion_count(const bres_criterion *criterion);
/* Measurements since the start that were negative or not finite. */
BRES_API size_t bres_criterion_refused(const bres_criterion *criterion);

/*
 * Adds measurements one after the other, until the criterion is finished. It is asked after each
 * one as soon as it has at least `min_samples` of them, counted from the start; so a stream may
 * also be fed in pieces. *stopped says whether it has finished, *fed how many of `count` it was
 * given by then, the last one included. Refused ones among them are only counted.
 * Errors: BRES_ERROR_STATE before bres_criterion_start(); BRES_ERROR_MEMORY, or what a `reserve`
 * callback gives: then *fed is 0, and bres_criterion_count() says how far it came.
 */
BRES_API bres_status bres_criterion_feed(bres_criterion *criterion, const double *times,
                                         size_t count, size_t min_samples, size_t *fed,
                                         bool *stopped);
/* The same with samples as result files have them. */
BRES_API bres_status bres_criterion_feed_float32(bres_criterion *criterion, const float *times,
                                                 size_t count, size_t min_samples, size_t *fed,
                                                 bool *stopped);

#ifdef __cplusplus
}
#endif

#endif

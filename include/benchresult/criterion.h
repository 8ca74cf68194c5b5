/* SPDX-License-Identifier: MIT */
/*
 * Stopping criteria: a criterion receives each sample of a measurement and decides when the samples
 * are enough.
 *
 * A registry (bres_criteria) holds the available criteria: those of the library and those of the
 * program. A bres_criterion is an instance of a criterion, with its own parameters and state. A
 * program creates the instance once, starts it before each measurement, adds each sample, and
 * checks after a sample whether the criterion is finished:
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
 * Threads: any number of threads may read a registry while no thread changes it. Only one thread at
 * a time may use a criterion; criteria of one registry are independent of each other.
 *
 * Errors: every function that returns bres_status returns BRES_ERROR_ARGUMENT if a required pointer
 * is NULL, and BRES_ERROR_MEMORY if an allocation fails. After an error, out-parameters are NULL,
 * false or 0. For a NULL handle, getters return NULL, 0 or false. Since 0.1.
 */
#ifndef BENCHRESULT_CRITERION_H
#define BENCHRESULT_CRITERION_H

#include <benchresult/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A registry of the available criteria. */
typedef struct bres_criteria bres_criteria;
/* An instance of a criterion, with its own parameters and state. */
typedef struct bres_criterion bres_criterion;

/* Makes a registry with the criteria of the library. The caller owns *criteria. */
BRES_API bres_status bres_criteria_new(bres_criteria **criteria);
/* Frees a registry. Criteria made from the registry stay valid. NULL is ignored. */
BRES_API void bres_criteria_free(bres_criteria *criteria);

/* Flag of a parameter: the setters refuse a negative value. */
#define BRES_PARAMETER_NOT_NEGATIVE UINT32_C(1)

/* One parameter of a criterion. The struct never grows. */
typedef struct bres_parameter {
    const char *name;        /* such as "max-noise"; the same characters as in names of criteria */
    const char *description; /* a line for users; may be NULL */
    bres_kind kind;          /* BRES_KIND_INT64, BRES_KIND_FLOAT64 or BRES_KIND_STRING */
    uint32_t flags;          /* 0 or BRES_PARAMETER_NOT_NEGATIVE */
    int64_t int64;           /* default of an int64 parameter, otherwise ignored */
    double float64;          /* default of a float64 parameter, finite; otherwise ignored */
    const char *string;      /* default of a string parameter, not NULL; otherwise ignored */
} bres_parameter;

/* Prepares the state of a criterion for a measurement. The state has `state_size` bytes, is aligned
 * for any type, and is zero. The callback reads the parameters with the getters below and stores
 * the required values in the state. `user` is the pointer of the definition. A status other than
 * BRES_OK refuses the parameters. */
typedef bres_status (*bres_criterion_start_fn)(void *state, const bres_criterion *criterion,
                                               void *user);
/* Allocates memory for the next `add`, and has no other visible effect. If the callback fails, the
 * sample is not added. */
typedef bres_status (*bres_criterion_reserve_fn)(void *state, void *user);
/* Adds one sample in seconds, finite and not negative. */
typedef void (*bres_criterion_add_fn)(void *state, double seconds, void *user);
/* Returns whether the samples are enough. The library calls it any number of times between samples,
 * or never. */
typedef bool (*bres_criterion_is_finished_fn)(const void *state, void *user);
/* Releases the resources of the state, before each start and at the end. The state may be zero; the
 * library zeroes it afterwards. */
typedef void (*bres_criterion_clear_fn)(void *state, void *user);

/* Flag of a definition: the criterion takes other criteria in parentheses. The library sets the
 * flag for its own criteria, such as any-of, and refuses it in definitions of the program. */
#define BRES_CRITERION_COMBINES UINT32_C(1)

/* The definition of a criterion. Initialize it with bres_criterion_definition_init(), then set the
 * members. Several threads may call the callbacks at the same time, for different states. A
 * callback must not call functions on its own criterion, but `start` may call the getters. */
typedef struct bres_criterion_definition {
    size_t size;             /* set by bres_criterion_definition_init() */
    const char *name;        /* letters, digits, '-', '_' and '.'; the first character is not '-' */
    const char *description; /* a line for users; default NULL */
    const bres_parameter *parameters;          /* the parameters; default NULL */
    size_t parameter_count;                    /* number of parameters; default 0 */
    size_t state_size;                         /* bytes of the state; default 0 */
    void *user;                                /* for the callbacks; default NULL */
    bres_criterion_start_fn start;             /* default NULL: no callback */
    bres_criterion_reserve_fn reserve;         /* default NULL: `add` needs no memory */
    bres_criterion_add_fn add;                 /* required */
    bres_criterion_is_finished_fn is_finished; /* required */
    bres_criterion_clear_fn clear;             /* default NULL: the state holds no resources */
    uint32_t flags;                            /* 0; BRES_CRITERION_COMBINES is for the library */
    uint32_t reserved;                         /* 0 */
} bres_criterion_definition;

/* Sets the size of the struct, and all other members to zero. */
BRES_API void bres_criterion_definition_init(bres_criterion_definition *definition);

/*
 * Adds a criterion of the program to the registry. The function copies the definition, but not the
 * target of `user`, which must stay valid as long as the registry and every criterion made from the
 * registry. After an error the registry does not change.
 * Errors: BRES_ERROR_CONFLICT if the registry already has a criterion with this name, if two
 * parameters have the same name, or if another criterion has a parameter with the same name and
 * another kind (the message names both criteria); BRES_ERROR_VALUE for a malformed name or a
 * refused default; BRES_ERROR_KIND for an unsupported kind of a parameter; BRES_ERROR_ARGUMENT for
 * a missing callback or an unknown flag; BRES_ERROR_VERSION for an unknown version of the
 * definition.
 */
BRES_API bres_status bres_criteria_register(bres_criteria *criteria,
                                            const bres_criterion_definition *definition);

/* Returns the number of criteria in the registry. */
BRES_API size_t bres_criteria_count(const bres_criteria *criteria);
/* Returns a definition, borrowed from the registry, in order of registration; NULL if the index is
 * out of range. */
BRES_API const bres_criterion_definition *bres_criteria_at(const bres_criteria *criteria,
                                                           size_t index);
/* Returns the definition with this name, borrowed from the registry; NULL if the name is unknown.
 */
BRES_API const bres_criterion_definition *bres_criteria_find(const bres_criteria *criteria,
                                                             const char *name);
/* Returns the kind of the parameter with this name, which is the same in all criteria;
 * BRES_KIND_ABSENT if no criterion has this parameter. A program can thus recognize parameters on
 * its command line. */
BRES_API bres_kind bres_criteria_parameter_kind(const bres_criteria *criteria, const char *name);

/*
 * Makes a criterion with the default parameters. The criterion is not started, and the caller owns
 * *criterion. `expression` is the name of a criterion, or a combination with at most 16 levels:
 *     any-of(stdrel, all-of(entropy, sample-count))
 *     at-least-time(entropy)
 * Errors: BRES_ERROR_KEY for an unknown name (the message lists the known names); BRES_ERROR_VALUE
 * for a malformed expression; BRES_ERROR_LIMIT above 16 levels.
 */
BRES_API bres_status bres_criterion_new(const bres_criteria *criteria, const char *expression,
                                        bres_criterion **criterion);
/* Makes a criterion with the same parameters. The copy is not started; the caller owns *copy. */
BRES_API bres_status bres_criterion_copy(const bres_criterion *criterion, bres_criterion **copy);
/* Frees a criterion and its parts. NULL is ignored. */
BRES_API void bres_criterion_free(bres_criterion *criterion);

/*
 * Makes a combination that is finished when one of its parts is finished. The combination is not
 * started, and the caller owns *criterion. The combination owns its parts, and the caller must not
 * free them. The caller may read a part until the combination is freed. After an error the caller
 * still owns the parts. The parts may come from different registries.
 * Errors: BRES_ERROR_ARGUMENT for a `count` of 0, a NULL part or the same part twice;
 * BRES_ERROR_STATE if a part already belongs to a combination; BRES_ERROR_CONFLICT if a parameter
 * has different kinds in two parts; BRES_ERROR_LIMIT above 16 levels.
 */
BRES_API bres_status bres_criterion_new_any_of(bres_criterion *const *parts, size_t count,
                                               bres_criterion **criterion);
/* Makes a combination that is finished when all parts are finished at the same sample. Ownership
 * and errors as for bres_criterion_new_any_of(). */
BRES_API bres_status bres_criterion_new_all_of(bres_criterion *const *parts, size_t count,
                                               bres_criterion **criterion);
/* Makes a combination that is finished when `part` is finished and the samples add up to at least
 * `seconds`. The combination stores `seconds` in its parameter "at-least-time". An expression of
 * bres_criterion_new() makes the same combination with 0.5 seconds. Ownership and errors as for
 * bres_criterion_new_any_of(); BRES_ERROR_VALUE if `seconds` is negative or not finite. */
BRES_API bres_status bres_criterion_new_at_least_time(bres_criterion *part, double seconds,
                                                      bres_criterion **criterion);

/* Returns the expression of the criterion without its parameters, such as "any-of(stdrel,entropy)".
 * Borrowed from the criterion. */
BRES_API const char *bres_criterion_name(const bres_criterion *criterion);

/*
 * Sets a parameter of the kind int64. The new value takes effect at the next start. In a
 * combination, the function sets the parameter in every part that has it. After an error no value
 * changes.
 * Errors: BRES_ERROR_KEY for an unknown parameter (the message lists the known names);
 * BRES_ERROR_KIND if the parameter has another kind, because the functions do not convert;
 * BRES_ERROR_VALUE for a negative value of a parameter with BRES_PARAMETER_NOT_NEGATIVE.
 */
BRES_API bres_status bres_criterion_set_int64(bres_criterion *criterion, const char *name,
                                              int64_t value);
/* Sets a parameter of the kind float64, like bres_criterion_set_int64(). Ratios are fractions: a
 * max-noise of 0.005 is half a percent. BRES_ERROR_VALUE also for a value that is not finite. */
BRES_API bres_status bres_criterion_set_float64(bres_criterion *criterion, const char *name,
                                                double value);
/* Sets a parameter of the kind string, like bres_criterion_set_int64(). The text is copied.
 * BRES_ERROR_VALUE if the text is not UTF-8. */
BRES_API bres_status bres_criterion_set_string(bres_criterion *criterion, const char *name,
                                               const char *value);
/* Sets a parameter of any kind from a text, like the setter of its kind. BRES_ERROR_VALUE also if
 * the parameter is a number and the text, as a whole, is not a number. */
BRES_API bres_status bres_criterion_set_text(bres_criterion *criterion, const char *name,
                                             const char *text);

/* Stores the value of an int64 parameter; true if the criterion has a parameter with this name and
 * kind. In a combination, the value is that of the first part that has the parameter. */
BRES_API bool bres_criterion_int64(const bres_criterion *criterion, const char *name,
                                   int64_t *value);
/* Stores the value of a float64 parameter, like bres_criterion_int64(). */
BRES_API bool bres_criterion_float64(const bres_criterion *criterion, const char *name,
                                     double *value);
/* Returns the text of a string parameter; NULL if the criterion has no string parameter with this
 * name. The text is valid until the parameter is set again. */
BRES_API const char *bres_criterion_string(const bres_criterion *criterion, const char *name);
/* Returns the kind of a parameter; BRES_KIND_ABSENT if the criterion has no such parameter. */
BRES_API bres_kind bres_criterion_parameter_kind(const bres_criterion *criterion, const char *name);
/* Returns the number of parameters, including the parameters of all parts. */
BRES_API size_t bres_criterion_parameter_count(const bres_criterion *criterion);
/* Returns the name of a parameter, in the order of the definition; NULL if the index is out of
 * range. A combination lists its own parameters before the parameters of its parts; a name may
 * repeat. */
BRES_API const char *bres_criterion_parameter_at(const bres_criterion *criterion, size_t index);

/* Starts a new measurement and clears the state of the previous measurement. After an error the
 * criterion is not started. Errors: BRES_ERROR_VALUE if the criterion refuses its parameters, for
 * example a target-samples of 0; any status of a `start` callback. */
BRES_API bres_status bres_criterion_start(bres_criterion *criterion);
/*
 * Adds a sample in seconds.
 * Errors: BRES_ERROR_VALUE for a negative or non-finite sample, which bres_criterion_refused()
 * counts and the criterion otherwise ignores; BRES_ERROR_STATE before bres_criterion_start(); any
 * status of a `reserve` callback. After BRES_ERROR_MEMORY or a status of the callback the criterion
 * does not change, and the next sample may be added.
 */
BRES_API bres_status bres_criterion_add(bres_criterion *criterion, double seconds);
/* Returns whether the samples are enough; false before bres_criterion_start(). */
BRES_API bool bres_criterion_is_finished(const bres_criterion *criterion);
/* Returns the number of accepted samples since the start. */
BRES_API size_t bres_criterion_count(const bres_criterion *criterion);
/* Returns the number of refused samples since the start: negative or not finite. */
BRES_API size_t bres_criterion_refused(const bres_criterion *criterion);

/*
 * Adds samples in seconds until the criterion is finished. The function checks the criterion after
 * each sample, beginning with sample number `min_samples` since the start; a stream of samples may
 * be added in pieces. *stopped receives whether the criterion is finished. *fed receives how many
 * of the `count` samples the function has read, including refused samples. A refused sample is not
 * an error here. Errors: BRES_ERROR_STATE before bres_criterion_start(); any status of a `reserve`
 * callback. After an error *fed is 0, and bres_criterion_count() returns how many samples the
 * criterion has.
 */
BRES_API bres_status bres_criterion_feed(bres_criterion *criterion, const double *times,
                                         size_t count, size_t min_samples, size_t *fed,
                                         bool *stopped);
/* Adds samples of type float, as in result files, like bres_criterion_feed(). */
BRES_API bres_status bres_criterion_feed_float32(bres_criterion *criterion, const float *times,
                                                 size_t count, size_t min_samples, size_t *fed,
                                                 bool *stopped);

#ifdef __cplusplus
}
#endif

#endif

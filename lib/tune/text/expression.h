/* SPDX-License-Identifier: MIT */
/*
 * Expressions that say which configurations belong to a space, such as
 * "TILE*UNROLL<=64 && MODE==fast". parse.c makes a program for a stack of values out of the text,
 * bind.c finds the names in it, and evaluate.c runs it.
 */
#ifndef BRES_TUNE_TEXT_EXPRESSION_H
#define BRES_TUNE_TEXT_EXPRESSION_H

#include "base/base.h"
#include "harness/suite/suite.h"

/* Values that a program has on its stack at most. */
#define BRES__EXPRESSION_STACK 64

typedef enum bres__value_kind {
    BRES__VALUE_INTEGER,
    BRES__VALUE_REAL,
    BRES__VALUE_TEXT,
    BRES__VALUE_TRUTH
} bres__value_kind;

typedef struct bres__expression_value {
    bres__value_kind kind;
    int64_t integer; /* of a truth value 0 or 1 */
    double real;
    bres__slice text; /* borrowed */
} bres__expression_value;

typedef enum bres__step_kind {
    BRES__STEP_VALUE,     /* pushes `value` */
    BRES__STEP_NAME,      /* a name that is not bound, in `value` */
    BRES__STEP_PARAMETER, /* pushes the value of the axis `index` */
    BRES__STEP_UNARY,     /* replaces the top value */
    BRES__STEP_BINARY,    /* replaces the two top values */
    BRES__STEP_AND,  /* a false top value stays and ends the operation at the step `index`; a true
                        one  is removed */
    BRES__STEP_OR,   /* the same for a true one */
    BRES__STEP_TRUTH /* makes the top value a truth value */
} bres__step_kind;

typedef struct bres__step {
    bres__step_kind kind;
    char operation[3]; /* of operators, as written */
    size_t at;         /* offset in the text, for messages */
    size_t index;
    bres__expression_value value;
} bres__step;

typedef struct bres__expression {
    char *text;
    bres__step *steps;
    size_t count;
    size_t capacity;
    bool bound;
} bres__expression;

/* Parses a text; free the expression in any case. BRES_ERROR_SYNTAX, with the column, for anything
 * that is not an expression; BRES_ERROR_LIMIT for too many levels. */
bres_status bres__expression_parse(bres__expression *expression, const char *text);
void bres__expression_free(bres__expression *expression);
/* Finds the names: a parameter, true, false, or a value of a parameter of texts. BRES_ERROR_KEY for
 * any other name. */
bres_status bres__expression_bind(bres__expression *expression, const bres_bench *bench);
/* Whether a bound expression is true for the configuration with this index. BRES_ERROR_VALUE for an
 * overflow, a division by zero, and a value of the wrong kind. */
bres_status bres__expression_evaluate(const bres__expression *expression, const bres_bench *bench,
                                      uint64_t index, bool *holds);

/* Sets an error whose message (a printf format) is followed by the place in the text. */
bres_status bres__expression_error(const bres__expression *expression, size_t at,
                                   bres_status status, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
